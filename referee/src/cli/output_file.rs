//! Files that a command writes: only what referee wrote itself is replaced, and no file has two uses.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::plain_words::unwritable;
use crate::system::file_number_at;

/// As many bytes of a file show what it is.
const BEGIN: u64 = 1024;

/// A path of links longer than this leads nowhere.
const MOST_LINKS: usize = 40;

/// Demands that a file may be written to a path: no file exists there, or it is empty, or `is_own` says by its first
/// bytes that referee wrote it. `remedy` says what to do otherwise.
///
/// # Errors
/// If another file exists there, a link or a folder, or if the file cannot be read.
pub(super) fn demand_own(
    path: &Path,
    remedy: &str,
    is_own: impl Fn(&[u8]) -> bool,
) -> anyhow::Result<()> {
    let shown = path.display();
    match may_be_written(path, is_own) {
        Ok(true) => Ok(()),
        Ok(false) => Err(anyhow!("{shown} exists and was not written by referee; {remedy}")),
        Err(error) => Err(anyhow!("cannot write {shown}: {}", unwritable(path, &error))),
    }
}

/// Writes a file that is new or may be replaced.
///
/// A new file that cannot be written whole is removed: it would be in the way of the same command.
///
/// # Errors
/// A sentence that says what to do, if the file cannot be written.
pub(super) fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
    replace_whole(path, bytes)
        .map_err(|error| anyhow!("cannot write {}: {}", path.display(), unwritable(path, &error)))
}

/// Writes a file in place of an earlier one, which stays as it is if the new one cannot be written whole, such as on a full
/// disk.
///
/// # Errors
/// If it cannot be written. Nothing is left of a new file then.
pub(super) fn replace_whole(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let found = fs::symlink_metadata(path);
    let is_new = found.is_err();
    // Links and devices stay what they are, and a protected file is refused. A folder may take no new files, although the
    // earlier one can be written.
    let in_place = || {
        fs::write(path, &bytes).inspect_err(|_| {
            if is_new {
                let _ = fs::remove_file(path);
            }
        })
    };
    if found.as_ref().is_ok_and(|found| !found.is_file() || found.permissions().readonly()) {
        return in_place();
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let Ok(mut file) = File::create_new(&part) else { return in_place() };
    if let Ok(found) = found {
        let _ = fs::set_permissions(&part, found.permissions());
    }
    let written = file.write_all(bytes.as_ref()).and_then(|()| fs::rename(&part, path));
    written.inspect_err(|_| drop(fs::remove_file(&part)))
}

/// Writes a new file, and removes it if it cannot be written whole.
///
/// # Errors
/// If a file exists there, or it cannot be made or written.
pub(super) fn create_whole(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| drop(fs::remove_file(path)))
}

fn may_be_written(path: &Path, is_own: impl Fn(&[u8]) -> bool) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
        Ok(found) if !found.is_file() => return Ok(false),
        Ok(_) => {}
    }
    let mut begin = Vec::new();
    File::open(path)?.take(BEGIN).read_to_end(&mut begin)?;
    Ok(begin.is_empty() || is_own(&begin))
}

/// Demands that two files of a command, each after its name, are not the same. `remedy` says what to do otherwise.
///
/// # Errors
/// If both paths lead to the same file, also by a link or if it does not exist yet.
pub(super) fn demand_apart(
    (name, path): (&str, &Path),
    (other_name, other): (&str, &Path),
    remedy: &str,
) -> anyhow::Result<()> {
    if !is_same(path, other) {
        return Ok(());
    }
    let (path, other) = (path.display(), other.display());
    Err(anyhow!("{name} {path} is the same file as {other_name} {other}; {remedy}"))
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (file_number_at(one), file_number_at(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => place(one, MOST_LINKS) == place(other, MOST_LINKS),
    }
}

/// Where a file is, or where it will be.
fn place(path: &Path, links: usize) -> PathBuf {
    if let Ok(place) = fs::canonicalize(path) {
        return place;
    }
    let folder = match path.parent() {
        Some(folder) if folder == Path::new("") => Path::new("."),
        Some(folder) => folder,
        None => return path.to_owned(),
    };
    match (fs::read_link(path), path.file_name()) {
        (Ok(to), _) if links > 0 => place(&folder.join(to), links - 1),
        (_, Some(name)) => place(folder, links).join(name),
        (_, None) => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::symlink;
    use crate::testkit::needs::Need;

    const MARK: &[u8] = b"<own>";

    #[test]
    fn an_empty_file_and_an_own_one_may_be_replaced_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let may = |path: &Path| may_be_written(path, |begin| begin.starts_with(MARK)).unwrap();
        assert!(may(&path), "no file");
        for (text, expected) in
            [(&b""[..], true), (MARK, true), (b"mine", false), (&MARK[1..], false)]
        {
            fs::write(&path, text).unwrap();
            assert_eq!(may(&path), expected, "{text:?}");
        }
        fs::write(&path, [MARK, &[b'x'; 5000]].concat()).unwrap();
        assert!(may(&path), "a long file");
        assert!(!may(folder.path()), "a folder");
        let link = folder.path().join("link");
        symlink(&path, &link).unwrap();
        if Need::link_leads_to_file(&link) {
            assert!(!may(&link), "a link");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};

        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page");
        fs::write(&page, "earlier").unwrap();
        for (mode, is_replaced) in [(0o600, true), (0o400, false)] {
            fs::set_permissions(&page, fs::Permissions::from_mode(mode)).unwrap();
            let before = fs::metadata(&page).unwrap().ino();
            // Root may write the protected file, which then stays the same file.
            let _ = replace_whole(&page, "new");
            let now = fs::metadata(&page).unwrap();
            assert_eq!((now.mode() & 0o777, now.ino() != before), (mode, is_replaced));
        }
    }

    #[test]
    fn an_earlier_file_is_replaced_as_a_whole_and_a_link_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let names = || fs::read_dir(folder.path()).unwrap().count();
        fs::write(at("page"), "earlier").unwrap();
        let mut reader = File::open(at("page")).unwrap();
        replace_whole(&at("page"), "new").unwrap();
        assert_eq!(fs::read_to_string(at("page")).unwrap(), "new");
        let mut earlier = String::new();
        reader.read_to_string(&mut earlier).unwrap();
        assert_eq!((earlier.as_str(), names()), ("earlier", 1), "it was not cut off meanwhile");
        replace_whole(&at("."), "new").unwrap_err();
        replace_whole(&at("none/page"), "new").unwrap_err();
        assert_eq!(names(), 1, "nothing is left of a file that cannot be written");
        symlink(at("page"), at("link")).unwrap();
        if Need::link_leads_to_file(&at("link")) {
            replace_whole(&at("link"), "linked").unwrap();
            assert_eq!(fs::read_to_string(at("page")).unwrap(), "linked");
        }
    }

    #[test]
    fn two_paths_to_a_file_are_found_by_links_and_before_it_exists() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(is_same(&at("new"), &at("./new")) && !is_same(&at("new"), &at("old")));
        assert!(is_same(&at("none/new"), &at("none/./new")), "the folder does not exist");
        assert!(is_same(Path::new("new"), &std::env::current_dir().unwrap().join("new")));
        fs::write(at("old"), "").unwrap();
        assert!(!is_same(&at("new"), &at("old")));
        fs::hard_link(at("old"), at("hard")).unwrap();
        assert!(is_same(&at("old"), &at("hard")));
        symlink(at("old"), at("link")).unwrap();
        if !Need::link_leads_to_file(&at("link")) {
            return;
        }
        assert!(is_same(&at("old"), &at("link")) && is_same(&at("hard"), &at("link")));
        symlink("new", at("early")).unwrap();
        assert!(is_same(&at("early"), &at("new")), "the link leads to no file yet");
        symlink("circle", at("circle")).unwrap();
        assert!(!is_same(&at("circle"), &at("new")));
    }
}

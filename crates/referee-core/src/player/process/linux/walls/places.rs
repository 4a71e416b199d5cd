//! Places that a bot does not share with other programs: it sees empty folders instead, with what is its own in them.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{CString, OsStr};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use super::super::guard::InForce;
use super::paths::Own;
use super::subject::{Subject, c_string};
use crate::player::process::launch::Walls;

/// The size of a place for scratch is the limit of memory, but at most this, in bytes.
const SCRATCH_BYTES: u64 = 256 << 20;
/// Most files and folders in such a place.
const MOST_FILES: u64 = 65_536;
/// Most paths that are kept in one place.
pub const MOST_KEPT: usize = 48;

/// Parts of `/run` that programs need and that are no services: the programs of NixOS, and the name servers.
const KEPT_IN_RUN: [&str; 3] = ["/run/current-system", "/run/opengl-driver", "/etc/resolv.conf"];

/// The folder that only this referee and its referee programs may see.
static OWN_FOLDER: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Hides a folder from all bots that start from now on, in place of the one that was hidden before.
pub fn hide_from_bots(folder: &Path) {
    *OWN_FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder.to_owned());
}

/// A place that is hidden.
pub struct Hidden {
    /// The folder, without symbolic links.
    folder: PathBuf,
    /// The same, in the form that the system takes.
    pub place: CString,
    /// Options of the empty file system there.
    pub options: CString,
    /// Whether the program may not write there.
    pub is_read_only: bool,
    /// The measure that is in force then.
    pub measure: i64,
    /// What stays visible.
    pub kept: Vec<Kept>,
}

/// A file or folder that stays visible in a hidden place.
pub struct Kept {
    /// Where it is. A symbolic link is followed.
    pub place: CString,
    /// The folders above it, from the outermost.
    pub folders: Vec<CString>,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// Whether the program may write there.
    pub is_writable: bool,
}

impl Hidden {
    /// Whether a path, without symbolic links, cannot be seen.
    pub fn hides(&self, path: &Path) -> bool {
        let is_kept = |kept: &Kept| {
            use std::os::unix::ffi::OsStrExt;
            path.starts_with(OsStr::from_bytes(kept.place.as_bytes()))
        };
        path.starts_with(&self.folder) && !self.kept.iter().any(is_kept)
    }

    /// Whether a path is in this place and stays visible.
    pub fn keeps(&self, path: &Path) -> bool {
        path.starts_with(&self.folder) && !self.hides(path)
    }
}

/// The places that are hidden from a program.
pub fn hidden(walls: &Walls, subject: &Subject<'_>, own: &Own) -> Vec<Hidden> {
    let scratch = subject.memory_bytes.unwrap_or(SCRATCH_BYTES).min(SCRATCH_BYTES);
    let scratch = format!("size={scratch},nr_inodes={MOST_FILES},mode=1777");
    let mut wanted = vec![("/dev/shm".into(), scratch.clone(), InForce::OWN_SHM)];
    if !walls.shared_tmp {
        wanted.push((PathBuf::from("/tmp"), scratch, InForce::OWN_TMP));
    }
    let nothing = "size=1m,nr_inodes=1024,mode=755".to_owned();
    wanted.push(("/run".into(), nothing.clone(), InForce::SERVICES));
    if let Some(runtime) = env::var_os("XDG_RUNTIME_DIR") {
        wanted.push((runtime.into(), nothing.clone(), InForce::SERVICES));
    }
    let own_folder = OWN_FOLDER.lock().unwrap_or_else(PoisonError::into_inner).clone();
    wanted.extend(own_folder.map(|folder| (folder, nothing, InForce::SERVICES)));
    let paths = needed(subject, own);
    let mut places: Vec<Hidden> = Vec::new();
    for (folder, options, measure) in wanted {
        // It must be a folder of its own beneath the root, or much else would be hidden with it.
        let Ok(folder) = fs::canonicalize(folder) else { continue };
        let is_hidden = places.iter().any(|place| place.hides(&folder));
        let is_needed = own.cwd.iter().chain(&own.declared).any(|path| *path == folder);
        if is_hidden || is_needed || folder.components().count() < 2 {
            continue;
        }
        let kept = kept(&folder, &paths, &own.writable());
        let (Some(place), Ok(options)) = (c_string(&folder), CString::new(options)) else {
            continue;
        };
        if kept.len() <= MOST_KEPT {
            let is_read_only = measure == InForce::SERVICES;
            places.push(Hidden { folder, place, options, is_read_only, measure, kept });
        }
    }
    places
}

/// Everything that a program must see, by all the paths under which it may look for it.
fn needed(subject: &Subject<'_>, own: &Own) -> BTreeSet<PathBuf> {
    let mut paths: BTreeSet<PathBuf> = NEEDED_BY_ALL.clone();
    // These have no links.
    paths.extend(own.writable());
    let mut add = |path: &Path| add_with_target(&mut paths, &subject.cwd.join(path));
    add(subject.cwd);
    subject.seen.iter().for_each(|path| add(path));
    let in_words = subject.args.iter().flat_map(|word| absolute_paths(word));
    let words = [subject.program].into_iter().chain(subject.args.iter().map(Path::new));
    for word in words.chain(in_words) {
        let path = subject.cwd.join(word);
        match path.parent() {
            // The files beside it are needed, too, but a place as a whole is nobody's folder.
            Some(folder) if path.is_file() && !is_place(folder) => add(folder),
            _ => add(&path),
        }
    }
    paths
}

/// What every program must see: the folders in which programs and libraries are looked for, and parts of `/run`. They are
/// the same for all starts.
static NEEDED_BY_ALL: LazyLock<BTreeSet<PathBuf>> = LazyLock::new(|| {
    let mut paths = BTreeSet::new();
    for (name, value) in env::vars_os() {
        let name = name.to_string_lossy();
        if name.ends_with("PATH") || name.ends_with("HOME") || name == "VIRTUAL_ENV" {
            let folders = env::split_paths(&value).filter(|path| path.is_absolute());
            folders.for_each(|path| add_with_target(&mut paths, &path));
        }
    }
    for path in KEPT_IN_RUN {
        add_with_target(&mut paths, Path::new(path));
    }
    paths
});

/// Adds an absolute path, the folders that it leaves again, and what it leads to.
fn add_with_target(paths: &mut BTreeSet<PathBuf>, path: &Path) {
    paths.extend(left_again(path));
    let path = simple(path);
    paths.extend(fs::canonicalize(&path));
    paths.insert(path);
}

/// Whether a folder is one that is hidden.
fn is_place(folder: &Path) -> bool {
    ["/tmp", "/dev/shm", "/run"].iter().any(|place| folder == Path::new(place))
}

/// The paths in a folder that exist, without those beneath another.
fn kept(folder: &Path, paths: &BTreeSet<PathBuf>, writable: &[PathBuf]) -> Vec<Kept> {
    let mut outermost: Vec<&Path> = Vec::new();
    // A folder comes before what is in it.
    let inside = |path: &&PathBuf| path.starts_with(folder) && **path != folder && path.exists();
    for path in paths.iter().filter(inside) {
        if outermost.iter().all(|outer| !path.starts_with(outer)) {
            outermost.push(path);
        }
    }
    let kept = |path: &Path| {
        let above = path.ancestors().skip(1).take_while(|above| above.starts_with(folder));
        let mut folders: Vec<CString> = above.filter_map(c_string).collect();
        // The place itself exists.
        folders.pop();
        folders.reverse();
        // By its own name, or by that of a link to it.
        let target = fs::canonicalize(path).ok()?;
        let is_writable =
            writable.iter().any(|own| own.starts_with(&target) || target.starts_with(own));
        Some(Kept { place: c_string(path)?, folders, is_folder: path.is_dir(), is_writable })
    };
    outermost.into_iter().filter_map(kept).collect()
}

/// The absolute paths in a word, such as that of a program in a command of a shell.
fn absolute_paths(word: &OsStr) -> impl Iterator<Item = &Path> {
    let parts = word
        .to_str()
        .unwrap_or_default()
        .split(|letter: char| letter.is_whitespace() || "'\"`;|&()<>=,:$".contains(letter));
    parts.map(Path::new).filter(|part| part.is_absolute())
}

/// The folders of a path that it leaves again by `..`: the system walks through them.
fn left_again(path: &Path) -> Vec<PathBuf> {
    let parents = path.ancestors().filter(|prefix| prefix.ends_with(".."));
    parents.filter_map(Path::parent).map(simple).collect()
}

/// A path without `.` and, as far as no symbolic link is meant, without `..`.
fn simple(path: &Path) -> PathBuf {
    let mut simple = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(simple.pop()),
            component => simple.push(component),
        }
    }
    simple
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;

    #[test]
    fn only_the_outermost_paths_of_a_place_are_kept_with_the_folders_above_them() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir_all(here.join("a/b/c")).unwrap();
        fs::write(here.join("file"), "").unwrap();
        let paths = ["a/b", "a/b/c", "file", "missing"].map(|path| here.join(path));
        let kept = kept(&here, &BTreeSet::from(paths), &[here.join("file")]);
        let shown: Vec<_> = kept
            .iter()
            .map(|it| (it.place.to_str().unwrap(), it.folders.len(), it.is_folder, it.is_writable))
            .collect();
        let place = |name: &str| here.join(name).to_str().unwrap().to_owned();
        assert_eq!(shown, [(&*place("a/b"), 1, true, false), (&*place("file"), 0, false, true)]);
        assert_eq!(kept[0].folders[0].to_str().unwrap(), place("a"));
    }

    /// What a shell with these arguments sees of `/tmp`.
    fn tmp_of_a_shell(args: &[OsString]) -> Hidden {
        let (program, cwd) = (Path::new("/bin/sh"), Path::new("/usr"));
        let subject = Subject { program, args, cwd, seen: vec![], memory_bytes: None };
        let places = hidden(&Walls::default(), &subject, &Own::of(&subject, &[]));
        places.into_iter().find(|place| place.measure == InForce::OWN_TMP).unwrap()
    }

    #[test]
    fn a_path_through_a_folder_that_it_leaves_again_can_be_walked() {
        let folder = tempfile::tempdir_in("/tmp").unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        for folder in ["passed/deep", "bot", "other"] {
            fs::create_dir_all(here.join(folder)).unwrap();
        }
        fs::write(here.join("bot/bot.py"), "").unwrap();
        let word = here.join("passed/deep/../../bot/bot.py");
        let tmp = tmp_of_a_shell(&[word.into()]);
        let is_seen = |name: &str| !tmp.hides(&here.join(name));
        assert!(is_seen("bot/bot.py") && is_seen("passed/deep") && !is_seen("other"));
    }

    #[test]
    fn a_program_that_a_command_of_a_shell_names_is_seen() {
        let folder = tempfile::tempdir_in("/tmp").unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        for name in ["bot", "other"] {
            fs::create_dir(here.join(name)).unwrap();
            fs::write(here.join(name).join("program"), "").unwrap();
        }
        let script =
            format!("while read line; do echo $line|'{}/bot/program'; done", here.display());
        let tmp = tmp_of_a_shell(&["-c".into(), script.into()]);
        assert!(!tmp.hides(&here.join("bot/program")) && tmp.hides(&here.join("other/program")));
    }

    #[test]
    fn a_place_that_is_the_folder_of_a_program_is_not_hidden() {
        let measures = |cwd: &str, walls: &Walls| {
            let subject = Subject {
                program: Path::new("/bin/sh"),
                args: &[],
                cwd: Path::new(cwd),
                seen: vec![],
                memory_bytes: None,
            };
            let own = Own::of(&subject, &[]);
            hidden(walls, &subject, &own).iter().fold(0, |all, place| all | place.measure)
        };
        let usual = measures("/usr", &Walls::default());
        assert_eq!(usual & InForce::OWN_TMP, InForce::OWN_TMP);
        assert_eq!(measures("/tmp", &Walls::default()), usual & !InForce::OWN_TMP);
        let shared = Walls { shared_tmp: true, ..Walls::default() };
        assert_eq!(measures("/usr", &shared), usual & !InForce::OWN_TMP);
    }
}

//! The folders and files below a bot's own folder.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders below an own folder that are left out.
const LEFT_OUT: [&str; 3] = ["target", "node_modules", "games"];

/// How deep below an own folder files are looked for.
const DEEPEST: usize = 4;
/// How many folders below an own folder are looked at.
const MOST_FOLDERS: usize = 256;
/// How many files of a declared folder count.
pub(super) const MOST_FILES: usize = 4096;

/// A folder and those below it whose files may belong to a bot. Hidden folders, the output of builds, installed packages
/// the folder of logs, and that of a run on other machines are left out.
///
/// A link to a folder is that folder, with the name of the link. A folder that several links lead to is found once, by the
/// first way to it, so links in a circle have an end.
pub(super) fn folders_below(folder: &Path) -> Vec<PathBuf> {
    folders_by(folder, folders_in)
}

/// The same by a function that lists the folders in one.
fn folders_by(folder: &Path, list: impl Fn(&Path) -> Vec<PathBuf>) -> Vec<PathBuf> {
    let mut found = vec![(folder.to_owned(), 0)];
    let mut real: HashSet<PathBuf> = fs::canonicalize(folder).into_iter().collect();
    let mut next = 0;
    while let Some((folder, depth)) = found.get(next).cloned() {
        next += 1;
        // Below a folder of builds of cargo there are thousands of files.
        if depth == DEEPEST || folder.join(".cargo-lock").exists() {
            continue;
        }
        let mut folders = list(&folder);
        folders.retain(|path| !is_left_out(path));
        folders.sort();
        // A folder that has just vanished has no real path.
        folders.retain(|path| fs::canonicalize(path).is_ok_and(|it| real.insert(it)));
        let room = MOST_FOLDERS.saturating_sub(found.len());
        found.extend(folders.into_iter().take(room).map(|folder| (folder, depth + 1)));
    }
    found.into_iter().map(|(folder, _)| folder).collect()
}

/// The folders in a folder, in any order.
pub(super) fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_folder = |entry: &fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
        Ok(kind) => kind.is_dir(),
        Err(_) => false,
    };
    entries.filter(is_folder).map(|entry| entry.path()).collect()
}

fn is_left_out(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || LEFT_OUT.contains(&&*name) || is_environment(folder)
}

/// Whether a folder is a virtual environment of Python, or that of a run on other machines.
pub(super) fn is_environment(folder: &Path) -> bool {
    let is_of_run = folder.extension().is_some_and(|it| it == "on");
    is_of_run && folder.join("plan.json").exists() || folder.join("pyvenv.cfg").exists()
}

/// The files of a folder and of those below it, without compiled Python.
pub(super) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let folders = folders_below(folder).into_iter().filter(|it| !it.ends_with("__pycache__"));
    folders.flat_map(|folder| files_in(&folder)).take(MOST_FILES).collect()
}

/// The files of a folder, sorted; hidden ones are left out. Pipes, sockets and devices are no files.
pub(super) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    files_among(entries.map(|entry| entry.path()))
}

/// Those of some paths that are files, sorted. One that has just vanished is none.
fn files_among(paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let mut files: Vec<PathBuf> = paths.filter(|path| path.is_file() && !is_hidden(path)).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::symlink;
    use crate::testkit::needs::Need;

    fn names(folder: &Path, paths: Vec<PathBuf>) -> Vec<String> {
        let name =
            |path: PathBuf| path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
        paths.into_iter().map(name).collect()
    }

    #[test]
    fn a_link_to_a_folder_is_that_folder_and_a_circle_ends() {
        let all = tempfile::tempdir().unwrap();
        let (here, other) = (all.path().join("bot"), all.path().join("shared"));
        for folder in [here.join("b"), other.join("deep")] {
            fs::create_dir_all(folder).unwrap();
        }
        for file in
            [here.join("bot.py"), here.join("b/x"), other.join("core.py"), other.join("deep/y")]
        {
            fs::write(file, "").unwrap();
        }
        symlink(&other, here.join("core")).unwrap();
        if !Need::link_leads_to_file(&here.join("core/core.py")) {
            return;
        }
        symlink(&here, here.join("b/again")).unwrap();
        symlink(&other, here.join("core/itself")).unwrap();
        symlink(&other, here.join("twice")).unwrap();
        symlink(here.join("nothing"), here.join("dangling")).unwrap();
        let found = names(&here, files_below(&here));
        assert_eq!(found, ["bot.py", "b/x", "core/core.py", "core/deep/y"]);
    }

    #[test]
    fn what_vanishes_while_a_folder_is_walked_is_left_out() {
        let all = tempfile::tempdir().unwrap();
        let here = all.path();
        for file in ["a/x", "b/y", "b/deep/z", "c/w"] {
            fs::create_dir_all(here.join(file).parent().unwrap()).unwrap();
            fs::write(here.join(file), "").unwrap();
        }
        // A folder that is gone before it is looked into, and one that is gone before its files are listed.
        let folders = folders_by(here, |folder| {
            let found = folders_in(folder);
            let _ = fs::remove_dir_all(here.join("a"));
            found
        });
        assert_eq!(names(here, folders.clone()), ["", "b", "c", "b/deep"]);
        fs::remove_dir_all(here.join("c")).unwrap();
        let files: Vec<PathBuf> = folders.iter().flat_map(|folder| files_in(folder)).collect();
        assert_eq!(names(here, files.clone()), ["b/y", "b/deep/z"]);
        // A file that is gone once its name was read, and one that is gone before it is hashed.
        let paths = files.iter().cloned().inspect(|path| {
            if path.ends_with("y") {
                fs::remove_file(path).unwrap();
            }
        });
        assert_eq!(names(here, files_among(paths)), ["b/deep/z"]);
        let hashes = super::super::hashes::Hashes::default();
        assert_eq!([hashes.of(&files[0]).is_some(), hashes.of(&files[1]).is_some()], [false, true]);
    }

    #[test]
    fn only_files_are_found_in_a_fixed_order() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        // Where there is no such program, there are no pipes in folders.
        let _ = std::process::Command::new("mkfifo").arg(here.join("pipe")).status();
        #[cfg(unix)]
        let _socket = std::os::unix::net::UnixListener::bind(here.join("socket")).unwrap();
        for name in ["z", "a", "m", ".hidden"] {
            fs::write(here.join(name), "").unwrap();
        }
        symlink(here.join("a"), here.join("link")).unwrap();
        if !Need::link_leads_to_file(&here.join("link")) {
            return;
        }
        assert_eq!(names(here, files_below(here)), ["a", "link", "m", "z"]);
        assert!(files_below(&here.join("gone")).is_empty());
    }
}

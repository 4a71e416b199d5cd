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
    let mut found = vec![(folder.to_owned(), 0)];
    let mut real: HashSet<PathBuf> = fs::canonicalize(folder).into_iter().collect();
    let mut next = 0;
    while let Some((folder, depth)) = found.get(next).cloned() {
        next += 1;
        // Below a folder of builds of cargo there are thousands of files.
        if depth == DEEPEST || folder.join(".cargo-lock").exists() {
            continue;
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let is_folder = |entry: &fs::DirEntry| match entry.file_type() {
            Ok(kind) if kind.is_symlink() => entry.path().is_dir(),
            Ok(kind) => kind.is_dir(),
            Err(_) => false,
        };
        let folders = entries.filter(is_folder).map(|entry| entry.path());
        let mut folders: Vec<PathBuf> = folders.filter(|path| !is_left_out(path)).collect();
        folders.sort();
        // A folder that has just vanished has no real path.
        folders.retain(|path| fs::canonicalize(path).is_ok_and(|it| real.insert(it)));
        let room = MOST_FOLDERS.saturating_sub(found.len());
        found.extend(folders.into_iter().take(room).map(|folder| (folder, depth + 1)));
    }
    found.into_iter().map(|(folder, _)| folder).collect()
}

fn is_left_out(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let is_of_run = name.ends_with(".on") && folder.join("plan.json").exists();
    let is_named = name.starts_with('.') || LEFT_OUT.contains(&&*name);
    is_named || is_of_run || folder.join("pyvenv.cfg").exists()
}

/// The files of a folder and of those below it, without compiled Python.
pub(super) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let folders = folders_below(folder).into_iter().filter(|it| !it.ends_with("__pycache__"));
    folders.flat_map(|folder| files_in(&folder)).take(MOST_FILES).collect()
}

/// The files of a folder, sorted; hidden ones are left out. Pipes, sockets and devices are no files.
pub(super) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_hidden =
        |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file() && !is_hidden(path))
        .collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::symlink;

    fn names(folder: &Path, paths: Vec<PathBuf>) -> Vec<String> {
        let name =
            |path: PathBuf| path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
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
        symlink(&here, here.join("b/again")).unwrap();
        symlink(&other, here.join("core/itself")).unwrap();
        symlink(&other, here.join("twice")).unwrap();
        symlink(here.join("nothing"), here.join("dangling")).unwrap();
        let found = names(&here, files_below(&here));
        assert_eq!(found, ["bot.py", "b/x", "core/core.py", "core/deep/y"]);
    }

    #[test]
    fn only_files_are_found_in_a_fixed_order() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        // Where there is no such program, there are no pipes in folders.
        let _ = std::process::Command::new("mkfifo").arg(here.join("pipe")).status();
        let address = here.join("socket");
        #[cfg(unix)]
        let _socket = std::os::unix::net::UnixListener::bind(address).unwrap();
        for name in ["z", "a", "m", ".hidden"] {
            fs::write(here.join(name), "").unwrap();
        }
        symlink(here.join("a"), here.join("link")).unwrap();
        assert_eq!(names(here, files_below(here)), ["a", "link", "m", "z"]);
        assert!(files_below(&here.join("gone")).is_empty());
    }
}

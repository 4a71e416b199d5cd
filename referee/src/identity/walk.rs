//! The folders and files below a bot's own folder.

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
/// and the folder of logs are left out.
pub(super) fn folders_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![(folder.to_owned(), 0)];
    let mut next = 0;
    while let Some((folder, depth)) = found.get(next).cloned() {
        next += 1;
        // Below a folder of builds of cargo there are thousands of files.
        if depth == DEEPEST || folder.join(".cargo-lock").exists() {
            continue;
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|it| it.is_dir()));
        let mut folders: Vec<PathBuf> =
            folders.map(|entry| entry.path()).filter(|path| !is_left_out(path)).collect();
        folders.sort();
        let room = MOST_FOLDERS.saturating_sub(found.len());
        found.extend(folders.into_iter().take(room).map(|folder| (folder, depth + 1)));
    }
    found.into_iter().map(|(folder, _)| folder).collect()
}

fn is_left_out(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') || LEFT_OUT.contains(&&*name) || folder.join("pyvenv.cfg").exists()
}

/// The files of a folder and of those below it, without compiled Python.
pub(super) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let folders = folders_below(folder).into_iter().filter(|it| !it.ends_with("__pycache__"));
    folders.flat_map(|folder| files_in(&folder)).take(MOST_FILES).collect()
}

/// The files of a folder, sorted; hidden ones are left out.
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

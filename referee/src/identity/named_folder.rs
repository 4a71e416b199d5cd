//! The files of a folder that a referee program names. They are rules, so none is left out because there are many, or because
//! it lies deep.

use std::collections::HashSet;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use super::parts::in_words;
use super::walk::{files_in, folders_in, is_environment};

/// Files that say how a program is built. The folder `target` beside one of them has its output.
const BUILDS: [&str; 2] = ["Cargo.toml", "pom.xml"];
/// The file of cargo beside the folders of a build.
const CARGO_LOCK: &str = ".cargo-lock";

/// The files of a folder and of those below it. A link to a folder is that folder; one that several links lead to is found
/// once.
///
/// Hidden files and folders, compiled Python, installed packages, the output of builds and folders of logs are left out:
/// they change although the rules stay.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    let mut real: HashSet<PathBuf> = fs::canonicalize(folder).into_iter().collect();
    let mut next = 0;
    while let Some(folder) = found.get(next).cloned() {
        next += 1;
        let mut folders = folders_in(&folder);
        folders.retain(|path| !is_left_out(path));
        folders.sort();
        // A folder that has just vanished has no real path.
        folders.retain(|path| fs::canonicalize(path).is_ok_and(|it| real.insert(it)));
        found.extend(folders);
    }
    found.iter().flat_map(|folder| files_in(folder)).collect()
}

/// The path of a file from a folder, the same on all systems.
pub(super) fn name_in(folder: &Path, file: &Path) -> String {
    in_words(file.strip_prefix(folder).unwrap_or(file)).replace(MAIN_SEPARATOR, "/")
}

fn is_left_out(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    match &*name {
        "__pycache__" | "node_modules" => true,
        // A package of Java may have these names.
        "target" => BUILDS.iter().any(|file| folder.with_file_name(file).exists()),
        "games" => files_in(folder).iter().any(|file| file.extension() == Some("jsonl".as_ref())),
        _ => {
            let is_of_build = folder.with_file_name(CARGO_LOCK).exists();
            is_of_build || name.starts_with('.') || is_environment(folder)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_although_the_rules_stay_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        let rules = ["R.py", "games/R.class", "target/R.class", "x/games/target/R.class"];
        let others = [
            ".git/HEAD",
            "__pycache__/R.pyc",
            "node_modules/a/x.js",
            "rust/Cargo.toml",
            "rust/target/debug/x",
            "java/pom.xml",
            "java/target/x.class",
            "logs/games/duel.jsonl",
            "venv/pyvenv.cfg",
        ];
        for file in rules.iter().chain(&others) {
            fs::create_dir_all(here.join(file).parent().unwrap()).unwrap();
            fs::write(here.join(file), "").unwrap();
        }
        let mut found: Vec<String> = files(here).iter().map(|file| name_in(here, file)).collect();
        found.retain(|name| !name.ends_with("Cargo.toml") && !name.ends_with("pom.xml"));
        found.sort();
        assert_eq!(found, rules);
    }
}

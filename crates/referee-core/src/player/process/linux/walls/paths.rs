//! The folders that belong to a program.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use super::subject::Subject;

/// Folders of the system. A program in one of them may not write there.
const SYSTEM: [&str; 14] = [
    "/", "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/nix", "/opt", "/proc",
    "/sbin", "/sys", "/usr",
];

/// The home of the user, without symbolic links.
static HOME: LazyLock<Option<PathBuf>> =
    LazyLock::new(|| env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok()));

/// The files and folders of one program, without symbolic links.
pub struct Own {
    /// The folders of the program and of the files that its arguments name.
    pub folders: Vec<PathBuf>,
    /// The folder in which it runs, unless it is one of the system's.
    pub cwd: Option<PathBuf>,
    /// What the user declares as writable.
    pub declared: Vec<PathBuf>,
}

impl Own {
    /// Those of a program, to which the user adds what is `declared` as writable.
    pub fn of(subject: &Subject<'_>, declared: &[PathBuf]) -> Self {
        let contains_home =
            |folder: &Path| HOME.as_deref().is_some_and(|home| home.starts_with(folder));
        let words = std::iter::once(subject.program.as_os_str());
        let words = words.chain(subject.args.iter().map(OsString::as_os_str));
        let folders: BTreeSet<PathBuf> = words
            .filter_map(|word| folder_of(word, subject.cwd))
            .filter(|folder| !is_system(folder) && !contains_home(folder))
            .collect();
        let cwd = fs::canonicalize(subject.cwd).ok().filter(|folder| !is_system(folder));
        let declared = declared.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        Self { folders: folders.into_iter().collect(), cwd, declared }
    }

    /// Everything that it may write to.
    pub fn writable(&self) -> Vec<PathBuf> {
        self.folders.iter().chain(&self.cwd).chain(&self.declared).cloned().collect()
    }

    /// The same, without what is beneath another one.
    pub fn outermost(&self) -> Vec<PathBuf> {
        let mut all = self.writable();
        all.sort();
        // A folder comes before what is in it.
        all.dedup_by(|inner, outer| inner.starts_with(outer));
        all
    }

    /// The folders above a path that the program could move away, the highest first.
    pub fn folders_above(&self, path: &Path) -> Vec<PathBuf> {
        let writable = self.writable();
        let can_move = |folder: &&Path| {
            let mut above = folder.ancestors().skip(1);
            above.any(|above| writable.iter().any(|one| one == above))
        };
        let mut folders: Vec<PathBuf> =
            path.ancestors().skip(1).filter(can_move).map(Path::to_owned).collect();
        folders.reverse();
        folders
    }
}

/// The folder of the file that a word names, or the folder that it names.
fn folder_of(word: &OsStr, cwd: &Path) -> Option<PathBuf> {
    let path = fs::canonicalize(cwd.join(word)).ok()?;
    if path.is_dir() { Some(path) } else { path.parent().map(Path::to_owned) }
}

fn is_system(folder: &Path) -> bool {
    folder == Path::new("/")
        || SYSTEM[1..].iter().any(|system| folder.starts_with(system))
            && !folder.starts_with("/dev/shm")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(program: &str, args: &[&str], cwd: &Path) -> Own {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let program = Path::new(program);
        Own::of(&Subject { program, args: &args, cwd, seen: vec![], memory_bytes: None }, &[])
    }

    #[test]
    fn a_program_owns_the_folders_of_its_files_but_no_folder_of_the_system() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(here.join("src")).unwrap();
        fs::write(here.join("src/bot.py"), "").unwrap();
        let found = own("/bin/sh", &["src/bot.py", "--fast", "missing"], &here);
        assert_eq!((found.folders, found.cwd), (vec![here.join("src")], Some(here.clone())));
        let system = own("/bin/sh", &[], Path::new("/usr/bin"));
        assert!(system.folders.is_empty() && system.cwd.is_none());
        // A file in the home does not make the home the bot's folder.
        let home = env::var("HOME").unwrap();
        assert!(own("sh", &[&home], Path::new("/")).folders.is_empty());
    }

    #[test]
    fn the_folders_between_a_writable_one_and_a_path_could_be_moved() {
        let own =
            Own { folders: vec![], cwd: Some("/a/b".into()), declared: vec!["/a/b/c".into()] };
        let above = |path: &str| own.folders_above(Path::new(path));
        assert_eq!(above("/a/b/c/d/log"), [PathBuf::from("/a/b/c"), "/a/b/c/d".into()]);
        assert!(above("/a/b/log").is_empty() && above("/a/x/log").is_empty());
    }
}

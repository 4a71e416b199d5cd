//! Finds the file that a trusted program wanted to write and could not.
//!
//! Its mounts are read-only except its own folders. The program only learns that the file system is read-only, and most
//! programs say that on standard error, with the name of the file.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use nix::unistd::{AccessFlags, access};

use super::walls::Hidden;

/// How the system or a run-time says that a write was refused, in small letters.
const REFUSALS: [&str; 7] = [
    "read-only file system",
    "readonlyfilesystem",
    "erofs",
    "permission denied",
    "eacces",
    "accessdenied",
    "is denied",
];
/// Those of them that speak of writing alone.
const OF_WRITING: usize = 3;
/// Where no flag allows writing.
const SYSTEM: [&str; 3] = ["/dev", "/proc", "/sys"];
/// Most lines that are searched.
const MOST_LINES: usize = 1000;
/// Most words of a line that are looked at.
const MOST_WORDS: usize = 100;

/// What a program may write, to advise about the rest.
pub(super) struct Unwritable {
    own: Vec<PathBuf>,
    cwd: PathBuf,
    /// Places of which it has its own.
    hidden: Vec<Hidden>,
    /// Files of other bots, which it may only read.
    of_others: Vec<PathBuf>,
}

impl Unwritable {
    /// For a program that runs in `cwd` and may write to its `own` files and folders, but not to files `of_others` in
    /// them. All are paths without links.
    pub(super) fn new(
        own: Vec<PathBuf>,
        cwd: PathBuf,
        hidden: Vec<Hidden>,
        of_others: Vec<PathBuf>,
    ) -> Self {
        Self { own, cwd, hidden, of_others }
    }

    /// A sentence about a file that the program could not write, and the flag that allows it. `said` is what the program
    /// wrote to its standard error.
    pub(super) fn advice(&self, said: &str) -> Option<String> {
        let lines: Vec<String> = said.lines().take(MOST_LINES).map(str::to_owned).collect();
        let says = |line: &&String, which: &[&str]| {
            let line = line.to_lowercase();
            which.iter().any(|refusal| line.contains(refusal))
        };
        let refused = lines.iter().filter(|line| says(line, &REFUSALS));
        if let Some((path, allowed)) = refused.flat_map(|line| self.refused_in(line)).next() {
            let quoted = shell_words::quote(&allowed.to_string_lossy()).into_owned();
            let first = if allowed.exists() { "" } else { "make it and " };
            let whose = if self.of_others.contains(&path) { ", a file of another bot" } else { "" };
            return Some(format!(
                "a bot may not write to {}{whose}; if this one may, {first}give --writable {quoted}",
                path.display()
            ));
        }
        // A run-time may leave the name out.
        lines.iter().find(|line| says(line, &REFUSALS[..OF_WRITING]))?;
        Some(
            "a bot may write only to its own folder, the one in which it runs, and /tmp; \
             --writable FOLDER allows another"
                .to_owned(),
        )
    }

    /// The files and folders that a line names and that only the walls keep from the program, each with what to allow.
    fn refused_in(&self, line: &str) -> Vec<(PathBuf, PathBuf)> {
        let is_end = |it: char| it.is_whitespace() || "'\"`‘’“”()[]{}<>,:;=".contains(it);
        let words = line.split(is_end).filter(|word| !word.is_empty()).take(MOST_WORDS);
        words.filter_map(|word| self.refused(word.trim_end_matches('.'))).collect()
    }

    fn refused(&self, word: &str) -> Option<(PathBuf, PathBuf)> {
        let path = self.cwd.join(word);
        let (folder, name) = (fs::canonicalize(path.parent()?).ok()?, path.file_name()?);
        let path = folder.join(name);
        if self.of_others.contains(&path) {
            return Some((path.clone(), path));
        }
        if !word.contains('/') {
            return None;
        }
        let existing = if path.exists() { &path } else { &folder };
        let is_own = self.own.iter().any(|own| path.starts_with(own))
            || self.hidden.iter().any(|place| place.hides(&path));
        let is_of_system = SYSTEM.iter().any(|system| path.starts_with(system));
        if is_own || is_of_system || access(existing.as_path(), AccessFlags::W_OK).is_err() {
            return None;
        }
        let home = env::var_os("HOME").and_then(|home| fs::canonicalize(home).ok());
        let holds_more = folder == Path::new("/") || home.is_some_and(|it| it.starts_with(&folder));
        let allowed = if path.is_dir() || holds_more { path.clone() } else { folder };
        Some((path, allowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn here() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(folder.path()).unwrap();
        for name in ["bot", "cache"] {
            fs::create_dir(path.join(name)).unwrap();
        }
        fs::write(path.join("cache/old"), "").unwrap();
        (folder, path)
    }

    #[test]
    fn the_refused_file_and_the_folder_to_allow_are_named() {
        let (_folder, here) = here();
        let here = here.display().to_string();
        let cwd = PathBuf::from(format!("{here}/bot"));
        let other = cwd.join("other.py");
        fs::write(&other, "").unwrap();
        let writes = Unwritable::new(vec![cwd.clone()], cwd, vec![], vec![other.clone()]);
        let file = format!("{here}/cache/new");
        for said in [
            format!("OSError: [Errno 30] Read-only file system: '{file}'"),
            format!("Error: EROFS: read-only file system, open '{file}'"),
            format!("java.io.FileNotFoundException: {file} (Read-only file system)"),
            format!("java.nio.file.AccessDeniedException: {file}"),
            format!("open {file}: read-only file system"),
            format!("sh: 1: cannot create {file}: Permission denied"),
            "sh: 1: cannot create ../cache/new: Read-only file system".to_owned(),
        ] {
            let expected =
                format!("not write to {file}; if this one may, give --writable {here}/cache");
            let advice = writes.advice(&format!("before\n{said}\nafter")).unwrap_or_default();
            assert!(advice.ends_with(&expected), "{said}: {advice}");
        }
        for said in [
            format!("cannot open {file}: no such file"),
            format!("cannot create {here}/bot/new: Permission denied"),
            format!("cannot create {here}/missing/new: Permission denied"),
            "cannot create /proc/version: Permission denied".to_owned(),
        ] {
            assert_eq!(writes.advice(&said), None, "{said}");
        }
        for word in ["other.py".to_owned(), other.display().to_string()] {
            let advice = writes.advice(&format!("Read-only file system: '{word}'")).unwrap();
            let expected = format!(
                "{0}, a file of another bot; if this one may, give --writable {0}",
                other.display()
            );
            assert!(advice.ends_with(&expected), "{advice}");
        }
        let advice = writes.advice("kind: ReadOnlyFilesystem").unwrap();
        assert!(advice.contains("--writable FOLDER"), "{advice}");
    }
}

//! Files of this referee that no bot may change: logs, recordings, and those of a referee program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What a run writes: files, each with what is beside it under the same name, such as `duel.jsonl` with
/// `duel.jsonl.games` and `duel-saved.jsonl`.
static FILES: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

/// A file that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    /// An absolute path, which may have symbolic links.
    path: PathBuf,
    /// Where it leads, as far as the first start found that. A bot may change a link later.
    target: Option<PathBuf>,
}

impl Kept {
    fn new(path: PathBuf) -> Self {
        Self { path, target: None }
    }

    /// Follows symbolic links, unless that is done.
    fn find_target(&mut self) {
        let in_folder = || {
            let folder = fs::canonicalize(self.path.parent()?).ok()?;
            Some(folder.join(self.path.file_name()?))
        };
        if self.target.is_none() {
            self.target = fs::canonicalize(&self.path).ok().or_else(in_folder);
        }
    }

    /// Its path and its target, if that is another.
    fn paths(&self) -> impl Iterator<Item = &Path> {
        let target = self.target.as_deref().filter(|target| *target != self.path);
        [&*self.path].into_iter().chain(target)
    }
}

/// Keeps a file, its folder and the files beside it that have the same name from all bots that start from now on. They can
/// read it. The file need not exist yet.
pub fn keep_from_bots(file: &Path) {
    let Ok(path) = std::path::absolute(file) else { return };
    let mut files = FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if files.iter().all(|kept| kept.path != path) {
        files.push(Kept::new(path));
    }
}

/// Files and folders of referee programs.
static RULES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Keeps a file or a folder that exists from all bots that start from now on, even where it is in a folder of theirs. They
/// can read it.
pub fn keep_file_from_bots(file: &Path) {
    let Ok(path) = fs::canonicalize(file) else { return };
    let mut files = RULES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !files.contains(&path) {
        files.push(path);
    }
}

/// Whether all results are kept from a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A folder with results also belongs to the bot: only files that exist are kept.
    Existing,
    /// All.
    All,
}

/// The results of this referee that exist.
pub struct Results {
    /// Files and folders that the bot may only read.
    pub paths: Vec<PathBuf>,
    /// Whether nothing is left out.
    pub kind: Kind,
}

/// Those of these paths that exist and are in folders to which a bot may write.
fn in_reach(paths: &[PathBuf], writable: &[PathBuf]) -> impl Iterator<Item = PathBuf> {
    let is_in_reach =
        |path: &&PathBuf| path.exists() && writable.iter().any(|own| path.starts_with(own));
    paths.iter().filter(is_in_reach).cloned()
}

/// The results of this referee and the files of other bots, for a bot that may write to these files and folders.
pub fn of_this_referee(writable: &[PathBuf], of_others: &[PathBuf]) -> Results {
    let mut files = FILES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    files.iter_mut().for_each(Kept::find_target);
    let files = files.clone();
    let mut results = Results { paths: Vec::new(), kind: Kind::All };
    for file in files.iter().flat_map(Kept::paths) {
        add(file, writable, &mut results);
    }
    let rules = RULES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    results.paths.extend(in_reach(&rules, writable));
    drop(rules);
    results.paths.extend(in_reach(of_others, writable));
    results.paths.sort();
    results.paths.dedup();
    results
}

fn add(file: &Path, writable: &[PathBuf], results: &mut Results) {
    let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else { return };
    // Where there is no folder, there is nothing to keep.
    let Ok(folder) = fs::canonicalize(folder) else { return };
    if writable.iter().all(|own| !own.starts_with(&folder)) {
        results.paths.push(folder);
        return;
    }
    let stem = Path::new(name).file_stem().unwrap_or(name).as_encoded_bytes();
    let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(stem));
    let is_ours = |name: &[u8]| !name[stem.len()..].first().is_some_and(u8::is_ascii_alphanumeric);
    let entries = entries.filter(|entry| is_ours(entry.file_name().as_encoded_bytes()));
    results.paths.extend(entries.map(|entry| entry.path()));
    if !file.exists() {
        results.kind = Kind::Existing;
    }
}

#[cfg(test)]
mod tests {
    use std::slice;

    use super::*;

    #[test]
    fn a_folder_is_kept_unless_it_is_the_bots_too() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(here.join("games")).unwrap();
        for name in ["log", "log-saved", "log.games", "logic.py", "bot.py"] {
            fs::write(here.join(name), "").unwrap();
        }
        let kept = |file: &str, writable: &[PathBuf]| {
            let mut results = Results { paths: Vec::new(), kind: Kind::All };
            add(&here.join(file), writable, &mut results);
            results.paths.sort();
            (results.paths, results.kind)
        };
        let beside = ["log", "log-saved", "log.games"].map(|name| here.join(name));
        assert_eq!(kept("log", slice::from_ref(&here)), (beside.to_vec(), Kind::All));
        assert_eq!(kept("log", &[here.join("bot")]).0, beside);
        assert_eq!(kept("new", slice::from_ref(&here)), (vec![], Kind::Existing));
        assert_eq!(
            kept("games/log", slice::from_ref(&here)),
            (vec![here.join("games")], Kind::All)
        );
        assert_eq!(kept("log", &["/elsewhere".into()]), (vec![here], Kind::All));
    }
}

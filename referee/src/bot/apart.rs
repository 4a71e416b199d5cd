//! Keeps bots from changing each other's files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::ready::{ReadyBot, ReadyKind};

/// Lets each program only read the files that another bot names, also in a folder that they share. What a program names
/// itself, and what `--writable` allows, stays its own to write.
///
/// Without this, a bot could replace an opponent by a program that loses, as bots of one folder may write there. Files that
/// an opponent opens and does not name, such as modules, may be data of both, so they are left alone.
pub(super) fn keep_apart(bots: &mut [ReadyBot]) {
    let without_links = |path: PathBuf| fs::canonicalize(path).ok();
    let named: Vec<BTreeSet<PathBuf>> =
        bots.iter().map(|bot| bot.files().filter_map(without_links).collect()).collect();
    let all: BTreeSet<&PathBuf> = named.iter().flatten().collect();
    for (bot, own) in bots.iter_mut().zip(&named) {
        let ReadyKind::Process(launch) = &mut bot.kind else { continue };
        let Some(walls) = &mut launch.walls else { continue };
        let allowed: Vec<PathBuf> =
            walls.writable.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        let is_own =
            |path: &Path| own.contains(path) || allowed.iter().any(|it| path.starts_with(it));
        walls.read_only =
            all.iter().filter(|path| !is_own(path)).map(|path| (*path).clone()).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::process::Launch;

    #[test]
    fn a_program_may_not_write_what_only_another_one_names() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        for file in ["a.py", "b.py", "module.py", "w.bin", "shared.bin"] {
            fs::write(here.join(file), "").unwrap();
        }
        let bot = |args: &[&str]| {
            let launch = Launch::new("a program that does not exist").args(args.iter().copied());
            let kind = ReadyKind::Process(Box::new(Launch { cwd: Some(here.clone()), ..launch }));
            ReadyBot { name: String::new(), kind, has_bench: false }
        };
        let mut bots = [
            bot(&["a.py", "--weights=w.bin", "shared.bin", "missing"]),
            bot(&["b.py", "shared.bin"]),
        ];
        let read_only = |bots: &[ReadyBot]| -> Vec<Vec<String>> {
            let walls = bots.iter().map(|bot| bot.launch().unwrap().walls.as_ref().unwrap());
            let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
            walls.map(|walls| walls.read_only.iter().map(name).collect()).collect()
        };
        keep_apart(&mut bots);
        assert_eq!(read_only(&bots), [vec!["b.py"], vec!["a.py", "w.bin"]]);
        let ReadyKind::Process(launch) = &mut bots[1].kind else { panic!("it is a program") };
        launch.walls.as_mut().unwrap().writable = vec![here.join("w.bin")];
        keep_apart(&mut bots);
        assert_eq!(read_only(&bots), [vec!["b.py"], vec!["a.py"]]);
    }
}

//! Many games leave nothing.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use referee::testkit::cases::cases;

use super::{Yard, rogue, wait_until};

/// The folders for temporary files of the programs: those of Wine, or the one that this test gives them.
fn temporary_folders(yard: &Yard) -> Vec<PathBuf> {
    let Some(prefix) = env::var_os("WINEPREFIX").filter(|_| yard.programs.is_in_wine()) else {
        return vec![yard.at("temporary")];
    };
    let users = fs::read_dir(Path::new(&prefix).join("drive_c/users")).into_iter().flatten();
    users
        .flatten()
        .flat_map(|user| ["Temp", "AppData/Local/Temp"].map(|folder| user.path().join(folder)))
        .filter(|folder| folder.is_dir())
        .collect()
}

/// The names in folders.
fn names(folders: &[PathBuf]) -> BTreeSet<PathBuf> {
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
    entries.flatten().map(|entry| entry.path()).collect()
}

/// A bot starts a process in each game that it leaves running.
#[test]
fn many_games_leave_no_process_and_no_file() {
    let mut yard = Yard::new();
    fs::create_dir(yard.at("temporary")).unwrap();
    yard.temporary = Some(yard.at("temporary"));
    let folders = temporary_folders(&yard);
    assert!(!folders.is_empty());
    let (before, own) = (names(&folders), names(&[yard.folder.path().to_owned()]));
    let (rogue, games) = (rogue("fork", "beat.txt"), cases("20", "200"));
    let line = ["duel", "nearest", "@five", &rogue, "--games", games, "--log", "log.jsonl"];
    yard.succeeds(&[&line[..], &["--timeout-factor", "100", "--keep", "none"]].concat());
    assert_eq!(yard.games("log.jsonl").len().to_string(), games);
    yard.demand_no_process();
    assert!(!yard.beats("beat.txt"));
    let new = |before: &BTreeSet<PathBuf>, folders: &[PathBuf]| -> Vec<PathBuf> {
        names(folders).difference(before).cloned().collect()
    };
    let left = new(&own, &[yard.folder.path().to_owned()]);
    assert_eq!(left, [yard.at("beat.txt"), yard.at("log.jsonl")]);
    // Other tests have temporary files in the same folder, and remove them, too.
    wait_until("no temporary file is left", || new(&before, &folders).is_empty());
}

//! Recorded games, and the data of the real sites.

use std::fs;
use std::path::{Path, PathBuf};

use crate::game::Seat;
use crate::recording::{Exchange, Recording};
use crate::replay::replay;
use crate::testkit::needs::Need;

/// Takes the place of `fixtures/` in a program that submits one to the `inventory`.
pub struct FixturesFolder(pub &'static str);

inventory::collect!(FixturesFolder);

/// The folder of the recordings of this project, with a folder for each contest.
pub fn fixtures_folder() -> PathBuf {
    let other = inventory::iter::<FixturesFolder>.into_iter().next();
    PathBuf::from(other.map_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"), |it| it.0))
}

/// This project's recordings of a contest, in the order of their names.
///
/// # Panics
/// If there are no recordings.
pub fn fixtures(key: &str) -> Vec<PathBuf> {
    let folder = fixtures_folder().join(key);
    let files = files_in(&folder);
    assert!(!files.is_empty(), "there is no recording in {}", folder.display());
    files
}

/// The recording `fixtures/KEY/NAME.jsonl`.
///
/// # Panics
/// If it is missing or not a recording.
pub fn fixture(key: &str, name: &str) -> Recording {
    load(&fixtures_folder().join(key).join(format!("{name}.jsonl")))
}

/// The recordings in a folder in the order of their names; empty if the folder does not exist.
///
/// # Panics
/// If the folder cannot be read.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    if !folder.is_dir() {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap_or_else(|e| panic!("{e}")).path());
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    files
}

/// A file or folder of a contest in the official data: in the folder `BOTYARD_DATA`, by default `shared/data` beside
/// this project. If it is missing, that is reported as by [`Need::skip`].
pub fn official(key: &str, path: &str) -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let root = std::env::var_os("BOTYARD_DATA").map_or(PathBuf::from(default), PathBuf::from);
    let found = root.join(key).join(path);
    if found.exists() {
        return Some(found);
    }
    Need::OfficialData.skip(format_args!("{} is missing; set BOTYARD_DATA", found.display()));
    None
}

/// The recordings in a folder of the official data; empty if the data are missing, see [`official`].
///
/// # Panics
/// If the folder has fewer than `at_least` recordings.
pub fn official_recordings(key: &str, folder: &str, at_least: usize) -> Vec<PathBuf> {
    let Some(folder) = official(key, folder) else { return Vec::new() };
    let files = files_in(&folder);
    let found = files.len();
    assert!(found >= at_least, "only {found} of {at_least} recordings in {}", folder.display());
    files
}

/// Reads a complete recording.
///
/// # Panics
/// If the file is not a complete recording.
pub fn load(file: &Path) -> Recording {
    Recording::load(file).unwrap_or_else(|error| panic!("{} {error}", file.display()))
}

/// Checks that a recording replays, and returns it.
///
/// # Panics
/// If the rules produce something else than the recording holds.
pub fn demand_replay(file: &Path) -> Recording {
    let recording = load(file);
    if let Err(error) = replay(&recording) {
        panic!("{}: {error}", file.display());
    }
    recording
}

/// The exchanges of one seat, in order.
pub fn exchanges_of(recording: &Recording, seat: Seat) -> impl Iterator<Item = &Exchange> {
    let all = recording.exchanges.iter().map(|(_, exchange)| exchange);
    all.filter(move |exchange| exchange.seat == seat)
}

/// All that a seat was sent, as one text of whole lines.
pub fn sent_to(recording: &Recording, seat: Seat) -> String {
    let lines = exchanges_of(recording, seat).flat_map(|exchange| &exchange.sent);
    lines.flat_map(|line| [line.as_str(), "\n"]).collect()
}

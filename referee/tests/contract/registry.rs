//! Every contest has a folder, a bot, recordings and a documented protocol.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use referee::contest::Contest;
use referee::recording::BegunRecording;
use referee::testkit::recordings::{files_in, fixtures, fixtures_folder};

use crate::subject::{bots, contests, games};

fn keys() -> BTreeSet<String> {
    contests().map(|contest| contest.key().to_owned()).collect()
}

fn folders(root: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(root).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect()
}

/// Fails if the line in the registry file is missing, or if a contest is registered outside its folder.
#[test]
fn every_folder_of_a_contest_is_registered_under_its_name() {
    assert_eq!(folders(&games()), keys());
    assert_eq!(keys().len(), contests().count(), "two contests have the same key");
    assert!(contests().map(Contest::key).is_sorted());
}

#[test]
fn every_contest_has_recordings_and_none_of_other_contests() {
    // Logs and the fuzzer's findings are in the same folder.
    let is_recording = |file: &PathBuf| BegunRecording::load(file).is_ok();
    let with_recordings: BTreeSet<String> = folders(&fixtures_folder())
        .into_iter()
        .filter(|folder| files_in(&fixtures_folder().join(folder)).iter().any(is_recording))
        .collect();
    assert_eq!(with_recordings, keys());
    for key in keys() {
        assert!(fixtures(&key).len() >= 5, "{key} has {} recordings", fixtures(&key).len());
    }
}

#[test]
fn every_contest_has_a_bot_in_the_workspace() {
    for contest in contests() {
        let manifest = bots().join(contest.about().bot).join("Cargo.toml");
        let text =
            fs::read_to_string(&manifest).unwrap_or_else(|e| panic!("{}: {e}", manifest.display()));
        assert!(
            text.contains(&format!("name = \"{}\"", contest.about().bot)),
            "{}",
            manifest.display()
        );
    }
}

/// The protocol is documented in the file that `referee games` prints, in a section of that name.
#[test]
fn every_protocol_is_documented() {
    for contest in contests() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(contest.about().source);
        let text = fs::read_to_string(&file).unwrap();
        let docs: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let heading = docs.iter().position(|line| line.to_lowercase() == "//! # the protocol");
        let after = heading.map_or(0, |heading| docs.len() - heading);
        assert!(after >= 10, "{} has no section `# The protocol`", file.display());
    }
}

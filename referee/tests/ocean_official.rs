//! The rules of Ocean of Code against what the official referee did.

mod common;

use std::fs;
use std::path::Path;

use referee::games::ocean::map_of_seed;
use referee::recording::{Recording, replay};

fn recordings(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_official_recording_replays() {
    let Some(data) = common::official_data("ocean") else { return };
    let mut files = recordings(&data.join("recordings"));
    files.extend(recordings(&data.join("played")));
    assert!(files.len() >= 279, "only {} recordings", files.len());
    for file in files {
        let recording =
            Recording::load(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let replayed = replay(&recording).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if let Some(origin) = recording.header.more.get("origin") {
            let (_, end) = origin.as_str().unwrap().rsplit_once(", ").unwrap();
            if let Some(end) = end.strip_prefix("end ") {
                assert_eq!(cause_of_end(&replayed.outcome), end, "{}", file.display());
            }
        }
    }
}

/// The cause of the end as the official data names it.
fn cause_of_end(outcome: &referee::game::Outcome) -> String {
    let thrown_out: Vec<String> =
        outcome.thrown_out.iter().map(|out| format!("p{}:{}", out.seat, out.cause)).collect();
    if thrown_out.is_empty() {
        outcome.more["end"].as_str().unwrap().to_owned()
    } else {
        thrown_out.join(",")
    }
}

#[test]
fn every_official_map_is_made() {
    let Some(data) = common::official_data("ocean") else { return };
    let mut maps = 0;
    for file in ["maps.txt", "maps-wide-seeds.txt"] {
        let text = fs::read_to_string(data.join(file)).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        for map in lines.chunks(16) {
            let seed = map[0].strip_prefix("seed ").unwrap().parse().unwrap();
            let rows: Vec<String> = map_of_seed(seed).rows().collect();
            assert_eq!(rows, map[1..], "seed {seed}");
            maps += 1;
        }
    }
    assert_eq!(maps, 220);
}

//! The rules of Ocean of Code compared with the official referee's games.

use std::fs;

use referee::game::Outcome;
use referee::games::ocean::map_of_seed;
use referee::replay::replay;
use referee::testkit::recordings::{load, official, official_recordings};

#[test]
fn every_official_recording_replays() {
    let mut files = official_recordings("ocean", "recordings", 200);
    files.extend(official_recordings("ocean", "played", 50));
    assert!(files.is_empty() || files.len() >= 279, "only {} recordings", files.len());
    for file in files {
        let recording = load(&file);
        let replayed = replay(&recording).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        if let Some(origin) = recording.header.more.get("origin") {
            let (_, end) = origin.as_str().unwrap().rsplit_once(", ").unwrap();
            if let Some(end) = end.strip_prefix("end ") {
                assert_eq!(cause_of_end(&replayed.outcome), end, "{}", file.display());
            }
        }
    }
}

/// The cause of the end in the words of the official data.
fn cause_of_end(outcome: &Outcome) -> String {
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
    let mut maps = 0;
    for file in ["maps.txt", "maps-wide-seeds.txt"] {
        let Some(file) = official("ocean", file) else { return };
        let text = fs::read_to_string(file).unwrap();
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

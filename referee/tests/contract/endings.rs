//! The recordings contain every ending of a game and every cause for which a player is disqualified.

use std::collections::BTreeSet;

use referee::contest::Contest;
use referee::recording::Recording;
use referee::testkit::recordings::{fixtures, load};
use serde_json::Value;

use crate::subject::contests;

/// Endings and causes in a contest's recordings.
fn recorded(contest: &dyn Contest) -> BTreeSet<String> {
    let files = fixtures(contest.key()).into_iter();
    files.flat_map(|file| endings_and_causes(&load(&file))).collect()
}

fn endings_and_causes(recording: &Recording) -> BTreeSet<String> {
    let (_, result) = &recording.result;
    let outs = result.get("thrown_out").and_then(Value::as_array).into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let causes = outs.map(|out| format!("{}: {}", text(&out["fault"]), text(&out["cause"])));
    let end = result.get("end").map_or("none".to_owned(), text);
    causes.chain([format!("end: {end}")]).collect()
}

/// One snapshot for each contest. It changes if a recording is removed, or if recordings that are made anew
/// no longer contain an ending.
#[test]
fn the_recordings_hold_these_endings_and_faults() {
    for contest in contests() {
        let list: Vec<String> = recorded(contest).into_iter().collect();
        insta::with_settings!({ snapshot_suffix => contest.key() }, {
            insta::assert_snapshot!(list.join("\n"));
        });
    }
}

#[test]
fn each_fault_of_a_player_is_in_the_recordings_of_each_contest() {
    for contest in contests() {
        let recorded = recorded(contest);
        for fault in ["timeout", "exit", "out-of-memory", "garbage"] {
            let there = recorded.iter().any(|what| what.starts_with(&format!("{fault}: ")));
            assert!(there, "{}: no recording of {fault}", contest.key());
        }
    }
}

#[test]
fn house_players_reach_no_ending_that_no_recording_has() {
    for contest in contests() {
        let recorded = recorded(contest);
        for (seed, game) in super::house_games_of(contest) {
            let end = game.outcome.more.get("end").and_then(Value::as_str).unwrap_or("none");
            let there = recorded.contains(&format!("end: {end}"));
            assert!(there, "{}, seed {seed}: {end} is in no recording", contest.key());
        }
    }
}

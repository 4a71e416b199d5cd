//! The project's own recordings.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use referee::recording::{Difference, Recording, RecordingError, ReplayError, replay};
use serde_json::Value;

fn fixtures() -> Vec<PathBuf> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
    let mut files = Vec::new();
    for game in fs::read_dir(root).unwrap() {
        for file in fs::read_dir(game.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            // Beside the recordings lie the bots that play in them.
            if path.extension().is_some_and(|extension| extension == "jsonl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn text(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures");
    fs::read_to_string(format!("{root}/{name}.jsonl")).unwrap()
}

#[test]
fn every_fixture_replays() {
    let files = fixtures();
    assert!(files.len() >= 10, "only {} fixtures", files.len());
    for file in files {
        let recording =
            Recording::load(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        replay(&recording).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
}

/// Each way in which a game of Ocean of Code can end stands in a fixture.
#[test]
fn every_ending_of_ocean_is_there() {
    let mut endings: Vec<String> = fixtures()
        .iter()
        .filter(|file| file.parent().unwrap().ends_with("ocean"))
        .map(|file| Recording::load(file).unwrap().result.1["end"].as_str().unwrap().to_owned())
        .collect();
    endings.sort();
    endings.dedup();
    assert_eq!(endings, ["frame-limit", "sunk", "thrown-out", "turn-limit"]);
}

/// Each way in which a game of robot fruit hunt can end stands in a fixture.
#[test]
fn every_ending_of_fruit_is_there() {
    let mut endings: Vec<String> = fixtures()
        .iter()
        .filter(|file| file.parent().unwrap().ends_with("fruit"))
        .map(|file| Recording::load(file).unwrap().result.1["end"].as_str().unwrap().to_owned())
        .collect();
    endings.sort();
    endings.dedup();
    assert_eq!(endings, ["all-taken", "decided", "repetition", "thrown-out", "turn-limit"]);
}

/// Each way in which a match of Code à la Mode can end and a chef can die stands in a fixture, and
/// so does a customer who waits at two places of the queue.
#[test]
fn every_ending_and_death_of_alamode_is_there() {
    let files = fixtures();
    let of_alamode = files.iter().filter(|file| file.parent().unwrap().ends_with("alamode"));
    let (mut endings, mut deaths, mut twice) = (BTreeSet::new(), BTreeSet::new(), false);
    for recording in of_alamode.map(|file| Recording::load(file).unwrap()) {
        let result = &recording.result.1;
        endings.insert(result["end"].as_str().unwrap().to_owned());
        for out in result.get("thrown_out").and_then(Value::as_array).into_iter().flatten() {
            deaths.insert(format!("{} {}", out["fault"], out["cause"]).replace('"', ""));
        }
        let mut last_awards = None;
        for (_, exchange) in &recording.exchanges {
            let award = |line: &String| line.rsplit(' ').next()?.parse::<i32>().ok();
            let awards: Vec<_> = exchange.sent.iter().rev().take(3).map(award).collect();
            let falls = |by: i32| last_awards == Some(award_before(&awards, by));
            twice |= recording.header.options["league"] == 1 && falls(2);
            last_awards = Some(awards);
        }
    }
    assert_eq!(endings.into_iter().collect::<Vec<_>>(), ["all-dead", "last-round"]);
    let deaths: Vec<_> = deaths.into_iter().collect();
    assert_eq!(
        deaths,
        [
            "exit timeout",
            "garbage coordinates",
            "garbage out-of-kitchen",
            "garbage too-long",
            "garbage unknown-command",
            "garbage use-floor",
            "out-of-memory timeout",
            "timeout timeout"
        ]
    );
    assert!(twice, "nobody waits twice");
}

/// The awards of a turn ago if the first and the last customer are one, who loses `by` a turn.
fn award_before(awards: &[Option<i32>], by: i32) -> Vec<Option<i32>> {
    let fall = [by, 1, by];
    awards.iter().zip(fall).map(|(award, fall)| award.map(|it| it + fall)).collect()
}

fn difference(text: &str) -> Difference {
    match replay(&Recording::parse(text).unwrap()) {
        Err(ReplayError::Differs(difference)) => difference,
        other => panic!("expected a difference, got {other:?}"),
    }
}

#[test]
fn a_changed_input_is_named_with_its_line() {
    let changed = text("ocean/wanderers").replacen("[\"15 15 1\",\"", "[\"15 15 1\",\"x", 1);
    let difference = difference(&changed);
    assert_eq!((difference.line, difference.what.as_str()), (3, "line 2 sent to seat 1"));
}

#[test]
fn a_changed_answer_shows_up_in_what_follows() {
    let text = text("ocean/turn-limit").replacen("MOVE E SILENCE", "MOVE E TORPEDO", 1);
    let difference = difference(&text);
    assert_eq!(difference.expected, "\"1 0 6 6 3 4 5 3\"");
    assert_eq!(difference.got, "\"1 0 6 6 2 4 6 3\"");
}

#[test]
fn a_changed_result_is_named_with_its_field() {
    let changed = text("ocean/blocked").replace("\"scores\":[-1,6]", "\"scores\":[-1,5]");
    let difference = difference(&changed);
    assert_eq!(difference.what, "result.scores");
    assert_eq!((difference.expected.as_str(), difference.got.as_str()), ("[-1,5]", "[-1,6]"));
}

#[test]
fn an_exchange_too_many_or_too_few_is_a_difference() {
    let whole = text("ocean/blocked");
    let mut lines: Vec<&str> = whole.lines().collect();
    let last = lines.len() - 2;
    lines.insert(last, lines[last]);
    assert_eq!(difference(&lines.join("\n")).what, "the end");
    lines.drain(last..=last + 1);
    assert_eq!(difference(&lines.join("\n")).what, "who is asked");
}

#[test]
fn unknown_fields_are_kept() {
    let text =
        text("ocean/blocked").replace("\"got\":[\"MOVE N\"]", "\"got\":[\"MOVE N\"],\"mood\":7");
    let recording = Recording::parse(&text).unwrap();
    assert!(replay(&recording).is_ok());
    assert_eq!(recording.exchanges.last().unwrap().1.more["mood"], 7);
}

/// Fields for people may hold anything where somebody else wrote the file.
#[test]
fn what_plays_no_part_may_be_anything() {
    let text = text("ocean/blocked")
        .replace(
            "\"got\":[\"MOVE N\"]",
            "\"got\":[\"MOVE N\"],\"micros\":1.5,\"stderr\":\"hm\",\"detail\":{}",
        )
        .replace("{\"name\":\"scripted\"}", "{}");
    assert!(replay(&Recording::parse(&text).unwrap()).is_ok());
    assert!(Recording::parse(&format!("\u{feff}{text}\n\n")).is_ok());
}

#[test]
fn a_file_that_is_no_whole_recording_says_why() {
    let whole = text("ocean/blocked");
    let says = |text: &str| Recording::parse(text).unwrap_err().to_string();
    assert!(matches!(Recording::parse(""), Err(RecordingError::Empty)));
    assert!(says("{\"format\":\"x\"}\n").starts_with("line 1: is not a recording"));
    assert!(says(&whole.replace("botyard/1", "botyard/9")).contains("it says \"botyard/9\""));
    let cut_between = whole.lines().take(3).collect::<Vec<_>>().join("\n");
    assert_eq!(says(&cut_between), "ends after line 3 without a result; it was cut off");
    assert!(says(&whole[..whole.len() - 12]).starts_with("line 5: is neither an exchange nor"));
    assert!(says(&format!("{whole}{{}}\n")).starts_with("line 6: stands after the result"));
    assert!(says(&whole.replacen("\"seat\":1", "\"seat\":2", 1)).contains("2 players"));
}

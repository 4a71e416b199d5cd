//! `referee stats ocean`: its sums agree with the results of the recorded games.

use std::process::Command;

use referee::recording::Recording;
use referee::testkit::recordings::{fixture, fixtures_folder, official_recordings};
use referee::testkit::registered;
use serde_json::{Value, json};

/// The sum of a figure over all bots, where it is a mean over each bot's games.
fn total(bots: &Value, name: &str) -> f64 {
    let bots = bots.as_array().expect("a list of bots").iter();
    bots.map(|bot| bot[name].as_f64().unwrap() * bot["games"].as_f64().unwrap()).sum()
}

/// The lives that were not lost in those games, according to the statistics.
fn lives_left(bots: &Value) -> f64 {
    let lost = ["surfaces forced", "surfaces attacking", "surfaces other", "damage taken"];
    let lost: f64 = lost.iter().map(|name| total(bots, name)).sum();
    let games = bots.as_array().unwrap().iter().map(|bot| bot["games"].as_f64().unwrap());
    6.0 * games.sum::<f64>() - lost - total(bots, "damage to itself")
}

#[test]
fn the_lives_lost_are_those_of_the_results() {
    for name in ["wanderers", "wanderer-random", "wanderers-wide-seed", "randoms"] {
        let recording = fixture("ocean", name);
        let scores = recording.result.1["scores"].as_array().unwrap().clone();
        let scores: f64 = scores.iter().map(|score| score.as_f64().unwrap()).sum();
        let bots = registered("ocean").statistics(&[recording]).unwrap();
        let left = lives_left(&bots);
        // The last explosion may cause more damage than lives are left.
        assert!(left <= scores + 1e-9 && left >= scores - 2.0, "{name}: {left} {scores}\n{bots}");
        let dealt = total(&bots, "damage by torpedoes") + total(&bots, "damage by mines");
        assert!((dealt - total(&bots, "damage taken")).abs() < 1e-9, "{name}");
    }
}

#[test]
fn games_of_real_bots_have_figures_in_their_bounds() {
    let files = official_recordings("ocean", "played", 80);
    let recordings: Vec<_> =
        files.iter().take(20).map(|file| referee::testkit::recordings::load(file)).collect();
    if recordings.is_empty() {
        return;
    }
    let bots = registered("ocean").statistics(&recordings).unwrap();
    let scores = recordings.iter().flat_map(|it| it.result.1["scores"].as_array().unwrap().clone());
    let scores: f64 = scores.map(|score| score.as_f64().unwrap()).sum();
    // The last explosion of a game may cause more damage than lives are left; a disqualified player has a
    // score of -1.
    let left = lives_left(&bots);
    assert!((left - scores).abs() < 60.0, "{left} {scores}");
    for bot in bots.as_array().unwrap() {
        assert!((0.0..=1.0).contains(&bot["idle damage"].as_f64().unwrap()), "{bot}");
    }
}

/// The figures of the player in seat 1 in a game on one row of water: `water`, the starting cells `starts`,
/// and these answers in turn. The silence of seat 1 is charged from the start.
fn figures_of_seat_1(water: &str, starts: [&str; 2], answers: &[&str]) -> Value {
    let mut rows = vec![format!("{water:x<15}")];
    rows.resize(15, "x".repeat(15));
    let mut lines = vec![json!({"format": "botyard/1", "game": "ocean", "seed": "1",
        "options": {}, "players": [{"name": "a"}, {"name": "b"}]})];
    for (seat, start) in starts.iter().enumerate() {
        let mut sent = vec![format!("15 15 {seat}")];
        sent.extend(rows.clone());
        lines.push(json!({"seat": seat, "sent": sent, "got": [start]}));
    }
    let mut shown = "NA";
    for (turn, answer) in answers.iter().enumerate() {
        let sent = ["0 0 6 6 0 0 0 0", "NA", shown];
        lines.push(json!({"seat": turn % 2, "sent": sent, "got": [answer]}));
        shown = answer;
    }
    lines.push(json!({"result": {"scores": [6, 1], "ranks": [1, 2], "turns": answers.len()}}));
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let recording = Recording::parse(&text.join("\n")).unwrap();
    registered("ocean").statistics(&[recording]).unwrap()[1].clone()
}

#[test]
fn damage_is_idle_if_the_opponent_knew_the_cell_and_silence_was_charged() {
    let idle = |answers: &[&str]| {
        let figures = figures_of_seat_1("......", ["0 0", "3 0"], answers);
        (figures["damage taken"].as_f64().unwrap(), figures["idle damage"].as_f64().unwrap())
    };
    // The mine finds it, and the torpedo hits on the same turn: it had no turn in between to fall silent.
    let found = ["MOVE E", "MOVE E", "TRIGGER 4 0|TORPEDO 4 0"];
    assert_eq!(idle(&found), (4.0, 0.0));
    let goes_on = |answer| [&found[..], &[answer, "TORPEDO 5 0", "MOVE W"]].concat();
    assert_eq!(idle(&goes_on("MOVE E")), (6.0, 2.0 / 6.0));
    assert_eq!(idle(&goes_on("MOVE E|SILENCE N 0")), (6.0, 0.0));
}

#[test]
fn a_sonar_gives_the_sector_of_a_submarine() {
    let idle = |sonar: &str| {
        let answers = [sonar, "MINE W", "TORPEDO 5 0", "MINE W"];
        figures_of_seat_1("xxxx..", ["4 0", "5 0"], &answers)["idle damage"].as_f64().unwrap()
    };
    assert!((idle("SONAR 2") - 1.0).abs() < 1e-9);
    assert!((idle("SONAR 1") - 1.0).abs() < 1e-9, "a negative answer tells as much here");
    assert!(idle("SONAR 9").abs() < 1e-9);
}

fn stats(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["stats", "ocean"])
        .args(args)
        .output()
        .expect("the referee runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_table_and_json_have_the_same_figures() {
    let file = fixtures_folder().join("ocean/wanderers.jsonl");
    let file = file.to_str().unwrap();
    let (code, table, _) = stats(&[file]);
    assert_eq!(code, Some(0));
    let (_, json, _) = stats(&[file, "--json"]);
    let bots: Value = serde_json::from_str(&json).unwrap();
    let torpedoes = format!("{:.2}", bots[0]["torpedoes"].as_f64().unwrap());
    let row = table.lines().find(|row| row.starts_with("torpedoes ")).unwrap();
    assert!(row.split_whitespace().any(|word| word == torpedoes), "{row} {torpedoes}");
}

#[test]
fn a_file_that_is_not_a_recording_is_refused_with_a_sentence() {
    let (code, _, error) = stats(&["no-such-file"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no-such-file"), "{error}");
    let karo = fixtures_folder().join("karo");
    let (code, _, error) = stats(&[karo.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(error.contains("no finished game of ocean there"), "{error}");
}

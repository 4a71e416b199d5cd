//! A bot that misbehaves loses alone, and nothing of it is left.

use std::fs;

use super::{Yard, rogue};

/// Plays a game of a rogue bot with a deed against a house player. Returns what the page of results says of the fault of
/// the rogue; none if it has none.
fn fault(yard: &Yard, deed: &str) -> (Option<String>, String) {
    let rogue = rogue(deed, "beat.txt");
    // To fill two gigabytes takes longer than an answer.
    let factor = if deed == "memory" { "200" } else { "20" };
    let line =
        ["play", "nearest", &rogue, "@five", "--record", "game.jsonl", "--timeout-factor", factor];
    let ended = yard.run(&line);
    let recording = yard.lines("game.jsonl");
    let fault = recording.iter().find_map(|line| line.get("fault"));
    let said = format!("{}{}", ended.out, ended.err);
    (fault.map(|fault| fault.as_str().unwrap().to_owned()), said)
}

/// The same, for a deed that must lead to this fault. Nothing of the program may live afterwards.
fn demand(deed: &str, expected: Option<&str>) -> String {
    let yard = Yard::new();
    let (fault, said) = fault(&yard, deed);
    assert_eq!(fault.as_deref(), expected, "{deed}: {said}");
    assert!(!yard.beats("beat.txt"), "{deed}: a process is left");
    yard.demand_no_process();
    said
}

#[test]
fn an_honest_bot_has_no_fault_also_with_line_ends_of_windows() {
    demand("plain", None);
    demand("crlf", None);
    demand("flood-errors", None);
}

#[test]
fn a_bot_that_hangs_or_thinks_for_ever_loses_by_time() {
    demand("hang", Some("timeout"));
    demand("think", Some("timeout"));
}

#[test]
fn a_bot_that_dies_is_told_with_its_code() {
    let said = demand("die", Some("exit"));
    assert!(said.contains("exited with code 3"), "{said}");
}

#[test]
fn a_bot_that_floods_its_output_loses() {
    demand("flood", Some("garbage"));
}

#[test]
fn what_a_bot_starts_ends_with_the_game() {
    let yard = Yard::new();
    assert_eq!(fault(&yard, "fork").0, None);
    assert!(yard.at("beat.txt").is_file(), "the second process has not run");
    assert!(!yard.beats("beat.txt"));
    demand("fork-and-die", Some("exit"));
    demand("deaf", None);
}

#[test]
fn a_bot_that_takes_two_gigabytes_is_out_of_memory() {
    let said = demand("memory", Some("out-of-memory"));
    assert!(said.contains("768"), "{said}");
}

#[test]
fn a_bot_that_starts_too_many_processes_loses_or_is_kept_from_it() {
    let yard = Yard::new();
    let rogue = rogue("crowd", "beat.txt");
    let line = [
        "play",
        "nearest",
        &rogue,
        "@five",
        "--threads",
        "20",
        "--timeout-factor",
        "20",
        "--record",
        "game.jsonl",
    ];
    let ended = yard.run(&line);
    let fault = yard.lines("game.jsonl").iter().find_map(|line| line.get("fault").cloned());
    assert!(fault.is_some(), "{}{}", ended.out, ended.err);
    assert!(!yard.beats("beat.txt"), "a process is left");
    yard.demand_no_process();
}

#[test]
fn a_bot_gets_the_words_of_its_command_line() {
    let yard = Yard::new();
    let rogue = rogue("words", "words.txt") + " \"two words\" ä 50% \"\" a\\b";
    yard.succeeds(&[
        "play",
        "nearest",
        &rogue,
        "@five",
        "--timeout-factor",
        "20",
        "--record",
        "game.jsonl",
    ]);
    let words = fs::read_to_string(yard.at("words.txt")).unwrap();
    let backslash = if yard.programs.is_of_windows() { "a\\b" } else { "ab" };
    let expected = ["words", "words.txt", "two words", "ä", "50%", "", backslash];
    assert_eq!(words.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn the_recording_says_what_the_system_holds() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    yard.succeeds(&[
        "play",
        "nearest",
        &rogue,
        "@five",
        "--timeout-factor",
        "20",
        "--record",
        "game.jsonl",
    ]);
    let header = &yard.lines("game.jsonl")[0];
    let words = header["players"][0]["in_force"].as_str().unwrap();
    let first = if yard.programs.is_of_windows() { "job" } else { "session" };
    assert_eq!(words.split(' ').next(), Some(first), "{words}");
}

#[test]
fn the_processor_time_of_processes_that_have_ended_counts() {
    let yard = Yard::new();
    if yard.programs.is_in_wine() {
        // Wine does not count the time of a job, and the time of single processes ends with them.
        return;
    }
    let rogue = rogue("workers", "");
    let line = ["play", "nearest", &rogue, "@five", "--clock", "cpu", "--record", "game.jsonl"];
    yard.succeeds(&[&line[..], &["--timeout-factor", "5"]].concat());
    let lines = yard.lines("game.jsonl");
    let exchange = lines.iter().find(|line| line.get("fault").is_some()).unwrap();
    let detail = exchange.to_string();
    assert!(exchange["fault"] == "timeout" && detail.contains("CPU"), "{detail}");
}

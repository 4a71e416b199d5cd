//! The command line, run as a user runs it.

mod common;

use std::fs;
use std::process::Command;

use common::{code, err, out, referee};
use tempfile::TempDir;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/ocean");

#[test]
fn a_game_is_played_drawn_and_recorded() {
    let folder = TempDir::new().unwrap();
    let played = referee(folder.path(), &["play", "ocean", "@wanderer", "@random", "--seed", "3"]);
    assert_eq!(code(&played), 0, "{}", err(&played));
    let text = out(&played);
    let timeless: Vec<&str> = text.lines().filter(|line| !line.starts_with("Slowest")).collect();
    insta::assert_snapshot!(timeless.join("\n"));
    assert!(!text.contains('\x1b'), "plain when piped");

    let replayed = referee(folder.path(), &["replay", "games"]);
    assert_eq!(code(&replayed), 0, "{}", out(&replayed));
    assert!(out(&replayed).starts_with("1 recording agrees"), "{}", out(&replayed));

    // The same game again gives a second recording beside the first, equal but for the times.
    referee(folder.path(), &["play", "ocean", "@wanderer", "@random", "--seed", "3", "--quiet"]);
    let timeless = |name: &str| -> Vec<String> {
        let text = fs::read_to_string(folder.path().join("games").join(name)).unwrap();
        text.lines().map(|line| line.split(",\"micros\"").next().unwrap().to_owned()).collect()
    };
    assert_eq!(timeless("ocean-3.jsonl"), timeless("ocean-3-2.jsonl"));
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let arguments =
        ["play", "ocean", "@random", "--seed=-5", "--json", "--record", "deep/er/game.jsonl"];
    let output = referee(folder.path(), &arguments);
    let object: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(object["seed"], "-5");
    assert_eq!(object["result"]["scores"].as_array().unwrap().len(), 2);
    assert!(folder.path().join(object["recording"].as_str().unwrap()).is_file());
}

#[test]
fn a_quiet_game_says_only_how_it_went() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &["play", "ocean", "@random", "--seed", "7", "--quiet"]);
    assert_eq!(out(&output).lines().count(), 4, "{}", out(&output));
}

#[test]
fn a_program_that_fails_is_shown_with_its_last_words() {
    let folder = TempDir::new().unwrap();
    let bot = "sh -c 'read l; echo 0 0; read l; echo alas >&2; exit 3'";
    let output = referee(folder.path(), &["play", "ocean", bot, "@random", "--seed", "1", "-q"]);
    assert_eq!(code(&output), 0);
    let text = out(&output);
    assert!(text.contains("was thrown out, exit: exited with code 3"), "{text}");
    assert!(text.contains("stderr: alas"), "{text}");
}

#[test]
fn an_illegal_answer_is_shown_with_its_line() {
    let folder = TempDir::new().unwrap();
    let bot = "sh -c 'echo 0 0; echo DIVE DEEP; sleep 9'";
    let output = referee(folder.path(), &["play", "ocean", bot, "@random", "--seed", "1", "-q"]);
    let text = out(&output);
    assert!(text.contains("was thrown out, garbage: unknown-command in \"DIVE DEEP\""), "{text}");
}

#[test]
fn the_board_is_what_seat_0_is_sent_first() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &["board", "ocean", "--seed", "1"]);
    insta::assert_snapshot!(out(&output));
}

#[test]
fn a_redriven_bot_is_compared_with_the_recording() {
    let folder = TempDir::new().unwrap();
    let played = referee(
        folder.path(),
        &["play", "ocean", "@random", "--seed", "9", "--record", "g.jsonl", "-q"],
    );
    assert_eq!(code(&played), 0);
    let same = referee(folder.path(), &["redrive", "g.jsonl", "--seat", "1", "@random"]);
    assert_eq!(code(&same), 0, "{}", out(&same));
    assert!(out(&same).starts_with("all ") && out(&same).contains("answers are the same"));

    let other = referee(folder.path(), &["redrive", "g.jsonl", "--seat", "0", "@wanderer"]);
    assert_eq!(code(&other), 1);
    let text = out(&other);
    assert!(text.contains("differs\n  sent     "), "{text}");
    assert!(text.contains("  recorded ") && text.contains("  answered "), "{text}");
    assert!(text.trim_end().ends_with("answers differ"), "{text}");

    let dead = referee(folder.path(), &["redrive", "g.jsonl", "--seat", "0", "true"]);
    assert_eq!(code(&dead), 1);
    assert!(err(&dead).contains("the bot has failed"), "{}", err(&dead));
}

#[test]
fn a_recording_that_differs_is_named_with_file_and_line() {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(format!("{FIXTURES}/wanderers.jsonl")).unwrap();
    let changed = text.replacen("\"scores\":[", "\"scores\":[1", 1);
    fs::write(folder.path().join("bad.jsonl"), changed).unwrap();
    let output = referee(folder.path(), &["replay", "bad.jsonl"]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).starts_with("bad.jsonl: line "), "{}", out(&output));
    assert!(out(&output).contains("result.scores differs"), "{}", out(&output));

    let cut: Vec<&str> = text.lines().take(9).collect();
    fs::write(folder.path().join("bad.jsonl"), cut.join("\n")).unwrap();
    let output = referee(folder.path(), &["replay", "."]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("bad.jsonl: ends after line 9 without a result"));

    fs::write(folder.path().join("bad.jsonl"), &text.as_bytes()[..text.len() / 2]).unwrap();
    let output = referee(folder.path(), &["replay", "."]);
    assert_eq!(code(&output), 1);
    assert!(out(&output).contains("is neither an exchange nor a result"), "{}", out(&output));
}

/// A game that was cut off can be redriven as far as it goes.
#[test]
fn a_cut_recording_is_redriven_to_its_end() {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(format!("{FIXTURES}/randoms.jsonl")).unwrap();
    let cut = text.lines().take(8).collect::<Vec<_>>().join("\n") + "\n{\"seat\":1,\"se";
    fs::write(folder.path().join("cut.jsonl"), cut).unwrap();
    let output = referee(folder.path(), &["redrive", "cut.jsonl", "--seat", "0", "@wanderer"]);
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(out(&output).trim_end().ends_with("of 4 answers differ"), "{}", out(&output));
}

#[test]
fn every_recording_of_a_folder_is_checked_and_logs_are_passed_over() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| assert_eq!(code(&referee(folder.path(), arguments)), 0);
    run(&["play", "ocean", "@random", "--seed", "4", "-q"]);
    run(&["duel", "ocean", "@random", "@wanderer", "--games", "4", "--keep", "all"]);
    let output = referee(folder.path(), &["replay", "games"]);
    assert_eq!(code(&output), 0, "{}", out(&output));
    assert!(out(&output).starts_with("5 recordings agree"), "{}", out(&output));
    fs::write(folder.path().join("games/a.jsonl"), "{}").unwrap();
    fs::write(folder.path().join("games/z.jsonl"), "").unwrap();
    let output = referee(folder.path(), &["replay", "games"]);
    assert_eq!(code(&output), 1);
    let text = out(&output);
    assert!(text.contains("a.jsonl: line 1") && text.contains("z.jsonl: is empty"), "{text}");
    assert!(text.contains("2 of 7 recordings failed"), "{text}");
}

/// The README's first command, but for the speed of the machine: it builds the bot and plays.
#[test]
fn the_workspaces_bot_is_built_and_plays() {
    let folder = TempDir::new().unwrap();
    let output =
        referee(folder.path(), &["play", "ocean", "--seed", "6", "--timeout-factor", "40"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(err(&output).starts_with("Building ocean (cargo build --release -p ocean)\n"));
    let text = out(&output);
    assert!(
        text.starts_with("Ocean of Code (CodinGame, 2020), seed 6: A (ocean) against B (ocean)")
    );
    assert!(
        text.contains("Recording: games/ocean-6.jsonl") && !text.contains("thrown out"),
        "{text}"
    );
}

#[test]
fn last_words_cannot_harm_the_terminal() {
    let folder = TempDir::new().unwrap();
    let bot = "sh -c 'printf \"\\033[2Jboo%0999d\" 7 >&2; exit 1'";
    let output = referee(folder.path(), &["play", "ocean", bot, "@random", "-q"]);
    let text = out(&output);
    assert!(text.contains("stderr: \\u{1b}[2Jboo000"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 300), "{text}");
}

/// Called wrongly: exit code 2, a sentence that says what to do, and nothing is written.
#[test]
fn bad_calls_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], advice: &str| {
        let output = referee(folder.path(), arguments);
        let text = err(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {text}");
        assert!(text.contains(advice), "{arguments:?}: {text}");
        assert_eq!(out(&output), "", "{arguments:?}");
    };
    refused(&["play", "chess"], "the games are: alamode, ");
    refused(&["play", "ocean", "nobody"], "give the workspace's bot (ocean)");
    refused(&["play", "ocean", "@nobody"], "there are: @random, @wanderer");
    refused(&["play", "ocean", "./nobody"], "a command line such as");
    refused(&["play", "ocean", "sh -c 'unclosed"], "cannot understand the command line");
    refused(&["play", "ocean", "@random", "@random", "@random"], "2 players, not 3");
    refused(&["play", "ocean", "--seed", "one"], "is not a whole number");
    refused(&["play", "ocean", "--option", "league=5"], "a whole number from 1 to 4");
    refused(&["play", "ocean", "--option", "wind=5"], "its options are: league");
    refused(&["play", "ocean", "--option", "league"], "NAME=VALUE");
    refused(&["play", "ocean", "--timeout-factor", "0"], "a number above 0");
    refused(&["play", "ocean", "@random", "--record", "/proc/none/x"], "choose with --record");
    refused(&["replay", "missing.jsonl"], "cannot read missing.jsonl");
    refused(&["replay", "."], "no file ends in .jsonl");
    refused(&["redrive", "missing.jsonl", "--seat", "0", "@random"], "cannot be read");
    let game = format!("{FIXTURES}/blocked.jsonl");
    refused(&["redrive", &game, "--seat", "2", "@random"], "seats 0 to 1, not 2");
    refused(&["board", "ocean", "--seed", "1e3"], "is not a whole number");
    refused(&["dance"], "unrecognized subcommand");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

/// Whoever closes the pipe early, as `head` does, has seen enough: no panic, no error.
#[test]
fn a_closed_pipe_is_no_error() {
    let referee = env!("CARGO_BIN_EXE_referee");
    let command = format!("{{ {referee} board ocean --seed 1; echo $? >&2; }} | true");
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    assert_eq!(err(&output), "0\n");
}

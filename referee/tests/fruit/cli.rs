//! The robot fruit hunt on the command line, run as a user runs it.

use tempfile::TempDir;

use crate::common::{self, code, err, out, referee, succeeds};

#[test]
fn a_game_is_played_drawn_recorded_and_replayed() {
    let folder = TempDir::new().unwrap();
    let played = succeeds(folder.path(), &["play", "fruit", "@mo", "@nearest", "--seed", "165134"]);
    insta::assert_snapshot!(common::timeless(&played));
    let replayed = referee(folder.path(), &["replay", "games"]);
    assert!(out(&replayed).starts_with("1 recording agrees"), "{}", out(&replayed));
    succeeds(folder.path(), &["redrive", "games/fruit-165134.jsonl", "--seat", "0", "@mo"]);
}

/// The protocol's documentation shows this board.
#[test]
fn the_board_is_sent_as_documented() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &["board", "fruit", "--seed", "1"]);
    insta::assert_snapshot!(out(&output));
}

#[test]
fn a_program_plays_over_its_streams() {
    let folder = TempDir::new().unwrap();
    let bot = "sh -c 'while read l; do case $l in *\" \"*\" \"*\" \"*) echo PASS;; esac; done'";
    let output = succeeds(folder.path(), &["play", "fruit", bot, "@nearest", "--seed", "0", "-q"]);
    assert!(!out(&output).contains("timeout"), "{}", out(&output));
}

#[test]
fn bad_calls_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], advice: &str| {
        common::refused(&referee(folder.path(), arguments), advice);
    };
    refused(&["play", "fruit", "@mo", "--seed", "999999"], "boards are 0 to 999998");
    refused(&["play", "fruit", "@mo", "--seed=-1"], "boards are 0 to 999998");
    refused(&["play", "fruit", "@mo", "--option", "min=16"], "a whole number from 16 to 40");
    refused(&["play", "fruit", "@mo", "--option", "stall=x"], "wanted score or draw");
    refused(&["play", "fruit", "@mo", "--option", "lenient=1"], "wanted true or false");
    refused(&["play", "fruit", "@mo", "@mo", "@mo"], "2 players, not 3");
}

/// A stranger's bot plays from its own folder if this system can isolate it; otherwise it does not start.
#[test]
fn a_stranger_plays_isolated_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("theirs")).unwrap();
    std::fs::write(folder.path().join("secret"), "").unwrap();
    // It reads the eleven lines of a turn and passes, unless it can read a file outside its folder.
    let script = "cat ../secret secret && exit 1\nwhile read line; do case $line in \
                  *\" \"*\" \"*\" \"*) echo PASS;; esac; done";
    std::fs::write(folder.path().join("theirs/bot.sh"), script).unwrap();
    for arguments in [["stranger:sh theirs/bot.sh", "-q"], ["sh theirs/bot.sh", "--strangers"]] {
        let all = ["play", "fruit", arguments[0], "@nearest", "--seed", "0", arguments[1]];
        let output = referee(folder.path(), &all);
        if code(&output) == 2 {
            assert!(err(&output).contains("isolate a stranger"), "{}", err(&output));
            continue;
        }
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert!(!out(&output).contains("thrown out"), "{}", out(&output));
        let games = std::fs::read_dir(folder.path().join("games")).unwrap();
        let recording = std::fs::read_to_string(games.last().unwrap().unwrap().path()).unwrap();
        for measures in ["landlock scopes filter", "files scratch"] {
            assert!(recording.contains(measures), "{recording}");
        }
        std::fs::remove_dir_all(folder.path().join("games")).unwrap();
    }
    common::refused(
        &referee(folder.path(), &["play", "fruit", "stranger:@mo", "@mo"]),
        "only a command line can be a stranger",
    );
}

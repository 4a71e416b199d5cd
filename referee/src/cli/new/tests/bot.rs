//! This tests BOT.rs. Run it with: rustc --edition 2021 --test -o BOT_test BOT_test.rs && ./BOT_test
use std::process::Command;

const BUILD: &str = "BUILD_COMMAND";
const GAME: &str = "PLAY_COMMAND";

/// This runs a command and returns what it printed.
fn run(command: &str) -> String {
    let output = Command::new("sh").args(["-c", command]).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {}", command, errors);
    String::from_utf8_lossy(&output.stdout).to_string()
}

#[test]
fn it_plays_a_game_without_a_fault() {
    run(BUILD);
    let result = run(GAME);
    assert!(!result.contains("\"thrown_out\""), "{}", result);
    // Add what your bot should reach. The result has the scores of all players.
}

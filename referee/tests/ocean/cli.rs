//! Ocean of Code on the command line.

use tempfile::TempDir;

use crate::common::{code, err, out, referee};

#[test]
fn a_game_is_drawn() {
    let folder = TempDir::new().unwrap();
    let played = referee(folder.path(), &["play", "ocean", "@wanderer", "@random", "--seed", "3"]);
    assert_eq!(code(&played), 0, "{}", err(&played));
    let text = out(&played);
    let timeless: Vec<&str> = text.lines().filter(|line| !line.starts_with("Slowest")).collect();
    insta::assert_snapshot!(timeless.join("\n"));
}

#[test]
fn the_board_is_sent_as_documented() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &["board", "ocean", "--seed", "1"]);
    insta::assert_snapshot!(out(&output));
}

//! Ocean of Code on the command line.

use tempfile::TempDir;

use crate::common::{self, out, referee, succeeds};

#[test]
fn a_game_is_drawn() {
    let folder = TempDir::new().unwrap();
    let played = succeeds(folder.path(), &["play", "ocean", "@wanderer", "@random", "--seed", "3"]);
    insta::assert_snapshot!(common::timeless(&played));
}

#[test]
fn the_board_is_sent_as_documented() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &["board", "ocean", "--seed", "1"]);
    insta::assert_snapshot!(out(&output));
}

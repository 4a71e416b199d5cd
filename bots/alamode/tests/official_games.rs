//! The recorded games of the official server: the bot's model must expect every line that was
//! sent, and the points of every round.

use std::path::PathBuf;

use referee::testkit::recordings::{fixtures, load, official_recordings};

use crate::common::follow::Follower;

/// Follows all games; returns the number of turns.
fn follow_all(files: &[PathBuf]) -> u32 {
    let mut turns = 0;
    for file in files {
        println!("{}", file.display());
        let game = load(file);
        let mut follower = Follower::new();
        for (_, exchange) in &game.exchanges {
            follower.sent(exchange.seat.0, &exchange.sent);
            follower.got(exchange.seat.0, exchange.line());
        }
        let rounds: Vec<i32> = serde_json::from_value(game.result.1["rounds"].clone()).unwrap();
        assert_eq!(follower.result(), rounds, "{}", file.display());
        turns += follower.turns;
    }
    turns
}

#[test]
fn the_official_recordings_are_as_the_model_expects() {
    let files = official_recordings("alamode", "recordings", 40);
    if !files.is_empty() {
        let turns = follow_all(&files);
        assert!(turns > 10_000, "{turns} turns of {} games", files.len());
    }
}

#[test]
fn our_own_recordings_are_as_the_model_expects() {
    assert!(follow_all(&fixtures("alamode")) > 1_000);
}

//! The recorded games of the official server: the bot's model must expect every line that was
//! sent, and the points of every round.

#[path = "common/follow.rs"]
mod follow;
#[path = "common/recording.rs"]
mod recording;

use std::path::{Path, PathBuf};

use follow::Follower;

fn follow_all(folder: &Path) -> (usize, u32) {
    let files = recording::all(folder);
    let mut turns = 0;
    for file in &files {
        println!("{}", file.display());
        let game = recording::read(file);
        let mut follower = Follower::new();
        for exchange in &game.exchanges {
            follower.sent(exchange.seat, &exchange.sent);
            follower.got(exchange.seat, exchange.got.as_deref());
        }
        assert_eq!(follower.result(), game.rounds, "{}", file.display());
        turns += follower.turns;
    }
    (files.len(), turns)
}

#[test]
fn the_model_expects_every_line_of_the_official_recordings() {
    let data = std::env::var_os("BOTYARD_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let folder = data.join("alamode/recordings");
    let (games, turns) = follow_all(&folder);
    if games == 0 {
        println!("skipped: there are no recordings in {}", folder.display());
        return;
    }
    assert!(turns > 10_000, "{turns} turns of {games} games");
}

#[test]
fn the_model_expects_every_line_of_our_own_recordings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/alamode");
    let (games, _) = follow_all(Path::new(folder));
    assert!(games > 0, "no recordings in {folder}");
}

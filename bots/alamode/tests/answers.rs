//! The bot's answers in recorded games, as snapshots. On every turn it thinks from the recorded lines before
//! it, so a changed answer does not change later ones.

use std::fmt::Write;

use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::{answer, Reader};
use gridkit::Deadline;
use referee::game::Seat;
use referee::recording::Recording;
use referee::testkit::recordings::{exchanges_of, fixtures, load};

/// Positions scored in each turn.
const NODES: u64 = 1_500;

/// Only these turns of each seat are asked again, so that the snapshots stay readable.
const EVERY: usize = 4;

/// All seats' answers to a recording: the recorded ones and the bot's.
fn answers(game: &Recording) -> String {
    let mut text = String::new();
    for seat in 0..3 {
        let mut player: Option<Player> = None;
        for (number, exchange) in exchanges_of(game, Seat(seat)).enumerate() {
            let sent = exchange.sent.join("\n");
            let mut reader = Reader::new(sent.as_bytes());
            let player = player.get_or_insert_with(|| {
                let start = reader.start().unwrap().expect("a kitchen");
                Player::new(start, Params::default(), 0)
            });
            let turn = reader.turn().unwrap().expect("a turn");
            let state = player.observe(&turn).expect("a position");
            if number % EVERY != 0 {
                continue;
            }
            let action = player.decide(&state, &mut Deadline::after_nodes(NODES));
            let recorded = exchange.line().unwrap_or("nothing");
            let said = answer(player.world(), action);
            writeln!(text, "{seat} {:3}: {recorded} -> {said}", turn.left).unwrap();
        }
    }
    text
}

#[test]
fn every_recording_gets_the_answers_of_its_snapshot() {
    for file in fixtures("alamode") {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(name, answers(&load(&file)));
    }
}

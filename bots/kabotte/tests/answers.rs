//! The bot's answers in recorded games, as snapshots. On every turn it thinks from the recorded lines before
//! it, so a changed answer does not change later ones.

use std::fmt::Write;

use gridkit::Deadline;
use kabotte::params::Params;
use kabotte::player::Player;
use referee::game::Seat;
use referee::testkit::recordings::{exchanges_of, fixture};

use crate::common::link::Link;

/// States visited in each turn.
const NODES: u64 = 20_000;

/// All seats' answers to a recording, one line a turn: what was recorded, what the bot says and thinks.
fn answers(name: &str) -> String {
    let game = fixture("karo", name);
    let mut text = String::new();
    for seat in 0..game.header.players.len() {
        let mut link = Link::new();
        let mut player: Option<Player> = None;
        for exchange in exchanges_of(&game, Seat(seat)) {
            let turn = match link.turn(&exchange.sent) {
                Some(turn) => turn,
                None => break,
            };
            let mut deadline = Deadline::after_nodes(NODES);
            let player = player.get_or_insert_with(|| {
                let start = link.start.clone().expect("it was read");
                Player::new(start, Params::default(), &mut deadline)
            });
            let said = player.answer(&turn, &mut deadline);
            let recorded = exchange.line().unwrap_or("nothing");
            writeln!(text, "{seat}: {recorded} -> {said} ({})", player.remark()).unwrap();
        }
    }
    text
}

macro_rules! snapshots {
    ($($test:ident: $name:literal,)*) => {
        $(#[test]
        fn $test() {
            insta::assert_snapshot!(answers($name));
        })*
    };
}

snapshots! {
    six_on_a_ring: "ring-six",
    three_between_alleys: "alleys-three",
    crashes_and_a_set_back: "crash",
    a_set_back_with_its_quirk: "crash-quirk",
    formula_1: "formula1",
    every_event_counts: "all-events",
    every_car_blocks: "all-block",
    by_night: "night",
    only_along_the_edge: "rule-edge",
    turns_at_the_edge: "rule-turn-at-edge",
    both_components_change: "rule-numpad",
    every_second_move_repeats: "rule-double",
    no_brakes: "rule-brake",
    primes_accelerate: "rule-prime",
    along_an_axis: "rule-axis",
    a_speed_limit: "rule-limit",
    who_is_first_repeats: "rule-remulade-eight",
    two_rules: "rules-two",
}

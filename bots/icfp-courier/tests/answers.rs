//! The bot's answers in recorded games, as snapshots. On every turn it thinks from the recorded lines before
//! it, so a changed answer does not change later ones.

use std::fmt::Write;

use gridkit::Deadline;
use icfp_courier::courier::Courier;
use icfp_courier::params::Params;
use referee::game::Seat;
use referee::testkit::recordings::{exchanges_of, fixture};

use crate::common::link::Link;

/// Routes tried in each turn.
const NODES: u64 = 50;

/// All seats' answers to a recording, one line a turn: the robot's tile, the recorded answer, and the bot's.
fn answers(name: &str) -> String {
    let game = fixture("courier", name);
    let mut text = String::new();
    for seat in 0..game.header.players.len() {
        let mut link = Link::new();
        let mut courier: Option<Courier> = None;
        for exchange in exchanges_of(&game, Seat(seat)).filter(|exchange| !exchange.sent.is_empty())
        {
            let is_first = courier.is_none();
            let courier = courier.get_or_insert_with(|| {
                Courier::new(link.start(&exchange.sent), Params::default(), 0)
            });
            let sent = if is_first { &[][..] } else { &exchange.sent[..] };
            let turn = match link.turn(sent) {
                Some(turn) => turn,
                None => break,
            };
            courier.observe(&turn);
            let said = courier.decide(&mut Deadline::after_nodes(NODES));
            let recorded = exchange.line().unwrap_or("nothing");
            let at = courier.ledger().me().at;
            writeln!(text, "{seat} at {at}: {recorded} -> {said}").unwrap();
        }
    }
    text
}

#[test]
fn alone_in_the_open() {
    insta::assert_snapshot!(answers("open-alone"));
}

#[test]
fn two_in_a_maze() {
    insta::assert_snapshot!(answers("maze-two"));
}

#[test]
fn four_between_lakes() {
    insta::assert_snapshot!(answers("lakes-four"));
}

#[test]
fn eight_in_corridors() {
    insta::assert_snapshot!(answers("corridors-eight"));
}

#[test]
fn four_that_start_on_one_tile() {
    insta::assert_snapshot!(answers("one-tile-start"));
}

#[test]
fn with_the_spacing_of_the_judges() {
    insta::assert_snapshot!(answers("judges-quirks"));
}

#[test]
fn on_a_quay() {
    insta::assert_snapshot!(answers("quay"));
}

#[test]
fn where_packages_and_robots_come_later() {
    insta::assert_snapshot!(answers("continuous"));
}

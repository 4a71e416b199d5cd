//! The bot's answers in recorded games, as snapshots. On every turn it thinks from the recorded lines before
//! it, so a changed answer does not change later ones.

use std::fmt::Write;

use fruitbot::params::Params;
use fruitbot::robot::{Robot, Style};
use gridkit::Deadline;
use referee::game::Seat;
use referee::testkit::recordings::{exchanges_of, fixture};

use crate::common::view::Views;

/// Games played to the end each turn.
const NODES: u64 = 1_000;

/// Both seats' answers to a recording, one line a turn: the robots' cells, the recorded answer, and the
/// bot's.
fn answers(name: &str, style: Style) -> String {
    let game = fixture("fruit", name);
    let mut text = String::new();
    for seat in 0..2 {
        let mut views = Views::new();
        let mut robot = None;
        for exchange in exchanges_of(&game, Seat(seat)) {
            let state = views.read(&exchange.sent);
            let robot = robot.get_or_insert_with(|| {
                Robot::new(views.board().clone(), style, Params::default(), 1)
            });
            let decision = robot.decide(&state, &Deadline::after_nodes(NODES));
            let [own, other] = state.at;
            let (recorded, said) = (exchange.line().unwrap_or("nothing"), decision.step.word());
            writeln!(
                text,
                "{seat} at {} {}, {} {}: {recorded} -> {said}",
                own.x, own.y, other.x, other.y
            )
            .unwrap();
        }
    }
    text
}

#[test]
fn on_a_large_board_with_few_pieces() {
    insta::assert_snapshot!(answers("mo-nearest", Style::Search));
}

#[test]
fn on_the_smallest_board() {
    insta::assert_snapshot!(answers("greedy-mo", Style::Search));
}

#[test]
fn with_all_five_categories_and_everything_shared() {
    insta::assert_snapshot!(answers("mo-mo", Style::Search));
}

#[test]
fn between_two_players_that_do_anything() {
    insta::assert_snapshot!(answers("random-random", Style::Search));
}

#[test]
fn on_the_last_board() {
    insta::assert_snapshot!(answers("last-board", Style::Search));
}

/// The recording is of two `@mo`.
#[test]
fn the_style_mo_gives_the_recorded_answers_of_mo() {
    let answers = answers("mo-mo", Style::Mo);
    for line in answers.lines() {
        let (_, turn) = line.split_once(": ").expect("a line of a turn");
        let (recorded, said) = turn.split_once(" -> ").expect("an answer");
        assert_eq!(recorded, said, "{line}");
    }
    assert_eq!(answers.lines().count(), 2 * 91);
}

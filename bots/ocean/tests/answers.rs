//! The bot's answers in recorded games, as snapshots. On every turn it thinks from the recorded lines before
//! it, so a changed answer does not change later ones.

use std::fmt::Write;

use gridkit::Deadline;
use ocean::orders;
use ocean::params::Params;
use ocean::player::Player;
use referee::game::Seat;
use referee::testkit::recordings::{exchanges_of, fixture};

use crate::common::read;

/// Lines that are weighed each turn: enough for all possible lines of most turns.
const NODES: u64 = 500;

/// Both seats' answers to a recording, one line a turn: the recorded one and the bot's.
fn answers(name: &str) -> String {
    let game = fixture("ocean", name);
    let mut text = String::new();
    for seat in 0..2 {
        let mut exchanges = exchanges_of(&game, Seat(seat));
        let first = exchanges.next().expect("a recording has both starting cells");
        let place = first.line().and_then(read::place).expect("these recordings start on the map");
        let mut player = Player::placed(read::start(&first.sent), place, Params::default());
        for exchange in exchanges {
            player.observe(&read::turn(&exchange.sent));
            let decision = player.decide(&mut Deadline::after_nodes(NODES));
            let recorded = exchange.line().unwrap_or("nothing");
            writeln!(text, "{seat}: {recorded} -> {}", orders::line(&decision.orders)).unwrap();
            match orders::parse(recorded) {
                Ok(orders) => player.execute(&orders),
                Err(_) => break,
            }
        }
        assert_eq!(player.knowledge().surprises(), 0, "{name}: the tracker was surprised");
    }
    text
}

#[test]
fn a_short_game_of_two_wanderers() {
    insta::assert_snapshot!(answers("wanderers"));
}

#[test]
fn a_game_of_a_wanderer_and_a_player_that_does_anything() {
    insta::assert_snapshot!(answers("wanderer-random"));
}

#[test]
fn the_first_league_has_torpedoes_only() {
    let answers = answers("league-1");
    assert!(!answers.lines().any(|line| line.split("->").nth(1).unwrap().contains("SILENCE")));
    insta::assert_snapshot!(answers);
}

#[test]
fn the_second_league_has_no_mines() {
    let answers = answers("league-2");
    assert!(!answers.lines().any(|line| line.split("->").nth(1).unwrap().contains("MINE")));
    insta::assert_snapshot!(answers);
}

#[test]
fn the_third_league_has_everything() {
    insta::assert_snapshot!(answers("league-3"));
}

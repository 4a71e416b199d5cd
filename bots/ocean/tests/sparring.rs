//! The bot against the house players by the referee's rules, under a node budget, so that the same
//! games are played everywhere.

#[path = "common/sparring.rs"]
mod sparring;

use sparring::{pairs, Fighter};

fn share_against(house: &str) -> f64 {
    let bot = Fighter::Bot(Box::default(), 1_000);
    let tally = pairs(1..=30, &bot, &Fighter::House(house.to_owned()));
    assert_eq!(tally.thrown_out, 0);
    tally.share()
}

#[test]
fn it_beats_one_who_does_anything() {
    let share = share_against("random");
    assert!(share >= 0.95, "{share}");
}

#[test]
fn it_beats_one_who_fills_the_map_and_fires_when_he_may_hit() {
    let share = share_against("wanderer");
    assert!(share >= 0.85, "{share}");
}

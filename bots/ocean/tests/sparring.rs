//! The bot against the house players under the referee's rules, with a node budget, so that the same games
//! are played everywhere.

use ocean::params::Params;
use referee::testkit::cases::cases;
use referee::testkit::registered;
use referee::testkit::sparring::{pairs, Mind};
use serde_json::json;

use crate::common::sparring::bot;

fn share_against(house: &str) -> f64 {
    let (contest, params) = (registered("ocean"), Params::default());
    let tally = pairs(
        contest,
        &json!({}),
        1..=cases(4, 30),
        &|seed, _| bot(&params, 1_000, seed as u64),
        &|seed, seat| Mind::house(contest, house, seed as u64, seat),
    );
    println!("@{house}: {tally}");
    assert_eq!(tally.thrown_out, 0);
    tally.share()
}

#[test]
fn it_beats_a_player_that_does_anything() {
    let share = share_against("random");
    assert!(share >= 0.95, "{share}");
}

#[test]
fn it_beats_a_player_that_fills_the_map_and_fires_when_it_may_hit() {
    let share = share_against("wanderer");
    assert!(share >= 0.85, "{share}");
}

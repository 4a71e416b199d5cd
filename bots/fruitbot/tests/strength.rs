//! The bot against the house players under the referee's rules. A node budget makes the games the same on
//! every machine. The bounds are far below the bot's results with the whole time of a turn.

use fruitbot::params::Params;
use referee::testkit::cases::cases;
use referee::testkit::registered;
use referee::testkit::sparring::{pairs, Mind, Tally};
use serde_json::json;

use crate::common::sparring::bot;

/// Games played to the end each turn, a third of them further ones: about a millisecond.
const NODES: u64 = 500;

fn against(house: &str, known: i32) -> Tally {
    let params = Params { rivals: known, ..Params::default() };
    let contest = registered("fruit");
    let tally = pairs(
        contest,
        &json!({}),
        (0..cases(6, 30)).map(|board| board * 7_919 + 11),
        &|_, _| bot(&params, NODES, 1),
        &|seed, seat| Mind::house(contest, house, seed as u64, seat),
    );
    println!("@{house}, rivals={known}: {tally}");
    tally
}

/// The bot must get at least this share of the points, and must lose at most 4 of 60 games, or 1 of 12.
fn beats(house: &str, known: i32, share: f64) {
    let tally = against(house, known);
    assert!(tally.share() >= share && tally.lost <= cases(1, 4), "{tally:?}");
}

#[test]
fn it_beats_the_frameworks_own_bot() {
    beats("nearest", 1, 0.9);
    beats("nearest", 0, 0.8);
}

#[test]
fn it_beats_the_heat_map() {
    beats("mo", 1, 0.9);
    beats("mo", 0, 0.75);
}

#[test]
fn it_beats_the_fastest_route() {
    beats("greedy", 1, 0.9);
    beats("greedy", 0, 0.75);
}

#[test]
fn it_beats_players_without_a_plan() {
    beats("random", 1, 0.95);
    beats("east", 1, 0.95);
}

//! The points that the bot earns with itself and with the house players under the referee's rules. A node
//! budget makes the matches the same on every machine.

use alamode::params::Params;
use referee::game::Seat;
use referee::testkit::cases::cases;
use referee::testkit::sparring::{play, Mind};
use referee::testkit::{registered, start};
use serde_json::json;

use crate::common::sparring::bot;

/// Positions that the bot may score in each turn: about half a millisecond.
const NODES: u64 = 1_000;

/// Mean points of the rounds in which the bot plays. Beside a house player the bot has seat 0, which plays in
/// the first two rounds of a match.
fn mean_points(matches: u64, partner: Option<&str>) -> f64 {
    let (contest, params) = (registered("alamode"), Params::default());
    let mut rounds: Vec<i64> = Vec::new();
    for seed in 1..=matches {
        let mut minds = [0, 1, 2].map(|seat| match partner {
            Some(house) if seat > 0 => Mind::house(contest, house, seed, Seat(seat)),
            _ => bot(&params, NODES),
        });
        let outcome = play(start(contest, &seed.to_string(), json!({})).as_mut(), &mut minds);
        assert!(outcome.thrown_out.is_empty(), "seed {seed}: {:?}", outcome.thrown_out);
        rounds.extend(outcome.rounds.iter().take(if partner.is_some() { 2 } else { 3 }));
    }
    rounds.iter().sum::<i64>() as f64 / rounds.len() as f64
}

/// The bounds are about four standard errors of the mean of all cases below what the bot earns, so that another
/// choice among equal plans does not fail the test.
fn earns(matches: u64, partner: Option<&str>, least: f64) {
    let mean = mean_points(matches, partner);
    println!("with {}: {mean:.0} points a round", partner.unwrap_or("itself"));
    assert!(mean >= least, "{mean:.0} points a round; it should be {least} at least");
}

#[test]
fn it_earns_with_itself() {
    earns(cases(5, 10), None, 6_500.0);
}

/// Two of these house players earn some 5,900 points a round.
#[test]
fn it_earns_with_a_cook() {
    earns(cases(10, 30), Some("cook"), 6_000.0);
}

/// Two of these house players earn nothing.
#[test]
fn it_earns_with_a_waiter() {
    earns(cases(10, 30), Some("waiter"), 3_100.0);
}

/// Two of these house players earn nothing.
#[test]
fn it_earns_with_a_clumsy_partner() {
    earns(cases(10, 30), Some("clumsy"), 2_900.0);
}

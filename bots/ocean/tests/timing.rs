//! The times that the bot gives itself leave half of what the rules allow.

use gridkit::Bot;
use ocean::bot::Ocean;
use referee::testkit::{registered, scripts::limits};

#[test]
fn the_declared_limits_are_those_of_the_rules() {
    let limits = limits(registered("ocean"));
    // The starting cell is asked for before the first turn.
    let turns = &limits[1..];
    assert_eq!(turns[0], Ocean::TIMING.first_limit);
    assert!(turns.len() > 2 && turns[1..].iter().all(|&limit| limit == Ocean::TIMING.limit));
}

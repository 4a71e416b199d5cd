//! The times that the bot gives itself leave half of what the rules allow.

use alamode::bot::Alamode;
use gridkit::Bot;
use referee::testkit::{registered, scripts::limits};

#[test]
fn the_declared_limits_are_those_of_the_rules() {
    let limits = limits(registered("alamode"));
    let turns = limits;
    assert_eq!(turns[0], Alamode::TIMING.first_limit);
    assert!(turns.len() > 2 && turns[1..].iter().all(|&limit| limit == Alamode::TIMING.limit));
}

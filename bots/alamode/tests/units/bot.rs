//! The time that the bot takes for a turn.

use alamode::bot::Alamode;
use gridkit::Bot;

#[test]
fn half_of_the_sites_time_is_left() {
    assert!(Alamode::TIMING.leaves_half());
}

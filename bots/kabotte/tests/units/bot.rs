//! A test of the bot's thinking time.

use gridkit::Bot;
use kabotte::bot::KaBotte;

#[test]
fn half_of_the_referees_time_is_left() {
    assert!(KaBotte::TIMING.leaves_half());
}

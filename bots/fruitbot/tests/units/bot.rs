//! The time that the bot takes for a turn.

use fruitbot::bot::Fruitbot;
use gridkit::Bot;

#[test]
fn half_of_the_contests_time_is_left() {
    assert!(Fruitbot::TIMING.leaves_half());
}

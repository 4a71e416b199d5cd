//! The time that the bot takes for a turn.

use gridkit::Bot;
use icfp_courier::bot::IcfpCourier;

#[test]
fn half_of_the_contests_time_is_left() {
    assert!(IcfpCourier::TIMING.leaves_half());
}

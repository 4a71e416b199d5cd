//! Tests of the program: its clock.

use gridkit::Bot;
use ocean::bot::Ocean;

#[test]
fn half_of_the_sites_time_is_left() {
    assert!(Ocean::TIMING.leaves_half());
}

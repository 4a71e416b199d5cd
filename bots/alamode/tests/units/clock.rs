//! The clock of the search.

use std::time::Duration;

use alamode::clock::Clock;
use gridkit::Deadline;

#[test]
fn the_stall_is_the_longest_time_between_two_looks_at_the_clock() {
    let pause = Duration::from_millis(5);
    let deadline = Deadline::after_nodes(1);
    let mut clock = Clock::default();
    for _ in 0..2 {
        std::thread::sleep(pause);
        clock.look(&deadline);
        assert!(clock.stall >= pause);
    }
    assert!(clock.stall + pause <= clock.last, "the pauses are not added up");
}

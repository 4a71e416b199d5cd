//! What every contest promises, held for all that are registered: a new one is tested here without a
//! line of its own.

mod broken;
mod endings;
mod registry;
mod signatures;

use referee::games::all;
use referee::testkit::contract::broken_promises;
use referee::testkit::nearest::Nearest;

#[test]
fn every_contest_keeps_its_promises() {
    let broken: Vec<_> = all()
        .flat_map(|contest| broken_promises(contest).into_iter().map(|name| (contest.key(), name)))
        .collect();
    assert!(broken.is_empty(), "the messages above say how: {broken:#?}");
}

#[test]
fn the_contest_of_the_tests_keeps_its_promises() {
    assert_eq!(broken_promises(&Nearest), [""; 0]);
}

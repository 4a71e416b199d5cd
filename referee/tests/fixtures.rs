//! The project's own recordings. Which endings they must hold, see `contract/endings.rs`.

use referee::games::all;
use referee::testkit::recordings::{demand_replay, fixtures};

#[test]
fn every_fixture_replays() {
    for contest in all() {
        for file in fixtures(contest.key()) {
            let recording = demand_replay(&file);
            assert_eq!(recording.header.game, contest.key(), "{}", file.display());
        }
    }
}

/// A recording holds the options whole, so that another default some day does not change it.
#[test]
fn every_fixture_holds_all_options() {
    for contest in all() {
        for file in fixtures(contest.key()) {
            let given = demand_replay(&file).header.options;
            assert_eq!(contest.with_defaults(given.clone()), given, "{}", file.display());
        }
    }
}

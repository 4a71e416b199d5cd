//! The project's own recordings. Which endings they must hold, see `contract/endings.rs`.

use referee::game::ThrownOut;
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

/// Whoever is thrown out for a line is told what was wanted. The fixtures hold every cause.
#[test]
fn every_cause_in_a_fixture_has_words() {
    for contest in all() {
        let mut complaints = 0;
        for file in fixtures(contest.key()) {
            let result = demand_replay(&file).result.1;
            let thrown_out = result.get("thrown_out").cloned().unwrap_or_default();
            let thrown_out: Vec<ThrownOut> = serde_json::from_value(thrown_out).unwrap_or_default();
            for complaint in thrown_out.iter().filter_map(|out| contest.about().complaint(out)) {
                assert!(complaint.starts_with("wanted "), "{}: {complaint}", file.display());
                complaints += 1;
            }
        }
        assert!(complaints > 0, "no fixture of {} has a bad line", contest.key());
    }
}

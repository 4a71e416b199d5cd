//! The project's own recordings. `contract/endings.rs` lists the endings that they must contain.

use std::path::{Path, PathBuf};

use referee::game::{Seat, ThrownOut};
use referee::recording::Exchange;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::recordings::{
    demand_replay, exchanges_of, files_in, fixtures, fixtures_folder, load,
};

use crate::subject::contests;

#[test]
fn every_fixture_replays() {
    for contest in contests() {
        for file in fixtures(contest.key()) {
            let recording = demand_replay(&file);
            assert_eq!(recording.header.game, contest.key(), "{}", file.display());
        }
    }
}

/// The games that a contest lists are recorded with the same bytes each time.
#[test]
fn the_fixtures_are_those_that_the_contest_lists() {
    for contest in contests() {
        let folder = tempfile::tempdir().unwrap();
        let maker = FixtureMaker::new(contest.key(), 0).unwrap();
        maker.into_folder(folder.path()).all().unwrap();
        let made = files_in(folder.path());
        assert!(made.len() >= 5, "{}: {} recordings", contest.key(), made.len());
        let kept = fixtures_folder().join(contest.key());
        let read =
            |folder: &Path, file: &PathBuf| std::fs::read(folder.join(file.file_name()?)).ok();
        let differs = |file: &&PathBuf| read(folder.path(), file) != read(&kept, file);
        let different: Vec<&PathBuf> = made.iter().filter(differs).collect();
        if !different.is_empty() {
            let _ = folder.keep();
            panic!("these are not as in {}: {different:#?}", kept.display());
        }
    }
}

/// A recording contains all options, so that a later change of a default does not change it.
#[test]
fn every_fixture_holds_all_options() {
    for contest in contests() {
        for file in fixtures(contest.key()) {
            let given = demand_replay(&file).header.options;
            assert_eq!(contest.with_defaults(given.clone()), given, "{}", file.display());
        }
    }
}

/// A player that is disqualified for a line is told what a valid line would have been. The fixtures contain
/// every cause.
#[test]
fn every_cause_in_a_fixture_has_words() {
    for contest in contests() {
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

/// `redrive` seats a house player in any recording, where somebody else has answered for it.
#[test]
fn every_house_player_answers_in_every_fixture() {
    for contest in contests() {
        for file in fixtures(contest.key()) {
            let recording = load(&file);
            for seat in (0..recording.header.players.len()).map(Seat) {
                for kind in contest.about().house {
                    let mut house = (kind.make)(1, seat);
                    let asked = |it: &&Exchange| !it.got.is_empty() || it.fault.is_some();
                    for exchange in exchanges_of(&recording, seat).filter(asked) {
                        let answer = house.answer(&exchange.sent);
                        assert!(!answer.is_empty(), "@{}, {}", kind.name, file.display());
                    }
                }
            }
        }
    }
}

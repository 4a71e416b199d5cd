//! The promises of every contest, tested for all registered ones, so that a new contest needs no tests of its
//! own for them.

mod broken;
mod endings;
mod registry;
mod signatures;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use referee::contest::Contest;
use referee::testkit::contract::{Observed, broken_promises, house_games};
use referee::testkit::nearest::Nearest;

use crate::subject::contests;

type Games = Vec<(&'static str, Observed)>;

/// The games between house players of a contest, played once for all tests that read them.
fn house_games_of(contest: &'static dyn Contest) -> &'static Games {
    type Played = Mutex<HashMap<&'static str, Arc<OnceLock<&'static Games>>>>;
    static PLAYED: OnceLock<Played> = OnceLock::new();
    let games = Arc::clone(
        PLAYED.get_or_init(Played::default).lock().unwrap().entry(contest.key()).or_default(),
    );
    games.get_or_init(|| Box::leak(Box::new(house_games(contest).collect())))
}

#[test]
fn every_contest_keeps_its_promises() {
    let broken: Vec<_> = thread::scope(|scope| {
        let contests: Vec<_> = contests()
            .map(|contest| (contest.key(), scope.spawn(|| broken_promises(contest))))
            .collect();
        let broken = contests.into_iter().map(|(key, names)| (key, names.join().unwrap()));
        broken.filter(|(_, names)| !names.is_empty()).collect()
    });
    assert!(broken.is_empty(), "the messages above say how: {broken:#?}");
}

#[test]
fn the_contest_of_the_tests_keeps_its_promises() {
    assert_eq!(broken_promises(&Nearest), [""; 0]);
}

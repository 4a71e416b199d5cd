//! Adds the contest Nim from outside, with its folder `toys/games/nim`, and runs all tests that loop over
//! contests on it. Its bot and its recordings are also below `toys`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../contract/mod.rs"]
mod contract;
#[path = "../every_contest.rs"]
mod every_contest;
#[cfg(unix)]
#[path = "../first_bots.rs"]
mod first_bots;
#[path = "../fixtures.rs"]
mod fixtures;
#[path = "../../toys/games/nim/mod.rs"]
mod nim;

/// The contests over which tests loop, and where their files are.
mod subject {
    use std::path::PathBuf;

    use referee::contest::Contest;
    use referee::testkit::recordings::FixturesFolder;

    inventory::submit!(FixturesFolder(concat!(env!("CARGO_MANIFEST_DIR"), "/toys/fixtures")));

    /// The program `referee` that knows the contests.
    pub(crate) const REFEREE: &str = env!("CARGO_BIN_EXE_referee-toys");

    /// Only Nim: the program `tests` has the others.
    pub(crate) fn contests() -> impl Iterator<Item = &'static dyn Contest> {
        [&super::nim::Nim as &dyn Contest].into_iter()
    }

    /// The folder with a folder for each contest.
    pub(crate) fn games() -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/toys/games"))
    }

    /// The folder with a package for each bot.
    pub(crate) fn bots() -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/toys/bots"))
    }
}

#[test]
fn the_contest_is_in_the_registry() {
    assert!(referee::games::contest("nim").is_ok());
    assert!(referee::games::all().count() > 5, "beside those of the library");
}

//! The bot does not stand about with strangers while there is something to do.

use alamode::params::Params;
use referee::testkit::cases::cases;

use crate::common::strangers::trio;

/// Positions that the bot may score in each turn.
const NODES: u64 = 2_000;

/// The first idle turn of a run that fails.
const LONG: u32 = 8;

/// Each match has another pair of house players. Before a full hand could be put down on any table instead of
/// waiting, one round in fifteen had such a run.
#[test]
fn it_never_idles_for_eight_turns_with_any_house_player() {
    for number in 1..=cases(20, 200) {
        for round in trio(number, &Params::default(), NODES).rounds {
            assert!(round.idle_run < LONG, "match {number}: {round:?}");
        }
    }
}

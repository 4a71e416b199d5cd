//! The house players: clients of the protocol. They know only the lines that they are sent.

mod blocker;
mod chart;
mod cruiser;
mod driver;
mod kabotte2018;
mod layers;
mod numbers;
mod predecessors;
mod route;
mod sunday;
mod view;

use std::collections::HashSet;

use driver::{Client, situations};
use layers::Layers;
use view::View;

use super::special::SpecialRule;
use crate::contest::HouseKind;
use crate::games::karo::motion::Motion;

/// The most nodes that the search for the fewest moves visits.
const MOST: usize = 400_000;

/// The fewest moves from the placement to the finish of a car that is alone on a track and never crashes. `lines` are
/// what the first player is sent. `None` if the search would be too long, if there is no way, or if a special rule
/// depends on the number of the move or on other players.
pub(super) fn fewest_moves(lines: &[String]) -> Option<u32> {
    const UNKNOWN: [SpecialRule; 3] =
        [SpecialRule::Remulade, SpecialRule::Double, SpecialRule::Prime];
    let view = View::read(lines).ok()?;
    if view.rules.iter().any(|rule| UNKNOWN.contains(rule)) {
        return None;
    }
    let layers = Layers::shared(&view, &view.rests().collect::<HashSet<_>>());
    let starts: Vec<Motion> = view.free_moves().collect();
    route::fewest(&layers, &situations(&view, &layers, &starts), MOST)
}

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "cruiser",
        help: "drives the shortest way that it would have alone on the track",
        make: |_, _| Box::new(Client::new(cruiser::Cruiser::default())),
    },
    HouseKind {
        name: "sunday",
        help: "drives slowly and carefully, now and then in a strange direction",
        make: |seed, seat| Box::new(Client::new(sunday::Sunday::new(seed, seat))),
    },
    HouseKind {
        name: "blocker",
        help: "drives the shortest way, and takes cells from others when it costs nothing",
        make: |_, _| Box::new(Client::new(blocker::Blocker)),
    },
    HouseKind {
        name: "kabotte2018",
        help: "drives like KaBotte of 2018: quickest ways, and a search among up to four cars",
        make: |_, _| Box::new(Client::new(kabotte2018::Kabotte2018)),
    },
];

//! The house players: clients of the protocol. They know only the lines that they are sent.

mod blocker;
mod chart;
mod cruiser;
mod driver;
mod kabotte2018;
mod layers;
mod predecessors;
mod route;
mod sunday;
mod view;

use driver::Client;

use crate::contest::HouseKind;

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

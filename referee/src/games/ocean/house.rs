//! The sparring partners of Ocean of Code.

mod random;
mod view;
mod wanderer;

use crate::contest::HouseKind;

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "random",
        help: "plays any legal commands",
        make: |seed, seat| Box::new(random::Random::new(seed, seat)),
    },
    HouseKind {
        name: "wanderer",
        help: "fills the map with its trail, fires torpedoes and triggers mines where they may hit",
        make: |seed, seat| Box::new(wanderer::Wanderer::new(seed, seat)),
    },
];

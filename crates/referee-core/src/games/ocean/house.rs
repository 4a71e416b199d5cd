//! The house players of Ocean of Code.

mod random;
mod tempered;
mod view;
mod wanderer;

use self::tempered::{Tempered, temper};
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
    HouseKind {
        name: "miner",
        help: "lays mines all the time and triggers them as soon as they may hit",
        make: |seed, seat| Box::new(Tempered::new(temper::MINER, seed, seat)),
    },
    HouseKind {
        name: "ghost",
        help: "goes four steps in silence whenever it can",
        make: |seed, seat| Box::new(Tempered::new(temper::GHOST, seed, seat)),
    },
    HouseKind {
        name: "bluffer",
        help: "takes no step in its silences",
        make: |seed, seat| Box::new(Tempered::new(temper::BLUFFER, seed, seat)),
    },
    HouseKind {
        name: "duellist",
        help: "seeks torpedo duels and fires where it is nearly sure to hit",
        make: |seed, seat| Box::new(Tempered::new(temper::DUELLIST, seed, seat)),
    },
    HouseKind {
        name: "hunter",
        help: "goes after an opponent that it has found, and surfaces to get there",
        make: |seed, seat| Box::new(Tempered::new(temper::HUNTER, seed, seat)),
    },
    HouseKind {
        name: "hider",
        help: "keeps away, lays mines and listens",
        make: |seed, seat| Box::new(Tempered::new(temper::HIDER, seed, seat)),
    },
];

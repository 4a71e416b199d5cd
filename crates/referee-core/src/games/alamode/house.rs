//! The house players of Code à la Mode.

mod clumsy;
mod cook;
mod doorkeeper;
mod fidget;
mod hoarder;
mod loner;
mod mind;
mod plan;
mod preparer;
mod view;
mod waiter;

use crate::contest::HouseKind;
use cook::Cook;
use mind::Client;

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "cook",
        help: "makes and serves one order after the other",
        make: |seed, seat| Box::new(Client::new(Cook::new(seed, seat))),
    },
    HouseKind {
        name: "clumsy",
        help: "does anything legal",
        make: |seed, seat| Box::new(clumsy::Clumsy::new(seed, seat)),
    },
    HouseKind {
        name: "waiter",
        help: "waits and does nothing",
        make: |_, _| Box::new(waiter::Waiter),
    },
    HouseKind {
        name: "loner",
        help: "works like @cook, but ignores its partner",
        make: |seed, seat| Box::new(Client::new(loner::Loner(Cook::new(seed, seat)))),
    },
    HouseKind {
        name: "hoarder",
        help: "works like @cook, but takes all clean dishes first",
        make: |seed, seat| Box::new(Client::new(hoarder::Hoarder(Cook::new(seed, seat)))),
    },
    HouseKind {
        name: "doorkeeper",
        help: "works like @cook half of the time, then stands at the dishwasher or the window",
        make: |seed, seat| {
            Box::new(Client::new(doorkeeper::Doorkeeper::new(Cook::new(seed, seat))))
        },
    },
    HouseKind {
        name: "fidget",
        help: "works like @cook, but often lays down what it holds and takes it up again",
        make: |seed, seat| {
            Box::new(Client::new(fidget::Fidget::new(Cook::new(seed, seat), seed, seat)))
        },
    },
    HouseKind {
        name: "preparer",
        help: "chops and bakes what customers want, and never serves",
        make: |_, _| Box::new(Client::new(preparer::Preparer)),
    },
];

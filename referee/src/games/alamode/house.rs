//! The house players of Code à la Mode.

mod clumsy;
mod cook;
mod view;
mod waiter;

use crate::contest::HouseKind;

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "cook",
        help: "makes and serves one order after the other",
        make: |seed, seat| Box::new(cook::Cook::new(seed, seat)),
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
];

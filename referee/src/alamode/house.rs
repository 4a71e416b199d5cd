//! The sparring partners of Code à la Mode.

mod waiter;

use crate::contest::HouseKind;

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[HouseKind {
    name: "waiter",
    help: "waits and does nothing",
    make: |_, _| Box::new(waiter::Waiter),
}];

//! The house players: clients of the protocol. They know only the lines that they are sent.

mod baseline;
mod bully;
mod chart;
mod chase;
mod client;
mod fields;
mod outbidder;
mod pusher;

use baseline::{Baseline, Form};
use bully::Bully;
use client::{Client, Waiter};
use outbidder::Outbidder;
use pusher::Pusher;

use crate::contest::HouseKind;

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "lightning",
        help: "takes and delivers the nearest package, keeps off the water where it costs nothing",
        make: |seed, seat| Box::new(Client::new(Baseline::new(Form::Lightning, seed, seat))),
    },
    HouseKind {
        name: "final",
        help: "weighs packages against the distance, avoids shores after it met a robot, pushes if it can",
        make: |seed, seat| Box::new(Client::new(Baseline::new(Form::Final, seed, seat))),
    },
    HouseKind {
        name: "pusher",
        help: "hunts robots that stand before water and pushes them in",
        make: |_, _| Box::new(Client::new(Pusher::default())),
    },
    HouseKind {
        name: "bully",
        help: "pushes robots near water towards it, turn after turn, and bids a fortieth of its money for that",
        make: |_, _| Box::new(Client::new(Bully::default())),
    },
    HouseKind {
        name: "outbidder",
        help: "plays like @final, but near other robots it bids high to move first",
        make: |seed, seat| Box::new(Client::new(Outbidder::new(seed, seat))),
    },
    HouseKind {
        name: "waiter",
        help: "waits as cheaply as it can until its money is gone",
        make: |_, _| Box::new(Client::new(Waiter)),
    },
];

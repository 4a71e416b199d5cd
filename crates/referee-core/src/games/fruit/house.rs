//! The house players of the robot fruit hunt.

mod gatherer;
mod greedy;
mod mo;
mod nearest;
mod robot;
mod simple;
mod spoiler;
mod standing;

use super::view::View;
use crate::contest::{House, HouseKind};
use robot::Robot;

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "random",
        help: "takes any fruit on its cell, or else takes a random step",
        make: |seed, seat| Box::new(Seated::new(simple::Random::new(seed, seat))),
    },
    HouseKind {
        name: "east",
        help: "always goes east",
        make: |_, _| Box::new(Seated::new(simple::East)),
    },
    HouseKind {
        name: "nearest",
        help: "walks to the nearest fruit and takes it, of whatever category",
        make: |_, _| Box::new(Seated::new(nearest::Nearest)),
    },
    HouseKind {
        name: "mo",
        help: "follows a heat map of rare, decisive and near fruit",
        make: |_, _| Box::new(Seated::new(mo::Mo)),
    },
    HouseKind {
        name: "greedy",
        help: "wins one category after the other by the fastest route",
        make: |_, _| Box::new(Seated::new(greedy::Greedy)),
    },
    HouseKind {
        name: "spoiler",
        help: "takes the fruit with which the opponent would win a category next",
        make: |_, _| Box::new(Seated::new(spoiler::Spoiler)),
    },
    HouseKind {
        name: "gatherer",
        help: "goes where much fruit lies together, of whatever open category",
        make: |_, _| Box::new(Seated::new(gatherer::Gatherer)),
    },
];

/// All that draw no random numbers, and the workspace's bot.
pub(super) const DETERMINISTIC: &[&str] =
    &["@east", "@nearest", "@mo", "@greedy", "@spoiler", "@gatherer", "fruitbot"];

/// A house player, with the facts that the protocol sends only once.
struct Seated<R> {
    robot: R,
    view: Option<View>,
}

impl<R: Robot> Seated<R> {
    fn new(robot: R) -> Self {
        Self { robot, view: None }
    }
}

impl<R: Robot> House for Seated<R> {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let view = View::read(self.view.as_ref(), sent).expect("the game sends what it should");
        let chosen = self.robot.choose(&view);
        self.view = Some(view);
        vec![chosen.to_string()]
    }
}

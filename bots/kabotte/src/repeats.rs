//! What the special rule `REmulAde` is expected to cost: in any round a car may have to repeat its vector.
//!
//! Who is among the first *q* of *n* cars in a random order has to repeat, which is a chance of *q*/*n* in every
//! round, whatever was before. With three cars and fewer *q* is 1, and who was first in the last round is
//! free. A car looks some moves ahead: in each it repeats with that chance, if that is legal, and else
//! makes the move that is best for it. So it also chooses where a repetition hurts least: it is fast
//! where the road goes on, and has braked before it ends.

use gridkit::FastMap;

use crate::graph::Node;
use crate::joint::Outlook;
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;

/// Own moves may be slower than the quickest one by this number of moves.
const DETOUR: u16 = 2;

/// Who has to repeat in a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draw {
    /// The chance to be among those that repeat.
    pub chance: f32,
    /// Whether a car that repeated by this is free in the next round.
    pub spares: bool,
}

impl Draw {
    /// The draw of a round with this number of cars.
    ///
    /// ```
    /// use kabotte::repeats::Draw;
    ///
    /// assert_eq!(Draw::of(2), Draw { chance: 0.5, spares: true });
    /// assert_eq!(Draw::of(4), Draw { chance: 0.25, spares: false });
    /// // With seven cars the first two have to.
    /// assert_eq!(Draw::of(8), Draw { chance: 0.25, spares: false });
    /// // A car alone is first in every round, and so always spared after the first.
    /// assert_eq!(Draw::of(1), Draw { chance: 1.0, spares: true });
    /// ```
    pub fn of(cars: usize) -> Draw {
        let cars = cars.max(1);
        let repeaters = cars / 7 + 1;
        Draw { chance: repeaters as f32 / cars as f32, spares: cars <= 3 }
    }
}

/// What is expected after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// The moves that are needed, with what crashes cost.
    pub moves: f32,
    /// The chance of a crash among the moves that are looked at.
    pub crash: f32,
}

impl Expected {
    /// This with a chance, and else another.
    fn or(self, chance: f32, other: Expected) -> Expected {
        let mix = |one: f32, two: f32| chance * one + (1.0 - chance) * two;
        Expected { moves: mix(self.moves, other.moves), crash: mix(self.crash, other.crash) }
    }
}

/// A car after a move, before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Moment {
    node: Node,
    open: Stops,
    /// Whether it was first in the last round.
    was_first: bool,
    /// Moves that are still looked at.
    depth: u8,
}

/// What repetitions are expected to cost a car.
pub struct Repeats<'a, O> {
    race: &'a Race,
    outlook: &'a O,
    draw: Draw,
    /// What a crash costs, in moves.
    crash: f32,
    known: FastMap<Moment, Expected>,
}

impl<'a, O: Outlook> Repeats<'a, O> {
    /// In rounds that are drawn like this.
    pub fn new(race: &'a Race, outlook: &'a O, draw: Draw, crash: f32) -> Self {
        Repeats { race, outlook, draw, crash, known: FastMap::default() }
    }

    /// The expected cost after a move that leaves these stops open, over this number of moves. In the next round the
    /// chance to repeat is smaller by the chance that another car stands on the target of the
    /// repetition then: that frees the car.
    pub fn after(
        &mut self,
        (node, open): (Node, Option<Stops>),
        was_first: bool,
        protection: f32,
        depth: u8,
    ) -> Expected {
        let open = match open {
            None => return Expected::default(),
            Some(open) => open,
        };
        let moment = Moment { node, open, was_first, depth };
        let draw = self.draw;
        self.round(moment, draw.chance * (1.0 - protection))
    }

    fn expect(&mut self, moment: Moment) -> Expected {
        if let Some(known) = self.known.get(&moment) {
            return *known;
        }
        let expected = self.round(moment, self.draw.chance);
        self.known.insert(moment, expected);
        expected
    }

    /// The next round of a car that is drawn to repeat with this chance.
    fn round(&mut self, moment: Moment, chance: f32) -> Expected {
        let Moment { node, open, was_first, depth } = moment;
        let left = self.outlook.left(node, open);
        if depth == 0 && left < FAR {
            return Expected { moves: f32::from(left), crash: 0.0 };
        }
        let is_spared = self.draw.spares && was_first;
        let repetition = self.race.graph().repetition(node);
        let free = |this: &mut Self, is_first| this.best(moment, is_first);
        match repetition {
            Some(next) if !is_spared => {
                let repeated = self.make(moment, next, true);
                let free = free(self, false);
                repeated.or(chance, free)
            }
            // It may be first all the same, which spares it again in the round after.
            _ if self.draw.spares => {
                let first = free(self, true);
                let free = free(self, false);
                first.or(self.draw.chance, free)
            }
            _ => free(self, false),
        }
    }

    /// The best of the moves of a car that is free.
    fn best(&mut self, moment: Moment, is_first: bool) -> Expected {
        let race = self.race;
        let course = race.course();
        let after = |node: Node| course.after(moment.open, race.graph().mark(node));
        let left = |node: Node| after(node).map_or(0, |open| self.outlook.left(node, open));
        let all: Vec<(Node, u16)> = successors(race.graph(), moment.node, MoveNumber(0))
            .map(|node| (node, left(node)))
            .filter(|it| it.1 < FAR)
            .collect();
        let least = all.iter().map(|it| it.1).min();
        let good = all.into_iter().filter(|it| Some(it.1) <= least.map(|it| it + DETOUR));
        let good: Vec<Node> = good.map(|it| it.0).collect();
        let mut best: Option<Expected> = None;
        for node in good {
            let expected = self.make(moment, node, is_first);
            if best.map_or(true, |best| expected.moves < best.moves) {
                best = Some(expected);
            }
        }
        // Every way on ends in a crash.
        let bound = || f32::from(self.race.tour().at_least(moment.node, moment.open));
        best.unwrap_or_else(|| Expected { moves: bound() + self.crash, crash: 1.0 })
    }

    /// What is expected from a move on, with that move.
    fn make(&mut self, moment: Moment, node: Node, is_first: bool) -> Expected {
        let graph = self.race.graph();
        let open = match self.race.course().after(moment.open, graph.mark(node)) {
            None => return Expected { moves: 1.0, crash: 0.0 },
            Some(open) => open,
        };
        let was_first = is_first && self.draw.spares;
        let depth = moment.depth.saturating_sub(1);
        let mut expected = self.expect(Moment { node, open, was_first, depth });
        expected.moves += 1.0;
        expected
    }
}

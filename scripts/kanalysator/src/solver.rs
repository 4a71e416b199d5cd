//! The fewest moves that are left in any situation of a race.
//!
//! The moves left after every motion on the map are computed once, by a search back from the finish for each
//! set of open checkpoints. Every situation is then looked up: a car in the way removes motions, and does not
//! change the moves that are left after the others. If the map has too many states for that, each situation
//! is searched, and the results are cached.

use std::cell::RefCell;
use std::collections::HashMap;

use anyhow::{Result, bail};
use gridkit::Deadline;
use kabotte::exact::Exact;
use kabotte::graph::Node;
use kabotte::motion::{Motion, Vector};
use kabotte::reached::MOST_NODES;
use kabotte::rules::MoveNumber;
use kabotte::search::{Failure, Origin, search};
use kabotte::solve::{Crashes, Race, Settings};
use kabotte::stops::Stops;
use kabotte::tour::FAR;
use kabotte::track::{Cell, Track};

use crate::race::{Deed, PlayedRace, Situation};

/// States of a search with their results: the possible first moves, the number of that move, and the open
/// stops.
type Searched = HashMap<(Vec<Node>, MoveNumber, Stops), Option<u16>>;

/// A map with all motions of cars on it.
pub struct Solver {
    race: Race,
    exact: Exact,
    is_prepared: bool,
    searched: RefCell<Searched>,
}

/// A car whose fewest moves are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The car.
    pub car: Motion,
    /// The number of its next move.
    pub number: MoveNumber,
    /// The open stops.
    pub open: Stops,
    /// Whether it has to repeat its vector.
    pub must_repeat: bool,
}

impl Solver {
    /// Prepares the map for every state in which a car of the race has been.
    ///
    /// # Errors
    /// The map has no way from the start to the finish without a crash, or too many motions.
    pub fn new(played: &PlayedRace) -> Result<Self> {
        let mut deadline = Deadline::after_nodes(u64::MAX);
        // A way with planned crashes cannot be compared with: a crash counts as a loss here.
        let settings = Settings { crashes: Crashes::Forbidden, ..played.settings };
        let mut race = whole_race(&played.track, settings, &mut deadline)?;
        if race.opening().is_err() {
            bail!(
                "no car can finish on this map without a crash: there is no optimum to compare with"
            );
        }
        let strange: Vec<Motion> = states(played)
            .filter(|(car, number)| !race.knows(*car, *number))
            .map(|(car, _)| car)
            .collect();
        if !strange.is_empty() {
            race.take_in_cars(&strange);
            demand_whole(&race)?;
        }
        let mut exact = Exact::default();
        let is_prepared = exact.prepare(&race, race.course().all(), &mut deadline);
        Ok(Self { race, exact, is_prepared, searched: RefCell::default() })
    }

    /// The bot's model of the race.
    pub fn race(&self) -> &Race {
        &self.race
    }

    /// Whether the moves left are looked up instead of searched for.
    pub fn is_prepared(&self) -> bool {
        self.is_prepared
    }

    /// The open stops of a car.
    pub fn open(&self, collected: u16, crossed_line: bool) -> Stops {
        self.race.open(collected, crossed_line)
    }

    /// The moves that track, rules and taken cells allow a car.
    pub fn moves(&self, standing: &Standing, taken: &[Cell]) -> Vec<Node> {
        let graph = self.race.graph();
        let mut nodes = graph.after(standing.car, standing.number);
        nodes.retain(|node| !taken.contains(&graph.motion(*node).at));
        let mut next: Vec<Vector> = nodes.iter().map(|node| graph.motion(*node).vector).collect();
        let rules = graph.terms().rules;
        rules.filter(self.race.track(), standing.car, standing.number, &mut next);
        if standing.must_repeat {
            next.retain(|vector| *vector == standing.car.vector);
        }
        nodes.retain(|node| next.contains(&graph.motion(*node).vector));
        nodes
    }

    /// The cells where these moves end.
    pub fn targets(&self, nodes: &[Node]) -> Vec<Cell> {
        nodes.iter().map(|node| self.race.graph().motion(*node).at).collect()
    }

    /// The fewest moves to the finish if one of these moves is first; `None` if there is no way without a
    /// crash.
    pub fn fewest(&self, nodes: &[Node], number: MoveNumber, open: Stops) -> Option<u16> {
        if nodes.is_empty() {
            return None;
        }
        if !self.is_prepared {
            let key = (nodes.to_vec(), number, open);
            return *self
                .searched
                .borrow_mut()
                .entry(key)
                .or_insert_with(|| self.search(nodes, number, open));
        }
        let (graph, course) = (self.race.graph(), self.race.course());
        let total = |node: &Node| match course.after(open, graph.mark(*node)) {
            None => Some(1),
            Some(open) => {
                self.exact.left(*node, open).filter(|left| *left < FAR).map(|left| left + 1)
            }
        };
        nodes.iter().filter_map(total).min()
    }

    /// The same, by the search with which the bot drives.
    pub fn search(&self, nodes: &[Node], number: MoveNumber, open: Stops) -> Option<u16> {
        let origin = Origin { first: nodes, number, open, cautious: false };
        let mut deadline = Deadline::after_nodes(u64::MAX);
        match search(self.race.graph(), self.race.tour(), &origin, &mut deadline) {
            Ok(plan) => Some(plan.moves()),
            Err(Failure::NoWay | Failure::Unfinished) => None,
        }
    }

    /// The fewest moves of a car, with some cells taken.
    pub fn left(&self, standing: &Standing, taken: &[Cell]) -> Option<u16> {
        self.fewest(&self.moves(standing, taken), standing.number, standing.open)
    }

    /// The fewest moves of a car that may choose among some cells to start from.
    pub fn left_from(&self, starts: &[Cell]) -> Option<u16> {
        let from = |cell: &Cell| self.left(&self.at_start(*cell), &[]);
        starts.iter().filter_map(from).min()
    }

    /// A car on its start cell.
    pub fn at_start(&self, cell: Cell) -> Standing {
        Standing {
            car: Motion::at_rest(cell),
            number: MoveNumber::FIRST,
            open: self.race.course().all(),
            must_repeat: false,
        }
    }

    /// The car of a situation; `None` before its placement.
    pub fn standing(&self, situation: &Situation) -> Option<Standing> {
        Some(Standing {
            car: situation.car?,
            number: MoveNumber(situation.number.max(1)),
            open: self.open(situation.collected, situation.crossed_line),
            must_repeat: situation.must_repeat,
        })
    }
}

/// A race of which every motion is known.
///
/// # Errors
/// If the map has too many motions.
pub fn whole_race(track: &Track, settings: Settings, deadline: &mut Deadline) -> Result<Race> {
    let race = Race::with_room(track, settings, MOST_NODES, deadline);
    demand_whole(&race)?;
    Ok(race)
}

fn demand_whole(race: &Race) -> Result<()> {
    let (width, height) = (race.track().width(), race.track().height());
    if race.graph().is_cut() {
        bail!(
            "on this map of {width}x{height} cells cars can move in more than {MOST_NODES} ways: that is too many for an \
             exact answer"
        );
    }
    Ok(())
}

/// Every state of a car in the race, with the number of its next move.
fn states(played: &PlayedRace) -> impl Iterator<Item = (Motion, MoveNumber)> {
    played.situations.iter().filter_map(|situation| match &situation.deed {
        Deed::Placed(cell) => Some((Motion::at_rest(*cell), MoveNumber::FIRST)),
        Deed::Moved { motion, .. } => Some((*motion, MoveNumber(situation.number.max(1)))),
        Deed::Crashed(cell) => Some((Motion::at_rest(*cell), MoveNumber(situation.number.max(1)))),
        Deed::Gone => None,
    })
}

//! Least numbers of moves, and which descents cannot exist.

use gridkit::Deadline;

use super::budget::Limits;
use super::car::{Car, Rest};
use super::cars::Cars;
use super::doom::doom;
use super::estimate::Estimate;
use super::heads::{Below, Head};
use super::near::Near;
use super::outcomes::Descent;
use super::returns::{Returns, MOST};
use crate::distances::Row;
use crate::graph::Node;
use crate::stops::Stops;

/// The most memory that the tight bounds may take while they are made, in bytes.
const MOST_BYTES: usize = 120 << 20;

/// What is known of all ways before a search.
pub(super) struct Bounds {
    /// A bit for each number of moves in which a node can get into a dead end.
    doom: Vec<u32>,
    pub near: Near,
    /// For a search with more than one crash in a detour.
    tight: Option<Tight>,
}

/// Bounds that take longer to make.
struct Tight {
    returns: Returns,
    estimate: Estimate,
}

impl Bounds {
    /// `None` if there is not enough time.
    pub fn new(cars: &Cars, limits: Limits, deadline: &mut Deadline) -> Option<Bounds> {
        let (race, zzz, most) = (&cars.race, cars.zzz, limits.moves);
        let (graph, course, track) = (race.graph(), race.course(), race.track());
        let near = Near::new(graph, course, track, deadline)?;
        let is_small = Estimate::bytes(graph, course, track) <= MOST_BYTES;
        let mut tight = None;
        if limits.crashes > 1 && zzz > 1 && is_small && !cars.may_be_stuck {
            let returns = Returns::new(graph, track, (zzz, most), deadline)?;
            let estimate = Estimate::new(graph, course, track, (&returns, most), deadline)?;
            tight = Some(Tight { returns, estimate });
        }
        Some(Bounds { doom: doom(graph, zzz.min(most)), near, tight })
    }

    /// Whether a driving car crashes in its next turn.
    pub fn is_dead(&self, node: Node) -> bool {
        self.doom[node.index()] & 1 != 0
    }

    /// Whether a descent of `moves` moves may exist.
    pub fn may_exist(&self, cars: &Cars, descent: Descent, moves: u16) -> bool {
        match (descent.car, &self.tight) {
            (Car::Driving(node), Some(tight)) if moves <= MOST => {
                tight.returns.of(node) >> moves & 1 == 1
            }
            (Car::Resting(rest), Some(tight)) if moves <= MOST && descent.to_pop > 0 => {
                let cell = cars.race.track().index(rest.at).unwrap_or(0);
                tight.returns.at_rest_on(cell) >> moves & 1 == 1
            }
            // Nothing but the last crash.
            (Car::Driving(node), None) if descent.crashes == 1 && moves <= 31.min(cars.zzz) => {
                self.doom[node.index()] >> moves & 1 == 1
            }
            _ => true,
        }
    }

    /// The fewest moves of a car to each stop before it comes below the top of its trail.
    pub fn nearness(&self, cars: &Cars, car: Car) -> Row {
        match car {
            Car::Driving(node) => self.near.moving(node),
            Car::Resting(rest) => self.near.at_rest([rest.at, rest.top]),
            Car::Beginning(beginning) => self.nearness_of(cars, Head::Beginning(beginning)),
        }
    }

    /// The fewest moves from a head to each stop.
    pub fn nearness_of(&self, cars: &Cars, head: Head) -> Row {
        let near = &self.near;
        match head {
            Head::Driving(node) => near.moving(node),
            Head::Resting(at) => near.at_rest(Some(at)),
            Head::Above(rest, Below::Trail { beginning, depth }) => {
                let trail = cars.trail(beginning).from(depth.into());
                near.at_rest(trail.iter().copied().chain([rest.at, rest.top]))
            }
            Head::Above(rest, _) => near.at_rest([rest.at, rest.top]),
            Head::Beginning(beginning) => {
                let (trail, nodes) = (cars.trail(beginning), cars.first(beginning));
                near.at_rest_or_by(cars.race.graph(), trail.from(0), nodes)
            }
        }
    }

    /// The least number of moves to the finish; `None` if there is no way.
    pub fn left(&self, cars: &Cars, head: Head, open: Stops) -> Option<u16> {
        if let Some(Tight { estimate, .. }) = &self.tight {
            let track = cars.race.track();
            match head {
                Head::Driving(node) => return estimate.moving(node, open),
                Head::Resting(at) | Head::Above(Rest { at, .. }, Below::Own) => {
                    return estimate.resting(track.index(at).unwrap_or(0), open);
                }
                Head::Above(..) | Head::Beginning(_) => {}
            }
        }
        self.near.left(&self.nearness_of(cars, head), open, 0)
    }

    /// The least number of moves to the finish after a detour of at most `passing` moves. It is taken to pass
    /// every stop that is near enough; `row` is [`nearness_of`](Self::nearness_of) the head.
    pub fn left_after(
        &self,
        cars: &Cars,
        (head, row): (Head, &Row),
        open: Stops,
        passing: u16,
    ) -> Option<u16> {
        let near = self.near.left(row, open, passing)?;
        let open = Stops(open.0 & !self.near.within(row, passing).0);
        let (estimate, track) = match &self.tight {
            Some(tight) => (&tight.estimate, cars.race.track()),
            None => return Some(near),
        };
        let at = |cell| estimate.resting(track.index(cell).unwrap_or(0), open);
        match head {
            Head::Driving(node) => at(cars.race.graph().motion(node).at),
            Head::Above(rest, Below::Own) => at(rest.at).into_iter().chain(at(rest.top)).min(),
            _ => Some(near),
        }
    }
}

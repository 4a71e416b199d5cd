//! How many quickest ways there are.

use gridkit::FastMap;

use crate::crash::{Model, State, Walk};
use crate::graph::Node;

/// A move on a quickest way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrashStep {
    pub node: Node,
    /// What the car can have in mind after it; nothing after the finish.
    pub walks: Vec<Walk>,
    /// Number of quickest ways that begin with it, at most `u64::MAX`.
    pub ways: u64,
}

/// The ways on from the states on quickest ways.
pub struct Ways {
    best: u16,
    /// The fewest moves to the states that a search has met.
    moves: FastMap<State, u16>,
    /// By state, of those that were asked for.
    known: FastMap<State, (u16, u64)>,
}

impl Ways {
    pub fn new(best: u16, moves: FastMap<State, u16>) -> Ways {
        Ways { best, moves, known: FastMap::default() }
    }

    /// Gives back the memory of states that are on no quickest way; those that are were all asked for.
    pub fn forget(&mut self) {
        self.moves = FastMap::default();
        self.known.retain(|_, (_, ways)| *ways > 0);
        self.known.shrink_to_fit();
    }

    /// The ways from a state if it is reached in this number of moves.
    fn of(&mut self, model: &mut Model, state: State, moves: u16) -> u64 {
        if let Some((known, ways)) = self.known.get(&state) {
            return if *known == moves { *ways } else { 0 };
        }
        if self.moves.get(&state) != Some(&moves) {
            return 0;
        }
        let mut sum: u64 = 0;
        for edge in model.edges(state, moves) {
            let after = moves + edge.moves;
            let on = match edge.state {
                None => u64::from(after == self.best),
                Some(next) => self.of(model, next, after),
            };
            sum = sum.saturating_add(on.saturating_mul(edge.ways));
        }
        self.known.insert(state, (moves, sum));
        sum
    }

    /// The moves that follow some walks, after a number of other moves, with the quickest ways that begin with each.
    pub fn steps(&mut self, model: &mut Model, walks: &[Walk], moves: u16) -> Vec<CrashStep> {
        let mut counted: Vec<CrashStep> = Vec::new();
        for walk in walks {
            for (node, next) in walk.steps(model, moves) {
                let ways = match &next {
                    None => u64::from(moves + 1 == self.best),
                    Some(next) => {
                        let (end, later, ways) = next.end(model);
                        ways.saturating_mul(self.of(model, end, moves + 1 + later))
                    }
                };
                if ways == 0 {
                    continue;
                }
                if let Some(step) = counted.iter_mut().find(|step| step.node == node) {
                    step.ways = step.ways.saturating_add(ways);
                    step.walks.extend(next);
                } else {
                    let walks = next.into_iter().collect();
                    counted.push(CrashStep { node, walks, ways });
                }
            }
        }
        counted
    }
}

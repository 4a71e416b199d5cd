//! A search for the best plan of both chefs to the end of the round.
//!
//! It is a beam search like that of [`beam`](crate::beam), in parts: each turn goes on where the last one
//! ended. It visits a fixed number of positions, and what it finds does not depend on when it was
//! interrupted. So two players that search from the same position find the same plan.

use std::time::Duration;

use gridkit::Deadline;

use crate::action::Action;
use crate::clock::Clock;
use crate::layer::Layer;
use crate::moves::{Freedom, Moves};
use crate::node::Node;
use crate::queue::Queue;
use crate::seen::Seen;
use crate::useful::useful;
use crate::world::World;
use crate::worth::Evaluator;

/// About as many positions are found in a turn.
const USUAL_POSITIONS: usize = 5_000;

/// How a position came about.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The index of the position before it, in the turn before.
    parent: u32,
    action: Action,
}

/// The search and its memory, which is allocated once.
pub struct RoundSearch {
    /// The positions of the turn before, of the turn that is searched, and of the next one.
    layers: [Layer; 3],
    queue: Queue,
    /// The candidates of the next turn.
    seen: Seen,
    moves: Moves,
    /// For each turn before the one that is searched, how its expanded positions came about.
    steps: Vec<Vec<Step>>,
    /// The turns from the root to the end.
    turns: usize,
    /// The number of turns that were searched.
    turn: usize,
    /// The positions that the search may still find, each time one is found counted.
    left: u64,
    /// The turn ends when `left` is at this number.
    least: u64,
}

impl RoundSearch {
    pub fn new() -> RoundSearch {
        RoundSearch {
            layers: [Layer::new(), Layer::new(), Layer::new()],
            queue: Queue::new(),
            seen: Seen::new(),
            moves: Moves::new(),
            steps: (0..200).map(|_| Vec::with_capacity(2_000)).collect(),
            turns: 0,
            turn: 0,
            left: 0,
            least: 0,
        }
    }

    /// Begins at a position, with a number of positions to find.
    pub fn begin(&mut self, world: &World, evaluator: &mut Evaluator, mut root: Node, nodes: u64) {
        root.rate(world, evaluator);
        self.layers.iter_mut().for_each(Layer::clear);
        self.layers[1].set_root(root);
        self.turns = usize::from(root.state.left) + 1;
        self.turn = 0;
        self.left = nodes;
        self.enter();
    }

    /// Goes on until it has found all positions that it may find. `false` if the deadline was earlier.
    /// Also gives the longest time between two looks at the clock.
    pub fn run(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        deadline: &mut Deadline,
    ) -> (bool, Duration) {
        let mut clock = Clock::begin(deadline);
        while self.turn < self.turns {
            if !self.expand(world, evaluator, deadline, &mut clock) {
                return (false, clock.stall);
            }
            self.go_on();
        }
        (true, clock.stall)
    }

    /// Expands the positions of a turn, the best first, until its share of all positions is found.
    /// `false` if the deadline was earlier.
    fn expand(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        deadline: &mut Deadline,
        clock: &mut Clock,
    ) -> bool {
        let per_stock = world.params.round_per_stock as u32;
        let [before, now, next] = &mut self.layers;
        let is_root = self.turn == 0;
        for number in 1.. {
            if self.left <= self.least || next.is_full() || now.has_all_nodes() {
                return true;
            }
            if number % 16 == 0 {
                clock.look(deadline);
                if deadline.is_over() {
                    return false;
                }
            }
            let parent = if is_root {
                0
            } else {
                match self.queue.next(now, per_stock) {
                    Some(index) => now.expand(world, index, before),
                    None => return true,
                }
            };
            let node = now.node(parent);
            if node.state.over {
                return true;
            }
            let worth = evaluator.worth(world, &node.state);
            let useful = useful(world, &node.state, node.state.mover, &worth);
            self.moves.find(world, node, useful, Freedom::default());
            for last in self.moves.iter() {
                let _ = deadline.expired();
                next.push(&mut self.seen, world, evaluator, (parent, node), last);
                self.left = self.left.saturating_sub(1);
            }
            if is_root {
                return true;
            }
        }
        true
    }

    /// Goes on to the next turn.
    fn go_on(&mut self) {
        let steps = &mut self.steps[self.turn];
        steps.clear();
        let now = &self.layers[1];
        steps.extend((0..now.nodes() as u32).map(|node| {
            let candidate = &now.candidates()[now.owner(node)];
            Step { parent: candidate.parent, action: candidate.last.action }
        }));
        self.layers.rotate_left(1);
        self.layers[2].clear();
        self.turn += 1;
        self.enter();
    }

    /// Prepares the search of a turn. All turns that are left get the same number of positions.
    fn enter(&mut self) {
        self.least = self.left - self.left / (self.turns - self.turn).max(1) as u64;
        self.layers[2].enter(&mut self.seen, USUAL_POSITIONS);
        self.queue.fill(&self.layers[1]);
    }

    /// The points at the end of the best plan, counted from the root, and the plan. The search must be
    /// over.
    pub fn best(&mut self, world: &World) -> (i32, Vec<Action>) {
        let [before, last, _] = &mut self.layers;
        let mut best: Option<(i32, usize)> = None;
        for index in 0..last.candidates().len() {
            if last.has_all_nodes() {
                break;
            }
            let node = last.expand(world, index, before);
            let points = last.node(node).state.points;
            if best.map_or(true, |(most, _)| points > most) {
                best = Some((points, index));
            }
        }
        let (points, index) = match best {
            Some(best) => best,
            None => return (i32::MIN, Vec::new()),
        };
        let mut actions = vec![Action::WAIT; self.turn];
        let found = &last.candidates()[index];
        let mut step = Step { parent: found.parent, action: found.last.action };
        for turn in (0..self.turn).rev() {
            actions[turn] = step.action;
            step = self.steps[turn][step.parent as usize];
        }
        (points, actions)
    }
}

impl Default for RoundSearch {
    fn default() -> Self {
        RoundSearch::new()
    }
}

//! A beam search: from turn to turn it keeps the best positions.
//!
//! One turn of either chef is one ply. The positions of a ply are expanded in the order of their
//! scores until the ply's share of the time is over. What they lead to is scored before it is
//! stored, and only the best become the positions of the next ply. The positions live in two pools
//! that are allocated once: the search allocates nothing.

use gridkit::Deadline;

use crate::action::{Action, ActionSet};
use crate::candidates::Candidates;
use crate::chef::Chef;
use crate::clock::Clock;
use crate::kitchen::Kind;
use crate::moves::{Freedom, Move, Moves};
use crate::node::Node;
use crate::oven;
use crate::question::{Plan, Question};
use crate::state::State;
use crate::useful::useful;
use crate::world::World;
use crate::worth::Evaluator;

/// A ply of the search.
struct Ply {
    /// The number of plies before it.
    number: usize,
    /// The position on the known plan, and the plan's next action.
    follow: Option<Step>,
    /// The part of the time, from 0 to 1, at whose end the ply ends.
    share: f64,
}

/// A position of a ply, and an action in it.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    action: Action,
}

/// The memory of the search.
pub struct Beam {
    nodes: Vec<Node>,
    next: Vec<Node>,
    candidates: Candidates,
    /// For each ply, how its kept positions came about.
    steps: Vec<Vec<Step>>,
    moves: Moves,
    clock: Clock,
}

/// The most plies that a search looks ahead.
pub const MOST_PLIES: usize = 60;

impl Beam {
    /// Allocates the pools for the beam's width and one more position, that of the known plan.
    pub fn new(world: &World) -> Beam {
        let width = world.params.width as usize;
        Beam {
            nodes: Vec::with_capacity(width + 1),
            next: Vec::with_capacity(width + 1),
            candidates: Candidates::new(),
            steps: (0..MOST_PLIES).map(|_| Vec::with_capacity(width + 1)).collect(),
            moves: Moves::new(),
            clock: Clock::default(),
        }
    }

    /// Looks for the best plan from a position, in which either chef may have the turn.
    pub fn search(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        question: &Question<'_>,
        deadline: &mut Deadline,
    ) -> Plan {
        let Question { root, known, .. } = *question;
        let depth = question.depth.min(MOST_PLIES);
        self.clock = Clock::begin(deadline);
        let mut states = 0;
        self.nodes.clear();
        self.nodes.push(*root);
        self.nodes[0].worth = evaluator.worth(world, &root.state).points;
        let mut known_node = Some(0_usize);
        let (mut plies, mut cut) = (0, false);
        for ply in 0..depth {
            if self.nodes[0].state.over {
                break;
            }
            let used = deadline.used();
            let share = used + (1.0 - used) / (depth - ply) as f64;
            let excluded = |action: Action| ply == 0 && question.excluded.contains(action);
            let follow = known_node
                .and_then(|node| {
                    Some(Step { parent: node as u32, action: *known.actions.get(ply)? })
                })
                .filter(|step| !excluded(step.action));
            let ply = Ply { number: ply, follow, share };
            let known_candidate = self.expand(world, evaluator, question, &ply, deadline);
            states += self.candidates.len() as u64;
            if self.candidates.is_empty() {
                break;
            }
            known_node = self.select(world, ply.number, known_candidate);
            plies = ply.number + 1;
            self.clock.look(deadline);
            cut = ply.number > 0 && plies < depth && deadline.is_over();
            if cut {
                break;
            }
        }
        // The known plan was once searched to its end. It is better than a search that was cut
        // short.
        let follow = known_node.filter(|_| cut && known.is_valid && plies < known.actions.len());
        let index = follow.unwrap_or(0);
        let score = self.nodes.get(index).map_or(0, |node| node.score(world));
        let mut actions = self.actions_to(index, plies);
        if follow.is_some() {
            actions.extend_from_slice(&known.actions[plies..]);
        }
        Plan { actions, score, states, stall: self.clock.stall }
    }

    /// The actions that lead from the root to a position of the last ply.
    fn actions_to(&self, mut index: usize, plies: usize) -> Vec<Action> {
        let mut actions = vec![Action::WAIT; plies];
        for ply in (0..plies).rev() {
            let step = self.steps[ply][index];
            actions[ply] = step.action;
            index = step.parent as usize;
        }
        actions
    }

    /// Finds the candidates that the positions of a ply lead to. Returns the index of the candidate
    /// that follows the known plan.
    fn expand(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        question: &Question<'_>,
        ply: &Ply,
        deadline: &mut Deadline,
    ) -> Option<usize> {
        self.candidates.clear();
        // First, because the position may be so low in the list that the time is over before it.
        let known_candidate = self.follow(world, evaluator, question, ply);
        for (parent, node) in self.nodes.iter().enumerate() {
            if self.candidates.len() + 64 > Candidates::MOST {
                break;
            }
            if parent % 16 == 15 {
                self.clock.look(deadline);
                if deadline.used() >= ply.share {
                    break;
                }
            }
            if let Some(action) = question.script(ply.number, node.state.mover) {
                let _ = deadline.expired();
                let last = Move::free(possible(world, &node.state, action));
                self.candidates.push(world, evaluator, (parent, node), last);
                continue;
            }
            let useful = useful_now(world, evaluator, question, &node.state);
            let putting_down = ply.number < question.putting_down;
            let freedom = Freedom { waiting: question.may_wait, putting_down };
            self.moves.find(world, node, useful, freedom);
            let mut excluded = ActionSet::EMPTY;
            if ply.number == 0 && !self.moves.all_in(question.excluded) {
                excluded = question.excluded;
            }
            for last in self.moves.iter().filter(|last| !excluded.contains(last.action)) {
                let _ = deadline.expired();
                self.candidates.push(world, evaluator, (parent, node), last);
            }
        }
        known_candidate
    }

    /// Adds the candidate that follows the known plan, if that is possible.
    fn follow(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        question: &Question<'_>,
        ply: &Ply,
    ) -> Option<usize> {
        let Step { parent, action: known } = ply.follow?;
        let node = &self.nodes[parent as usize];
        let script = question.script(ply.number, node.state.mover);
        let action = possible(world, &node.state, script.unwrap_or(known));
        if script.is_none() && action != known {
            return None;
        }
        let before = (parent as usize, node);
        Some(self.candidates.push(world, evaluator, before, Move::free(action)))
    }

    /// Stores the best candidates as the positions of the next ply, the best first, and
    /// `known_candidate` in any case. Gives the index of that one.
    fn select(
        &mut self,
        world: &World,
        ply: usize,
        known_candidate: Option<usize>,
    ) -> Option<usize> {
        let limits = (world.params.width as usize, world.params.width_per_stock as u32);
        self.next.clear();
        self.steps[ply].clear();
        let (nodes, next, steps) = (&self.nodes, &mut self.next, &mut self.steps[ply]);
        let mut known_node = None;
        self.candidates.best(limits, known_candidate, |index, candidate| {
            if known_candidate == Some(index) {
                known_node = Some(next.len());
            }
            let parent = candidate.parent;
            next.push(candidate.node(world, &nodes[parent as usize]));
            steps.push(Step { parent, action: candidate.last.action });
        });
        std::mem::swap(&mut self.nodes, &mut self.next);
        known_node
    }
}

/// The tables whose use makes sense for the chef whose turn it is. The bot leaves the partner's food in
/// the oven for some turns.
#[inline]
fn useful_now(
    world: &World,
    evaluator: &mut Evaluator,
    question: &Question<'_>,
    state: &State,
) -> u64 {
    let worth = evaluator.worth(world, state);
    let useful = useful(world, state, &worth);
    let leaves_oven = state.mover == Chef::Own
        && question.partners_oven == Some(state.filled)
        && state.age() < oven::UNCLAIMED_TURNS;
    if leaves_oven {
        useful & !world.kitchen.all(Kind::Oven)
    } else {
        useful
    }
}

/// The action if the chef whose turn it is can do it, else waiting.
fn possible(world: &World, state: &State, action: Action) -> Action {
    let (at, other) = (state.at[state.mover], state.at[state.mover.other()]);
    let can = match (action.destination(), action.table()) {
        (Some(floor), _) => {
            at.map_or(false, |at| world.walks.from(at, other).reach & floor.bit() != 0)
        }
        (_, Some(table)) => world.kitchen.near(at) & table.bit() != 0,
        _ => true,
    };
    if can {
        action
    } else {
        Action::WAIT
    }
}

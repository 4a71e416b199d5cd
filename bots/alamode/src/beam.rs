//! A beam search: from turn to turn it keeps the best positions.
//!
//! One turn of either chef is one ply. The positions of a ply are expanded in the order of their
//! scores until the ply's share of the time is over. What they lead to is scored before it is
//! stored, and only the best become the positions of the next ply. The positions live in two pools
//! that are allocated once: the search allocates nothing.

use std::time::Duration;

use gridkit::Deadline;

use crate::action::{Action, ActionSet};
use crate::candidates::{Candidate, Candidates};
use crate::chef::Chef;
use crate::kitchen::Kind;
use crate::moves::{Freedom, Moves};
use crate::oven;
use crate::state::State;
use crate::useful::useful;
use crate::world::World;
use crate::worth::Evaluator;

/// How the partner's turns are played in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner<'a> {
    /// The search chooses the partner's actions, too.
    Joint,
    /// The partner does these actions as far as they are possible, then nothing.
    Script(&'a [Action]),
}

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position to start from.
    pub root: &'a State,
    pub partner: Partner<'a>,
    /// A plan of both chefs that is followed as far as possible, however low it scores.
    pub known: &'a [Action],
    /// Whether the partner has followed that plan so far.
    pub is_known_valid: bool,
    /// Actions that must not come first.
    pub excluded: ActionSet,
    /// The turn in which the oven was filled, if the bot must leave its contents to the partner.
    pub partners_oven: Option<u8>,
    /// Whether a chef may wait in any position: the partner may block the way.
    pub may_wait: bool,
    /// The number of turns ahead in which a chef that could only wait may put down what it holds on any table.
    pub putting_down: usize,
    /// Turns to look ahead, of both chefs together.
    pub depth: usize,
}

impl Question<'_> {
    /// The action of a ply if it is not to be chosen.
    fn script(&self, ply: usize, mover: Chef) -> Option<Action> {
        match self.partner {
            Partner::Script(script) if mover == Chef::PARTNER => {
                Some(script.get(ply / 2).copied().unwrap_or(Action::WAIT))
            }
            _ => None,
        }
    }
}

/// A ply of the search.
struct Ply {
    /// The number of plies before it.
    number: usize,
    /// The index of the position on the known plan, and the plan's next action.
    follow: Option<(usize, Action)>,
    /// The part of the time, from 0 to 1, at whose end the ply ends.
    share: f64,
}

/// How a kept position came about: the index of the position before it, and the action.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    action: Action,
}

/// The best plan that a search found.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The actions of both chefs in turn, from that of the chef whose turn it is.
    pub actions: Vec<Action>,
    /// The score of the position at the end, in points.
    pub score: i32,
    /// Positions that were generated and scored.
    pub states: u64,
    /// The longest time between two looks at the clock. The work between them takes less than a
    /// millisecond, so for about that long the program was not running.
    pub stall: Duration,
}

/// The memory of the search.
pub struct Beam {
    positions: Vec<State>,
    next: Vec<State>,
    candidates: Candidates,
    /// For each ply, how its kept positions came about.
    steps: Vec<Vec<Step>>,
    moves: Moves,
    clock: Clock,
}

/// The looks at the clock during a search.
#[derive(Default)]
pub struct Clock {
    /// When it was last looked at, counted from the start of the deadline.
    pub last: Duration,
    /// The longest time between two looks.
    pub stall: Duration,
}

impl Clock {
    /// Looks at the clock of the deadline.
    pub fn look(&mut self, deadline: &Deadline) {
        let now = deadline.elapsed();
        self.stall = self.stall.max(now.saturating_sub(self.last));
        self.last = now;
    }
}

/// The most plies that a search looks ahead.
pub const MOST_PLIES: usize = 60;

impl Beam {
    /// Allocates the pools for the beam's width and one more position, that of the known plan.
    pub fn new(world: &World) -> Beam {
        let width = world.params.width as usize;
        Beam {
            positions: Vec::with_capacity(width + 1),
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
        self.clock = Clock { last: deadline.elapsed(), stall: Duration::ZERO };
        let mut states = 0;
        self.positions.clear();
        self.positions.push(*root);
        self.positions[0].worth = evaluator.worth(world, root).points;
        let mut known_position = Some(0_usize);
        let (mut plies, mut cut) = (0, false);
        for ply in 0..depth {
            if self.positions[0].over {
                break;
            }
            let used = deadline.used();
            let share = used + (1.0 - used) / (depth - ply) as f64;
            let excluded = |action: Action| ply == 0 && question.excluded.contains(action);
            let follow = known_position
                .and_then(|position| Some((position, *known.get(ply)?)))
                .filter(|&(_, action)| !excluded(action));
            let step = Ply { number: ply, follow, share };
            let known_candidate = self.expand(world, evaluator, question, &step, deadline);
            states += self.candidates.len() as u64;
            if self.candidates.is_empty() {
                break;
            }
            known_position = self.select(world, ply, known_candidate);
            plies = ply + 1;
            self.clock.look(deadline);
            cut = ply > 0 && plies < depth && deadline.is_over();
            if cut {
                break;
            }
        }
        // The known plan was once searched to its end. It is better than a search that was cut
        // short.
        let follow =
            known_position.filter(|_| cut && question.is_known_valid && plies < known.len());
        let index = follow.unwrap_or(0);
        let score = self.positions.get(index).map_or(0, |state| state.score(world));
        let mut actions = self.actions_to(index, plies);
        if follow.is_some() {
            actions.extend_from_slice(&known[plies..]);
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
        let known_candidate = ply.follow.and_then(|(parent, known)| {
            let state = &self.positions[parent];
            let script = question.script(ply.number, state.mover);
            let action = possible(world, state, script.unwrap_or(known));
            if script.is_none() && action != known {
                return None;
            }
            Some(self.candidates.push(world, evaluator, (parent, state), (action, false)))
        });
        for (parent, state) in self.positions.iter().enumerate() {
            if self.candidates.len() + 64 > Candidates::MOST {
                break;
            }
            if parent % 16 == 15 {
                self.clock.look(deadline);
                if deadline.used() >= ply.share {
                    break;
                }
            }
            if let Some(action) = question.script(ply.number, state.mover) {
                let _ = deadline.expired();
                let pair = (possible(world, state, action), false);
                self.candidates.push(world, evaluator, (parent, state), pair);
                continue;
            }
            let worth = evaluator.worth(world, state);
            let useful = useful(world, state, &worth, state.hand[state.mover.index()]);
            let leave_oven = state.mover == Chef::OWN
                && question.partners_oven == Some(state.filled)
                && state.age() < oven::UNCLAIMED_TURNS;
            let useful = if leave_oven { useful & !world.kitchen.all(Kind::Oven) } else { useful };
            let putting_down = ply.number < question.putting_down;
            let freedom = Freedom { waiting: question.may_wait, putting_down };
            self.moves.find(world, state, useful, freedom);
            let mut excluded = ActionSet::EMPTY;
            if ply.number == 0 {
                self.moves.farthest_first(world, state);
                if !self.moves.all_in(question.excluded) {
                    excluded = question.excluded;
                }
            }
            for pair in self.moves.iter().filter(|pair| !excluded.contains(pair.0)) {
                let _ = deadline.expired();
                self.candidates.push(world, evaluator, (parent, state), pair);
            }
        }
        known_candidate
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
        let (positions, next, steps) = (&self.positions, &mut self.next, &mut self.steps[ply]);
        let mut known_position = None;
        self.candidates.best(limits, known_candidate, |index, candidate| {
            if known_candidate == Some(index) {
                known_position = Some(next.len());
            }
            let Candidate { parent, action, .. } = *candidate;
            next.push(candidate.position(world, &positions[parent as usize]));
            steps.push(Step { parent, action });
        });
        std::mem::swap(&mut self.positions, &mut self.next);
        known_position
    }
}

/// The action if the chef whose turn it is can do it, else waiting.
fn possible(world: &World, state: &State, action: Action) -> Action {
    let chef = state.mover.index();
    let (at, other) = (state.at[chef], state.at[1 - chef]);
    let can = match (action.destination(), action.table()) {
        (Some(floor), _) => world.walks.reach[at.index()][other.index()] >> floor.0 & 1 != 0,
        (_, Some(table)) => world.kitchen.near[at.index()] & table.bit() != 0,
        _ => true,
    };
    if can {
        action
    } else {
        Action::WAIT
    }
}

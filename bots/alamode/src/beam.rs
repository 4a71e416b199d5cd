//! The beam search: turn by turn over real outputs, the best positions of each turn kept.
//!
//! Each turn of either chef is one depth. The positions of a depth are played on, best first, as
//! long as that depth's share of the time lasts; what comes out is scored before it is stored,
//! and only the best become positions of the next depth. They live in two pools that are made
//! once: the search allocates nothing.

use std::time::Duration;

use gridkit::Deadline;

use crate::candidates::{Candidate, Candidates};
use crate::deadlock::Actions;
use crate::kitchen::Kind;
use crate::moves::Moves;
use crate::oven;
use crate::state::{Action, Chef, State};
use crate::useful::useful;
use crate::world::World;
use crate::worth::Appraiser;

/// How the partner's turns are played during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner<'a> {
    /// As if the bot decided for him, too.
    Joint,
    /// He does this as far as he can, then nothing.
    Script(&'a [Action]),
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub root: &'a State,
    /// How the partner's turns are played.
    pub partner: Partner<'a>,
    /// A course that is looked at as far as it can be followed.
    pub known: &'a [Action],
    /// Whether that course has come true so far.
    pub sure: bool,
    /// Actions that must not come first.
    pub circles: Actions,
    /// The turn in which the oven was filled, if its contents are the partner's.
    pub foreign: Option<u8>,
    /// Whether waiting is always possible, for somebody may stand in the way.
    pub free: bool,
    /// Turns to look ahead.
    pub depth: usize,
}

impl Question<'_> {
    /// What the chef whose turn it is does then without choice, if he has none.
    fn script(&self, ply: usize, mover: Chef) -> Option<Action> {
        match self.partner {
            Partner::Script(script) if mover == Chef::PARTNER => {
                Some(script.get(ply / 2).copied().unwrap_or(Action::WAIT))
            }
            _ => None,
        }
    }
}

/// What became of a turn: the position before it and the action.
#[derive(Clone, Copy)]
struct Step {
    parent: u32,
    action: Action,
}

/// The best course that was found.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The actions of both chefs in turn, from that of the chef whose turn it is.
    pub actions: Vec<Action>,
    /// The value at its end, in points.
    pub score: i32,
    /// Positions that were generated and scored.
    pub states: u64,
    /// The longest time between two looks at the clock, which lie less than a millisecond of work
    /// apart: as long the program may have stood still.
    pub stall: Duration,
}

/// The memory of the search.
pub struct Beam {
    positions: Vec<State>,
    next: Vec<State>,
    candidates: Candidates,
    /// For each depth the kept positions' pasts.
    steps: Vec<Vec<Step>>,
    moves: Moves,
    clock: Clock,
}

/// The looks at the clock during a search.
#[derive(Default)]
struct Clock {
    last: Duration,
    stall: Duration,
}

impl Clock {
    fn look(&mut self, deadline: &Deadline) {
        let now = deadline.elapsed();
        self.stall = self.stall.max(now.saturating_sub(self.last));
        self.last = now;
    }
}

/// Depths at most.
pub const DEEPEST: usize = 60;

impl Beam {
    /// Makes the pools, for a beam as wide as the parameters say and the known course.
    pub fn new(world: &World) -> Beam {
        let width = world.params.width as usize;
        Beam {
            positions: Vec::with_capacity(width + 1),
            next: Vec::with_capacity(width + 1),
            candidates: Candidates::new(),
            steps: (0..DEEPEST).map(|_| Vec::with_capacity(width + 1)).collect(),
            moves: Moves::new(),
            clock: Clock::default(),
        }
    }

    /// Looks for the best course from a position, whoever has the turn.
    pub fn search(
        &mut self,
        world: &World,
        appraiser: &mut Appraiser,
        question: &Question<'_>,
        deadline: &mut Deadline,
    ) -> Plan {
        let Question { root, known, .. } = *question;
        let depth = question.depth.min(DEEPEST);
        let mut best = Plan::default();
        self.clock = Clock { last: deadline.elapsed(), stall: Duration::ZERO };
        let mut states = 0;
        self.positions.clear();
        self.positions.push(*root);
        self.positions[0].worth = appraiser.worth(world, root).points;
        let mut kept = Some(0_usize);
        let (mut turns, mut cut) = (0, false);
        for ply in 0..depth {
            if self.positions[0].over {
                break;
            }
            let used = deadline.used();
            let share = used + (1.0 - used) / (depth - ply) as f64;
            let circle = |action: Action| ply == 0 && question.circles >> action.0 & 1 != 0;
            let follow = kept
                .and_then(|kept| Some((kept, *known.get(ply)?)))
                .filter(|&(_, action)| !circle(action));
            let kept_candidate =
                self.expand(world, appraiser, question, ply, follow, share, deadline);
            states += self.candidates.len() as u64;
            if self.candidates.is_empty() {
                break;
            }
            kept = self.select(world, ply, kept_candidate);
            turns = ply + 1;
            self.clock.look(deadline);
            cut = ply > 0 && turns < depth && deadline.is_over();
            if cut {
                break;
            }
        }
        best.states = states;
        best.stall = self.clock.stall;
        // A course that was looked at to its end is better than what time has cut short.
        let follow = kept.filter(|_| cut && question.sure && turns < known.len());
        let mut index = follow.unwrap_or(0);
        best.score = self.positions.get(index).map_or(0, |state| state.score(world));
        best.actions.resize(turns, Action::WAIT);
        for ply in (0..turns).rev() {
            let step = self.steps[ply][index];
            best.actions[ply] = step.action;
            index = step.parent as usize;
        }
        if follow.is_some() {
            best.actions.extend_from_slice(&known[turns..]);
        }
        best
    }

    /// Plays on the positions of a depth. Gives the candidate that follows the known course.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        world: &World,
        appraiser: &mut Appraiser,
        question: &Question<'_>,
        ply: usize,
        follow: Option<(usize, Action)>,
        share: f64,
        deadline: &mut Deadline,
    ) -> Option<usize> {
        self.candidates.clear();
        // Far from the best as it may be, the known course is played on in any case.
        let kept = follow.and_then(|(parent, known)| {
            let state = &self.positions[parent];
            let script = question.script(ply, state.mover);
            let action = possible(world, state, script.unwrap_or(known));
            if script.is_none() && action != known {
                return None;
            }
            Some(self.candidates.push(world, appraiser, (parent, state), (action, false)))
        });
        for (parent, state) in self.positions.iter().enumerate() {
            if self.candidates.len() + 64 > Candidates::MOST {
                break;
            }
            if parent % 16 == 15 {
                self.clock.look(deadline);
                if deadline.used() >= share {
                    break;
                }
            }
            if let Some(action) = question.script(ply, state.mover) {
                let _ = deadline.expired();
                let pair = (possible(world, state, action), false);
                self.candidates.push(world, appraiser, (parent, state), pair);
                continue;
            }
            let worth = appraiser.worth(world, state);
            let useful = useful(world, state, &worth, state.hand[state.mover.index()]);
            let hers = state.mover == Chef::OWN
                && question.foreign == Some(state.filled)
                && state.age() < oven::FORGOTTEN;
            let useful = if hers { useful & !world.kitchen.all(Kind::Oven) } else { useful };
            self.moves.find(world, state, useful, question.free);
            if ply == 0 {
                self.moves.farthest_first(world, state);
            }
            let circles =
                if ply == 0 && !self.moves.all_in(question.circles) { question.circles } else { 0 };
            for pair in self.moves.iter().filter(|pair| circles >> pair.0 .0 & 1 == 0) {
                let _ = deadline.expired();
                self.candidates.push(world, appraiser, (parent, state), pair);
            }
        }
        kept
    }

    /// Stores the best candidates as the positions of the next depth, the best first. Gives the
    /// place of the one that must be kept.
    fn select(&mut self, world: &World, ply: usize, must: Option<usize>) -> Option<usize> {
        let p = &world.params;
        self.next.clear();
        self.steps[ply].clear();
        let (positions, next, steps) = (&self.positions, &mut self.next, &mut self.steps[ply]);
        let mut kept = None;
        self.candidates.best((p.width as usize, p.alike as u32), must, |index, candidate| {
            if must == Some(index) {
                kept = Some(next.len());
            }
            let Candidate { parent, action, .. } = *candidate;
            next.push(candidate.position(world, &positions[parent as usize]));
            steps.push(Step { parent, action });
        });
        std::mem::swap(&mut self.positions, &mut self.next);
        kept
    }
}

/// The action if the chef whose turn it is can do it, else waiting.
fn possible(world: &World, state: &State, action: Action) -> Action {
    let chef = state.mover.index();
    let (at, other) = (state.at[chef], state.at[1 - chef]);
    let can = match (action.goes_to(), action.uses()) {
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

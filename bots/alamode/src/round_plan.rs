//! The plan of both chefs for the whole round.
//!
//! All orders are known from the start, so the first turn has a plan to the last one. Later searches make
//! it better from a turn on that is still ahead. Each of them visits a fixed number of positions and begins
//! where the plan will be in a fixed turn. So a partner that plans in the same way has the same plan in each
//! turn, if both have the time. The plan is that of the chef that begins, [`Chef::Own`] in it, and of the
//! other one.

use std::time::Duration;

use gridkit::Deadline;

use crate::action::Action;
use crate::chef::{Chef, Pair};
use crate::node::Node;
use crate::params::Params;
use crate::round_search::RoundSearch;
use crate::state::State;
use crate::world::World;
use crate::worth::Evaluator;

/// The turns of a round.
pub const TURNS: usize = 200;

/// Later searches begin at every tenth turn, the first one where the plan is in this turn.
const FIRST_CHANGE: usize = 30;
const BETWEEN_CHANGES: usize = 10;

/// The plan of a round, and the searches for it.
pub struct RoundPlan {
    search: RoundSearch,
    /// The position in which the round begins, if it is known.
    opening: Option<State>,
    /// The actions of both chefs in turn; empty before the first search is over.
    actions: Vec<Action>,
    /// The turn from which on the plan is being changed.
    change: usize,
    /// The actions, and the turn from which on they were to be changed, before the first search that came too late.
    in_time: Option<(Vec<Action>, usize)>,
    is_searching: bool,
    stall: Duration,
}

impl RoundPlan {
    /// Allocates all memory that a game needs.
    pub fn new() -> RoundPlan {
        RoundPlan {
            search: RoundSearch::new(),
            opening: None,
            actions: Vec::new(),
            change: 0,
            in_time: None,
            is_searching: false,
            stall: Duration::ZERO,
        }
    }

    /// A new round begins, in the same position as any other of the game. What was searched for in time stays: the
    /// new partner makes the same searches, or has made them. They only change turns before which it does so.
    pub fn begin_round(&mut self, opening: Option<State>) {
        self.opening = opening;
        self.is_searching = false;
        if let Some((actions, change)) = self.in_time.take() {
            self.actions = actions;
            self.change = change;
        }
    }

    /// The rest of the plan, if the position of a turn is the one that the plan leads to.
    pub fn rest(&self, world: &World, state: &State) -> Option<&[Action]> {
        if self.actions.is_empty() {
            return None;
        }
        let turn = turn_of(state);
        let planned = self.position(world, turn)?;
        let seen = as_first(world, state);
        if planned.is_same(&seen) {
            Some(&self.actions[turn..])
        } else {
            None
        }
    }

    /// Searches for the plan, unless there is one, until the deadline.
    pub fn search_first(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        state: &State,
        deadline: &mut Deadline,
    ) {
        self.stall = Duration::ZERO;
        if self.actions.is_empty() {
            self.go_on(world, evaluator, turn_of(state), deadline);
        }
    }

    /// Searches for a better plan from a turn on that is ahead of this position, until the deadline.
    pub fn improve(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        state: &State,
        deadline: &mut Deadline,
    ) {
        self.stall = Duration::ZERO;
        if self.opening.is_none() || self.actions.is_empty() {
            return;
        }
        while self.change < TURNS && !deadline.is_over() {
            self.go_on(world, evaluator, turn_of(state), deadline);
        }
    }

    /// Goes on with the search for the plan, or for a change of it, until the deadline.
    fn go_on(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        now: usize,
        deadline: &mut Deadline,
    ) {
        if self.change > 0 && self.change <= now {
            // Too late. The partner may have changed the plan, and does something else then.
            if self.in_time.is_none() {
                self.in_time = Some((self.actions.clone(), self.change));
            }
            self.is_searching = false;
            self.change += BETWEEN_CHANGES;
            return;
        }
        if !self.is_searching {
            let root = match self.position(world, self.change) {
                Some(state) => Node::root(state),
                None => return,
            };
            self.is_searching = true;
            let nodes = self.nodes(&world.params);
            self.search.begin(world, evaluator, root, nodes);
        }
        let (is_over, stall) = self.search.run(world, evaluator, deadline);
        self.stall = self.stall.max(stall);
        if is_over {
            self.adopt(world);
        }
    }

    /// The positions that a search finds.
    fn nodes(&self, params: &Params) -> u64 {
        let nodes = if self.change == 0 { params.round_first } else { params.round_change };
        nodes as u64
    }

    /// Makes what the search found the plan, if it earns more. Goes on to the next search.
    fn adopt(&mut self, world: &World) {
        let (points, actions) = self.search.best(world);
        self.is_searching = false;
        if self.actions.is_empty() {
            self.actions = actions;
            self.change = FIRST_CHANGE;
            return;
        }
        if points > self.points(world) {
            self.actions.truncate(self.change);
            self.actions.extend(actions);
        }
        self.change += BETWEEN_CHANGES;
    }

    /// The position that the plan leads to in a turn; `None` if nobody knows where the round begins.
    fn position(&self, world: &World, turn: usize) -> Option<State> {
        let mut state = self.opening?;
        for &action in self.actions.iter().take(turn) {
            state.play(world, action);
        }
        Some(state)
    }

    /// The points of the round if both chefs follow the plan.
    pub fn points(&self, world: &World) -> i32 {
        self.position(world, TURNS).map_or(0, |state| state.points)
    }

    /// The longest time between two looks at the clock in the last turn.
    pub fn stall(&self) -> Duration {
        self.stall
    }
}

impl Default for RoundPlan {
    fn default() -> Self {
        RoundPlan::new()
    }
}

/// The position in which the round has begun, if this is the first one that a chef sees of it: its partner may
/// have had its first turn. The letters of the map do not tell who begins: the server exchanges them for one of
/// the players.
pub fn opening(world: &World, state: &State) -> Option<State> {
    let own = state.at[Chef::Own]?;
    let partner = match world.kitchen.spawns {
        [Some(first), Some(other)] if own == first => other,
        [Some(first), Some(other)] if own == other => first,
        _ => return None,
    };
    let mut at = Pair([own, partner].map(Some));
    match turn_of(state) {
        0 => {}
        1 => at.swap(),
        _ => return None,
    }
    Some(State::opening(world, at, Chef::Own))
}

/// The number of turns before a position.
pub fn turn_of(state: &State) -> usize {
    TURNS - 1 - usize::from(state.left)
}

/// The position as the chef that began the round sees it.
fn as_first(world: &World, state: &State) -> State {
    let is_first = (turn_of(state) % 2 == 0) == (state.mover == Chef::Own);
    if is_first {
        *state
    } else {
        state.swapped(world)
    }
}

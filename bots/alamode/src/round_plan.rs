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

/// A search for the plan of a round.
#[derive(Clone, Copy)]
struct Search {
    /// It begins where the plan is in this turn.
    turn: usize,
    /// The positions that it finds.
    positions: u64,
}

/// The searches in their order. The first two are made in the first turn of a game: on a slow machine, only the
/// smaller one is over in time. The last ones, from number [`AGAIN`] on, are larger, for quick machines.
fn search(number: usize, params: &Params) -> Option<Search> {
    let (turn, positions) = match number {
        0 => (0, params.round_first),
        1 => (0, params.round_second),
        2..=10 => (30 + 20 * (number - 2), params.round_change),
        AGAIN..=15 => (110 + 20 * (number - AGAIN), params.round_again),
        _ => return None,
    };
    Some(Search { turn, positions: positions as u64 })
}

/// The number of the first of the larger searches.
const AGAIN: usize = 11;

/// They are made if the others are over before this turn of the bot's first round. A chef that has less to do than
/// its partner, since it has the plan of an earlier round, must not make them alone.
const AGAIN_BEFORE: usize = 45;

/// A search may end this many turns later than the turn in which it begins. It counts if both chefs have done so far
/// what it has found.
const GRACE: usize = 10;

/// The plan of a round, and the searches for it.
pub struct RoundPlan {
    search: RoundSearch,
    /// The position in which the round begins, if it is known.
    opening: Option<State>,
    /// The actions of both chefs in turn; empty before the first search is over.
    actions: Vec<Action>,
    /// The number of the next search, or of the one that is going on.
    number: usize,
    /// The actions, and the number of the search, before the first search that came too late.
    in_time: Option<(Vec<Action>, usize)>,
    is_searching: bool,
    is_first_round: bool,
    stall: Duration,
}

impl RoundPlan {
    /// Allocates all memory that a game needs.
    pub fn new() -> RoundPlan {
        RoundPlan {
            search: RoundSearch::new(),
            opening: None,
            actions: Vec::new(),
            number: 0,
            in_time: None,
            is_searching: false,
            is_first_round: true,
            stall: Duration::ZERO,
        }
    }

    /// A new round begins, in the same position as any other of the game. What was searched for in time stays: the
    /// new partner makes the same searches, or has made them. They only change turns before which it does so.
    pub fn begin_round(&mut self, opening: Option<State>) {
        self.is_first_round = self.opening.is_none();
        self.opening = opening;
        self.is_searching = false;
        if let Some((actions, number)) = self.in_time.take() {
            self.actions = actions;
            self.number = number;
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

    /// Searches for the plan until the deadline, in the first round of the bot only: the first turns of the others are
    /// too short for it.
    pub fn search_first(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        deadline: &mut Deadline,
    ) {
        self.stall = Duration::ZERO;
        if self.opening.is_none() || !self.is_first_round {
            return;
        }
        let is_first = |search: &Search| search.turn == 0;
        while let Some(search) = search(self.number, &world.params).filter(is_first) {
            if deadline.is_over() {
                return;
            }
            self.go_on(world, evaluator, None, search, deadline);
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
        let now = turn_of(state);
        while let Some(search) = self.next_search(&world.params, now) {
            if deadline.is_over() {
                return;
            }
            if search.turn + self.grace() <= now {
                self.skip(search);
            } else {
                self.go_on(world, evaluator, Some(state), search, deadline);
            }
        }
    }

    /// The search that is to be made now, or is going on.
    fn next_search(&self, params: &Params, now: usize) -> Option<Search> {
        let is_slow = self.number == AGAIN && now >= AGAIN_BEFORE;
        if self.number >= AGAIN && (is_slow || !self.is_first_round) {
            return None;
        }
        search(self.number, params)
    }

    /// Leaves out a search that is too late. The partner may have changed the plan, and does something else then.
    fn skip(&mut self, search: Search) {
        if search.turn > 0 && self.number < AGAIN && self.in_time.is_none() {
            self.in_time = Some((self.actions.clone(), self.number));
        }
        self.is_searching = false;
        self.number += 1;
    }

    /// The turns that the next search may be late: none if it has not begun.
    fn grace(&self) -> usize {
        if self.is_searching {
            GRACE
        } else {
            0
        }
    }

    /// Goes on with a search until the deadline. If it is over, what it has found becomes the plan if it earns more. If
    /// it is over too late, the position of the turn must be one of that plan.
    fn go_on(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        now: Option<&State>,
        search: Search,
        deadline: &mut Deadline,
    ) {
        if !self.is_searching {
            let root = match self.position(world, search.turn) {
                Some(state) => Node::root(state),
                None => return,
            };
            self.is_searching = true;
            self.search.begin(world, evaluator, root, search.positions);
        }
        let (is_over, stall) = self.search.run(world, evaluator, deadline);
        self.stall = self.stall.max(stall);
        if !is_over {
            return;
        }
        let before = self.actions.clone();
        let (points, actions) = self.search.best(world);
        if before.is_empty() || points > self.points(world) {
            self.actions.truncate(search.turn);
            self.actions.extend(actions);
        }
        let late = now.filter(|state| search.turn <= turn_of(state));
        if late.map_or(false, |state| self.rest(world, state).is_none()) {
            self.actions = before;
            self.skip(search);
        } else {
            self.is_searching = false;
            self.number += 1;
        }
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

//! How the player follows the plan of the whole round.

use gridkit::Deadline;

use crate::chef::Chef;
use crate::partner::Model;
use crate::question::Plan;
use crate::round_plan::{opening, turn_of};
use crate::state::State;

use super::{Player, Rest, PROVEN};

/// The share of the first turn's time for the plan of the whole round: should it not suffice, the rest is for a
/// shorter plan.
const FIRST_SHARE: f64 = 0.9;

impl Player {
    /// The plan of the whole round from a position on, if there is one and the partner has followed it. The time
    /// goes to making it better, but in the first turns of a round to a shorter plan: most partners do something
    /// else soon, and then that search goes on. In the first turn of a game the plan of the round is searched for.
    pub(super) fn plan_of_round(&mut self, state: &State, deadline: &mut Deadline) -> Option<Plan> {
        self.follows_round = false;
        if self.model != Model::Joint || state.at[Chef::Partner].is_none() {
            return None;
        }
        if turn_of(state) < 2 {
            self.round.begin_round(opening(&self.world, state));
            self.search_first(deadline);
        }
        let mut rest =
            Rest { actions: self.round.rest(&self.world, state)?.to_vec(), is_valid: true };
        self.follows_round = true;
        let mut stall = self.round.stall();
        if turn_of(state) < PROVEN {
            stall = stall.max(self.think(state, &rest, deadline).stall);
        } else {
            self.round.improve(&self.world, &mut self.evaluator, state, deadline);
            stall = stall.max(self.round.stall());
            rest.actions = self.round.rest(&self.world, state)?.to_vec();
        }
        let actions = rest.actions;
        Some(Plan { actions, score: self.round.points(&self.world), states: 0, stall })
    }

    /// Searches for the plan of the whole round. Does nothing if there is one, or if the turn has too few positions.
    fn search_first(&mut self, deadline: &mut Deadline) {
        let mut deadline = deadline.part(FIRST_SHARE);
        let enough = u64::from(self.world.params.round_first.unsigned_abs());
        if enough > 0 && deadline.budget().map_or(true, |nodes| nodes >= enough) {
            self.round.search_first(&self.world, &mut self.evaluator, &mut deadline);
        }
    }

    /// Makes the plan of the whole round better in the partner's turn.
    pub(super) fn ponder_round(&mut self, deadline: &mut Deadline) {
        let (world, state) = (&self.world, &self.expected.state);
        self.round.improve(world, &mut self.evaluator, state, deadline);
        self.stall = self.stall.max(self.round.stall());
        if let Some(rest) = self.round.rest(world, state) {
            self.plan.actions.clear();
            self.plan.actions.extend_from_slice(rest);
        }
    }
}

//! The chef: what is known of the game so far, and what to do in each turn.

use gridkit::Deadline;

use crate::beam::{Beam, Partner, Plan};
use crate::kitchen::Floor;
use crate::params::Params;
use crate::protocol::{Start, Turn};
use crate::state::{Action, Chef as Seat, State};
use crate::world::World;
use crate::worth::Appraiser;

/// One player of a game.
pub struct Chef {
    world: World,
    appraiser: Appraiser,
    beam: Beam,
    /// The position as it should be after the bot's own turn; the partner has yet to act.
    expected: State,
    /// What was planned from there, the partner's action first.
    plan: Plan,
}

impl Chef {
    /// A chef who has read the first input.
    pub fn new(start: Start, params: Params, seed: u64) -> Chef {
        let world = World::new(start.kitchen, start.customers, params, seed);
        let appraiser = Appraiser::new(&world);
        let beam = Beam::new(&world);
        let expected = State::opening(&world, [Floor(0), Floor::NOWHERE], Seat::OWN);
        Chef { world, appraiser, beam, expected, plan: Plan::default() }
    }

    /// What stays the same.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The position of a turn.
    ///
    /// # Errors
    ///
    /// A sentence if the turn's input cannot be.
    pub fn observe(&mut self, turn: &Turn) -> Result<State, String> {
        if turn.left >= self.expected.left && turn.left >= 198 || self.expected.over {
            // A new round.
            self.expected =
                State::opening(&self.world, [Floor(0), Floor::NOWHERE], Seat::OWN);
            self.plan = Plan::default();
        }
        turn.state(&self.world, &self.expected)
    }

    /// What to do in a position.
    pub fn decide(&mut self, state: &State, deadline: &mut Deadline) -> Action {
        let mut known = Vec::new();
        let mut replay = self.expected;
        if replay.key == state.key && replay.mover == state.mover {
            known = self.plan.actions.clone();
        } else if let Some((&his, rest)) = self.plan.actions.split_first() {
            replay.play(&self.world, his);
            if replay.key == state.key {
                known = rest.to_vec();
            }
        }
        let plan = self.beam.search(
            &self.world,
            &mut self.appraiser,
            state,
            Partner::Joint,
            &known,
            deadline,
        );
        let action = plan.actions.first().copied().unwrap_or(Action::WAIT);
        self.expected = *state;
        self.expected.play(&self.world, action);
        self.plan = plan;
        if !self.plan.actions.is_empty() {
            self.plan.actions.remove(0);
        }
        action
    }

    /// The plan of the last turn, from the partner's action on.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
}

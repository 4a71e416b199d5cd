//! The player: what it knows of the game so far, and what it does in each turn.

mod foresight;
mod round;

use std::time::Duration;

use gridkit::Deadline;

use crate::action::{Action, ActionSet};
use crate::beam::Beam;
use crate::chef::{Chef, Pair};
use crate::idle::Idle;
use crate::kitchen::{Floor, Kind};
use crate::node::Node;
use crate::params::Params;
use crate::partner::{Model, PartnerModels};
use crate::protocol::{Start, Turn};
use crate::question::{Known, Plan, Question};
use crate::repetition::Repetition;
use crate::round_plan::{turn_of, RoundPlan};
use crate::state::State;
use crate::walk::FAR;
use crate::world::World;
use crate::worth::Evaluator;

/// A partner that has followed the plan of the round up to this turn most likely has the same plan.
const PROVEN: usize = 8;

/// One player of a game.
pub struct Player {
    world: World,
    evaluator: Evaluator,
    beam: Beam,
    /// The position after the bot's last action; the partner has the turn in it.
    expected: Node,
    /// The plan from there, the partner's action first.
    plan: Plan,
    /// The plan of the whole round.
    round: RoundPlan,
    /// Whether the last action was one of that plan.
    follows_round: bool,
    partner: PartnerModels,
    model: Model,
    repetition: Repetition,
    action: Action,
    idle: Idle,
    stall: Duration,
}

/// The rest of the last plan.
#[derive(Default)]
struct Rest {
    actions: Vec<Action>,
    /// Whether the partner has followed the plan.
    is_valid: bool,
}

impl Player {
    /// A player that has read the first input. It allocates all memory that a game needs.
    pub fn new(start: Start, params: Params, seed: u64) -> Player {
        let world = World::new(start.kitchen, start.customers, params, seed);
        let evaluator = Evaluator::new(&world);
        let beam = Beam::new();
        let expected = before_the_first_turn(&world);
        Player {
            world,
            evaluator,
            beam,
            expected,
            plan: Plan::default(),
            round: RoundPlan::new(),
            follows_round: false,
            partner: PartnerModels::new(),
            model: Model::Joint,
            repetition: Repetition::new(),
            action: Action::WAIT,
            idle: Idle::default(),
            stall: Duration::ZERO,
        }
    }

    /// The position of a turn.
    ///
    /// # Errors
    ///
    /// A sentence if the input of the turn cannot be true.
    pub fn observe(&mut self, turn: &Turn) -> Result<State, String> {
        let expected = &self.expected.state;
        if turn.left >= expected.left && turn.left >= 198 || expected.over {
            // A new round has begun, perhaps with another partner.
            self.expected = before_the_first_turn(&self.world);
            self.plan = Plan::default();
            self.follows_round = false;
            self.partner = PartnerModels::new();
            self.repetition = Repetition::new();
            self.idle = Idle::default();
        }
        turn.state(&self.world, &self.expected.state)
    }

    /// Chooses the action in a position.
    pub fn decide(&mut self, state: &State, deadline: &mut Deadline) -> Action {
        self.idle.see(state);
        self.learn(state);
        self.choose_model(state);
        let plan = self.plan_of_round(state, deadline).unwrap_or_else(|| {
            let rest = self.rest_of_plan(state);
            self.think(state, &rest, deadline)
        });
        self.action = self.commit(state, plan);
        self.predict();
        self.action
    }

    /// Gives the rest of the last plan. The search looks at it even if the partner has not followed it:
    /// the bot does not change its mind without need.
    fn rest_of_plan(&self, state: &State) -> Rest {
        let mut expected = self.expected.state;
        let mut rest = &self.plan.actions[..];
        if state.at[Chef::Partner].is_none() {
            // The bot has every turn, unless the partner has just died.
            if expected.key != state.key || expected.mover != state.mover {
                return Rest::default();
            }
        } else if let Some((&partners, own)) = rest.split_first() {
            expected.play(&self.world, partners);
            rest = own;
        }
        // A plan that begins to wait was made for another position of the partner. It may wait forever.
        if self.idle.is_idle() && rest.first() == Some(&Action::WAIT) {
            return Rest::default();
        }
        Rest { actions: rest.to_vec(), is_valid: expected.key == state.key }
    }

    /// Searches for a plan from the position of the turn. What has been done in it before is not done again.
    fn think(&mut self, state: &State, rest: &Rest, deadline: &mut Deadline) -> Plan {
        let known = Known { actions: &rest.actions, is_valid: rest.is_valid };
        let excluded = self.repetition.repeated(state);
        self.search(&Node::root(*state), known, excluded, deadline)
    }

    /// Makes the plan the bot's own. Gives its first action.
    fn commit(&mut self, state: &State, mut plan: Plan) -> Action {
        let action = if plan.actions.is_empty() { Action::WAIT } else { plan.actions.remove(0) };
        self.repetition.remember(state, action);
        self.expected = Node::root(*state);
        self.expected.play(&self.world, action);
        self.stall = plan.stall;
        self.plan = plan;
        action
    }

    /// Thinks in the partner's turn: searches for a better plan from the position after the bot's
    /// last action. The next turn starts from that plan. A search that was interrupted has not
    /// looked far enough, so its plan is dropped.
    pub fn ponder(&mut self, deadline: &mut Deadline) {
        let root = self.expected;
        if root.state.over || root.state.mover == Chef::Own {
            return;
        }
        if self.follows_round {
            match turn_of(&root.state) {
                // The partner searches for the plan of the round, and may need the whole machine.
                turn if turn < 2 => return,
                turn if turn >= PROVEN => return self.ponder_round(deadline),
                _ => {}
            }
        }
        let actions = std::mem::take(&mut self.plan.actions);
        let known = Known { actions: &actions, is_valid: true };
        let plan = self.search(&root, known, ActionSet::EMPTY, deadline);
        self.stall = self.stall.max(plan.stall);
        if deadline.is_interrupted() || plan.actions.is_empty() || self.follows_round {
            self.plan.actions = actions;
        } else {
            self.plan = plan;
            if self.model == Model::Joint {
                self.partner.predict_joint(self.plan.actions[0]);
            }
        }
    }

    /// Searches for the best plan with the current model of the partner.
    fn search(
        &mut self,
        root: &Node,
        known: Known<'_>,
        excluded: ActionSet,
        deadline: &mut Deadline,
    ) -> Plan {
        let (world, state) = (&self.world, &root.state);
        let is_joint = self.model == Model::Joint;
        let depth = if is_joint { world.params.depth } else { world.params.depth_alone } as usize;
        let question = Question {
            known,
            excluded,
            may_wait: !is_joint && is_blocked(world, state),
            // In all turns it would cost a joint plan more in speed than it brings.
            putting_down: if is_joint && !self.idle.is_idle() { 1 } else { depth },
            ..Question::new(root, self.model, depth)
        };
        self.beam.search(world, &mut self.evaluator, &question, deadline)
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    /// The longest time in the last turn for which the program was not running, as far as it knows.
    pub fn stall(&self) -> Duration {
        self.stall
    }

    /// The plan of the last turn, from the partner's action on.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Whether the last action was one of the plan of the whole round. The plan's score is its points then.
    pub fn follows_round(&self) -> bool {
        self.follows_round
    }

    /// The action of the last turn.
    pub fn action(&self) -> Action {
        self.action
    }

    /// The model of the partner that the last plan was made with.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The models of the partner.
    pub fn partner(&self) -> &PartnerModels {
        &self.partner
    }
}

/// What is expected before the first turn of a round: the empty kitchen, the chefs anywhere.
fn before_the_first_turn(world: &World) -> Node {
    Node::root(State::opening(world, Pair([Some(Floor::new(0)), None]), Chef::Own))
}

/// Whether the bot cannot get to some equipment because the partner blocks the way.
fn is_blocked(world: &World, state: &State) -> bool {
    let plain = world.kitchen.all(Kind::Plain);
    state.at[Chef::Own].map_or(false, |at| {
        let steps = &world.walks.from(at, state.at[Chef::Partner]).to_use;
        (0..steps.len()).any(|table| plain >> table & 1 == 0 && steps[table] == FAR)
    })
}

//! The player: what it knows of the game so far, and what it does in each turn.

use std::time::Duration;

use gridkit::{Deadline, Sketch};

use crate::action::{Action, ActionSet};
use crate::beam::{Beam, Partner, Plan, Question};
use crate::chef::Chef;
use crate::item::Item;
use crate::kitchen::{Floor, Kind};
use crate::oven;
use crate::params::Params;
use crate::partner::{swapped, Model, PartnerModels};
use crate::protocol::{answer, Start, Turn};
use crate::repetition::Repetition;
use crate::state::State;
use crate::walk::FAR;
use crate::world::World;
use crate::worth::Evaluator;

/// One player of a game.
pub struct Player {
    world: World,
    evaluator: Evaluator,
    beam: Beam,
    /// The position after the bot's last action; the partner has the turn in it.
    expected: State,
    /// The plan from there, the partner's action first.
    plan: Plan,
    /// The partner's actions from there if it plans for itself alone.
    script: Vec<Action>,
    partner: PartnerModels,
    model: Model,
    repetition: Repetition,
    action: Action,
    idle: Idle,
    stall: Duration,
}

/// The turns that the bot lost.
#[derive(Clone, Copy, Debug, Default)]
struct Idle {
    /// Its cell and what it held in its last turn.
    last: Option<(Floor, Item)>,
    /// The number of its last turns in a row that changed neither.
    run: u32,
}

impl Idle {
    /// Counts the last turn, by what has become of it.
    fn see(&mut self, state: &State) {
        let own = Chef::OWN.index();
        let now = Some((state.at[own], state.hand[own]));
        self.run = if self.last == now { self.run + 1 } else { 0 };
        self.last = now;
    }
}

impl Player {
    /// A player that has read the first input. It allocates all memory that a game needs.
    pub fn new(start: Start, params: Params, seed: u64) -> Player {
        let world = World::new(start.kitchen, start.customers, params, seed);
        let evaluator = Evaluator::new(&world);
        let beam = Beam::new(&world);
        let expected = State::opening(&world, [Floor(0), Floor::NOWHERE], Chef::OWN);
        Player {
            world,
            evaluator,
            beam,
            expected,
            plan: Plan::default(),
            script: Vec::new(),
            partner: PartnerModels::new(),
            model: Model::Joint,
            repetition: Repetition::new(),
            action: Action::WAIT,
            idle: Idle::default(),
            stall: Duration::ZERO,
        }
    }

    pub fn world(&self) -> &World {
        &self.world
    }

    /// The position of a turn.
    ///
    /// # Errors
    ///
    /// A sentence if the input of the turn cannot be true.
    pub fn observe(&mut self, turn: &Turn) -> Result<State, String> {
        if turn.left >= self.expected.left && turn.left >= 198 || self.expected.over {
            // A new round has begun, perhaps with another partner.
            self.expected = State::opening(&self.world, [Floor(0), Floor::NOWHERE], Chef::OWN);
            self.plan = Plan::default();
            self.script.clear();
            self.partner = PartnerModels::new();
            self.repetition = Repetition::new();
            self.idle = Idle::default();
        }
        turn.state(&self.world, &self.expected)
    }

    /// Chooses the action in a position.
    pub fn decide(&mut self, state: &State, deadline: &mut Deadline) -> Action {
        self.idle.see(state);
        let (known, is_valid) = self.rest_of_plan(state);
        let is_alone = state.at[1] == Floor::NOWHERE;
        self.model = match self.world.params.model {
            _ if is_alone => Model::Frozen,
            0 => self.partner.best(),
            given => Model::ALL[given as usize - 1],
        };
        let is_clear = is_alone || self.partner.is_clear();
        let share = if is_clear { 1.0 } else { 1.0 - self.world.params.prediction };
        let excluded = self.repetition.repeated(state);
        // A plan that begins to wait was made for another position of the partner. It may wait forever.
        let is_stale = self.idle.run > 0 && known.first() == Some(&Action::WAIT);
        let known = if is_stale { Vec::new() } else { known };
        let plan = self.search(state, (&known, is_valid), excluded, &mut deadline.part(share));
        let action = plan.actions.first().copied().unwrap_or(Action::WAIT);
        self.repetition.remember(state, action);
        self.expected = *state;
        self.expected.play(&self.world, action);
        self.stall = plan.stall;
        self.plan = plan;
        if !self.plan.actions.is_empty() {
            self.plan.actions.remove(0);
        }
        self.predict(is_clear, deadline);
        self.action = action;
        action
    }

    /// Predicts what the partner does next by each model. If it is clear which model fits, the
    /// partner's own plan is not searched for.
    fn predict(&mut self, is_clear: bool, deadline: &mut Deadline) {
        let mut joint = self.plan.actions.first().copied().unwrap_or(Action::WAIT);
        self.script.clear();
        if !is_clear {
            let partners_view = swapped(&self.world, &self.expected);
            let question = Question {
                root: &partners_view,
                partner: Partner::Script(&[]),
                known: &[],
                is_known_valid: false,
                excluded: ActionSet::EMPTY,
                partners_oven: None,
                may_wait: true,
                putting_down: 0,
                depth: self.world.params.scripted_depth as usize,
            };
            let on_the_clock = deadline.is_on_the_clock();
            let share = if on_the_clock { 1.0 } else { self.world.params.prediction };
            let mut rest = deadline.part(share);
            let plan = self.beam.search(&self.world, &mut self.evaluator, &question, &mut rest);
            self.stall = self.stall.max(plan.stall);
            self.script = plan.actions.iter().copied().step_by(2).collect();
            if self.model != Model::Joint {
                joint = self.script.first().copied().unwrap_or(joint);
            }
        }
        let alone = self.script.first().copied().unwrap_or(joint);
        self.partner.predict(joint, alone);
    }

    /// Thinks in the partner's turn: searches for a better plan from the position after the bot's
    /// last action. The next turn starts from that plan. A search that was interrupted has not
    /// looked far enough, so its plan is dropped.
    pub fn ponder(&mut self, deadline: &mut Deadline) {
        let state = self.expected;
        if state.over || state.mover == Chef::OWN {
            return;
        }
        let known = std::mem::take(&mut self.plan.actions);
        let plan = self.search(&state, (&known, true), ActionSet::EMPTY, deadline);
        self.stall = self.stall.max(plan.stall);
        if deadline.is_interrupted() || plan.actions.is_empty() {
            self.plan.actions = known;
        } else {
            self.plan = plan;
            if self.model == Model::Joint {
                self.partner.predict_joint(self.plan.actions[0]);
            }
        }
    }

    /// Searches for the best plan with the current model of the partner. The partner's script
    /// begins with its next turn, which may be this one.
    fn search(
        &mut self,
        state: &State,
        (known, is_known_valid): (&[Action], bool),
        excluded: ActionSet,
        deadline: &mut Deadline,
    ) -> Plan {
        let partner = match self.model {
            Model::Joint => Partner::Joint,
            Model::Alone => Partner::Script(&self.script),
            Model::Frozen => Partner::Script(&[]),
        };
        let params = &self.world.params;
        let is_joint = partner == Partner::Joint;
        let depth = if is_joint { params.depth } else { params.scripted_depth };
        let question = Question {
            root: state,
            partner,
            known,
            is_known_valid,
            excluded,
            partners_oven: if is_joint { None } else { oven::partners(&self.world, state) },
            may_wait: !is_joint && self.is_blocked(state),
            // In all turns it would cost a joint plan more in speed than it brings.
            putting_down: if is_joint && self.idle.run == 0 { 1 } else { depth as usize },
            depth: depth as usize,
        };
        self.beam.search(&self.world, &mut self.evaluator, &question, deadline)
    }

    /// Gives the rest of the last plan, and whether the partner has followed it. The search looks
    /// at the rest even if the partner has not: the bot does not change its mind without need.
    fn rest_of_plan(&mut self, state: &State) -> (Vec<Action>, bool) {
        if self.plan.actions.is_empty() && self.script.is_empty() {
            return (Vec::new(), false);
        }
        if state.at[1] == Floor::NOWHERE {
            // The bot has every turn, unless the partner has just died.
            let same = self.expected.key == state.key && self.expected.mover == state.mover;
            return (if same { self.plan.actions.clone() } else { Vec::new() }, same);
        }
        self.partner.learn(&self.world, &self.expected, state);
        if !self.script.is_empty() {
            self.script.remove(0);
        }
        let mut expected = self.expected;
        match self.plan.actions.split_first() {
            Some((&partners, rest)) => {
                expected.play(&self.world, partners);
                (rest.to_vec(), expected.key == state.key)
            }
            None => (Vec::new(), false),
        }
    }

    /// Whether the bot cannot get to some equipment because the partner blocks the way.
    fn is_blocked(&self, state: &State) -> bool {
        let plain = self.world.kitchen.all(Kind::Plain);
        let steps = match self.world.walks.steps_to_use.get(state.at[0].index()) {
            Some(steps) => &steps[state.at[1].index()],
            None => return false,
        };
        (0..steps.len()).any(|table| plain >> table & 1 == 0 && steps[table] == FAR)
    }

    /// The longest time in the last turn for which the program was not running, as far as it knows.
    pub fn stall(&self) -> Duration {
        self.stall
    }

    /// The plan of the last turn, from the partner's action on.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Draws the ways of both chefs under the plan, from the position of the last decision on.
    pub fn sketch(&self, state: &State, sketch: &mut Sketch) {
        let mut position = *state;
        let mut ways: [Vec<(i32, i32)>; 2] = Default::default();
        let tile = |floor: Floor| self.world.kitchen.floor_cell(floor).xy();
        for action in std::iter::once(self.action).chain(self.plan.actions.iter().copied()) {
            let chef = position.mover;
            if let Some(table) = action.table() {
                ways[chef.index()].push(self.world.kitchen.table_cell(table).xy());
            }
            position.play(&self.world, action);
            if position.at[chef.index()] != Floor::NOWHERE {
                ways[chef.index()].push(tile(position.at[chef.index()]));
            }
        }
        for way in ways {
            if way.len() > 1 {
                sketch.path(way);
            }
        }
        sketch.value("points in sight", f64::from(self.plan.score));
    }

    /// One line about the last decision, which was made in that position.
    pub fn remark(&self, state: &State) -> String {
        let [joint, alone, frozen] = self.partner.trust();
        format!(
            "{} turns left: {}, {} points in sight, {} states, {:?} partner (trust {joint:.2} {alone:.2} {frozen:.2})",
            state.left,
            answer(&self.world, self.action),
            self.plan.score,
            self.plan.states,
            self.model,
        )
    }
}

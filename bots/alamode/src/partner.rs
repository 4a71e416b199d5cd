//! Models of the partner: each predicts the partner's next action, and is trusted as far as its
//! predictions came true.

use crate::action::Action;
use crate::hit::hit;
use crate::serial::Serial;
use crate::state::State;
use crate::suspects::Suspects;
use crate::world::World;

/// A model of how the partner decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// It searches for the best plan of both chefs as the bot does, and finds the same one.
    Joint,
    /// It does nothing that can be predicted.
    Frozen,
    /// It makes and serves one order after the other, as this chef does.
    Serial(Serial),
}

impl Model {
    /// A name for people.
    pub fn name(self) -> &'static str {
        match self {
            Model::Joint => "joint",
            Model::Frozen => "frozen",
            Model::Serial(_) => "serial",
        }
    }
}

/// The models of the partner in one round.
#[derive(Clone, Debug)]
pub struct PartnerModels {
    /// How well the joint plan predicted the partner, from 0 to 1.
    joint: f64,
    /// What it predicts for the partner's next turn, if there is one.
    predicted: Option<Action>,
    /// What [`Model::Serial`] may stand for.
    suspects: Suspects,
    /// The number of turns that the partner has had.
    turns: u32,
    /// The number of its last turns in which it did nothing although it should have had something to do.
    idle: u32,
}

/// Trust in the joint plan before the partner has done anything. It is tried first.
const FIRST_TRUST: f64 = 0.8;

/// Weight of one turn in the trust, once many turns have been seen.
const WEIGHT: f64 = 0.06;

/// The initial trust weighs as much as this number of turns.
const PRIOR_TURNS: u32 = 5;

/// After this number of idle turns in a row the model is [`Model::Frozen`], until the partner moves.
const IDLE_TURNS: u32 = 4;

/// Below this trust the joint plan is given up. A partner that serves orders comes to about one half,
/// one that acts at random to one quarter: the joint plan also predicts much of what any sensible
/// partner does. With a partner that plans as the bot does it hardly ever falls below two thirds.
const LEAST_TRUST: f64 = 0.55;

/// From this trust on the partner counts as a chef that serves one order after the other. Such a partner with one of the
/// habits comes to 0.95, one with similar habits to 0.8, and one that searches to two thirds.
const LEAST_SERIAL_TRUST: f64 = 0.7;

/// It must also predict the partner better than the joint plan, by so much.
const SERIAL_LEAD: f64 = 0.1;

impl PartnerModels {
    pub fn new() -> PartnerModels {
        PartnerModels {
            joint: FIRST_TRUST,
            predicted: None,
            suspects: Suspects::new(),
            turns: 0,
            idle: 0,
        }
    }

    /// Stores what the partner is expected to do next, in that position. `joint` is its part of the joint plan. If there is
    /// none, the action of the best suspect counts in its place.
    pub fn predict(&mut self, world: &World, state: &State, joint: Option<Action>) {
        self.predicted = joint;
        self.suspects.predict(world, state);
    }

    /// Replaces the prediction of the joint plan.
    pub fn predict_joint(&mut self, joint: Action) {
        self.predicted = Some(joint);
    }

    /// Compares the predictions with the position after the partner's turn. `before` is the
    /// position before it.
    pub fn learn(&mut self, world: &World, before: &State, after: &State) {
        let weight = WEIGHT.max(1.0 / f64::from(PRIOR_TURNS + self.turns));
        self.turns += 1;
        let predicted = self.predicted.unwrap_or(self.suspects.best().predicted);
        let mut unchanged = *before;
        unchanged.play(world, Action::WAIT);
        if unchanged.key != after.key {
            self.idle = 0;
        } else if predicted != Action::WAIT {
            self.idle += 1;
        }
        // While the partner is idle no joint plan is made, so it predicts nothing. Around a serial chef
        // none is made, either.
        if self.idle < IDLE_TURNS && !self.is_serial() {
            self.joint += weight * (hit(world, before, predicted, after) - self.joint);
        }
        self.suspects.learn(world, before, after, weight);
    }

    /// Whether the partner counts as a chef that serves one order after the other.
    fn is_serial(&self) -> bool {
        let trust = self.suspects.best().trust;
        trust >= LEAST_SERIAL_TRUST && trust >= self.joint + SERIAL_LEAD
    }

    /// The serial chef that predicted the partner best.
    pub fn serial(&self) -> Model {
        Model::Serial(self.suspects.best().chef)
    }

    /// The model to plan with.
    pub fn best(&self) -> Model {
        if self.idle >= IDLE_TURNS {
            Model::Frozen
        } else if self.is_serial() {
            self.serial()
        } else if self.joint >= LEAST_TRUST {
            Model::Joint
        } else {
            Model::Frozen
        }
    }

    /// How well the joint plan has predicted the partner, from 0 to 1.
    pub fn joint_trust(&self) -> f64 {
        self.joint
    }

    /// How well the best of the suspects has done so.
    pub fn serial_trust(&self) -> f64 {
        self.suspects.best().trust
    }
}

impl Default for PartnerModels {
    fn default() -> Self {
        PartnerModels::new()
    }
}

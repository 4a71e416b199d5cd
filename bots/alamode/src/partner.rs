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
    /// It searches for its own best plan, as if the bot did nothing.
    Alone,
    /// It does nothing that can be predicted.
    Frozen,
    /// It makes and serves one order after the other.
    Serial,
}

impl Model {
    /// All models.
    pub const ALL: [Model; 4] = [Model::Joint, Model::Alone, Model::Frozen, Model::Serial];
}

/// The models of the partner in one round.
#[derive(Clone, Debug)]
pub struct PartnerModels {
    /// How well [`Model::Joint`], [`Model::Alone`] and [`Model::Frozen`] predicted the partner, from 0 to 1.
    trust: [f64; 3],
    /// What each of them predicts for the partner's next turn, if it was asked.
    predicted: [Option<Action>; 3],
    /// What [`Model::Serial`] may stand for.
    suspects: Suspects,
    /// The number of turns that the partner has had.
    turns: u32,
    /// The number of its last turns in which it did nothing although the joint plan had something
    /// to do.
    idle: u32,
}

/// Weight of one turn in the trust, once many turns have been seen.
const WEIGHT: f64 = 0.06;

/// The initial trust weighs as much as this number of turns.
const PRIOR_TURNS: u32 = 5;

/// After this number of idle turns in a row the model is [`Model::Frozen`], until the partner moves.
const IDLE_TURNS: u32 = 4;

/// From this trust in the joint plan on, the other models are not computed.
const ENOUGH_TRUST: f64 = 0.6;

/// Below this trust the joint plan is given up. A partner that serves orders comes to about one half,
/// one that acts at random to one quarter: the joint plan also predicts much of what any sensible
/// partner does. With a partner that plans as the bot does it hardly ever falls below two thirds.
const LEAST_TRUST: f64 = 0.55;

/// From this trust on the partner counts as a chef that serves one order after the other. Such a partner with one of the
/// habits comes to 0.95, one with similar habits to three quarters, and one that searches to 0.55.
const LEAST_SERIAL_TRUST: f64 = 0.7;

/// It must also predict the partner better than the joint plan, by so much.
const SERIAL_LEAD: f64 = 0.1;

impl PartnerModels {
    /// Trusts the joint plan most, so that it is tried first.
    pub fn new() -> PartnerModels {
        PartnerModels {
            trust: [0.8, 0.5, 0.3],
            predicted: [None; 3],
            suspects: Suspects::new(),
            turns: 0,
            idle: 0,
        }
    }

    /// Stores what the models predict for the partner's next turn, which is in that position. The trust in a model that
    /// was not asked stays as it is.
    pub fn predict(
        &mut self,
        world: &World,
        state: &State,
        joint: Option<Action>,
        alone: Option<Action>,
    ) {
        self.predicted = [joint, alone, Some(Action::WAIT)];
        self.suspects.predict(world, state);
    }

    /// Replaces the prediction of the joint plan.
    pub fn predict_joint(&mut self, joint: Action) {
        self.predicted[0] = Some(joint);
    }

    /// Compares the predictions with the position after the partner's turn. `before` is the
    /// position before it.
    pub fn learn(&mut self, world: &World, before: &State, after: &State) {
        let weight = WEIGHT.max(1.0 / f64::from(PRIOR_TURNS + self.turns));
        self.turns += 1;
        let mut unchanged = *before;
        unchanged.play(world, Action::WAIT);
        if unchanged.key != after.key {
            self.idle = 0;
        } else if self.predicted[0].unwrap_or(self.suspects.best().predicted) != Action::WAIT {
            self.idle += 1;
        }
        // While the partner is idle the joint plan is not computed, so it predicts nothing.
        let skipped = usize::from(self.idle >= IDLE_TURNS);
        for (trust, &predicted) in self.trust.iter_mut().zip(&self.predicted).skip(skipped) {
            if let Some(predicted) = predicted {
                *trust += weight * (hit(world, before, predicted, after) - *trust);
            }
        }
        self.suspects.learn(world, before, after, weight);
    }

    /// Whether the partner counts as a chef that serves one order after the other.
    fn is_serial(&self) -> bool {
        let trust = self.suspects.best().trust;
        trust >= LEAST_SERIAL_TRUST && trust >= self.trust[0] + SERIAL_LEAD
    }

    /// The chef that [`Model::Serial`] stands for.
    pub fn serial(&self) -> Serial {
        self.suspects.best().chef
    }

    /// Whether the choice of the model needs no prediction of [`Model::Alone`]: the joint plan is
    /// trusted, or the partner is idle or serves one order after the other.
    pub fn is_clear(&self) -> bool {
        self.trust[0] >= ENOUGH_TRUST || self.idle >= IDLE_TURNS || self.is_serial()
    }

    /// The model to plan with.
    pub fn best(&self) -> Model {
        if self.idle >= IDLE_TURNS {
            return Model::Frozen;
        }
        if self.is_serial() {
            return Model::Serial;
        }
        if self.trust[0] >= LEAST_TRUST {
            return Model::Joint;
        }
        if self.trust[2] > self.trust[1] {
            Model::Frozen
        } else {
            Model::Alone
        }
    }

    /// How well a model has predicted the partner, from 0 to 1.
    pub fn trust(&self, model: Model) -> f64 {
        match model {
            Model::Serial => self.suspects.best().trust,
            _ => self.trust[model as usize],
        }
    }
}

impl Default for PartnerModels {
    fn default() -> Self {
        PartnerModels::new()
    }
}

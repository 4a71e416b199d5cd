//! Models of the partner: each predicts the partner's next action, and is trusted as far as its
//! predictions came true.

use crate::action::Action;
use crate::chef::Chef;
use crate::state::State;
use crate::walk::FAR;
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
}

impl Model {
    /// All models, in the order of the fields of [`PartnerModels`].
    pub const ALL: [Model; 3] = [Model::Joint, Model::Alone, Model::Frozen];
}

/// The models of the partner in one round.
#[derive(Clone, Debug)]
pub struct PartnerModels {
    /// How well each model predicted the partner, from 0 to 1.
    trust: [f64; 3],
    /// What each model predicts for the partner's next turn.
    predicted: [Action; 3],
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

impl PartnerModels {
    /// Trusts the joint plan most, so that it is tried first.
    pub fn new() -> PartnerModels {
        PartnerModels { trust: [0.8, 0.5, 0.3], predicted: [Action::WAIT; 3], turns: 0, idle: 0 }
    }

    /// Stores what the models predict for the partner's next turn.
    pub fn predict(&mut self, joint: Action, alone: Action) {
        self.predicted = [joint, alone, Action::WAIT];
    }

    /// Replaces the prediction of the joint plan.
    pub fn predict_joint(&mut self, joint: Action) {
        self.predicted[0] = joint;
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
        } else if self.predicted[0] != Action::WAIT {
            self.idle += 1;
        }
        // While the partner is idle the joint plan is not computed, so it predicts nothing.
        let skipped = usize::from(self.idle >= IDLE_TURNS);
        for (trust, &predicted) in self.trust.iter_mut().zip(&self.predicted).skip(skipped) {
            *trust += weight * (hit(world, before, predicted, after) - *trust);
        }
    }

    /// Whether the choice of the model needs no prediction of [`Model::Alone`]: the joint plan is
    /// trusted, or the partner is idle.
    pub fn is_clear(&self) -> bool {
        self.trust[0] >= ENOUGH_TRUST || self.idle >= IDLE_TURNS
    }

    /// The model to plan with.
    pub fn best(&self) -> Model {
        if self.idle >= IDLE_TURNS {
            return Model::Frozen;
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
        self.trust[model as usize]
    }
}

impl Default for PartnerModels {
    fn default() -> Self {
        PartnerModels::new()
    }
}

/// How well an action foretold what the partner did, from 0 to 1. A cell near the predicted one counts
/// for a part.
fn hit(world: &World, before: &State, predicted: Action, after: &State) -> f64 {
    let mut expected = *before;
    expected.play(world, predicted);
    let partner = Chef::Partner;
    let steps = match (expected.at[partner], after.at[partner]) {
        (Some(there), Some(here)) => world.walks.from(there, None).to[here.index()],
        _ => FAR,
    };
    let nearness = f64::from(4 - steps.min(4)) / 4.0;
    if expected.hand[partner] != after.hand[partner] {
        0.0
    } else if before.at[partner] != after.at[partner] {
        nearness
    } else if expected.key == after.key {
        1.0
    } else {
        nearness / 2.0
    }
}

//! What the player expects its partner to do.

use crate::chef::Chef;
use crate::partner::Model;
use crate::state::State;

use super::Player;

impl Player {
    /// Compares what the partner did with what each model has predicted.
    pub(super) fn learn(&mut self, state: &State) {
        if !self.plan.actions.is_empty() && state.at[Chef::Partner].is_some() {
            self.partner.learn(&self.world, &self.expected.state, state);
        }
    }

    /// Chooses how to plan: with the partner, around it, or without it.
    pub(super) fn choose_model(&mut self, state: &State) {
        self.model = match self.world.params.model {
            _ if state.at[Chef::Partner].is_none() => Model::Frozen,
            0 => self.partner.best(),
            1 => Model::Joint,
            2 => Model::Frozen,
            _ => self.partner.serial(),
        };
    }

    /// Predicts what the partner does next by each model.
    pub(super) fn predict(&mut self) {
        let next = self.plan.actions.first().copied();
        let joint = next.filter(|_| self.model == Model::Joint);
        self.partner.predict(&self.world, &self.expected.state, joint);
    }
}

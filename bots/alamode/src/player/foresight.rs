//! What the player expects its partner to do.

use gridkit::Deadline;

use crate::action::Action;
use crate::chef::Chef;
use crate::partner::Model;
use crate::question::{Partner, Plan, Question};
use crate::state::State;

use super::Player;

impl Player {
    /// Compares what the partner did with what each model has predicted.
    pub(super) fn learn(&mut self, state: &State) {
        let has_predicted = !self.plan.actions.is_empty() || !self.script.is_empty();
        if has_predicted && state.at[Chef::Partner].is_some() {
            self.partner.learn(&self.world, &self.expected.state, state);
            if !self.script.is_empty() {
                self.script.remove(0);
            }
        }
    }

    /// Chooses how to plan: with the partner, around it, or without it.
    pub(super) fn choose_model(&mut self, state: &State) {
        self.model = match self.world.params.model {
            _ if state.at[Chef::Partner].is_none() => Model::Frozen,
            0 => self.partner.best(),
            given => Model::ALL[given as usize - 1],
        };
    }

    /// Predicts what the partner does next by each model. If it is clear which model fits, the
    /// partner's own plan is not searched for.
    pub(super) fn predict(&mut self, deadline: &mut Deadline) {
        let next = self.plan.actions.first().copied();
        let mut joint = Some(next.unwrap_or(Action::WAIT)).filter(|_| self.model != Model::Serial);
        self.script.clear();
        if !self.is_clear(&self.expected.state) {
            let plan = self.partners_own_plan(deadline);
            self.stall = self.stall.max(plan.stall);
            self.script = plan.actions.iter().copied().step_by(2).collect();
            if self.model != Model::Joint {
                joint = self.script.first().copied().or(joint);
            }
        }
        let alone = self.script.first().copied().or(joint);
        self.partner.predict(&self.world, &self.expected.state, joint, alone);
    }

    /// Searches for the best plan of the partner if the bot did nothing. The partner's are the own actions
    /// of that plan.
    fn partners_own_plan(&mut self, deadline: &mut Deadline) -> Plan {
        let root = self.expected.swapped(&self.world);
        let depth = self.world.params.scripted_depth as usize;
        let question =
            Question { may_wait: true, ..Question::new(&root, Partner::Script(&[]), depth) };
        let share = if deadline.is_on_the_clock() { 1.0 } else { self.world.params.prediction };
        let mut rest = deadline.part(share);
        self.beam.search(&self.world, &mut self.evaluator, &question, &mut rest)
    }

    /// The share of the time in which the bot searches for a plan, and not for what the partner does.
    pub(super) fn share_of_search(&self, state: &State) -> f64 {
        if self.is_clear(state) {
            1.0
        } else {
            1.0 - self.world.params.prediction
        }
    }

    /// Whether no prediction is needed: the model is clear, or there is no partner.
    pub(super) fn is_clear(&self, state: &State) -> bool {
        state.at[Chef::Partner].is_none() || self.partner.is_clear()
    }
}

//! A player that prepares foods and never serves.

use super::mind::Mind;
use super::plan::Plan;
use super::view::View;
use crate::games::alamode::commands::Command;

/// Makes the foods of all orders that no crate has, lays them on tables, and never touches a dish.
pub(super) struct Preparer;

impl Mind for Preparer {
    fn command(&mut self, view: &View) -> Command {
        let plans = view.orders.iter().map(|(order, _)| Plan::of_order(view, *order));
        let target = plans.into_iter().find_map(|plan| plan.preparation());
        target.map_or(Command::Wait, Command::Use)
    }
}

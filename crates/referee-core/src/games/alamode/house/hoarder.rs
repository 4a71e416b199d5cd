//! A cook that hoards dishes.

use super::cook::Cook;
use super::mind::Mind;
use super::plan::Plan;
use super::view::View;
use crate::games::alamode::commands::Command;
use crate::games::alamode::food::{Dish, Item};

/// A [`Cook`] that first takes every clean dish out of the dishwasher and lays it on a table.
pub(super) struct Hoarder(pub Cook);

impl Mind for Hoarder {
    fn command(&mut self, view: &View) -> Command {
        let target = match view.me.hand {
            None if view.clean_dishes > 0 => view.equipment('D'),
            Some(Item::Dish(dish)) if dish.foods().is_empty() && view.clean_dishes > 0 => {
                Plan::of_order(view, Dish::EMPTY).table()
            }
            _ => None,
        };
        target.map_or_else(|| self.0.command(view), Command::Use)
    }
}

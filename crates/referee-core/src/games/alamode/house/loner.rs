//! A cook that plans alone.

use super::cook::Cook;
use super::mind::Mind;
use super::view::View;
use crate::games::alamode::commands::Command;

/// A [`Cook`] that does not see its partner. It makes what the partner is making, works on the partner's order, and
/// plans its ways through the partner.
pub(super) struct Loner(pub Cook);

impl Mind for Loner {
    fn command(&mut self, view: &View) -> Command {
        self.0.command(&view.clone().without_partner())
    }
}

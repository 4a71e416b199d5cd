//! The strategy of a house player.

use crate::games::fruit::board::Move;
use crate::games::fruit::view::View;

/// The strategy of a house player.
pub(super) trait Robot: Send {
    fn choose(&mut self, view: &View) -> Move;
}

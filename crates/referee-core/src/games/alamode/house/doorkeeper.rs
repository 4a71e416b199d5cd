//! A cook that stands in the way.

use super::cook::Cook;
use super::mind::Mind;
use super::view::View;
use crate::games::alamode::commands::Command;
use crate::games::alamode::kitchen::square;

/// The number of its own turns in which it cooks, and then in which it stands in the way.
const TURNS: u32 = 10;

/// A [`Cook`] that stands before the dishwasher or the window in every second ten of its turns.
pub(super) struct Doorkeeper {
    cook: Cook,
    turns: u32,
}

impl Doorkeeper {
    pub fn new(cook: Cook) -> Self {
        Self { cook, turns: 0 }
    }
}

impl Mind for Doorkeeper {
    fn command(&mut self, view: &View) -> Command {
        self.turns += 1;
        match self.turns / TURNS % 4 {
            1 => Command::Move(square(5, 1)),
            3 => Command::Move(square(5, 5)),
            _ => self.cook.command(view),
        }
    }
}

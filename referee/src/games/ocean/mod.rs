//! Ocean of Code (CodinGame, 2020): two submarines, each hunting the other by its orders.
//!
//! Every rule is that of the official community referee of 2020 on its engine, with its oddities.

mod cell;
mod commands;
mod draw;
mod game;
mod house;
mod islands;
mod sea;
mod submarine;

use crate::contest::{Contest, HouseKind, OptionDoc, Registered, Setup, SetupError};
use crate::game::{Answer, Game, Step, ThrownOut};

pub use cell::{Cell, Dir, SIDE};
pub use commands::{Cause, Device, League, Order};
pub use game::OceanGame;
pub use islands::map_of_seed;
pub use sea::Sea;
pub use submarine::{Mine, Submarine};

/// The contest, as the command line knows it.
#[derive(Clone, Copy, Debug)]
pub struct Ocean;

inventory::submit!(Registered(&Ocean));

impl Contest for Ocean {
    fn key(&self) -> &'static str {
        "ocean"
    }

    fn title(&self) -> &'static str {
        "Ocean of Code (CodinGame, 2020)"
    }

    fn bot(&self) -> &'static str {
        "ocean"
    }

    fn options(&self) -> &'static [OptionDoc] {
        &[OptionDoc {
            name: "league",
            default: "4",
            help: "1: MOVE SURFACE TORPEDO; 2: and SONAR SILENCE; 3 and up: and MINE TRIGGER",
        }]
    }

    fn house(&self) -> &'static [HouseKind] {
        house::KINDS
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(2..=2)?;
        let seed = setup.integer_seed()?;
        let league = setup.integer("league", 4, 1..=4)?;
        Ok(Box::new(OceanGame::new(seed, League::new(league as u8))))
    }
}

/// The rules with their drawing: the rules themselves know nothing of how they are drawn.
impl Game for OceanGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.go_on(answers)
    }

    fn draw(&self) -> String {
        draw::board(self)
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        self.thrown_out()
    }
}

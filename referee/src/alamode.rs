//! Code à la Mode (CodinGame, 2019): three cooks, of whom two at a time share a kitchen.
//!
//! Every rule is that of the official referee on its engine, with its oddities.

mod commands;
mod customers;
mod draw;
mod food;
mod game;
mod generator;
mod house;
mod kitchen;
mod oven;
mod round;
mod uses;
mod walk;

use crate::contest::{Contest, HouseKind, OptionDoc, Setup, SetupError};
use crate::game::{Game, Seat};

pub use commands::{Cause, Command};
pub use customers::{Customer, Customers};
pub use food::{Dish, Food, Item};
pub use game::{AlamodeGame, PAIRS};
pub use generator::{League, kitchen_of_seed};
pub use kitchen::{Equipment, FLOOR, Kitchen};
pub use oven::Oven;
pub use round::{Chef, DISHES, Place, Round, TURNS};
pub use walk::destination;

/// The contest, as the command line knows it.
#[derive(Clone, Copy, Debug)]
pub struct Alamode;

impl Contest for Alamode {
    fn key(&self) -> &'static str {
        "alamode"
    }

    fn title(&self) -> &'static str {
        "Code à la Mode (CodinGame, 2019)"
    }

    fn bot(&self) -> &'static str {
        "alamode"
    }

    fn bot_plays(&self) -> bool {
        false
    }

    fn seats(&self) -> usize {
        3
    }

    fn teams(&self) -> &'static [&'static [Seat]] {
        const { &[&PAIRS[0], &PAIRS[1], &PAIRS[2]] }
    }

    fn options(&self) -> &'static [OptionDoc] {
        &[OptionDoc {
            name: "league",
            default: "4",
            help: "1: ice cream and blueberries; 2: and strawberries; 3: and croissants; 4: and tarts",
        }]
    }

    fn house(&self) -> &'static [HouseKind] {
        house::KINDS
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(3..=3)?;
        let seed = setup.integer_seed()?;
        let league = setup.integer("league", 4, 1..=i64::from(u8::MAX))?;
        Ok(Box::new(AlamodeGame::new(seed, League::new(league as u8))))
    }
}

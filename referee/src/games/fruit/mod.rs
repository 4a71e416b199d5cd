//! Robot fruit hunt (Scribd, 2012): two robots on one board, whoever wins more categories of fruit
//! wins.
//!
//! Both robots start on the same cell, see everything and move at the same time. A category goes to
//! the robot with strictly more of it, the game to the robot with more categories. A seed is a board
//! number of the contest's own framework, 0 to 999998, and gives the same board.
//!
//! # The protocol
//!
//! Bots of the contest were functions in JavaScript and the like; programs that read lines get this.
//! Everything is separated by single spaces. Once, at the start:
//!
//! ```text
//! fruit 1                   name and version of the protocol
//! 7 6 4                     width, height, number of categories
//! 1 3 5 7                   pieces of each category at the start
//! ```
//!
//! and then each turn (the first one follows at once), north at the top, west at the left:
//!
//! ```text
//! 344..33                   a row: '.' is empty, a digit the category of the fruit
//! 4...1.3                   (height rows)
//! ..244..
//! ..42...
//! ....2..
//! .4...3.
//! 4 3 4 3                   your column and row, the opponent's column and row, from 0
//! 0 0 0 0                   what you have of each category, in halves: 1 is half a piece
//! 0 0 0 0                   what the opponent has
//! ```
//!
//! The answer is one line: `NORTH`, `EAST`, `SOUTH`, `WEST`, `TAKE` or `PASS`; blanks around it do not
//! matter. A step off the board and a `TAKE` where nothing lies do nothing; both robots may stand on
//! one cell and pass through each other. A take costs the turn. If both take the same piece, each
//! gets half.
//!
//! # Limits, faults and ends
//!
//! Ten seconds for an answer, twenty for the first one, because the contest gave a bot time to prepare.
//! The contest loaded the bot's page before the game; so the start of a program is not counted, up to five
//! seconds (`--startup`);
//! lines of at most 1,000 bytes. Anything but a move throws a robot out (`not-a-move`), and so do a late
//! answer (`timeout`), an end (`exit`), too much memory (`out-of-memory`) and too long a line
//! (`not-a-line`). Its score is -1, and what the other did on that turn does not count; if both are
//! thrown out it is a draw. Otherwise a robot's score is the number of categories in which it has more.
//!
//! | end | when |
//! |---|---|
//! | `all-taken` | no fruit is left |
//! | `decided` | nothing that is left can change who wins: see [`Verdict`] |
//! | `repetition` | the robots stand as they stood four times since the last take (option `repeat`) |
//! | `turn-limit` | after 600 turns (option `turns`) |
//! | `thrown-out` | at once |

mod board;
mod bot_kinds;
mod draw;
mod game;
mod generator;
mod house;
#[cfg(feature = "javascript")]
pub mod javascript;
mod node;
mod position;
mod scene;
mod seedrandom;
mod settle;
mod view;

use serde_json::Value;

use crate::contest::{About, Contest, OptionDoc, Registered, Setup, SetupError};
use crate::game::{Answer, Game, Step, ThrownOut};
use crate::scene::{Measure, Scene};

pub use board::{Board, Category, Cell, Halves, Move};
pub use game::{FruitGame, Rules};
pub use generator::{BOARDS, Sides, board_of_number};
pub use position::{Position, Taken};
pub use seedrandom::SeedRandom;
pub use settle::Verdict;
pub use view::{BadView, View};

/// The contest, as the command line knows it.
#[derive(Clone, Copy, Debug)]
pub struct Fruit;

inventory::submit!(Registered(&Fruit));

const OPTIONS: &[OptionDoc] = &[
    OptionDoc::new("min", "5", "shortest side of a board; the framework also had 10 and 15"),
    OptionDoc::new("max", "15", "longest side of a board; the framework also had 20 and 40"),
    OptionDoc::new("repeat", "5", "ends when a position occurs so often since a take; 0: never"),
    OptionDoc::new("turns", "600", "ends after so many turns"),
    OptionDoc::new("stall", "score", "such an end: score counts as it stands, draw is a draw"),
    OptionDoc::new("lenient", "false", "true: an answer that is no move passes"),
    OptionDoc::new("move_ms", "10000", "time for an answer, in milliseconds"),
];

/// What each cause in a recording wanted.
const WANTED: &[(&str, &str)] = &[("not-a-move", "a move: NORTH, SOUTH, EAST, WEST, TAKE or PASS")];

impl Contest for Fruit {
    fn about(&self) -> About {
        About {
            seeds: BOARDS as u64,
            thinkers: 2,
            options: OPTIONS,
            house: house::KINDS,
            bot_kinds: bot_kinds::KINDS,
            wanted: WANTED,
            ..About::new("fruit", "Robot fruit hunt (Scribd, 2012)", "fruitbot")
        }
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(2..=2)?;
        let number = setup.integer_seed()?;
        let number = u32::try_from(number).ok().filter(|number| *number < BOARDS);
        let number = number.ok_or_else(|| {
            let last = BOARDS - 1;
            SetupError(format!("there is no board {}; boards are 0 to {last}", setup.seed))
        })?;
        let min = setup.integer("min", 5, 5..=40)?;
        let max = setup.integer("max", 15, min..=40)?;
        let sides = Sides { min: min as u8, max: max as u8 };
        let stall = setup.options.get("stall").map_or(Some("score"), Value::as_str);
        let stall_is_draw = match stall {
            Some("score") => false,
            Some("draw") => true,
            _ => return Err(SetupError("option stall: wanted score or draw".to_owned())),
        };
        let lenient = setup.options.get("lenient").map_or(Some(false), Value::as_bool);
        let rules = Rules {
            repeat: setup.integer("repeat", 5, 0..=1000)? as u32,
            turns: setup.integer("turns", 600, 1..=100_000)? as u32,
            stall_is_draw,
            lenient: lenient
                .ok_or_else(|| SetupError("option lenient: wanted true or false".to_owned()))?,
            move_millis: setup.integer("move_ms", 10_000, 1..=3_600_000)? as u64,
        };
        Ok(Box::new(FruitGame::new(board_of_number(number, sides), rules)))
    }
}

/// The rules with their drawing: the rules themselves know nothing of how they are drawn.
impl Game for FruitGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.go_on(answers)
    }

    fn draw(&self) -> String {
        draw::board(self)
    }

    fn scene(&self) -> Option<Scene> {
        Some(scene::scene(self))
    }

    fn measures(&self) -> Vec<Measure> {
        scene::measures(self)
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        self.thrown_out()
    }
}

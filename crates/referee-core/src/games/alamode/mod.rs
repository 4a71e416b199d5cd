//! Code à la Mode (CodinGame, 2019): three cooks, of whom two at a time share a kitchen.
//!
//! A match has three rounds of 200 turns: player 0 with 1, then 2 with 0, then 1 with 2. The first of a pair
//! moves on odd turns, the other on even ones. Points come only from served customers, and both chefs of the
//! pair get them; a player's score is the sum of its two rounds. Every rule is that of the official referee
//! on its engine, with its oddities.
//!
//! # The protocol
//!
//! The protocol is the site's. Once, before its first turn, a player is sent the customers in the order in
//! which they will come (after the twentieth the first comes again), and the kitchen from north to south:
//!
//! ```text
//! 20                                         number of customers
//! DISH-BLUEBERRIES-CHOPPED_STRAWBERRIES 850  an order, and what it pays at first
//! DISH-CROISSANT-TART 1850                   (20 lines)
//! I####DOS###                                '#' table, '.' floor, '0' and '1' where chefs start,
//! #.........#                                D dishwasher, W window, I ice cream, B blueberries,
//! #.###B.##.#                                S strawberries, H dough, C chopping board, O oven
//! #.#..#..#.#                                (7 lines of 11 columns)
//! #.##.####.#
//! #..1.....0#                                player 1 sees the two digits exchanged
//! ###H#W####C
//! ```
//!
//! On each of its turns it is sent the position; no line announces a new round:
//!
//! ```text
//! 163                                        turns left after this one, both players' together
//! 5 1 DISH-TART                              own column, row and hand; NONE is an empty hand
//! 9 3 NONE                                   the partner; -1 -1 NONE once it is dead
//! 2                                          tables on which something lies
//! 3 2 CHOPPED_DOUGH                          column, row, item: column by column
//! 8 0 DISH
//! RAW_TART 4                                 in the oven, and turns until it is done or, once done,
//! 3                                          until it burns; NONE 0 if it is empty
//! DISH-CROISSANT-TART 1802                   those who wait, the oldest first, and what they pay
//! DISH-BLUEBERRIES-CHOPPED_STRAWBERRIES 790  now: one point less after each turn
//! DISH-ICE_CREAM-TART 1399
//! ```
//!
//! The answer is one line within 50 ms, the first one within a second. The site does not say whether the
//! start of a program is part of that second; here it is not: the time runs from when the program reads,
//! or after five seconds (`--startup`):
//!
//! * `MOVE x y` walks up to four steps towards any square, around the partner;
//! * `USE x y` uses the table or machine on a square, if it is beside the chef or across a
//!   corner; otherwise it walks there as `MOVE` does. A use that the rules do not know loses the turn;
//! * `WAIT`, or an empty line.
//!
//! Text after a semicolon is a message for the spectators. Extra lines are the answers of the following
//! turns. Any other line, `USE` on the floor, a late answer or no answer kills the chef for the whole match:
//! its score is -1, its dish goes back to the dishwasher, and its turns pass without it; in these the oven
//! ticks, but the awards do not fall. The partner goes on alone.
//!
//! | cause of death | fault | cause |
//! |---|---|---|
//! | an unknown command | `garbage` | `unknown-command` |
//! | coordinates that are missing, or no whole numbers | `garbage` | `coordinates` |
//! | a square that the kitchen does not have | `garbage` | `out-of-kitchen` |
//! | `USE` on the floor | `garbage` | `use-floor` |
//! | a line of more than 10,000 bytes | `garbage` | `too-long` |
//! | a late answer; an exit; too much memory | each its own | `timeout` |
//!
//! A match ends after the last round (`last-round`), or as soon as all three are dead (`all-dead`).
//!
//! # The kitchen
//!
//! An empty hand takes food from a crate, a table or the oven; so does a hand with a dish on which that food
//! may go. A food can be put on a dish on a table; any other item only on an empty table. A dish holds each
//! of these at most once: `ICE_CREAM` and `BLUEBERRIES` from their crates, `CHOPPED_STRAWBERRIES`
//! (`STRAWBERRIES` on the board), `CROISSANT` (`DOUGH` from the oven), and `TART` (`DOUGH` on the board
//! becomes `CHOPPED_DOUGH`, with `BLUEBERRIES` it becomes `RAW_TART`, and in the oven a tart). The dishwasher
//! starts with three dishes: it gives one to an empty hand, gives one with the food that the hand holds, or
//! empties the dish in the hand. The window takes every dish, and pays for one that a customer has ordered,
//! in whatever order it was filled.

mod commands;
mod customers;
mod draw;
mod fixtures;
mod food;
mod game;
mod generator;
mod house;
mod integers;
mod kitchen;
mod oven;
mod round;
mod scene;
mod statistics;
mod uses;
mod walk;

use serde_json::Value;

use crate::contest::{About, Contest, Registered};
use crate::drawn::{Drawn, Parts};
use crate::fixture::Fixtures;
use crate::game::{Game, Outcome, Seat};
use crate::options::{OptionDoc, Options};
use crate::recording::Recording;
use crate::setup::{Setup, SetupError};

pub use commands::{Cause, Command};
pub use customers::{Customer, Customers};
pub use food::{Dish, Food, Item};
pub use game::{AlamodeGame, PAIRS};
pub use generator::{League, kitchen_of_seed};
pub use kitchen::{Equipment, FLOOR, Kitchen};
pub use oven::Oven;
pub use round::{Chef, DISHES, Place, Round, TURNS};
pub use walk::destination;

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Alamode;

inventory::submit!(Registered(&Alamode));

const OPTIONS: &[OptionDoc] = &[OptionDoc::whole(
    "league",
    1..=255,
    4,
    "1: ice cream and blueberries; 2: and strawberries; 3: and croissants; 4 and up: and tarts",
)];

/// By cause of a fault in the recordings: what a valid line would have been.
const WANTED: &[(&str, &str)] = &[
    ("unknown-command", "`MOVE x y`, `USE x y` or `WAIT`"),
    ("coordinates", "two whole numbers after MOVE or USE"),
    ("out-of-kitchen", "a square of the kitchen: x from 0 to 10, y from 0 to 6"),
    ("use-floor", "a table or a machine after USE, not the floor"),
];

impl Contest for Alamode {
    fn about(&self) -> About {
        About {
            seats: 3,
            teams: const { &[&PAIRS[0], &PAIRS[1], &PAIRS[2]] },
            // One player is asked at a time, but a bot may think while its partner is asked.
            thinkers: 2,
            options: OPTIONS,
            house: house::KINDS,
            wanted: WANTED,
            points: ["point for dishes", "points for dishes"],
            source: file!(),
            statistics: "turns by kind, the oven, dishes, orders, idle runs, per round",
            first_bots: crate::first_bots!["py", "rs", "cpp", "js", "java", "go", "kt"],
            ..About::new("alamode", "Code à la Mode (CodinGame, 2019)", "alamode")
        }
    }

    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[("last-round", "the last round ended")]
    }

    /// The points of a player are those of its two rounds, so the worst round is that of the others.
    fn reason(&self, outcome: &Outcome) -> Option<String> {
        let first = outcome.winner()?;
        let is_whole = outcome.more.get("end").is_some_and(|end| end == "last-round");
        let rounds = PAIRS.iter().zip(&outcome.rounds).filter(|_| is_whole);
        let (its, others): (Vec<_>, Vec<_>) =
            rounds.partition(|(pair, _)| pair.contains(&Seat(first)));
        let ([(_, one), (_, two)], [(_, other)]) = (&its[..], &others[..]) else { return None };
        let letter = Seat(first).letter();
        Some(format!("{letter}'s rounds made {one} and {two}, that without {letter} {other}"))
    }

    fn tiles(&self) -> &'static [(char, &'static str)] {
        &[('#', "table")]
    }

    fn fixtures(&self) -> Fixtures {
        fixtures::fixtures()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        Ok(Box::new(game_of(setup)?))
    }

    fn statistics(&self, recordings: &[Recording]) -> Result<Value, SetupError> {
        statistics::of(recordings, &game_of).map_err(SetupError)
    }
}

/// The match of a setup.
fn game_of(setup: &Setup) -> Result<AlamodeGame, SetupError> {
    setup.demand_seats(3..=3)?;
    let seed = setup.integer_seed()?;
    let options = Options::read(OPTIONS, &setup.options)?;
    Ok(AlamodeGame::new(seed, League::new(options.whole("league") as u8)))
}

impl Drawn for AlamodeGame {
    const PARTS: Parts<Self> = Parts {
        advance: Self::go_on,
        thrown_out: Self::thrown_out,
        draw: draw::board,
        scene: scene::scene,
        measures: scene::measures,
        turn: Self::played,
        happenings: scene::happenings,
    };
}

//! Robot fruit hunt (Scribd, 2012): two robots on one board; the one that leads in more categories of fruit
//! wins.
//!
//! Both robots start on the same cell, see everything and move at the same time. A category goes to the robot
//! with strictly more of it, the game to the robot with more categories. A seed is a board number of the
//! contest's own framework, 0 to 999998, and gives the framework's board.
//!
//! # The protocol
//!
//! Bots of the contest were functions in JavaScript and other languages; programs that read lines get the
//! following. All words are separated by single spaces. Once, at the start:
//!
//! ```text
//! fruit 1                   name and version of the protocol
//! 7 6 4                     width, height, number of categories
//! 1 3 5 7                   pieces of each category at the start
//! ```
//!
//! Each turn (the first one follows at once), with north at the top and west at the left:
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
//! The answer is one line: `NORTH`, `EAST`, `SOUTH`, `WEST`, `TAKE` or `PASS`; blanks around it are ignored.
//! A step off the board and a `TAKE` on an empty cell do nothing. Both robots may be on one cell and may pass
//! through each other. A take costs the turn. If both take the same piece, each gets half.
//!
//! # Limits, faults and ends
//!
//! An answer has a limit of ten seconds, the first one twenty, because the contest gave a bot time to
//! prepare. The contest loaded the bot's page before the game, so the start of a program is not counted, up
//! to five seconds (`--startup`). A line has at most 1,000 bytes. A robot is disqualified for a line that is
//! not a move (`not-a-move`), a late answer (`timeout`), its exit (`exit`), too much memory (`out-of-memory`)
//! and too long a line (`not-a-line`). Its score is -1, and the other's answer on that turn does not count;
//! if both are disqualified it is a draw. Otherwise a robot's score is the number of categories in which it
//! has more.
//!
//! | end | when |
//! |---|---|
//! | `all-taken` | no fruit is left |
//! | `decided` | the fruit that is left cannot change the result: see [`Verdict`] |
//! | `repetition` | the robots are on the same cells for the fifth time since the last take (option `repeat`) |
//! | `turn-limit` | after 600 turns (option `turns`) |
//! | `thrown-out` | at once |

mod board;
mod bot_kinds;
mod draw;
mod fixtures;
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
mod statistics;
mod view;

use serde_json::Value;

use crate::contest::{About, Contest, Ranking, Registered};
use crate::drawn::{Drawn, Parts};
use crate::fixture::Fixtures;
use crate::game::{Game, Outcome, Seat};
use crate::options::{OptionDoc, Options};
use crate::plain_words::listed;
use crate::recording::Recording;
use crate::setup::{Setup, SetupError};

pub use board::{Board, Category, Cell, Halves, Move};
pub use game::{FruitGame, Rules};
pub use generator::{BOARDS, Sides, board_of_number};
pub use position::{Position, Taken};
pub use seedrandom::SeedRandom;
pub use settle::Verdict;
pub use view::{BadView, View};

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Fruit;

inventory::submit!(Registered(&Fruit));

const OPTIONS: &[OptionDoc] = &[
    OptionDoc::whole(
        "min",
        5..=40,
        5,
        "shortest side of a board; the framework also had 10 and 15",
    ),
    OptionDoc::whole(
        "max",
        5..=40,
        15,
        "longest side of a board; the framework also had 20 and 40",
    ),
    OptionDoc::whole(
        "repeat",
        0..=1000,
        5,
        "end the game when a position has occurred this many times since the last take; 0: never",
    ),
    OptionDoc::whole("turns", 1..=100_000, 600, "end the game after this many turns"),
    OptionDoc::choice(
        "stall",
        &["score", "draw"],
        "result of a game that ends by repetition or the turn limit",
    ),
    OptionDoc::truth("lenient", "true: an invalid answer counts as PASS"),
    OptionDoc::whole(
        "move_ms",
        1..=3_600_000,
        10_000,
        "time for an answer, in milliseconds; twice that for the first one",
    ),
];

/// By cause of a fault in the recordings: what a valid line would have been.
const WANTED: &[(&str, &str)] = &[("not-a-move", "a move: NORTH, SOUTH, EAST, WEST, TAKE or PASS")];

impl Contest for Fruit {
    fn about(&self) -> About {
        About {
            ranking: Ranking::ByScoreOrDraw,
            seeds: BOARDS as u64,
            thinkers: 2,
            options: OPTIONS,
            house: house::KINDS,
            deterministic: house::DETERMINISTIC,
            bot_kinds: bot_kinds::KINDS,
            wanted: WANTED,
            points: ["category led", "categories led"],
            source: file!(),
            statistics: "categories, fruit, turns by kind, draws and their reasons, per game",
            first_bots: crate::first_bots!["py", "rs", "cpp", "js", "java", "go", "kt"],
            ..About::new("fruit", "Robot fruit hunt (Scribd, 2012)", "fruitbot")
        }
    }

    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("all-taken", "all fruit was taken"),
            ("decided", "nobody can change the result"),
            ("repetition", "the same position came again"),
        ]
    }

    fn reason(&self, outcome: &Outcome) -> Option<String> {
        let winner = outcome.winner()?;
        let taken = |seat: usize| outcome.more.get("fruit")?.get(seat)?.as_array();
        let categories =
            taken(winner)?.iter().zip(taken(usize::from(winner == 0))?).zip(1..=u8::MAX);
        let led = categories.filter(|((mine, other), _)| mine.as_f64() > other.as_f64());
        let led = listed(led.map(|(_, category)| draw::fruit_name(Category(category))));
        if led.is_empty() {
            return None;
        }
        Some(format!("{} has more of {led}", Seat(winner).letter()))
    }

    fn tiles(&self) -> &'static [(char, &'static str)] {
        &[('.', "field")]
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

/// Sets up a game.
fn game_of(setup: &Setup) -> Result<FruitGame, SetupError> {
    setup.demand_seats(2..=2)?;
    let number = setup.integer_seed()?;
    let number = u32::try_from(number).ok().filter(|number| *number < BOARDS);
    let number = number.ok_or_else(|| {
        let last = BOARDS - 1;
        SetupError(format!("there is no board {}; boards are 0 to {last}", setup.seed))
    })?;
    let options = Options::read(OPTIONS, &setup.options)?;
    let (min, max) = (options.whole("min"), options.whole("max"));
    if max < min {
        let problem = format!("option max={max}: wanted a whole number from {min} to 40");
        return Err(SetupError(problem));
    }
    let sides = Sides { min: min as u8, max: max as u8 };
    let rules = Rules {
        repeat: options.whole("repeat") as u32,
        turns: options.whole("turns") as u32,
        stall_is_draw: options.word("stall") == "draw",
        lenient: options.truth("lenient"),
        move_millis: options.whole("move_ms") as u64,
    };
    Ok(FruitGame::new(board_of_number(number, sides), rules))
}

impl Drawn for FruitGame {
    const PARTS: Parts<Self> = Parts {
        advance: Self::go_on,
        thrown_out: Self::thrown_out,
        draw: draw::board,
        scene: scene::scene,
        measures: scene::measures,
        turn: Self::turns,
        happenings: scene::happenings,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A recording may be damaged, so its result can have anything.
    #[test]
    fn the_reason_of_an_odd_result_is_no_panic() {
        let reason = |fruit: Value| {
            let mut outcome = Outcome::by_score(vec![2, 1], 9);
            outcome.more.insert("fruit".to_owned(), fruit);
            Fruit.reason(&outcome)
        };
        let words = Some("A has more of apple and cherry".to_owned());
        assert_eq!(reason(serde_json::json!([[1, 0, 2], [0, 1, 1]])), words);
        assert_eq!(reason(serde_json::json!([[0, 1, 2], [0]])), None);
        assert_eq!(reason(serde_json::json!([[1]])), None);
        assert_eq!(reason(serde_json::json!("none")), None);
    }
}

//! Ocean of Code (CodinGame, 2020): two submarines, each hunting the other by its orders.
//!
//! The board has 15 by 15 cells of water and land; the map comes from the seed. Each submarine has six lives,
//! sees its own position and is told the other's visible orders. A player's score is the number of lives that
//! it has left, or -1 if it was disqualified. Every rule is that of the official community referee of 2020 on
//! its engine, with its oddities.
//!
//! # The protocol
//!
//! The protocol is the site's. Once, at the start, a player is sent 16 lines and answers with its starting
//! cell, player 0 first:
//!
//! ```text
//! 15 15 0                   width, height, own number
//! ...............           a row: 'x' is land, '.' is water; north first, west at the left
//! ..............x           (15 rows)
//! …
//! ```
//!
//! `7 3` starts in column 7 and row 3, which must be water: two numbers of one or two digits with one
//! space between them. Both may start on the same cell.
//!
//! Then the players take turns, player 0 first. On its turn a player is sent three lines:
//!
//! ```text
//! 7 3 6 5 0 4 6 1           own column and row, own lives, the other's lives; then the charges that
//!                           TORPEDO, SONAR, SILENCE and MINE still need, -1 if the league has none
//! NA                        Y or N: the answer to the sonar of its own last turn; NA without one
//! MOVE N|TORPEDO 5 2        what the other did on its last turn, NA before its first
//! ```
//!
//! It answers with one line of commands, separated by `|`; each command word may occur once:
//!
//! | command | effect | the other is told |
//! |---|---|---|
//! | `MOVE N` `MOVE N SONAR` | a step to `N`, `S`, `E` or `W`, and a charge for a device | `MOVE N` |
//! | `SURFACE` | costs a life; the trail begins anew on this cell | `SURFACE 5`, the sector |
//! | `TORPEDO 5 2` | explodes on a cell at most four steps over water away | the same |
//! | `SONAR 5` | asks whether the other is in a sector now | the same |
//! | `SILENCE N 3` | 0 to 4 steps in a direction | `SILENCE` |
//! | `MINE N` | lays a mine on the neighbour cell | `MINE` |
//! | `TRIGGER 5 2` | explodes a mine of its own that was laid on an earlier turn | the same |
//! | `MSG text` | nothing; may occur more than once | |
//!
//! Sectors are blocks of five by five cells, numbered from 1 to 9 row by row. A torpedo and a mine need three
//! charges, a sonar four, silence six; a device holds no more, and each use takes all of them. A submarine
//! may not enter a cell of its own trail: the cells that it has visited since its start or its last
//! surfacing. An explosion costs each submarine on its cell two lives, and on the eight cells around it one,
//! also across land. Only `TRIGGER` explodes a mine, and the number of mines is not limited.
//!
//! # How a line is executed
//!
//! From left to right, each command with the charges, trail and mines that the earlier ones left.
//!
//! * Commands that cannot be executed are dropped: a device that is not ready, whatever its arguments; a
//!   torpedo out of reach; a mine on land, off the map or on another mine of its own; a trigger on a cell
//!   without a ready mine of its own. If no command is left in a line, the submarine surfaces.
//! * A player is disqualified for a word that the league does not have or that occurs twice; for a wrong
//!   number of arguments (two spaces in a row make an empty one); for a malformed argument; and for a step of
//!   `MOVE` or `SILENCE` onto land, off the map or onto the trail. The causes are those of [`Cause`]. Arguments
//!   are read after all earlier commands are executed; steps are checked one by one as they are made.
//!
//! # Limits and ends
//!
//! The starting cell has a limit of a second, each turn one of 50 ms, and a line one of 10,000 bytes. The
//! site does not say whether the start of a program is part of the first second; here it is not: the time
//! runs from when the program reads, or after five seconds (`--startup`). A player whose answer is late, too
//! long or missing is disqualified with the cause `timeout`, because the site has no other.
//!
//! | end | when |
//! |---|---|
//! | `sunk` | a submarine has no lives left; the rest of the line is not executed |
//! | `thrown-out` | at once; at the start, when both have been asked. The other keeps its lives |
//! | `turn-limit` | after 598 turns of both together |
//! | `frame-limit` | after 999 executed commands, in the middle of a line if need be |

mod cell;
mod chart;
mod commands;
mod draw;
mod fixtures;
mod game;
mod house;
mod islands;
mod scene;
mod sea;
mod statistics;
mod submarine;

use serde_json::Value;

use crate::contest::{About, Contest, Registered};
use crate::drawn::{Drawn, Parts};
use crate::fixture::Fixtures;
use crate::game::{Game, Seat};
use crate::options::{OptionDoc, Options};
use crate::recording::{Exchange, Recording};
use crate::setup::{Setup, SetupError};
use crate::thought::Thought;

pub use cell::{Cell, Dir, SIDE};
pub use commands::{Cause, Device, League, Order};
pub use game::OceanGame;
pub use islands::map_of_seed;
pub use sea::Sea;
pub use submarine::{Mine, Submarine};

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Ocean;

inventory::submit!(Registered(&Ocean));

const OPTIONS: &[OptionDoc] = &[OptionDoc::whole(
    "league",
    1..=4,
    4,
    "1: MOVE SURFACE TORPEDO; 2: and SONAR SILENCE; 3 and 4: and MINE TRIGGER",
)];

/// By cause of a fault in the recordings: what a valid line would have been.
const WANTED: &[(&str, &str)] = &[
    ("start-format", "the cell to start from as two numbers, such as `7 3`"),
    ("start-cell", "a cell of water on the map to start from"),
    ("duplicate", "each command at most once in a line"),
    (
        "unknown-command",
        "MOVE, SURFACE, TORPEDO, SONAR, SILENCE, MINE, TRIGGER or MSG, if the league has it",
    ),
    (
        "param-count",
        "as many words as the command takes, such as `MOVE N TORPEDO` or `SILENCE N 2`",
    ),
    ("direction-missing", "N, E, S or W after MOVE"),
    ("direction", "N, E, S or W after MOVE, SILENCE and MINE"),
    ("power", "a device of the league to be charged: TORPEDO, SONAR, SILENCE or MINE"),
    ("blocked", "a step to a cell of water on the map"),
    ("revisit", "a step to a cell that is not on the trail since the last SURFACE"),
    ("torpedo-params", "two whole numbers after TORPEDO"),
    ("sonar-sector", "a sector from 1 to 9 after SONAR"),
    ("silence-distance", "a distance from 0 to 4 after the direction of SILENCE"),
    ("mine-syntax", "N, E, S or W after MINE"),
    ("trigger-params", "two whole numbers after TRIGGER"),
];

impl Contest for Ocean {
    fn about(&self) -> About {
        About {
            options: OPTIONS,
            house: house::KINDS,
            wanted: WANTED,
            points: ["life", "lives"],
            source: file!(),
            first_bots: crate::first_bots!["py", "rs", "cpp", "js", "java", "go", "kt"],
            statistics: "surfacings, uses of each device, damage, and how good its predictions were, per game",
            ..About::new("ocean", "Ocean of Code (CodinGame, 2020)", "ocean")
        }
    }

    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[("sunk", "a submarine sank"), ("frame-limit", "the site's limit of frames was reached")]
    }

    fn tiles(&self) -> &'static [(char, &'static str)] {
        &[('#', "island"), ('~', "sea")]
    }

    fn fixtures(&self) -> Fixtures {
        fixtures::fixtures()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(2..=2)?;
        let seed = setup.integer_seed()?;
        let options = Options::read(OPTIONS, &setup.options)?;
        Ok(Box::new(OceanGame::new(seed, League::new(options.whole("league") as u8))))
    }

    fn known(&self, exchanges: &[(usize, Exchange)]) -> Vec<Vec<(Seat, Thought)>> {
        statistics::known(exchanges)
    }

    fn statistics(&self, recordings: &[Recording]) -> Result<Value, SetupError> {
        statistics::of(recordings).map_err(SetupError)
    }
}

impl Drawn for OceanGame {
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

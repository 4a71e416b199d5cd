//! Robots deliver packages (ICFP programming contest, 2002): robots on one board carry packages from home
//! bases to their destinations, and push each other into the water.
//!
//! The sources are the contest's task text, its answers to questions, logs of the judges' server and the
//! behaviour of clients of 2002. Where they say nothing or disagree, the code names the reading that was
//! chosen.
//!
//! # The board
//!
//! `.` is plain land, `@` a home base, `#` a wall, `~` water; every tile outside is wall. Coordinates are x
//! from 1 in the west and y from 1 in the SOUTH, so north is y + 1. A tile may hold any number of packages,
//! and several robots may start on one.
//!
//! # The protocol
//!
//! ASCII lines that end with a newline, over TCP (`referee serve courier`) or over standard input and output,
//! with the same bytes. The client begins with `Player`. Then it is sent, with single blanks:
//!
//! ```text
//! 7 5                              width and height
//! ..@....                          rows from the SOUTH, each from the west
//! .......
//! ##.~~~~
//! ...~~~~
//! .......
//! 3 25 1000                        your robot's number, capacity, money
//! #1 X 1 Y 2 #2 X 2 Y 1 #3 X 1 Y 1     where all robots are
//! ```
//!
//! Each turn, the first one at once, it is sent a line with the packages on its tile: `id x y weight` for
//! each, where x and y are the destination. Without packages the line is empty:
//!
//! ```text
//! 17 3 2 50 89 7 1 78
//! ```
//!
//! The answer is one line, a bid and an action. The bid is any number but 0. Its magnitude is paid each turn;
//! a robot with less money dies. Higher bids execute earlier, equal ones in random order, so negative bids
//! come after all positive ones.
//!
//! ```text
//! 1 Move N                         or E, S, W
//! 200 Pick 17 89                   each that is here and still fits, in this order
//! -8 Drop 11                       each that is carried; at its destination it scores its weight
//! 1 Drop                           the cheapest way to wait
//! ```
//!
//! When all have answered, the commands execute. All are sent the same reply, which has every robot that was
//! alive and its events in order; then the next list of packages follows.
//!
//! ```text
//! #1 N #2 #3 E P 17 D 17           N E S W: it moved or was pushed; P: picked; D: dropped
//! #4 X 3 Y 1 E                     X and Y: a robot that has just come, before its first turn
//! ```
//!
//! A `Move` onto a robot pushes it and all robots behind it in a line, unless a wall is behind them. A pushed
//! robot drops one of its packages, chosen at random, on its tile, and loses its command of this turn if that
//! has not been executed yet. A robot that gets into water dies, and its packages are lost. A malformed
//! command and a late answer kill, too. A client of the contest had started when it connected, so the start
//! of a program is not counted here, up to five seconds (`--startup`).
//!
//! A robot that dies is sent the reply of that turn and `Robot 3 died.`, and then its input ends. The game
//! ends with a last reply when no package is left or no robot lives. A client should end without a message at
//! the end of its input and at any line that begins with a letter. The score is the delivered weight; a robot
//! keeps it when it dies.
//!
//! Any run of blanks is accepted before, between and after the words of a command.
//!
//! # Games
//!
//! The board and packages are drawn from the seed, with the kind and size of the options; or the options
//! contain a map file and a package file as text (`--option map="$(cat FILE)"`), so that a recording needs no
//! other file.

mod board;
mod commands;
mod door;
mod draw;
mod files;
mod fixtures;
mod game;
mod generator;
mod house;
mod options;
mod packages;
mod replies;
mod scene;
mod statistics;
mod stock;
mod tcp_service;
mod world;

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::contest::{About, Contest, Registered, StartFile};
use crate::drawn::{Drawn, Parts};
use crate::fixture::Fixtures;
use crate::game::{Game, OpenGame, Outcome, Seat};
use crate::player::tcp;
use crate::recording::Recording;
use crate::setup::{Setup, SetupError};

pub use board::{Board, Cell, Direction, LONGEST_SIDE, Tile};
pub use commands::{Action, Bid, Command, Malformed};
pub use door::{Door, Place, Starts};
pub use files::{BadFile, PlacedPackage, read_map, read_packages, write_map, write_packages};
pub use game::{CourierGame, MOST_PLAYERS, Rules};
pub use generator::{Kind, SIZES, board as drawn_board};
pub use options::start;
pub use packages::{HEAVIEST, MOST_PACKAGES, Package, PackageId, Packages, PutDown};
pub use replies::{Quirks, reply_line, start_line};
pub use stock::{Lands, Refill, Scatter, Stock};
pub use world::{Death, Deed, Event, Robot, RobotId, RobotIndex, World};

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Courier;

inventory::submit!(Registered(&Courier));

/// By cause of a fault in the recordings: what a valid line would have been.
const WANTED: &[(&str, &str)] = &[
    ("not-player", "the line `Player`"),
    ("overbid", "a bid that costs no more than the money that is left"),
    ("no-bid", "a bid and a command, such as `1 Move N`"),
    ("bad-bid", "a whole number as the bid"),
    ("zero-bid", "a bid that is not 0"),
    ("unknown-action", "Move, Pick or Drop after the bid"),
    ("bad-direction", "one of N, E, S and W after Move"),
    ("bad-id", "numbers of packages after Pick and Drop"),
];

impl Contest for Courier {
    fn about(&self) -> About {
        About {
            thrown_out_lose: false,
            thinkers: 2,
            options: options::OPTIONS,
            house: house::KINDS,
            wanted: WANTED,
            bot_kinds: const { &[tcp::KIND] },
            points: ["point for delivered weight", "points for delivered weight"],
            source: file!(),
            statistics: "turns by kind, bids, pushes, deaths, trips and their loads, per game",
            first_bots: crate::first_bots!["py", "rs", "cpp", "js", "java", "go", "kt"],
            tcp: tcp_service::TCP,
            ..About::new("courier", "Robots deliver packages (ICFP 2002)", "icfp-courier")
        }
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        1..=MOST_PLAYERS
    }

    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[("no-packages", "no package is left"), ("all-dead", "no robot is alive")]
    }

    fn reason(&self, outcome: &Outcome) -> Option<String> {
        let first = outcome.winner()?;
        let of = |seat: usize| outcome.more.get("delivered")?.get(seat)?.as_u64();
        let packages = of(first).filter(|packages| *packages > 0)?;
        let others = (0..outcome.ranks.len()).filter(|seat| *seat != first);
        let others = others.map(|seat| Some(format!(", {} {}", Seat(seat).letter(), of(seat)?)));
        let (letter, others) = (Seat(first).letter(), others.collect::<Option<String>>()?);
        Some(format!("{letter} delivered {}{others}", packages::counted(packages as usize)))
    }

    fn files(&self, setup: &Setup) -> Result<Vec<StartFile>, SetupError> {
        options::files(setup)
    }

    fn tiles(&self) -> &'static [(char, &'static str)] {
        &[('.', "plain")]
    }

    fn fixtures(&self) -> Fixtures {
        fixtures::fixtures()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        Ok(Box::new(options::start(setup)?))
    }

    fn statistics(&self, recordings: &[Recording]) -> Result<Value, SetupError> {
        statistics::of(recordings).map_err(SetupError)
    }

    fn open(&self, setup: &Setup) -> Result<Box<dyn OpenGame>, SetupError> {
        Ok(Box::new(options::open(setup)?))
    }
}

impl Drawn for CourierGame {
    const PARTS: Parts<Self> = Parts {
        advance: Self::step,
        thrown_out: Self::told_off,
        draw: draw::board,
        scene: scene::scene,
        measures: scene::measures,
        turn: Self::turns,
        happenings: scene::happenings,
    };
}

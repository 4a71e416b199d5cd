//! Karopapier: vector racing on squared paper, in turns.
//!
//! A car's move is a vector; each component changes by at most 1 from one move to the next. A car without a
//! legal move has crashed and is set back. The first player that drives over the finish with all checkpoints
//! of the map wins.
//!
//! The sources are the published code of the site, publications of a bot's author, the players' wiki, and two
//! recorded games, which replay without a difference. Where they say nothing or disagree, the reading that
//! was chosen is named in the code:
//!
//! | rule | in |
//! |---|---|
//! | map symbols, night maps | [`Track`] |
//! | the cells that a move passes, the checkpoints that it collects | [`passed`], [`Counting`] |
//! | rounds, random order, blocking, parc fermé, leaving | [`Race`], [`Blocking`], [`Orders`] |
//! | the way back after a crash | [`set_back`] |
//! | circuits and the direction over the line | [`LineRule`] |
//! | special rules in a game's title | [`SpecialRule`], [`must_repeat`] |
//! | the cells of a night map in the light of headlights | [`lit_cells`] |
//!
//! # The protocol
//!
//! It is documented completely in `protocol.rs`, beside the code that writes it. Once, before a player's
//! first turn:
//!
//! ```text
//! karo 1                     name and version; then a line for each setting:
//! seats 3 0                  seats (number, your own), title, checkpoints, events, zzz, crash,
//! …                          direction, blocking, night, move_ms
//! map 30 12                  width and height, and the rows of the map
//! ```
//!
//! At each of its turns:
//!
//! ```text
//! turn 7                     the round
//! records 1                  the records since your last turn
//! 1 move 12 4 2 -1           seat, kind, x y xv yv
//! players 3                  for each: status moved rank moves crashes collected x y xv yv
//! …
//! candidates 8               x y xv yv, and 1 if the special rules allow it
//! 13 4 1 -1 1
//! ```
//!
//! The answer is `START x y` in round 1, `MOVE x y xv yv` later, or `LEAVE`. At the end all players are sent
//! `over`, the last records and the players.
//!
//! # Faults and ends
//!
//! An answer has a limit of ten seconds, the first one from when the program reads, or from five seconds
//! (`--startup`) after it was asked; a line has at most 1,000 bytes. The site refuses an illegal move and
//! waits for ever, until an organiser takes the player out of the race. So a player is disqualified for an
//! answer that is not a command (`not-a-command`), not a candidate (`not-a-candidate`) or a candidate that
//! the special rules forbid (`against-special-rule`), and for a late answer, an exit and too much memory: the
//! car is `kicked`, blocks nobody, and the others race on. Moves against the direction are counted in the
//! result (`wrong_way`) and cost nothing, as on the site; with the option `wrong_way=kick` they disqualify,
//! too.
//!
//! | end | when |
//! |---|---|
//! | `all-finished` | all players have finished |
//! | `nobody-left` | no player races any more, and not all have finished |
//! | `turn-limit` | after the number of turns of the option `turns` |
//!
//! A finisher scores one point for itself and one for each player behind it. A player that still races or is
//! stuck scores 0, and one that left or was kicked -1.
//!
//! # Games
//!
//! A track is drawn from the seed, small and of the kind in the options; or the option `map` contains a map
//! of the site as text (`--option map="$(cat FILE)"`).

mod circuit;
mod commands;
mod draw;
mod fixtures;
mod game;
mod generator;
mod headlights;
mod house;
pub mod import;
mod motion;
mod options;
pub mod protocol;
mod race;
mod record;
mod remulade;
mod scene;
pub mod special;
mod statistics;
mod track;

use std::ops::RangeInclusive;

use serde_json::Value;

use crate::contest::{About, Contest, Import, Registered, StartFile};
use crate::drawn::{Drawn, Parts};
use crate::fixture::Fixtures;
use crate::game::{Game, Outcome, Seat};
use crate::recording::Recording;
use crate::setup::{Setup, SetupError};

pub use circuit::{Direction, LineRule};
pub use commands::Command;
pub use game::{KaroGame, Terms};
pub use generator::{Kind as TrackKind, drawn_track};
pub use headlights::lit_cells;
pub use import::import;
pub use motion::{Counting, Events, Motion, Vector, passed};
pub use options::start;
pub use race::{
    Blocking, Candidate, Car, Crash, CrashSetting, Orders, Race, Settings, Status, Turn,
};
pub use record::{Kind, Record, set_back};
pub use remulade::{RoundSoFar, must_repeat, repeaters};
pub use special::SpecialRule;
pub use track::{BadMap, Cell, Checkpoint, Checkpoints, LONGEST_SIDE, Tile, Track};

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Karo;

inventory::submit!(Registered(&Karo));

/// By cause of a fault in the recordings: what a valid line would have been.
const WANTED: &[(&str, &str)] = &[
    ("not-a-command", "`START x y`, `MOVE x y xv yv` or `LEAVE`"),
    ("not-a-candidate", "one of the moves that were offered"),
    ("wrong-way", "one of the moves that were offered as free, in the race's direction"),
    ("against-special-rule", "a move that the special rule allows"),
];

impl Contest for Karo {
    fn about(&self) -> About {
        About {
            options: options::OPTIONS,
            house: house::KINDS,
            wanted: WANTED,
            points: ["point for its place", "points for its place"],
            time: "round",
            source: file!(),
            statistics: "moves, crashes given and suffered, turns at rest, the finish and the fewest moves to it, per game",
            first_bots: crate::first_bots!["py", "rs", "cpp", "js", "java", "go", "kt"],
            ..About::new("karo", "Karopapier", "kabotte")
        }
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        1..=options::MOST_PLAYERS
    }

    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[("all-finished", "all cars finished"), ("nobody-left", "no car is left in the race")]
    }

    fn reason(&self, outcome: &Outcome) -> Option<String> {
        outcome.winner()?;
        let of = |field: &str, seat: usize| outcome.more.get(field)?.get(seat);
        let mut home: Vec<usize> = (0..outcome.ranks.len())
            .filter(|&seat| of("status", seat).is_some_and(|status| status == "finished"))
            .collect();
        home.sort_by_key(|&seat| outcome.ranks[seat]);
        let moves = |seat: usize| of("moves", seat).and_then(Value::as_u64);
        let (first, others) =
            home.split_first().filter(|(first, _)| outcome.ranks[**first] == 1)?;
        let told = |&seat: &usize| Some(format!(", {} in {}", Seat(seat).letter(), moves(seat)?));
        let next = others.first().and_then(told).unwrap_or_default();
        let (letter, moves) = (Seat(*first).letter(), moves(*first)?);
        Some(format!("{letter} finished in {moves} moves{next}"))
    }

    fn tiles(&self) -> &'static [(char, &'static str)] {
        &[('.', "road"), (' ', "outside")]
    }

    fn fixtures(&self) -> Fixtures {
        fixtures::fixtures()
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        Ok(Box::new(options::start(setup)?))
    }

    fn statistics(&self, recordings: &[Recording]) -> Result<Value, SetupError> {
        statistics::of(recordings, &options::start).map_err(SetupError)
    }

    fn files(&self, setup: &Setup) -> Result<Vec<StartFile>, SetupError> {
        options::files(setup)
    }

    fn import(&self, text: &str) -> Result<Import, SetupError> {
        import(text)
    }

    fn games_in(&self, text: &str) -> Option<Vec<(String, String)>> {
        import::client_log::games_in(text)
    }
}

impl Drawn for KaroGame {
    const PARTS: Parts<Self> = Parts {
        advance: Self::go_on,
        thrown_out: Self::thrown_out,
        draw: draw::race,
        scene: scene::scene,
        measures: scene::measures,
        turn: Self::played,
        happenings: scene::happenings,
    };
}

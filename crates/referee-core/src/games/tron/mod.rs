//! Tron: two to four light cycles on a small grid leave walls behind them. The last one alive wins.
//!
//! All start on different cells, see everything and move one cell a turn, at the same time. A cycle crashes if it leaves the
//! grid, enters a cell of any trail as it was before the turn, or enters the same cell as another cycle. After
//! that turn its trail vanishes.
//!
//! # The protocol
//!
//! Once, at the start: width, height, number of players, your number. Each turn, and at once for the first one: a
//! line for each player with the column and row of its cycle, from 0 at the left and the top, or `-1 -1` if it is out.
//!
//! ```text
//! 12 9 3 0
//! 4 7
//! -1 -1
//! 10 2
//! ```
//!
//! The answer is one line, `UP`, `DOWN`, `LEFT` or `RIGHT`; the first one within a second, each later one within 100 ms.
//! Another text (`not-a-direction`), a late answer, an exit, too much memory and a line of more than 100 bytes
//! disqualify a player: its cycle stays where it is in this turn, and then vanishes.
//!
//! The game ends when one cycle is left (`one-left`), or none, because the last ones were out in one turn (`none-left`). A
//! score is the number of players that were out earlier, or -1 for a disqualified player.

mod game;

use std::ops::RangeInclusive;

use gridkit::{Board15, Dir, Point, Rng, Square15};
use serde_json::json;

use crate::contest::{About, Contest, House, HouseKind, Registered};
use crate::fixture::Fixtures;
use crate::game::Game;
use crate::options::{OptionDoc, Options};
use crate::player::scripted::{Act, fault_acts, lines, lines_then};
use crate::setup::{Setup, SetupError};
use game::{TronGame, WORDS};

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Tron;

inventory::submit!(Registered(&Tron));

/// The least and the most players.
const SEATS: RangeInclusive<usize> = 2..=4;

const OPTIONS: &[OptionDoc] =
    &[OptionDoc::size("size", [5, 5], [15, 15], "any: 9 to 15 columns and rows, from the seed")];

const HOUSE: &[HouseKind] = &[
    HouseKind {
        name: "random",
        help: "moves to any free cell",
        make: |seed, _| rider(seed, false),
    },
    HouseKind {
        name: "filler",
        help: "moves to where it can reach most cells",
        make: |seed, _| rider(seed, true),
    },
];

impl Contest for Tron {
    fn about(&self) -> About {
        About {
            thinkers: 2,
            options: OPTIONS,
            house: HOUSE,
            wanted: &[("not-a-direction", "UP, DOWN, LEFT or RIGHT")],
            first_bots: crate::first_bots!["py", "rs", "cpp", "js", "java", "go", "kt"],
            points: ["point for outliving others", "points for outliving others"],
            source: file!(),
            ..About::new("tron", "Tron, light cycles on a small grid", "lightcycle")
        }
    }

    fn seat_range(&self) -> RangeInclusive<usize> {
        SEATS
    }

    fn ends(&self) -> &'static [(&'static str, &'static str)] {
        &[("one-left", "one player is left"), ("none-left", "the last players crashed together")]
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(SEATS)?;
        let options = Options::read(OPTIONS, &setup.options)?;
        let mut rng = Rng::new(setup.integer_seed()? as u64);
        let drawn = (rng.between(9, 15), rng.between(9, 15));
        let size = options.size("size").unwrap_or(drawn).into();
        Ok(Box::new(TronGame::new(size, setup.seats, &mut rng)))
    }

    fn fixtures(&self) -> Fixtures {
        let (mut games, small) = (Fixtures::new(HOUSE, 1982), json!({ "size": "5x5" }));
        games.houses("two", "1", json!({}), &["@filler", "@random"]);
        games.houses("three", "2", json!({}), &["@filler", "@filler", "@random"]);
        for (name, seed) in
            [("four", "3"), ("four-b", "4"), ("four-c", "5"), ("four-d", "6"), ("four-e", "7")]
        {
            games.houses(name, seed, json!({ "size": "15x15" }), &["@filler"; 4]);
        }
        let others = [("not-a-direction", Act::say("up")), ("wall", Act::say("RIGHT"))];
        for (name, act) in fault_acts().into_iter().chain(others) {
            let scripts = [lines(["DOWN"; 5]), lines_then(["UP"], act), lines(["DOWN"; 5])];
            games.scripts(name, "1", small.clone(), scripts);
        }
        games
    }
}

fn rider(seed: u64, fills: bool) -> Box<dyn House> {
    Box::new(Rider { rng: Rng::new(seed), fills, me: 0, game: TronGame::default() })
}

/// A house player, and the game as it was told.
struct Rider {
    rng: Rng,
    fills: bool,
    me: usize,
    game: TronGame,
}

impl House for Rider {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let numbers = |line: &String| line.split(' ').flat_map(str::parse).collect::<Vec<i32>>();
        let mut lines = sent.iter().map(numbers).peekable();
        if let Some([width, height, players, me]) = lines.next_if(|line| line.len() == 4).as_deref()
        {
            self.game.size = Point::new(*width, *height);
            (self.game.trails, self.me) = (vec![Vec::new(); *players as usize], *me as usize);
        }
        for (trail, place) in self.game.trails.iter_mut().zip(lines) {
            match place[..] {
                [x, y] if x >= 0 => trail.push(Point::new(x, y)),
                _ => trail.clear(),
            }
        }
        let free: Board15 = self.game.free().into_iter().filter_map(Square15::at).collect();
        let here =
            self.game.trails[self.me].last().map_or(Board15::EMPTY, |cell| Board15::at(*cell));
        let worth = |dir: &Dir| {
            let to = here.shift(*dir) & free;
            if self.fills { to.flood(free).count() } else { to.count() }
        };
        let mut dirs = Dir::ALL;
        self.rng.shuffle(&mut dirs);
        let best = dirs.into_iter().max_by_key(worth).unwrap_or(Dir::North);
        vec![WORDS[best.index()].to_owned()]
    }
}

//! The bench: fixed races of the bot alone on the track.

use std::time::Duration;

use gridkit::{Bench, Flags, Report};

use crate::circuit::Direction;
use crate::motion::{passage, Event, Motion, Vector};
use crate::params::Params;
use crate::player::Player;
use crate::protocol::{Candidate, Car, Command, Kind, Record, Start, Turn};
use crate::rules::{MoveNumber, Rule, Rules};
use crate::solve::Settings;
use crate::track::{Cell, Tile, Track};

/// A narrow road to a finish, and a hall with checkpoints in its corners.
const MAPS: [&[&str]; 2] = [
    &[
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "XSOOOOOOOOOOOOOOOOOOOOOOOOOX",
        "XSOOOOOOOOOOOOOOOOOOOOOOOOOX",
        "XXXXXXXXXXXXXXXXXXXXXXXXOOOX",
        "XXXXXXXXXXXXXXXXXXXXXXXXOOOX",
        "XOOOOOOOOOOOOOOOOOOOOOOOOOOX",
        "XOOOOOOOOOOOOOOOOOOOOOOOOOOX",
        "XOOOXXXXXXXXXXXXXXXXXXXXXXXX",
        "XOOOOOOOOOOOOOOOOOOOOOOOOOFX",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXX",
    ],
    &[
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXX",
        "X1OOOOOOOOOOOOOOOOOOOOOOOO2X",
        "XOOOOOOOOOOOOOOOOOOOOOOOOOOX",
        "XOOOOOOOOXXXXXXXXOOOOOOOOOOX",
        "XOOSSOOOOXXXXXXXXOOOOFFOOOOX",
        "XOOOOOOOOXXXXXXXXOOOOOOOOOOX",
        "XOOOOOOOOOOOOOOOOOOOOOOOOOOX",
        "X3OOOOOOOOOOOOOOOOOOOOOOOO4X",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXX",
    ],
];

/// The games on each map: without a special rule and with some.
const RULES: [Option<Rule>; 4] =
    [None, Some(Rule::Ziffernblock), Some(Rule::Doppelzug), Some(Rule::Prim)];

/// Moves in a race at most.
pub const MOVES: u32 = 120;

/// States looked at in each turn at most.
pub const NODES: u64 = 100_000;

/// Drives the races; `--nodes` replaces the budget of each turn.
pub fn run(flags: &Flags<Params>) -> Report {
    let mut bench = Bench::new(flags.nodes.unwrap_or(NODES));
    for race in races() {
        drive(race, &flags.params, &mut bench);
    }
    bench.report()
}

/// The races of the bench, each before its first turn.
pub fn races() -> impl Iterator<Item = Alone> {
    let race = |rows: &[&str], rule: Option<Rule>| {
        let rules = rule.map_or(Rules::NONE, |rule| Rules::NONE.with(rule));
        Alone::new(&rows.join("\n"), rules)
    };
    MAPS.into_iter().flat_map(move |rows| RULES.into_iter().map(move |rule| race(rows, rule)))
}

fn drive(mut race: Alone, params: &Params, bench: &mut Bench) {
    let mut player = None;
    for _ in 0..MOVES {
        let turn = race.turn();
        if turn.candidates.is_empty() {
            break;
        }
        let command = bench.turn(|deadline| {
            let start = race.start.clone();
            let player = player.get_or_insert_with(|| Player::new(start, params.clone(), deadline));
            (player.answer(&turn, deadline), deadline.nodes())
        });
        bench.sign(format!("{command}\n").as_bytes());
        if !race.play(command) {
            break;
        }
    }
}

/// A race of one car. Crashes are not part of this model: the race ends with the first one.
pub struct Alone {
    start: Start,
    round: u32,
    car: Car,
    records: Vec<Record>,
}

impl Alone {
    fn new(code: &str, rules: Rules) -> Alone {
        let track = Track::parse(code).unwrap_or_else(|why| unreachable!("{why}"));
        let digits = track.numbers().iter().fold(0, |bits, digit| bits | 1 << (digit - b'0'));
        let checkpoints = digits != 0;
        let settings =
            Settings { checkpoints, direction: Direction::Free, rules, ..Settings::USUAL };
        let start = Start {
            seats: 1,
            seat: 0,
            title: rules.to_string(),
            digits,
            settings,
            all_block: false,
            night: false,
            time: Duration::from_secs(10),
            teams: Vec::new(),
            code: code.to_owned(),
            track,
        };
        let car = Car { is_racing: true, has_moved: false, moves: 0, collected: 0, motion: None };
        Alone { start, round: 1, car, records: Vec::new() }
    }

    /// What the bot is told before the first turn.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// What the bot is told next.
    pub fn turn(&mut self) -> Turn {
        let track = &self.start.track;
        let lawful = |motion| Candidate { motion, is_lawful: true };
        let candidates = match self.car.motion {
            None => track.cells_of(Tile::Start).map(Motion::at_rest).map(lawful).collect(),
            Some(car) => {
                let legal = |vector: &Vector| {
                    *vector != Vector::ZERO && passage(track, car.at, *vector, true).is_some()
                };
                let mut next: Vec<Vector> = car.vector.nearby().filter(legal).collect();
                let number = MoveNumber(self.car.moves);
                self.start.settings.rules.filter(track, car, number, &mut next);
                next.into_iter().map(|vector| lawful(car.next(vector))).collect()
            }
        };
        let records = std::mem::take(&mut self.records);
        Turn { round: self.round, records, cars: vec![self.car], candidates }
    }

    /// Makes a move that was offered. Returns whether the race goes on.
    ///
    /// # Panics
    /// If the move leaves the road, which none that was offered does.
    pub fn play(&mut self, command: Command) -> bool {
        let (kind, motion) = match command {
            Command::Start(cell) => (Kind::Start, Motion::at_rest(cell)),
            Command::Move(motion) => (Kind::Move, motion),
            Command::Leave => return false,
        };
        self.records.push(Record { seat: 0, kind, motion });
        self.round += 1;
        self.car.moves += 1;
        self.car.motion = Some(motion);
        if kind == Kind::Start {
            return true;
        }
        let Start { track, digits, .. } = &self.start;
        let source: Cell = motion.source();
        match passage(track, source, motion.vector, *digits != 0).map(|passage| passage.event) {
            Some(Event::Checkpoint(place)) => {
                self.car.collected |= 1 << (track.numbers()[usize::from(place.0)] - b'0');
                true
            }
            Some(Event::Finish) => self.car.collected != *digits,
            Some(Event::None) => true,
            None => unreachable!("only legal moves are offered"),
        }
    }
}

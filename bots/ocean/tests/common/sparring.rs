//! Whole games in one process, by the referee's rules: the bot and the house players.

use gridkit::{Board15, Deadline};
use ocean::captain::Captain;
use ocean::orders;
use ocean::params::Params;
use ocean::protocol::Reader;
use referee::contest::House;
use referee::game::{Answer, Game, Outcome, Seat, Step};
use referee::games::contest;
use referee::games::ocean::{League, OceanGame};

/// A player of these games.
#[derive(Clone, Debug)]
pub enum Fighter {
    /// The house player of that name, such as `wanderer`.
    House(String),
    /// The bot with its numbers, and the lines that it may weigh each turn.
    Bot(Box<Params>, u64),
}

/// A fighter in a game.
enum Mind {
    House(Box<dyn House>),
    Bot { params: Box<Params>, nodes: u64, seed: u64, captain: Option<Box<Captain>> },
}

impl Mind {
    fn new(fighter: &Fighter, seed: u64, seat: usize) -> Mind {
        match fighter {
            Fighter::House(name) => {
                let kinds = contest("ocean").expect("the contest is there").house();
                let kind = kinds.iter().find(|kind| kind.name == name);
                let kind = kind.unwrap_or_else(|| panic!("there is no house player @{name}"));
                Mind::House((kind.make)(seed, Seat(seat)))
            }
            Fighter::Bot(params, nodes) => {
                Mind::Bot { params: params.clone(), nodes: *nodes, seed, captain: None }
            }
        }
    }

    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        match self {
            Mind::House(house) => house.answer(sent),
            Mind::Bot { params, nodes, seed, captain } => {
                let text = sent.join("\n");
                let mut reader = Reader::new(text.as_bytes());
                let line = if let Some(captain) = captain {
                    let turn = reader.turn().unwrap().expect("three lines");
                    let decision = captain.turn(&turn, &mut Deadline::after_nodes(*nodes));
                    orders::line(&decision.orders)
                } else {
                    let start = reader.start().unwrap().expect("a map");
                    let new = Captain::new(start, Params::clone(params), *seed);
                    let at = Board15::point(new.at()).to_string();
                    *captain = Some(Box::new(new));
                    at
                };
                vec![line]
            }
        }
    }
}

/// Plays a game on the map of a seed.
pub fn play(seed: i64, fighters: [&Fighter; 2]) -> Outcome {
    let mut game = OceanGame::new(seed, League::new(4));
    let mut minds = [0, 1].map(|seat| Mind::new(fighters[seat], seed as u64, seat));
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        match game.advance(&answers) {
            Step::Over(outcome) => return outcome,
            Step::Ask(requests) => {
                let answer = |lines| Answer { lines, fault: None };
                answers = requests
                    .iter()
                    .map(|request| answer(minds[request.seat.0].answer(&request.lines)))
                    .collect();
            }
        }
    }
}

/// What one fighter got out of many games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Games in which it was thrown out.
    pub thrown_out: u32,
    /// Turns of all games together.
    pub turns: u32,
}

impl Tally {
    /// Share of the points, a draw being half a point.
    pub fn share(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games.max(1))
    }
}

/// Plays two games on each map, with the seats swapped, and counts for `one`.
pub fn pairs(seeds: impl Iterator<Item = i64>, one: &Fighter, other: &Fighter) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        for own in [0, 1] {
            let outcome = play(seed, if own == 0 { [one, other] } else { [other, one] });
            match outcome.scores[own].cmp(&outcome.scores[1 - own]) {
                std::cmp::Ordering::Greater => tally.won += 1,
                std::cmp::Ordering::Equal => tally.drawn += 1,
                std::cmp::Ordering::Less => tally.lost += 1,
            }
            let faults = outcome.thrown_out.iter().filter(|fault| fault.seat.0 == own);
            tally.thrown_out += faults.count() as u32;
            tally.turns += outcome.turns;
        }
    }
    tally
}

//! Whole games in one process, between bots that are called as functions and house players.
//!
//! Time is not limited, so a bot with a node budget plays the same games on every machine.

use std::cmp::Ordering;
use std::fmt;

use serde_json::Value;

use super::scripts::{drive, house};
use super::start;
use crate::contest::Contest;
use crate::game::{Answer, Game, Outcome, Seat};
use crate::stats::shares::Shares;

/// A player in one game: a function from the lines that it is sent to the lines of its answer.
pub struct Mind<'a>(Box<AnswerLines<'a>>);

type AnswerLines<'a> = dyn FnMut(&[String]) -> Vec<String> + 'a;

impl<'a> Mind<'a> {
    /// A player that answers one line at a time.
    pub fn new(mut answer: impl FnMut(&[String]) -> String + 'a) -> Self {
        Self(Box::new(move |sent| vec![answer(sent)]))
    }

    /// The house player of a name, with or without its `@`.
    ///
    /// # Panics
    /// If the contest has no house player of that name.
    pub fn house(contest: &dyn Contest, name: &str, seed: u64, seat: Seat) -> Self {
        let mut house = house(contest, name, seed, seat);
        Self(Box::new(move |sent| house.answer(sent)))
    }

    /// What it answers.
    pub fn answer(&mut self, sent: &[String]) -> Vec<String> {
        (self.0)(sent)
    }
}

/// Plays a game to its end, one mind for each seat.
pub fn play(game: &mut dyn Game, minds: &mut [Mind<'_>]) -> Outcome {
    drive(game, |_, request| {
        let lines = minds[request.seat.0].answer(&request.lines);
        Answer { lines, fault: None }
    })
}

/// Makes the mind of a player for a game: it gets the game's seed and the seat.
pub type MakeMind<'a> = dyn Fn(i64, Seat) -> Mind<'a> + 'a;

/// Plays two games of a contest for two players on each seed, with the seats swapped, and counts for
/// `one`.
///
/// # Panics
/// If the contest refuses a seed or an option.
pub fn pairs<'a>(
    contest: &dyn Contest,
    options: &Value,
    seeds: impl IntoIterator<Item = i64>,
    one: &MakeMind<'a>,
    other: &MakeMind<'a>,
) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let outcomes = [0, 1].map(|own| {
            let mut game = start(contest, &seed.to_string(), options.clone());
            let mut minds = [0, 1].map(|seat| {
                let make = if seat == own { one } else { other };
                make(seed, Seat(seat))
            });
            play(game.as_mut(), &mut minds)
        });
        tally.add(&outcomes);
    }
    tally
}

/// The results of one of two players in many pairs of games.
#[derive(Clone, Debug)]
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
    pairs: Shares,
}

/// Half points in a pair of games.
const HALF_POINTS: usize = 4;

impl Default for Tally {
    fn default() -> Self {
        let pairs = Shares::new(HALF_POINTS);
        Self { won: 0, drawn: 0, lost: 0, thrown_out: 0, turns: 0, pairs }
    }
}

impl Tally {
    /// Counts a pair: a game in which the player had seat 0, then one in which it had seat 1.
    pub fn add(&mut self, outcomes: &[Outcome; 2]) {
        let mut half_points = 0;
        for (own, outcome) in outcomes.iter().enumerate() {
            let (count, points) = match outcome.ranks[own].cmp(&outcome.ranks[1 - own]) {
                Ordering::Less => (&mut self.won, 2),
                Ordering::Equal => (&mut self.drawn, 1),
                Ordering::Greater => (&mut self.lost, 0),
            };
            *count += 1;
            half_points += points;
            let out = outcome.thrown_out.iter().any(|out| out.seat == Seat(own));
            self.thrown_out += u32::from(out);
            self.turns += outcome.turns;
        }
        self.pairs.add(half_points);
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Share of the points, from 0 to 1; a draw is half a point.
    pub fn share(&self) -> f64 {
        self.pairs.mean()
    }

    /// Standard error of the share; `None` for fewer than two pairs. It comes from the spread of the
    /// pairs, because the two games of a seed are not independent.
    pub fn error(&self) -> Option<f64> {
        self.pairs.variance_of_mean().map(f64::sqrt)
    }
}

/// `57 won, 1 drawn, 2 lost: 95.8 % +- 2.1, 140 turns a game, thrown out 0`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} won, {} drawn, {} lost: ", self.won, self.drawn, self.lost)?;
        write!(f, "{:.1} %", 100.0 * self.share())?;
        if let Some(error) = self.error() {
            write!(f, " +- {:.1}", 100.0 * error)?;
        }
        let turns = f64::from(self.turns) / f64::from(self.games().max(1));
        write!(f, ", {turns:.0} turns a game, thrown out {}", self.thrown_out)
    }
}

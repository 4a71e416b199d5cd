//! The first seam: a game is rules without input and output.
//!
//! A game says which lines go to which seat and what it waits for; it is given the answers; it goes on.
//! It never reads a clock, a socket or a file, so the same object is driven by live processes, by a
//! recording, by a fuzzer and by a unit test.
//!
//! ```text
//!             answers                    answers
//! advance([]) ───────► advance([a, b]) ───────► … ───► Step::Over(outcome)
//!     │ asks                │ asks
//! ```

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::happening::Happening;
use crate::scene::{Measure, Scene};

/// A player's index in a game, counted from 0.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seat(pub usize);

impl Seat {
    /// The letters of seats: capital ones, then small ones.
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /// The name shown for the seat: A to Z, then a to z, then A2 to z2 and so on.
    pub fn letter(self) -> String {
        let (round, glyph) = (self.0 / Self::LETTERS.len(), self.glyph());
        if round == 0 { glyph.to_string() } else { format!("{glyph}{}", round + 1) }
    }

    /// The letter of the seat where there is room for one only, as on a board.
    pub fn glyph(self) -> char {
        char::from(Self::LETTERS.as_bytes()[self.0 % Self::LETTERS.len()])
    }

    /// The seat of a letter as [`Seat::letter`] has it.
    pub fn of_letter(text: &str) -> Option<Self> {
        let mut rest = text.chars();
        let place = Self::LETTERS.find(rest.next()?)?;
        let round = match rest.as_str() {
            "" => 1,
            number if number.starts_with(|first| matches!(first, '1'..='9')) => {
                number.parse().ok()?
            }
            _ => return None,
        };
        let seat = Self(Self::LETTERS.len().checked_mul(round - 1)?.checked_add(place)?);
        (seat.letter() == text).then_some(seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a player is disqualified: it gave no complete answer, or one that the rules do not allow.
///
/// Any other failure is the referee's own and makes the game void.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// The answer was not complete at the end of its time limit.
    Timeout,
    /// The program ended, by itself or by a signal, or closed its output.
    Exit,
    /// The program took more memory than its limit.
    OutOfMemory,
    /// A line was too long, or the rules disqualify the player because of its content.
    Garbage,
}

impl Fault {
    /// The cause, in one word, for a player without a complete answer.
    pub fn cause(self) -> &'static str {
        match self {
            Fault::Timeout => "timeout",
            Fault::Exit => "exit",
            Fault::OutOfMemory => "out-of-memory",
            Fault::Garbage => "not-a-line",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Timeout => "timeout",
            Fault::Exit => "exit",
            Fault::OutOfMemory => "out of memory",
            Fault::Garbage => "garbage",
        })
    }
}

/// The size and time limit of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Number of lines.
    pub lines: usize,
    /// Time from the last line sent to the last line answered.
    pub limit: Duration,
    /// Most bytes of one line without its end.
    pub line_bytes: usize,
}

/// Lines for one seat, and the answer that the game expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The receiver.
    pub seat: Seat,
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// The expected answer; `None` for a last notice to a seat that is not asked again.
    pub expected: Option<Expected>,
}

/// The answer to one [`Request`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The lines, without their ends; fewer than expected if there is a fault.
    pub lines: Vec<String>,
    /// Why the answer is not complete. The player is not asked again.
    pub fault: Option<Fault>,
}

impl Answer {
    /// The only line of a complete answer of one line, or the fault.
    ///
    /// # Errors
    /// The fault that the answer carries; [`Fault::Exit`] if it carries none and has no line.
    pub fn line(&self) -> Result<&str, Fault> {
        match (self.fault, self.lines.first()) {
            (Some(fault), _) => Err(fault),
            (None, Some(line)) => Ok(line),
            (None, None) => Err(Fault::Exit),
        }
    }

    /// The disqualification of a player that gave this answer of one line: because of its fault, or else because of
    /// its line, for `cause`.
    pub fn thrown_out(&self, seat: Seat, cause: &str) -> ThrownOut {
        match self.line() {
            Ok(line) => {
                let (cause, line) = (cause.to_owned(), Some(line.to_owned()));
                ThrownOut { seat, fault: Fault::Garbage, cause, line }
            }
            Err(fault) => ThrownOut { seat, fault, cause: fault.cause().to_owned(), line: None },
        }
    }
}

/// The next step of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Ask one seat, or several at once that do not see each other's answers.
    Ask(Vec<Request>),
    /// The game is over.
    Over(Outcome),
}

/// A disqualified player, and why it was disqualified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownOut {
    /// The player's seat.
    pub seat: Seat,
    /// Kind of fault.
    pub fault: Fault,
    /// The game's own short name of the cause, such as `blocked`.
    pub cause: String,
    /// The line of the answer that caused it, if there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub line: Option<String>,
}

impl ThrownOut {
    /// The fault; for [`Fault::Garbage`] with the game's own cause.
    pub fn kind(&self) -> String {
        match self.fault {
            Fault::Garbage => format!("{}: {}", self.fault, self.cause),
            fault => fault.to_string(),
        }
    }
}

/// The greatest number of points of a game, above or below zero. Sums over many games stay within 64 bits.
pub const MOST_POINTS: u64 = 1 << 40;

/// The result of a game. Every field is recorded, and a replay must compute the same values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Points of each seat, as the contest counts them.
    pub scores: Vec<i64>,
    /// Rank of each seat: 1 is best, equal ranks are a draw.
    pub ranks: Vec<u32>,
    /// Length of the game, in the contest's own unit.
    pub turns: u32,
    /// The disqualified players, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub thrown_out: Vec<ThrownOut>,
    /// Points of each round, in a contest whose players work together in rounds: round `i` is that of
    /// team `i` of [`About::teams`](crate::contest::About::teams). Empty in others.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub rounds: Vec<i64>,
    /// Further fields of the contest. A log keeps the text of `end`, and numbers and texts of `metadata`, `test_data`,
    /// `player_data` and `attributes` as [values](crate::values::GameValues::take_outcome).
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl Outcome {
    /// An outcome in which more points are better and equal points share a rank.
    ///
    /// ```
    /// # use referee_core::game::Outcome;
    /// assert_eq!(Outcome::by_score(vec![3, 6, 3], 40).ranks, [2, 1, 2]);
    /// ```
    pub fn by_score(scores: Vec<i64>, turns: u32) -> Self {
        let ranks = scores
            .iter()
            .map(|mine| 1 + scores.iter().filter(|other| *other > mine).count() as u32)
            .collect();
        Self { scores, ranks, turns, thrown_out: Vec::new(), rounds: Vec::new(), more: Map::new() }
    }

    /// The seats with the first place.
    pub fn first(&self) -> Vec<usize> {
        (0..self.ranks.len()).filter(|&seat| self.ranks[seat] == 1).collect()
    }

    /// The only seat with the first place; `None` if several share it.
    pub fn winner(&self) -> Option<usize> {
        if let [winner] = self.first()[..] { Some(winner) } else { None }
    }
}

/// A game in progress.
pub trait Game: Send {
    /// Continues with the answers to the last [`Step::Ask`], one for each request, in the same order. The first call
    /// gets no answers. A step without requests means that the game is not ready to ask; it may have a
    /// [`failure`](Game::failure).
    ///
    /// # Panics
    /// If the number of answers differs from the number of requests, or the game is over. Games check this with an
    /// [`AnswerCount`].
    fn advance(&mut self, answers: &[Answer]) -> Step;

    /// The present position for a terminal, several lines, styled with ANSI escapes.
    fn draw(&self) -> String;

    /// The present position as a picture for the browser viewer, if the contest has one. Anything the picture leaves out
    /// appears in the lines of [`Game::draw`] above and below the board.
    fn scene(&self) -> Option<Scene> {
        None
    }

    /// Numbers by seat that are drawn as charts over the game: always the same measures in the same order. A
    /// referee program may have none in its first positions.
    fn measures(&self) -> Vec<Measure> {
        Vec::new()
    }

    /// The number of the turn that was played last, as the contest counts its time: 0 before the first. `None` if the
    /// contest does not count; then a viewer counts the moves.
    fn turn(&self) -> Option<u32> {
        None
    }

    /// What happened in the last step, in words: causes of changes of the measures, and events that no measure has.
    fn happenings(&self) -> Vec<Happening> {
        Vec::new()
    }

    /// Fields about the last step for its first exchange in the recording, such as what a referee program said for its
    /// viewer. They are returned once.
    fn notes(&mut self) -> Map<String, Value> {
        Map::new()
    }

    /// The times of the answers that the next [`advance`](Game::advance) gets, in microseconds. Only a referee program
    /// wants them.
    fn times(&mut self, _micros: &[u64]) {}

    /// The last part of each time limit that is a grace: an answer within it counts, and is noted as late.
    fn grace(&self) -> Duration {
        Duration::ZERO
    }

    /// Why the rules cannot go on, for example because a referee program has died: the game is void and counts for
    /// nobody. Rules of our own never fail.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// The players that have been disqualified so far, in order. They are sent nothing more, so their programs can be
    /// ended while the others play on.
    fn thrown_out(&self) -> &[ThrownOut] {
        &[]
    }
}

/// Checks that a game is given as many answers as it has requested.
///
/// ```
/// # use referee_core::game::{AnswerCount, Step};
/// let mut count = AnswerCount::default();
/// count.demand(&[]);
/// let step = count.note(Step::Ask(vec![]));
/// # assert_eq!(step, Step::Ask(vec![]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AnswerCount(Option<usize>);

impl Default for AnswerCount {
    fn default() -> Self {
        Self(Some(0))
    }
}

impl AnswerCount {
    /// Checks that there are as many answers as requests in the last step; none before the first step.
    ///
    /// # Panics
    /// If there are more or fewer, or the last step was the end.
    pub fn demand(self, answers: &[Answer]) {
        let given = answers.len();
        match self.0 {
            Some(asked) => assert_eq!(
                given, asked,
                "the game waits for {asked} answers and was given {given}: the caller has a bug"
            ),
            None => {
                panic!("the game is over and takes no more answers: the caller has a bug")
            }
        }
    }

    /// Remembers the number of requests of a step and returns the step.
    pub fn note(&mut self, step: Step) -> Step {
        self.0 = match &step {
            Step::Ask(requests) => Some(requests.len()),
            Step::Over(_) => None,
        };
        step
    }
}

/// A game that players can join while it is played.
pub trait OpenGame: Game {
    /// Adds the next seat; its player is first asked before a turn that has not begun. `None` if the game is full.
    fn join(&mut self) -> Option<Seat>;

    /// Whether a turn may follow in which a seat that joins now is asked. Otherwise its player is to wait for another game.
    fn has_turns_left(&self) -> bool;

    /// The options with which a game of the same seed and number of seats is identical, including when each seat
    /// joined.
    fn options(&self) -> Map<String, Value>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_has_a_letter_of_its_own() {
        let seats = [0, 25, 26, 51, 52, 103, 104, 199].map(Seat);
        let letters = seats.map(Seat::letter);
        assert_eq!(letters, ["A", "Z", "a", "z", "A2", "z2", "A3", "r4"]);
        assert_eq!(letters.map(|letter| Seat::of_letter(&letter)), seats.map(Some));
        for number in [usize::MAX, usize::MAX / 52 + 1, usize::MAX / 52 + 2] {
            assert_eq!(Seat::of_letter(&format!("z{number}")), None);
        }
        assert_eq!([0, 26, 52].map(|seat| Seat(seat).glyph()), ['A', 'a', 'A']);
    }
}

//! Nim: two players take matches from a heap, in turn. Whoever takes the last one wins.
//!
//! The smallest contest that has everything that the tests of all contests need. A test program adds it from
//! outside. Inside the library its paths begin with `crate` in place of `referee`.
//!
//! # The protocol
//!
//! On its turn a player is sent one line, the number of matches that are left:
//!
//! ```text
//! 21
//! ```
//!
//! It answers one line within 100 ms, the number of matches that it takes: 1, 2 or 3, but not more than are left.
//!
//! ```text
//! 3
//! ```
//!
//! A player is disqualified if its answer is late, is missing or is another text. The other player then wins.
//!
//! | end | when |
//! |---|---|
//! | `last-match` | the heap is empty |
//! | `thrown-out` | a player is disqualified |

use std::time::Duration;

use gridkit::Rng;
use referee::contest::{About, Contest, House, HouseKind, Registered};
use referee::fixture::Fixtures;
use referee::game::{Answer, AnswerCount, Expected, Game, Outcome, Request, Seat, Step, ThrownOut};
use referee::options::{OptionDoc, Options};
use referee::player::scripted::{Act, fault_acts, lines};
use referee::setup::{Setup, SetupError};
use serde_json::json;

/// The contest.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

inventory::submit!(Registered(&Nim));

const OPTIONS: &[OptionDoc] = &[OptionDoc::whole(
    "heap",
    0..=1000,
    0,
    "matches at the start; 0: 15 to 30, drawn from the seed",
)];

const HOUSE: &[HouseKind] = &[
    HouseKind { name: "random", help: "takes any number", make: |seed, seat| random(seed, seat) },
    HouseKind { name: "perfect", help: "wins whenever it can", make: |_, _| Box::new(Perfect) },
];

/// By cause of a fault: what a valid line would have been.
const WANTED: &[(&str, &str)] = &[("not-a-take", "a number from 1 to 3, not more than are left")];

impl Contest for Nim {
    fn about(&self) -> About {
        About {
            options: OPTIONS,
            house: HOUSE,
            wanted: WANTED,
            first_bots: referee::first_bots!["py", "rs", "cpp", "js"],
            source: file!(),
            ..About::new("nim", "Nim", "nimble")
        }
    }

    fn start(&self, setup: &Setup) -> Result<Box<dyn Game>, SetupError> {
        setup.demand_seats(2..=2)?;
        let options = Options::read(OPTIONS, &setup.options)?;
        let mut random = Rng::new(setup.integer_seed()? as u64);
        let heap = match options.whole("heap") {
            0 => 15 + random.below(16),
            heap => heap as usize,
        };
        Ok(Box::new(NimGame { heap, ..NimGame::default() }))
    }

    fn fixtures(&self) -> Fixtures {
        let mut games = Fixtures::new(HOUSE, 1);
        games.houses("perfect-random", "1", json!({}), &["@perfect", "@random"]);
        games.houses("random-random", "2", json!({ "heap": 7 }), &["@random", "@random"]);
        for (name, act) in fault_acts().into_iter().chain([("four", Act::say("4"))]) {
            games.scripts(name, "1", json!({ "heap": 9 }), [lines(["2", "2"]), vec![act]]);
        }
        games
    }
}

fn random(seed: u64, seat: Seat) -> Box<dyn House> {
    Box::new(Random(Rng::new(seed ^ seat.0 as u64)))
}

struct Random(Rng);

impl House for Random {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        vec![(1 + self.0.below(left(sent).min(3))).to_string()]
    }
}

struct Perfect;

impl House for Perfect {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        vec![(left(sent) % 4).max(1).to_string()]
    }
}

/// The number of matches that a player was sent.
fn left(sent: &[String]) -> usize {
    sent.last().and_then(|line| line.parse().ok()).unwrap_or(1)
}

/// A game.
#[derive(Clone, Debug, Default)]
struct NimGame {
    heap: usize,
    /// Matches taken so far, in order.
    takes: Vec<usize>,
    thrown_out: Vec<ThrownOut>,
    count: AnswerCount,
}

impl NimGame {
    /// The seat whose turn it is.
    fn turn(&self) -> Seat {
        Seat(self.takes.len() % 2)
    }

    fn take(&mut self, answer: &Answer) {
        match answer.line().map(str::parse) {
            Ok(Ok(number @ 1..=3)) if number <= self.heap => {
                self.heap -= number;
                self.takes.push(number);
            }
            _ => self.thrown_out.push(answer.thrown_out(self.turn(), "not-a-take")),
        }
    }

    fn next_step(&self) -> Step {
        let end = match (&self.thrown_out[..], self.heap) {
            ([_, ..], _) => "thrown-out",
            ([], 0) => "last-match",
            _ => {
                let limit = Duration::from_millis(100);
                let expected = Some(Expected { lines: 1, limit, line_bytes: 100 });
                let lines = vec![self.heap.to_string()];
                return Step::Ask(vec![Request { seat: self.turn(), lines, expected }]);
            }
        };
        // The turn is the loser's: it was disqualified, or the other player has taken the last match.
        let loser = self.turn().0;
        let mut scores = vec![1; 2];
        scores[loser] = if self.thrown_out.is_empty() { 0 } else { -1 };
        let mut outcome = Outcome::by_score(scores, self.takes.len() as u32);
        outcome.thrown_out.clone_from(&self.thrown_out);
        outcome.more.insert("end".to_owned(), end.into());
        Step::Over(outcome)
    }
}

impl Game for NimGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        for answer in answers {
            self.take(answer);
        }
        let step = self.next_step();
        self.count.note(step)
    }

    fn draw(&self) -> String {
        format!("{} left, taken {:?}\n{}\n", self.heap, self.takes, "|".repeat(self.heap))
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }
}

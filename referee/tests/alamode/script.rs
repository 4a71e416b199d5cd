//! A match of Code à la Mode, scripted turn by turn, in the kitchen of seed 1:
//!
//! ```text
//! I####DOS###      player 0 starts its first round at 9 5, player 1 at 3 5
//! #.........#
//! #.###B.##.#
//! #.#..#..#.#
//! #.##.####.#
//! #..1.....0#
//! ###H#W####C
//! ```
//!
//! | line | meaning |
//! |---|---|
//! | `0: USE 5 6` | player 0 answers this on its next turn |
//! | `0*3: MOVE 1 1` | the same on three turns |
//! | `0! timeout` | it fails: `timeout`, `exit`, `memory` or `garbage` |
//! | `0? hand DISH` | on its next turn it is sent this value: see [`told`] |
//! | `round 2` | goes on until this round has begun |
//! | `= 0 0 -1 after 401: last-round; rounds 0 0 0; 2 timeout timeout` | the outcome |
//!
//! Players wait on turns for which the script has no line.

use std::fmt::Write as _;
use std::time::Duration;

use referee::game::{Answer, Game, Outcome, Request, Step};
use referee::games::alamode::{AlamodeGame, League};
use referee::testkit::scripts::{fails, fault, only_request, says};

use super::kit::Turn;

/// Plays a script.
///
/// # Panics
/// If the match is not as the script says.
pub fn play(rule: &str, script: &str) {
    let mut run = Run::new(AlamodeGame::new(1, League::new(4)));
    for line in script.lines().map(str::trim_start).filter(|line| !line.is_empty()) {
        if let Err(problem) = run.follow(line) {
            panic!("{rule}\n  at `{line}`: {problem}");
        }
    }
}

/// Plays scripts; the first text of each pair names the rule that the script tests.
///
/// # Panics
/// If a match is not as its script says.
pub fn play_all(scripts: &[(&str, &str)]) {
    for (rule, script) in scripts {
        play(rule, script);
    }
}

struct Run {
    game: AlamodeGame,
    step: Step,
    /// The players that have been asked before.
    asked: [bool; 3],
}

impl Run {
    fn new(mut game: AlamodeGame) -> Self {
        let step = game.advance(&[]);
        Self { game, step, asked: [false; 3] }
    }

    fn follow(&mut self, line: &str) -> Result<(), String> {
        if let Some(expected) = line.strip_prefix("= ") {
            while self.request().is_some() {
                self.answer(says("WAIT"));
            }
            let Step::Over(outcome) = &self.step else { panic!("it is not asked and not over") };
            return same(expected, &described(outcome));
        }
        if let Some(round) = line.strip_prefix("round ") {
            while self.request().is_some() && self.game.round_number().to_string() != round {
                self.answer(says("WAIT"));
            }
            return Ok(());
        }
        let (head, text) = line.split_at(line.find([':', '!', '?']).ok_or("no such line")?);
        let (seat, times) = head.split_once('*').unwrap_or((head, "1"));
        // Only one blank belongs to the script.
        let (kind, text) = text.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        for _ in 0..times.parse().map_err(|_| "no number of times")? {
            self.wait_for(seat)?;
            match kind {
                ":" => self.answer(says(text)),
                "?" => return self.compare(text),
                _ => self.answer(fails(fault(text)?)),
            }
        }
        Ok(())
    }

    fn request(&self) -> Option<&Request> {
        only_request(&self.step)
    }

    fn wait_for(&mut self, seat: &str) -> Result<(), String> {
        while let Some(request) = self.request() {
            if request.seat.to_string() == seat {
                return Ok(());
            }
            self.answer(says("WAIT"));
        }
        Err("the match is over".to_owned())
    }

    fn compare(&self, text: &str) -> Result<(), String> {
        let request = self.request().expect("a seat is asked");
        let round = self.game.round_number();
        let turn = Turn { seat: request.seat, round, sent: &request.lines };
        let (what, expected) = text.split_once(' ').ok_or("what is told?")?;
        same(expected, &told(&turn, &self.game, what))
    }

    /// Answers the request, after checking that it has the time limits of the site.
    fn answer(&mut self, answer: Answer) {
        let request = self.request().expect("a seat is asked");
        let seat = request.seat.0;
        let limit = Duration::from_millis(if self.asked[seat] { 50 } else { 1000 });
        let expected = request.expected.expect("an answer is expected");
        assert_eq!((expected.lines, expected.limit, expected.line_bytes), (1, limit, 10_000));
        self.asked[seat] = true;
        self.step = self.game.advance(&[answer]);
        if let Step::Over(outcome) = &self.step {
            assert_eq!(self.game.thrown_out(), outcome.thrown_out);
        }
    }
}

/// A value that a player is sent on its turn, or, for `points` and `clean`, a value of the match: `left`
/// turns left · `at` and `hand` its own position and item · `partner` the partner's line · `tables` the
/// tables with items · `oven` · `awards` of the customers · `newest` the last order in the list.
fn told(turn: &Turn<'_>, game: &AlamodeGame, what: &str) -> String {
    let lines = turn.lines();
    let laid: usize = lines[3].parse().expect("a number of tables");
    let own = lines[1].rsplit_once(' ').expect("a cell and an item");
    match what {
        "left" => lines[0].clone(),
        "at" => own.0.to_owned(),
        "hand" => own.1.to_owned(),
        "partner" => lines[2].clone(),
        "tables" if laid == 0 => "none".to_owned(),
        "tables" => format!("{laid}: {}", lines[4..4 + laid].join(", ")),
        "oven" => lines[4 + laid].clone(),
        "awards" => {
            let awards = turn.orders().map(|(_, award)| award.to_string());
            awards.collect::<Vec<_>>().join(" ")
        }
        "newest" => lines[lines.len() - 1].clone(),
        "points" => game.round().points().to_string(),
        "clean" => game.round().clean_dishes().to_string(),
        other => panic!("nobody is told {other}"),
    }
}

/// `824 -1 0 after 600: last-round; rounds 824 0 0; 1 garbage use-floor`
fn described(outcome: &Outcome) -> String {
    let joined = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    let mut text = joined(&outcome.scores);
    let _ = write!(text, " after {}: ", outcome.turns);
    text.push_str(outcome.more["end"].as_str().expect("the end is named"));
    let _ = write!(text, "; rounds {}", joined(&outcome.rounds));
    for out in &outcome.thrown_out {
        let _ = write!(text, "; {} {} {}", out.seat, out.fault, out.cause);
    }
    let better =
        |mine: &i64| 1 + outcome.scores.iter().filter(|other| *other > mine).count() as u32;
    let ranks: Vec<u32> = outcome.scores.iter().map(better).collect();
    assert_eq!(outcome.ranks, ranks, "more points are better, equal ones share a rank");
    text
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("it is `{found}`")) }
}

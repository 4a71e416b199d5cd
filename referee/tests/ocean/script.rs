//! A game of Ocean of Code, scripted line by line.
//!
//! | line | meaning |
//! |---|---|
//! | `A: MOVE E` | player A (seat 0) answers this |
//! | `A*3: MOVE E TORPEDO` | the same on three turns |
//! | `A! timeout` | A fails: `timeout`, `exit`, `memory` or `garbage` |
//! | `A> 1 0 6 6 3 4 6 3 / NA / NA` | A is asked now, and has been sent exactly this |
//! | `= 6 -1 after 2: thrown-out, B garbage blocked` | the game is over, with this outcome |
//!
//! If B is asked but the script goes on with A, B starts at 14 14 and moves through the empty south-east of
//! the map.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Duration;

use referee::game::{Answer, Game, Outcome, Request, Step};
use referee::games::ocean::{League, OceanGame, Sea};
use referee::testkit::scripts::{fails, fault, only_request, says};

/// The map of all scripts: water, except a wall of three cells.
pub fn sea() -> Sea {
    let mut rows = ["..............."; 15];
    rows[2] = "..xxx..........";
    Sea::from_rows(&rows)
}

/// Plays a script in the full game.
///
/// # Panics
/// If the game is not as the script says.
pub fn play(rule: &str, script: &str) {
    play_in(4, rule, script);
}

/// Plays scripts; the first text of each pair names the rule that the script tests.
///
/// # Panics
/// If a game is not as its script says.
pub fn play_all(scripts: &[(&str, &str)]) {
    for (rule, script) in scripts {
        play(rule, script);
    }
}

/// Plays a script in a league.
///
/// # Panics
/// If the game is not as the script says.
pub fn play_in(league: u8, rule: &str, script: &str) {
    let mut run = Run::new(OceanGame::on_map(sea(), League::new(league)));
    for line in script.lines().map(str::trim_start).filter(|line| !line.is_empty()) {
        if let Err(problem) = run.follow(line) {
            panic!("{rule}\n  at `{line}`: {problem}");
        }
    }
}

struct Run {
    game: OceanGame,
    step: Step,
    /// The moves of B on turns for which the script has no line.
    walk: VecDeque<&'static str>,
}

impl Run {
    fn new(mut game: OceanGame) -> Self {
        let step = game.advance(&[]);
        let mut walk = VecDeque::from(["14 14"]);
        for row in 0..7 {
            walk.extend([if row % 2 == 0 { "MOVE W" } else { "MOVE E" }; 9]);
            walk.push_back("MOVE N");
        }
        Self { game, step, walk }
    }

    fn follow(&mut self, line: &str) -> Result<(), String> {
        if let Some(expected) = line.strip_prefix("= ") {
            if self.asked().is_some_and(|request| request.seat.0 == 1) {
                self.walk_on();
            }
            let Step::Over(outcome) = &self.step else {
                return Err(format!("the game goes on: {:?}", self.step));
            };
            return same(expected, &described(outcome));
        }
        let (head, text) = line.split_at(line.find(['>', ':', '!']).ok_or("no such line")?);
        let (seat, times) = head.split_once('*').unwrap_or((head, "1"));
        let seat = usize::from(seat == "B");
        // Only one blank belongs to the script: a line may begin with more.
        let (kind, text) = text.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        for _ in 0..times.parse().map_err(|_| "no number of times")? {
            if self.asked().is_some_and(|request| request.seat.0 == 1) && seat == 0 {
                self.walk_on();
            }
            let request = self.asked().ok_or_else(|| format!("it is over: {:?}", self.step))?;
            if request.seat.0 != seat {
                return Err(format!("seat {} is asked", request.seat));
            }
            match kind {
                ">" => return same(text, &request.lines.join(" / ")),
                ":" => self.answer(says(text)),
                _ => self.answer(fails(fault(text)?)),
            }
        }
        Ok(())
    }

    /// The request that waits for an answer.
    fn asked(&self) -> Option<&Request> {
        only_request(&self.step)
    }

    fn answer(&mut self, answer: Answer) {
        self.demand_limits();
        self.step = self.game.advance(&[answer]);
        if let Step::Over(outcome) = &self.step {
            assert_eq!(self.game.thrown_out(), outcome.thrown_out);
        }
    }

    /// A second for a starting cell, 50 milliseconds for a turn.
    fn demand_limits(&self) {
        let request = self.asked().expect("somebody is asked");
        let expected = request.expected.expect("an answer is expected");
        let starts = request.lines.len() == 16;
        let limit = Duration::from_millis(if starts { 1000 } else { 50 });
        assert_eq!((expected.lines, expected.limit, expected.line_bytes), (1, limit, 10_000));
    }

    fn walk_on(&mut self) {
        let line = self.walk.pop_front().expect("B has room for a script's length");
        self.answer(says(line));
    }
}

/// `6 -1 after 2: thrown-out, B garbage blocked`
fn described(outcome: &Outcome) -> String {
    let [a, b] = outcome.scores[..] else { panic!("two players: {outcome:?}") };
    let ranks = [1 + u32::from(b > a), 1 + u32::from(a > b)];
    assert_eq!(outcome.ranks, ranks, "more points are better, equal ones a draw");
    let mut text = format!("{a} {b} after {}: ", outcome.turns);
    text.push_str(outcome.more["end"].as_str().expect("the end is named"));
    for out in &outcome.thrown_out {
        let name = ["A", "B"][out.seat.0];
        let _ = write!(text, ", {name} {} {}", out.fault, out.cause);
    }
    text
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("it is `{found}`")) }
}

//! A game of the robot fruit hunt, scripted turn by turn.
//!
//! The first rows are the board: `.` is an empty cell, a digit a fruit of that category, `@` the empty
//! cell on which both robots start. Then:
//!
//! | line | meaning |
//! |---|---|
//! | `NORTH \| TAKE` | A (seat 0) and B answer this; `!timeout` is no answer |
//! | `3*PASS \| PASS` | the same on three turns |
//! | `A> 1.2 / 1 0 1 0 / 0 0 / 0 0` | A is asked now, and is sent exactly this, but for the start |
//! | `= 1 0 after 4: decided; 1 0 against 0 0` | the game is over: scores, turns, end, fruit |

use std::fmt::Write as _;
use std::time::Duration;

use referee::game::{Answer, Fault, Game, Outcome, Request, Step};
use referee::games::fruit::{Board, Category, Cell, FruitGame, Rules};
use referee::testkit::scripts::{fails, says};

/// Plays a script by the contest's rules.
///
/// If the game is not as the script says.
/// The game is not as the script says.
pub fn play(rule: &str, script: &str) {
    play_by(Rules::default(), rule, script);
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

/// Plays a script with other rules.
///
/// # Panics
/// If the game is not as the script says.
pub fn play_by(rules: Rules, rule: &str, script: &str) {
    let is_row =
        |line: &&str| line.chars().all(|char| ".@".contains(char) || char.is_ascii_digit());
    let lines: Vec<&str> = script.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (rows, acts): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(is_row);
    let mut run = Run::new(FruitGame::new(board(&rows), rules), rules);
    for act in acts {
        if let Err(problem) = run.follow(act) {
            panic!("{rule}\n  at `{act}`: {problem}");
        }
    }
}

/// A drawn board. The number of categories is its largest digit.
pub fn board(rows: &[&str]) -> Board {
    let digit = |char: char| char.to_digit(10).unwrap_or(0) as u8;
    let categories = rows.iter().flat_map(|row| row.chars()).map(digit).max().unwrap_or(0);
    let mut board = Board::empty(rows[0].len() as u8, rows.len() as u8, categories);
    for (y, row) in rows.iter().enumerate() {
        for (x, char) in row.chars().enumerate() {
            let cell = Cell::new(x as i32, y as i32);
            if char == '@' {
                board.set_start(cell);
            }
            board.set_fruit(cell, Some(Category(digit(char))).filter(|it| it.0 > 0));
        }
    }
    board
}

struct Run {
    game: FruitGame,
    rules: Rules,
    step: Step,
    turns: u32,
}

impl Run {
    fn new(mut game: FruitGame, rules: Rules) -> Self {
        let step = game.advance(&[]);
        Self { game, rules, step, turns: 0 }
    }

    fn follow(&mut self, act: &str) -> Result<(), String> {
        if let Some(expected) = act.strip_prefix("= ") {
            let Step::Over(outcome) = &self.step else { return Err("the game goes on".to_owned()) };
            return same(expected, &described(outcome));
        }
        for (seat, head) in ["A> ", "B> "].into_iter().enumerate() {
            if let Some(expected) = act.strip_prefix(head) {
                let lines = &self.requests()?[seat].lines;
                let start = if self.turns == 0 { 3 } else { 0 };
                return same(expected, &lines[start..].join(" / "));
            }
        }
        let (times, answers) = act.split_once('*').unwrap_or(("1", act));
        let (first, second) = answers.split_once('|').ok_or("a turn has two answers")?;
        // Only one blank on either side of the bar belongs to the script.
        let first = first.strip_suffix(' ').unwrap_or(first);
        let second = second.strip_prefix(' ').unwrap_or(second);
        for _ in 0..times.parse().map_err(|_| "no number of times")? {
            self.demand_limits()?;
            self.step = self.game.advance(&[answer(first), answer(second)]);
            self.turns += 1;
        }
        Ok(())
    }

    fn requests(&self) -> Result<&[Request], String> {
        let Step::Ask(requests) = &self.step else {
            return Err(format!("it is over: {:?}", self.step));
        };
        assert_eq!(requests.len(), 2, "both are asked at once");
        Ok(requests)
    }

    /// The first answer has twice the time of the others.
    fn demand_limits(&self) -> Result<(), String> {
        let factor = if self.turns == 0 { 2 } else { 1 };
        let limit = Duration::from_millis(self.rules.move_millis) * factor;
        for (seat, request) in self.requests()?.iter().enumerate() {
            let expected = request.expected.expect("an answer is expected");
            assert_eq!(request.seat.0, seat);
            assert_eq!((expected.lines, expected.limit, expected.line_bytes), (1, limit, 1000));
        }
        Ok(())
    }
}

fn answer(text: &str) -> Answer {
    match text {
        "!timeout" => fails(Fault::Timeout),
        "!exit" => fails(Fault::Exit),
        "!memory" => fails(Fault::OutOfMemory),
        "!garbage" => fails(Fault::Garbage),
        line => says(line),
    }
}

/// `1 -1 after 4: thrown-out, B garbage not-a-move; 1 0 against 0.5 0`
fn described(outcome: &Outcome) -> String {
    let [a, b] = outcome.scores[..] else { panic!("two players: {outcome:?}") };
    let mut text = format!("{a} {b} after {}: ", outcome.turns);
    text.push_str(outcome.more["end"].as_str().expect("the end is named"));
    for out in &outcome.thrown_out {
        let _ = write!(text, ", {} {} {}", ["A", "B"][out.seat.0], out.fault, out.cause);
    }
    if a != b && outcome.ranks == [1, 1] {
        text.push_str(", a draw");
    } else {
        assert_eq!(outcome.ranks, [1 + u32::from(b > a), 1 + u32::from(a > b)], "{outcome:?}");
    }
    let fruit: Vec<String> = outcome.more["fruit"]
        .as_array()
        .expect("the fruit is told")
        .iter()
        .map(|of| {
            let pieces = of.as_array().expect("of each category").iter();
            pieces.map(|it| it.as_f64().expect("pieces").to_string()).collect::<Vec<_>>().join(" ")
        })
        .collect();
    format!("{text}; {}", fruit.join(" against "))
}

fn same(expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("it is `{found}`")) }
}

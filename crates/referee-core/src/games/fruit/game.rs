//! The course of a game: both robots are asked and move, until an end condition is met.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::board::{Board, Category, Cell, Halves, Move};
use super::position::{Position, Taken};
use super::settle::{Verdict, settled};
use super::view::View;
use crate::game::{Answer, AnswerCount, Expected, Fault, Outcome, Request, Seat, Step, ThrownOut};

/// The most bytes of an answer; valid ones are much shorter.
const LINE_BYTES: usize = 1000;

/// Rules that the contest left open or handled in several ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The game ends when a position has occurred this often since the last take; 0 for never. The contest said that
    /// it ends, but not when.
    pub repeat: u32,
    /// The most turns.
    pub turns: u32,
    /// Whether these two ends are a draw. Otherwise the present fruit decides.
    pub stall_is_draw: bool,
    /// Whether an invalid answer passes, as in the framework; on the site it loses.
    pub lenient: bool,
    /// The time limit of an answer. The first answer has twice as much.
    pub move_millis: u64,
}

impl Default for Rules {
    fn default() -> Self {
        Self { repeat: 5, turns: 600, stall_is_draw: false, lenient: false, move_millis: 10_000 }
    }
}

/// A game of robot fruit hunt.
pub struct FruitGame {
    rules: Rules,
    position: Position,
    totals: Vec<u32>,
    turns: u32,
    last_moves: Option<[Move; 2]>,
    /// How often each pair of cells has occurred since the last take.
    seen: HashMap<[Cell; 2], u32>,
    thrown_out: Vec<ThrownOut>,
    answers: AnswerCount,
    /// By seat: the category of the fruit that it took in the last turn.
    taken: [Option<Category>; 2],
    /// What the last turn made certain.
    decided: Decided,
}

/// What a turn made certain.
#[derive(Clone, Debug, Default)]
pub(super) struct Decided {
    /// Categories, each with the seat that leads there at the end; `None` if it stays even.
    pub(super) categories: Vec<(Category, Option<usize>)>,
    /// The seat that wins whatever happens.
    pub(super) winner: Option<usize>,
}

impl FruitGame {
    /// A game on a board.
    pub fn new(board: Board, rules: Rules) -> Self {
        let (totals, position) = (board.pieces(), Position::new(board));
        let seen = HashMap::from([(position.robots(), 1)]);
        Self {
            rules,
            position,
            totals,
            turns: 0,
            last_moves: None,
            seen,
            thrown_out: Vec::new(),
            answers: AnswerCount::default(),
            taken: [None; 2],
            decided: Decided::default(),
        }
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Pieces of each category at the start.
    pub fn totals(&self) -> &[u32] {
        &self.totals
    }

    /// The number of turns played.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The last moves, by seat.
    pub(super) fn last_moves(&self) -> Option<[Move; 2]> {
        self.last_moves
    }

    /// By seat: the category of the fruit that it took in the last turn.
    pub(super) fn taken(&self) -> [Option<Category>; 2] {
        self.taken
    }

    /// What the last turn made certain.
    pub(super) fn decided(&self) -> &Decided {
        &self.decided
    }

    /// The disqualifications so far, in order.
    pub(super) fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }

    /// Continues with the answers of both robots. The first call gets no answers.
    pub(super) fn go_on(&mut self, answers: &[Answer]) -> Step {
        self.answers.demand(answers);
        let step = match answers {
            [first, second] => self.turn([first, second]),
            _ => self.ask(),
        };
        self.answers.note(step)
    }

    fn ask(&self) -> Step {
        let first = self.turns == 0;
        let limit = Duration::from_millis(self.rules.move_millis) * if first { 2 } else { 1 };
        let expected = Some(Expected { lines: 1, limit, line_bytes: LINE_BYTES });
        let request = |seat: usize| {
            let start = if first { View::start_lines(self.position.board()) } else { Vec::new() };
            let lines = [start, View::turn_lines(&self.position, seat)].concat();
            Request { seat: Seat(seat), lines, expected }
        };
        Step::Ask(vec![request(0), request(1)])
    }

    fn turn(&mut self, answers: [&Answer; 2]) -> Step {
        self.decided = Decided::default();
        let moves = [0, 1].map(|seat| self.read(seat, answers[seat]));
        let [Some(first), Some(second)] = moves else { return self.over("thrown-out") };
        self.turns += 1;
        self.last_moves = Some([first, second]);
        let lies = self.position.robots().map(|cell| self.position.board().fruit(cell));
        self.taken = [0, 1].map(|seat| lies[seat].filter(|_| [first, second][seat] == Move::Take));
        let before = settled(&self.position);
        if self.position.turn([first, second]) == Taken(true) {
            self.seen.clear();
        }
        let verdict = Verdict::of(&self.position);
        let pairs = before.into_iter().zip(settled(&self.position)).enumerate();
        let new =
            pairs.filter_map(|(at, (before, now))| Some((at, now.filter(|_| before.is_none())?)));
        let leader = |sign: i64| (sign != 0).then_some(usize::from(sign < 0));
        self.decided = Decided {
            categories: new.map(|(at, sign)| (Category(at as u8 + 1), leader(sign))).collect(),
            winner: if let Verdict::Wins(seat) = verdict { Some(seat) } else { None },
        };
        let seen = self.seen.entry(self.position.robots()).or_insert(0);
        *seen += 1;
        if self.position.board().pieces().iter().all(|pieces| *pieces == 0) {
            self.over("all-taken")
        } else if verdict != Verdict::Open {
            self.over("decided")
        } else if *seen == self.rules.repeat {
            self.over("repetition")
        } else if self.turns == self.rules.turns {
            self.over("turn-limit")
        } else {
            self.ask()
        }
    }

    /// The move in an answer, or `None` if the seat is disqualified for it.
    fn read(&mut self, seat: usize, answer: &Answer) -> Option<Move> {
        let (fault, cause, line) = match answer.line() {
            Ok(line) => match line.trim().parse() {
                Ok(step) => return Some(step),
                Err(()) if self.rules.lenient => return Some(Move::Pass),
                Err(()) => (Fault::Garbage, "not-a-move", Some(line.to_owned())),
            },
            Err(Fault::Timeout) => (Fault::Timeout, "timeout", None),
            Err(Fault::Exit) => (Fault::Exit, "exit", None),
            Err(Fault::OutOfMemory) => (Fault::OutOfMemory, "out-of-memory", None),
            Err(Fault::Garbage) => (Fault::Garbage, "not-a-line", None),
        };
        let cause = cause.to_owned();
        self.thrown_out.push(ThrownOut { seat: Seat(seat), fault, cause, line });
        None
    }

    /// A disqualified seat gets -1; if both are, it is a draw.
    fn over(&self, end: &str) -> Step {
        let mut scores = self.position.categories_led().to_vec();
        for out in &self.thrown_out {
            scores[out.seat.0] = -1;
        }
        let mut outcome = Outcome::by_score(scores, self.turns);
        if self.rules.stall_is_draw && ["repetition", "turn-limit"].contains(&end) {
            outcome.ranks = vec![1, 1];
        }
        outcome.thrown_out.clone_from(&self.thrown_out);
        let pieces = |seat: usize| -> Vec<f64> {
            self.position.counts(seat).iter().copied().map(Halves::pieces).collect()
        };
        outcome.more.insert("end".to_owned(), Value::from(end));
        outcome.more.insert("fruit".to_owned(), json!([pieces(0), pieces(1)]));
        outcome.more.insert("totals".to_owned(), json!(self.totals));
        Step::Over(outcome)
    }
}

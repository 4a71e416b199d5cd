//! A position with the lines of the exchanges before it.

use crate::game::Game;
use crate::pages::{Film, Frame};
use crate::recording::Exchange;
use crate::terminal::{harmless, picture};

/// Most lines of an answer, and of standard error, that are shown.
const MOST_LINES: usize = 12;

/// A position with the lines of the exchanges before it.
#[derive(Clone, Debug, Default)]
pub struct Shot {
    /// The lines of the board. They contain no control sequences except ANSI colours.
    pub board: Vec<String>,
    /// The lines of the exchanges.
    pub said: Vec<Line>,
    /// The turn that was played last, as the contest counts; `None` if it does not count.
    pub turn: Option<u32>,
    /// Whether it is an event: a fault, or a change of a measure that marks events.
    pub is_event: bool,
}

/// A line of an exchange.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The seat.
    pub seat: usize,
    /// The text, without control sequences.
    pub text: String,
    /// Whether it is the seat's answer.
    pub is_answer: bool,
    /// Whether it describes a fault.
    pub is_fault: bool,
}

impl Shot {
    /// The present position of a game, after the lines `said`. `before` contains the values of the measures that mark
    /// events at the position before, and is replaced by the present values.
    pub fn of(game: &dyn Game, said: Vec<Line>, before: &mut Vec<f64>) -> Self {
        let marking = game.measures().into_iter().filter(|measure| measure.marks_events);
        let measured: Vec<f64> = marking.flat_map(|measure| measure.by_seat).collect();
        let is_changed = !before.is_empty() && *before != measured;
        *before = measured;
        let is_event = is_changed || said.iter().any(|line| line.is_fault);
        let board = picture(&game.draw()).lines().map(str::to_owned).collect();
        Self { board, said, turn: game.turn(), is_event }
    }
}

/// An exchange as lines: the answer, standard error without thoughts, the fault.
pub fn lines(exchange: &Exchange) -> Vec<Line> {
    let line = |text: String| Line { seat: exchange.seat.0, text, ..Line::default() };
    let millis = exchange.micros.map_or(String::new(), |it| format!("  {:.1} ms", it as f64 / 1e3));
    let answer = exchange.got.iter().take(MOST_LINES).map(|it| harmless(it)).collect::<Vec<_>>();
    let answer = Line { is_answer: true, ..line(answer.join(" / ") + &millis) };
    let words = exchange.stderr.iter().filter(|it| !it.starts_with('@')).take(MOST_LINES);
    let words = words.map(|it| line(harmless(it).into_owned()));
    let fault = exchange.fault.map(|fault| {
        let detail =
            exchange.detail.as_deref().map_or(String::new(), |it| format!(": {}", harmless(it)));
        Line { is_fault: true, ..line(format!("{fault}{detail}")) }
    });
    [answer].into_iter().chain(words).chain(fault).collect()
}

/// The positions of a recorded game.
pub fn shots(film: &Film) -> Vec<Shot> {
    let texts = |places: &[usize]| -> Vec<String> {
        places.iter().map(|place| film.texts[*place].clone()).collect()
    };
    let measured = |frame: &Frame| -> Vec<f64> {
        let marking =
            frame.measures.iter().zip(&film.events).filter(|(_, is_marking)| **is_marking);
        marking.flat_map(|(by_seat, _)| by_seat.clone()).collect()
    };
    let mut board = Vec::new();
    let shot = |(at, frame): (usize, &Frame)| {
        frame.board.apply(&mut board);
        let mut said = Vec::new();
        for one in &frame.said {
            let line = |text: String| Line { seat: one.seat, text, ..Line::default() };
            let millis = one.millis.map_or(String::new(), |millis| format!("  {millis:.1} ms"));
            let answer = texts(&one.got[..one.got.len().min(MOST_LINES)]).join(" / ");
            let is_answered = !one.got.is_empty() || one.fault.is_some();
            said.extend(is_answered.then(|| Line { is_answer: true, ..line(answer + &millis) }));
            said.extend(texts(&one.stderr).into_iter().take(MOST_LINES).map(line));
            said.extend(one.fault.clone().map(|text| Line { is_fault: true, ..line(text) }));
        }
        let before = at.checked_sub(1).map(|at| measured(&film.frames[at]));
        let is_changed = before.is_some_and(|before| before != measured(frame));
        let is_event = is_changed || said.iter().any(|line| line.is_fault);
        Shot { board: texts(&board), said, turn: Some(frame.turn), is_event }
    };
    film.frames.iter().enumerate().map(shot).collect()
}

//! An answer that is waited for.

use std::time::{Duration, Instant};

use super::lines::{Lines, quote};
use crate::game::Expected;

/// What is known of an answer while it is not complete.
pub struct Asked {
    expected: Expected,
    /// The expected limit times the factor; `None` for any time.
    limit: Option<Duration>,
    began: Instant,
    flushed: Option<Instant>,
    /// The lines that have come.
    pub lines: Vec<String>,
    /// How long the program had waited for a core when it was first seen to take its time.
    pub waited_before: Option<Duration>,
}

impl Asked {
    /// An answer asked for at `began`, with the game's time limit multiplied by `factor`.
    pub fn new(expected: &Expected, factor: f64, began: Instant) -> Self {
        let limit = Duration::try_from_secs_f64(expected.limit.as_secs_f64() * factor).ok();
        let lines = Vec::with_capacity(expected.lines);
        Self { expected: *expected, limit, began, flushed: None, lines, waited_before: None }
    }

    /// The last line has gone into the pipe: the time begins anew.
    pub fn flushed(&mut self, at: Instant) {
        self.flushed.get_or_insert(at);
    }

    /// Time taken until `now`, in microseconds.
    pub fn micros(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.start()).as_micros() as u64
    }

    fn start(&self) -> Instant {
        self.flushed.unwrap_or(self.began)
    }

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.limit.and_then(|limit| self.start().checked_add(limit))
    }

    /// Whether all lines have come.
    pub fn is_complete(&self) -> bool {
        self.lines.len() >= self.expected.lines
    }

    /// Takes the lines that belong to the answer, and says what is wrong with one that is too long.
    pub fn take(&mut self, from: &mut Lines) -> Option<String> {
        let most = self.expected.line_bytes;
        let too_long = |line: &[u8]| {
            (line.len() > most)
                .then(|| format!("a line of more than {most} bytes: {}", quote(line)))
        };
        while !self.is_complete() {
            let Some(line) = from.next() else {
                return too_long(from.begun());
            };
            let problem = too_long(line);
            if problem.is_some() {
                return problem;
            }
            self.lines.push(String::from_utf8_lossy(line).into_owned());
        }
        None
    }

    /// What to say when the time is up, given what else has come.
    pub fn lateness(&self, rest: &Lines) -> String {
        let answer = match self.lines.len() {
            0 => "no answer".to_owned(),
            some => format!("only {some} of {} lines", self.expected.lines),
        };
        let within = self.limit.map_or(String::new(), |limit| format!(" within {limit:?}"));
        let begun = match rest.begun() {
            [] => String::new(),
            begun => format!(", but the beginning of a line: {}", quote(begun)),
        };
        let unread = if self.flushed.is_none() { ", and its input not read" } else { "" };
        format!("{answer}{within}{begun}{unread}")
    }
}

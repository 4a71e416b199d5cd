//! An answer that the player still owes.

use std::time::{Duration, Instant};

use super::lines::{Lines, quote};
use crate::game::Expected;

/// What is known of an answer while it is not complete.
pub struct PendingAnswer {
    expected: Expected,
    /// The game's time limit multiplied by the factor; `None` for no limit.
    limit: Option<Duration>,
    /// When the referee began to send.
    sending_began: Instant,
    /// When the last byte sent had gone into the pipe.
    sending_ended: Option<Instant>,
    /// The lines that have come.
    pub lines: Vec<String>,
    /// How long the program had waited for a core, in its whole life, when it was first measured
    /// for this answer.
    pub core_wait_before: Option<Duration>,
}

impl PendingAnswer {
    /// An answer for which the referee began to send at `began`, with the game's time limit
    /// multiplied by `factor`.
    pub fn new(expected: &Expected, factor: f64, began: Instant) -> Self {
        let limit = Duration::try_from_secs_f64(expected.limit.as_secs_f64() * factor).ok();
        Self {
            expected: *expected,
            limit,
            sending_began: began,
            sending_ended: None,
            lines: Vec::with_capacity(expected.lines),
            core_wait_before: None,
        }
    }

    /// The last byte went into the pipe at `at`: the time limit runs from then.
    pub fn sent(&mut self, at: Instant) {
        self.sending_ended.get_or_insert(at);
    }

    /// Time taken until `now`, in microseconds.
    pub fn micros(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.start()).as_micros() as u64
    }

    /// From when the time limit runs. A program that does not read its input has the same limit,
    /// counted from the start of the sending.
    fn start(&self) -> Instant {
        self.sending_ended.unwrap_or(self.sending_began)
    }

    /// When the time is up; `None` if there is no limit.
    pub fn deadline(&self) -> Option<Instant> {
        self.limit.and_then(|limit| self.start().checked_add(limit))
    }

    /// Whether all lines have come.
    pub fn is_complete(&self) -> bool {
        self.lines.len() >= self.expected.lines
    }

    /// Takes the lines that belong to this answer, and no more. Gives a message about a line that
    /// is too long, also if its end has not come yet.
    pub fn take_lines(&mut self, from: &mut Lines) -> Option<String> {
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

    /// The message for a timeout; `rest` holds what came beyond the complete lines.
    pub fn timeout_message(&self, rest: &Lines) -> String {
        let answer = match self.lines.len() {
            0 => "no answer".to_owned(),
            some => format!("only {some} of {} lines", self.expected.lines),
        };
        let within = self.limit.map_or(String::new(), |limit| format!(" within {limit:?}"));
        let begun = match rest.begun() {
            [] => String::new(),
            begun => format!(", but the beginning of a line: {}", quote(begun)),
        };
        let unread = if self.sending_ended.is_none() { ", and its input not read" } else { "" };
        format!("{answer}{within}{begun}{unread}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(100);
    const MILLI: Duration = Duration::from_millis(1);

    fn pending(lines: usize, factor: f64, began: Instant) -> PendingAnswer {
        PendingAnswer::new(&Expected { lines, limit: LIMIT, line_bytes: 5 }, factor, began)
    }

    fn written(text: &[u8]) -> Lines {
        let mut lines = Lines::default();
        lines.room()[..text.len()].copy_from_slice(text);
        lines.filled(text.len());
        lines
    }

    #[test]
    fn time_runs_from_the_end_of_the_sending() {
        let began = Instant::now();
        let mut answer = pending(1, 1.0, began);
        // As long as the input is not read, its sending has the same limit.
        assert_eq!(answer.deadline(), Some(began + LIMIT));
        assert_eq!(answer.micros(began + 3 * MILLI), 3000);
        answer.sent(began + 60 * MILLI);
        assert_eq!(answer.deadline(), Some(began + 60 * MILLI + LIMIT));
        assert_eq!(answer.micros(began + 63 * MILLI), 3000);
        assert_eq!(answer.micros(began), 0);
        answer.sent(began + 70 * MILLI);
        assert_eq!(answer.deadline(), Some(began + 60 * MILLI + LIMIT));
    }

    #[test]
    fn the_factor_multiplies_the_limit() {
        let began = Instant::now();
        assert_eq!(pending(1, 2.5, began).deadline(), Some(began + LIMIT * 5 / 2));
        assert_eq!(pending(1, 0.0, began).deadline(), Some(began));
        assert_eq!(pending(1, f64::INFINITY, began).deadline(), None);
        assert_eq!(pending(1, 1e300, began).deadline(), None);
    }

    #[test]
    fn an_answer_takes_its_own_lines_only() {
        let mut lines = written(b"a\nb\nc\n");
        let mut answer = pending(2, 1.0, Instant::now());
        assert!(!answer.is_complete());
        assert_eq!(answer.take_lines(&mut lines), None);
        assert!(answer.is_complete());
        assert_eq!(answer.lines, ["a", "b"]);
        assert_eq!(lines.next(), Some(&b"c"[..]));
    }

    #[test]
    fn a_line_is_too_long_with_or_without_its_end() {
        let message = "a line of more than 5 bytes: `123456`";
        for text in [&b"12345\n123456\n"[..], b"12345\n123456"] {
            let mut answer = pending(2, 1.0, Instant::now());
            assert_eq!(answer.take_lines(&mut written(text)).as_deref(), Some(message));
            assert_eq!(answer.lines, ["12345"]);
        }
        // What follows the answer is no part of it, however long it is.
        let mut answer = pending(1, 1.0, Instant::now());
        assert_eq!(answer.take_lines(&mut written(b"12345\n123456")), None);
    }
}

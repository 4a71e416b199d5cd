//! An answer that is awaited.

use std::time::{Duration, Instant};

use super::lines::{Lines, quote};
use crate::game::Expected;

/// The state of an answer that is not complete.
pub struct PendingAnswer {
    expected: Expected,
    /// The time limit; `None` for none.
    limit: Option<Duration>,
    /// When the referee began to send.
    sending_began: Instant,
    /// When the last byte was written into the pipe, or later, when the program had started.
    sending_ended: Option<Instant>,
    /// When the program must have started at the latest; `None` once it has.
    startup_until: Option<Instant>,
    /// Whether its time for starting was over before it had read anything.
    starts_late: bool,
    /// Time that is added to the limit because the program had no core.
    given_back: Duration,
    /// How often the program was found ready to run when its time was up without an extension.
    looks: u32,
    /// Whether the time was once up without a complete answer.
    was_late: bool,
    /// The lines that have come.
    pub lines: Vec<String>,
}

/// How a program's time limit follows from the game's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeRule {
    /// The game's limit is multiplied by this; infinity for no limit at all.
    pub factor: f64,
    /// This time is then added.
    pub margin: Duration,
}

impl TimeRule {
    /// The limit of an answer; `None` for none.
    pub fn limit(self, game: Duration) -> Option<Duration> {
        let limit = Duration::try_from_secs_f64(game.as_secs_f64() * self.factor).ok()?;
        limit.checked_add(self.margin)
    }
}

impl From<f64> for TimeRule {
    fn from(factor: f64) -> Self {
        Self { factor, margin: Duration::ZERO }
    }
}

impl PendingAnswer {
    /// An answer for which the referee began to send at `began`.
    pub fn new(expected: &Expected, rule: impl Into<TimeRule>, began: Instant) -> Self {
        Self {
            expected: *expected,
            limit: rule.into().limit(expected.limit),
            sending_began: began,
            sending_ended: None,
            startup_until: None,
            starts_late: false,
            given_back: Duration::ZERO,
            looks: 0,
            was_late: false,
            lines: Vec::with_capacity(expected.lines),
        }
    }

    /// The last byte went into the pipe at `at`: the time limit runs from then, if the program has
    /// started.
    pub fn sent(&mut self, at: Instant) {
        self.sending_ended.get_or_insert(at);
    }

    /// The program may start until `until`; the time limit runs from its start.
    pub fn starts_until(&mut self, until: Instant) {
        self.startup_until = Some(until);
    }

    /// Whether the program may still be starting.
    pub fn is_starting(&self) -> bool {
        self.startup_until.is_some()
    }

    /// The program has started, or must have by now: its time runs from `at`.
    pub fn started(&mut self, at: Instant) {
        self.startup_until = None;
        self.sending_began = self.sending_began.max(at);
        self.sending_ended = self.sending_ended.map(|sent| sent.max(at));
    }

    /// The time for starting is over at `at`, and the program has read nothing.
    pub fn must_have_started(&mut self, at: Instant) {
        self.starts_late = true;
        self.started(at);
    }

    /// When the program must have started at the latest.
    pub fn startup_until(&self) -> Option<Instant> {
        self.startup_until
    }

    /// Time taken until `now`, in microseconds.
    pub fn micros(&self, now: Instant) -> u64 {
        now.saturating_duration_since(self.start()).as_micros() as u64
    }

    /// When the time limit begins. A program that does not read its input has the same limit from the start of the
    /// sending.
    pub fn start(&self) -> Instant {
        self.sending_ended.unwrap_or(self.sending_began)
    }

    /// The time limit.
    pub fn limit(&self) -> Option<Duration> {
        self.limit
    }

    /// When the time is up, including extensions; `None` if there is no limit.
    pub fn deadline(&self) -> Option<Instant> {
        let limit = self.limit?.checked_add(self.given_back)?;
        self.startup_until.unwrap_or_else(|| self.start()).checked_add(limit)
    }

    /// When a program whose CPU time is limited must have answered by the wall clock; `None` if there is no limit.
    pub fn deadline_by_cpu_clock(&self) -> Option<Instant> {
        /// The wall clock allows this many times the limit,
        const MOST_WALL_LIMITS: u32 = 20;
        /// and this much more.
        const MORE_WALL: Duration = Duration::from_secs(2);
        if self.is_starting() {
            return self.deadline();
        }
        let most = self.limit?.checked_mul(MOST_WALL_LIMITS)?.checked_add(MORE_WALL)?;
        self.start().checked_add(most)
    }

    /// Called when the time is up: extends the limit by `missed`, at most by eight times the limit. Returns whether to go
    /// on waiting.
    pub fn give_back(&mut self, missed: Duration, is_ready: bool, now: Instant) -> bool {
        /// The extension is at most this many times the limit.
        const MOST_LIMITS: u32 = 8;
        /// A program that is ready to run is waited for this many more times, because its wait may be counted late.
        const LOOKS: u32 = 2;
        let Some(limit) = self.limit else { return true };
        self.was_late = true;
        self.given_back = missed.min(limit.saturating_mul(MOST_LIMITS));
        if self.deadline().is_some_and(|deadline| now < deadline) {
            return true;
        }
        self.looks += 1;
        is_ready && self.looks <= LOOKS
    }

    /// Whether the time was up before the answer was complete.
    pub fn was_late(&self) -> bool {
        self.was_late
    }

    /// Whether all lines have come.
    pub fn is_complete(&self) -> bool {
        self.lines.len() >= self.expected.lines
    }

    /// Takes only the lines that belong to this answer. Returns a message if a line is too long, even before its end
    /// has come.
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
        let unread = match (self.starts_late, self.sending_ended) {
            (true, _) => {
                "; it had read nothing when its time for starting was over: --startup gives it more"
            }
            (false, None) => ", and its input not read",
            (false, Some(_)) => "",
        };
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
        let rule = TimeRule { factor: 2.0, margin: 7 * MILLI };
        assert_eq!(rule.limit(LIMIT), Some(207 * MILLI));
    }

    #[test]
    fn the_limit_is_extended_by_what_the_program_missed_up_to_eight_limits() {
        let began = Instant::now();
        let mut answer = pending(1, 1.0, began);
        let late = began + LIMIT + 10 * MILLI;
        assert!(!answer.was_late());
        assert!(answer.give_back(30 * MILLI, false, late));
        assert_eq!(answer.deadline(), Some(began + LIMIT + 30 * MILLI));
        assert!(!answer.give_back(30 * MILLI, false, began + LIMIT + 30 * MILLI));
        assert!(answer.was_late());
        assert!(!answer.give_back(100 * LIMIT, false, began + 9 * LIMIT));
        assert_eq!(answer.deadline(), Some(began + 9 * LIMIT));
    }

    #[test]
    fn a_program_that_is_ready_to_run_is_looked_at_twice_more() {
        let began = Instant::now();
        let mut answer = pending(1, 1.0, began);
        let late = |looks: u32| began + LIMIT + looks * MILLI;
        let more: Vec<bool> =
            (0..4).map(|look| answer.give_back(Duration::ZERO, true, late(look))).collect();
        assert_eq!(more, [true, true, false, false]);
    }

    #[test]
    fn the_clock_of_the_first_answer_runs_when_the_program_has_started() {
        let began = Instant::now();
        let mut answer = pending(1, 1.0, began);
        answer.sent(began);
        answer.starts_until(began + 5 * LIMIT);
        assert!(answer.is_starting());
        assert_eq!(answer.deadline(), Some(began + 6 * LIMIT));
        answer.started(began + 2 * LIMIT);
        assert!(!answer.is_starting());
        assert_eq!(answer.deadline(), Some(began + 3 * LIMIT));
        assert_eq!(answer.micros(began + 2 * LIMIT + MILLI), 1000);
    }

    #[test]
    fn the_cpu_clock_leaves_room_for_the_start_and_then_for_twenty_limits_and_two_seconds() {
        let began = Instant::now();
        let mut answer = pending(1, 1.0, began);
        answer.sent(began);
        answer.starts_until(began + 90 * LIMIT);
        assert_eq!(answer.deadline_by_cpu_clock(), Some(began + 91 * LIMIT));
        answer.started(began + 3 * LIMIT);
        assert_eq!(answer.deadline_by_cpu_clock(), Some(began + 43 * LIMIT));
        assert_eq!(pending(1, f64::INFINITY, began).deadline_by_cpu_clock(), None);
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
        // Text after the answer does not belong to it, however long it is.
        let mut answer = pending(1, 1.0, Instant::now());
        assert_eq!(answer.take_lines(&mut written(b"12345\n123456")), None);
    }
}

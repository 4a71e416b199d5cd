//! A player that follows a script. Its time is virtual, so tests of faults and limits are exact,
//! take no time, and do not depend on the machine.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Player, Reply};
use crate::game::{Answer, Expected, Fault};

/// One act of a [`Scripted`] player.
#[derive(Clone, Debug)]
pub enum Act {
    /// Answers with these lines at once.
    Say(Vec<String>),
    /// Answers with these lines after this virtual time.
    SayAfter(Duration, Vec<String>),
    /// Never answers.
    Hang,
    /// Ends with this exit code.
    Exit(i32),
    /// Takes more memory than its limit.
    TakeTooMuchMemory,
}

impl Act {
    /// Answers with one line at once.
    pub fn say(line: impl Into<String>) -> Self {
        Act::Say(vec![line.into()])
    }
}

/// Acts that say one line each.
pub fn lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Vec<Act> {
    lines.into_iter().map(Act::say).collect()
}

/// Says a line after this many microseconds of virtual time.
pub fn late(micros: u64, line: &str) -> Act {
    Act::SayAfter(Duration::from_micros(micros), vec![line.to_owned()])
}

/// The faults that every contest records, with the names of the recordings.
pub fn fault_acts() -> [(&'static str, Act); 3] {
    [("timeout", Act::Hang), ("exit", Act::Exit(3)), ("out-of-memory", Act::TakeTooMuchMemory)]
}

/// Acts that say one line each, then another act.
pub fn lines_then<'a>(said: impl IntoIterator<Item = &'a str>, act: Act) -> Vec<Act> {
    lines(said).into_iter().chain([act]).collect()
}

/// Plays a list of acts, one for each answer that it is asked for, then exits.
#[derive(Clone, Debug)]
pub struct Scripted {
    name: String,
    acts: VecDeque<Act>,
    reply: Option<Reply>,
}

impl Scripted {
    /// A player called `name` that plays `acts` in order.
    pub fn new(name: impl Into<String>, acts: impl IntoIterator<Item = Act>) -> Self {
        Self { name: name.into(), acts: acts.into_iter().collect(), reply: None }
    }

    fn act(&mut self, expected: &Expected) -> Reply {
        let limit = expected.limit.as_micros() as u64;
        let timeout =
            || Reply::fault(Fault::Timeout, format!("no answer within {limit} µs"), limit);
        let (delay, lines) = match self.acts.pop_front().unwrap_or(Act::Exit(0)) {
            Act::Say(lines) => (Duration::ZERO, lines),
            Act::SayAfter(delay, lines) => (delay, lines),
            Act::Hang => return timeout(),
            Act::Exit(code) => {
                return Reply::fault(Fault::Exit, format!("exited with code {code}"), 0);
            }
            Act::TakeTooMuchMemory => {
                return Reply::fault(Fault::OutOfMemory, "took more memory than its limit", 0);
            }
        };
        if delay > expected.limit || lines.len() < expected.lines {
            return Reply { answer: Answer { lines, fault: Some(Fault::Timeout) }, ..timeout() };
        }
        if let Some(long) = lines.iter().find(|line| line.len() > expected.line_bytes) {
            let detail = format!("a line of {} bytes", long.len());
            return Reply::fault(Fault::Garbage, detail, delay.as_micros() as u64);
        }
        Reply::lines(lines, delay.as_micros() as u64)
    }
}

impl Player for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn send(&mut self, _lines: &[String], expected: Option<&Expected>) {
        self.reply = expected.map(|expected| self.act(expected));
    }

    fn reply(&mut self) -> Option<Reply> {
        self.reply.take()
    }
}

//! Comparing: the rules, given the recorded answers, must produce everything else that was recorded.

use std::fmt;

use serde_json::Value;

use super::{Exchange, Recording};
use crate::game::{Answer, Game, Outcome, Request, Step};
use crate::terminal::harmless;

/// The result of a successful replay.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// The number of exchanges.
    pub exchanges: usize,
    /// The outcome that the rules computed.
    pub outcome: Outcome,
    /// Whether the rules computed the game again. If not, only the form of the recording was checked.
    pub is_computed: bool,
}

/// The first place where the rules disagree with a recording.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Difference {
    /// Line of the file, counted from 1.
    pub line: usize,
    /// What differs.
    pub what: String,
    /// What the recording holds.
    pub expected: String,
    /// What the rules produce.
    pub got: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "line {}: {} differs", self.line, harmless(&self.what))?;
        writeln!(f, "  expected {}", harmless(&self.expected))?;
        write!(f, "  got      {}", harmless(&self.got))
    }
}

/// Feeds the recorded answers to a game that has just been set up, and compares everything that was sent, and every
/// field of the result that the recording holds.
///
/// # Errors
/// The first difference.
///
/// Fields of the result that are in `unrepeatable` are not compared.
pub fn follow(
    recording: &Recording,
    game: &mut dyn Game,
    unrepeatable: &[&str],
) -> Result<Replayed, Difference> {
    let mut rest = recording.exchanges.as_slice();
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        let step = game.advance(&answers);
        if let Some(why) = game.failure() {
            let line = rest.first().map_or(recording.result.0, |(line, _)| *line);
            let (what, expected) = ("the referee".to_owned(), "a game that goes on".to_owned());
            return Err(Difference { line, what, expected, got: why.to_owned() });
        }
        match step {
            Step::Ask(requests) => {
                let (now, later) = rest.split_at(requests.len().min(rest.len()));
                rest = later;
                let micros = |request: &Request| {
                    let of_seat = now.iter().find(|(_, exchange)| exchange.seat == request.seat);
                    of_seat.and_then(|(_, exchange)| exchange.micros).unwrap_or(0)
                };
                game.times(&requests.iter().map(micros).collect::<Vec<_>>());
                answers = requests
                    .iter()
                    .map(|request| match_exchange(recording, request, now))
                    .collect::<Result<_, _>>()?;
            }
            Step::Over(outcome) => {
                if let Some((line, exchange)) = rest.first() {
                    let expected = format!("seat {} is sent {:?}", exchange.seat, exchange.sent);
                    let got = "the game is over".to_owned();
                    return Err(Difference { line: *line, what: "the end".into(), expected, got });
                }
                compare_result(recording, &outcome, unrepeatable)?;
                let exchanges = recording.exchanges.len();
                return Ok(Replayed { exchanges, outcome, is_computed: true });
            }
        }
    }
}

/// The recorded answer to a request. Seats that are asked at once may be recorded in any order.
fn match_exchange(
    recording: &Recording,
    request: &Request,
    now: &[(usize, Exchange)],
) -> Result<Answer, Difference> {
    let Some((line, exchange)) = now.iter().find(|(_, exchange)| exchange.seat == request.seat)
    else {
        let got = format!("seat {} is sent {:?}", request.seat, request.lines);
        let (line, expected) = match now.first() {
            Some((line, other)) => (*line, format!("seat {} is asked", other.seat)),
            None => (recording.result.0, "the game is over".to_owned()),
        };
        return Err(Difference { line, what: "who is asked".into(), expected, got });
    };
    if exchange.sent == request.lines {
        return Ok(exchange.answer());
    }
    let index = exchange.sent.iter().zip(&request.lines).take_while(|(a, b)| a == b).count();
    let show = |lines: &[String]| lines.get(index).map_or("nothing".into(), |l| format!("{l:?}"));
    Err(Difference {
        line: *line,
        what: format!("line {} sent to seat {}", index + 1, request.seat),
        expected: show(&exchange.sent),
        got: show(&request.lines),
    })
}

fn compare_result(
    recording: &Recording,
    outcome: &Outcome,
    unrepeatable: &[&str],
) -> Result<(), Difference> {
    let found = serde_json::to_value(outcome).unwrap_or_default();
    let (line, recorded) = &recording.result;
    for (name, expected) in
        recorded.iter().filter(|(name, _)| !unrepeatable.contains(&name.as_str()))
    {
        let got = found.get(name).unwrap_or(&Value::Null);
        if got != expected {
            return Err(Difference {
                line: *line,
                what: format!("result.{name}"),
                expected: expected.to_string(),
                got: got.to_string(),
            });
        }
    }
    Ok(())
}

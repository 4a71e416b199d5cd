//! An exchange as a page shows it.

use super::film::Said;
use super::once::Once;
use crate::recording::Exchange;
use crate::terminal::harmless;
use crate::thought::Thought;
use crate::values::ReportedLine;

/// What a seat was sent in an exchange, and what it said. `turn` is the number of the exchange among those of the seat,
/// and `line` that in the recording, both from 1.
pub fn heard(texts: &mut Once<String>, exchange: &Exchange, turn: usize, line: usize) -> Said {
    let fault = exchange.fault.map(|fault| match &exchange.detail {
        Some(detail) => format!("{fault}: {}", harmless(detail)),
        None => fault.to_string(),
    });
    let read = |line: &String| {
        let line = harmless(line);
        Thought::read(&line).or_else(|| {
            let reported = ReportedLine::read(&line)?;
            Some(Thought::Value(reported.name.clone(), reported.number()?))
        })
    };
    let thoughts: Vec<Thought> = exchange.stderr.iter().filter_map(read).collect();
    let plain = exchange.stderr.iter().filter(|line| read(line).is_none());
    Said {
        seat: exchange.seat.0,
        turn,
        line,
        sent: texts.lines(&exchange.sent),
        got: texts.lines(&exchange.got),
        stderr: texts.lines(plain),
        thoughts,
        millis: exchange.micros.map(|micros| micros as f64 / 1000.0),
        limit: None,
        fault,
    }
}

//! Reading recordings.

use std::io;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{Exchange, FORMAT, Header};
use crate::ordinary;
use crate::plain_words::{FileKind, format_of, json_error, system_error};
use crate::whole_lines::{LONGEST_LINE, has_too_many_parts};

/// A complete recording. Lines of the file are counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// The first line.
    pub header: Header,
    /// The exchanges, each with its line.
    pub exchanges: Vec<(usize, Exchange)>,
    /// The result as it was recorded, with its line.
    pub result: (usize, Map<String, Value>),
}

/// Why a file is not a recording: sentences for the user.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file cannot be read.
    #[error("cannot be read: {}", system_error(.0))]
    Unreadable(#[from] io::Error),
    /// It is something else.
    #[error("is not a recording; {}", .0.with_advice("`referee play` writes recordings, into games/"))]
    Other(FileKind),
    /// It is a recording of another format.
    #[error(
        "is a recording of format \"{0}\", but this referee reads only {FORMAT}; use the referee that wrote it"
    )]
    Format(String),
    /// The first line is damaged.
    #[error("is a damaged recording: line 1 is wrong, because {0}")]
    Header(String),
    /// A line is neither an exchange nor a result.
    #[error(
        "is a damaged recording: line {line} is neither an exchange nor a result, because {reason}; \
         restore the file, or play the game again"
    )]
    Line {
        /// Line of the file.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The result is missing.
    #[error(
        "ends after line {lines} without a result, because it was cut off; `referee view` shows what there is"
    )]
    Cut {
        /// Lines of the file.
        lines: usize,
    },
    /// A line follows the result.
    #[error("is a damaged recording: line {line} follows the result, which must be the last line")]
    AfterResult {
        /// Line of the file.
        line: usize,
    },
}

/// What a recording holds: a view of a [`Recording`] or of a [`BegunRecording`].
#[derive(Clone, Copy, Debug)]
pub struct RecordedGame<'a> {
    /// The first line.
    pub header: &'a Header,
    /// The exchanges, each with its line.
    pub exchanges: &'a [(usize, Exchange)],
    /// The result, if the recording has one.
    pub result: Option<&'a Map<String, Value>>,
}

impl Recording {
    /// What it holds.
    pub fn game(&self) -> RecordedGame<'_> {
        let Self { header, exchanges, result } = self;
        RecordedGame { header, exchanges, result: Some(&result.1) }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a complete recording.
    pub fn load(path: &Path) -> Result<Self, RecordingError> {
        Self::parse(&text_of(path)?)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// If the text is not a complete recording.
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        BegunRecording::parse(text)?.whole().map_err(|cut| {
            let lines = cut.lines;
            cut.torn.unwrap_or(RecordingError::Cut { lines })
        })
    }
}

/// A recording that may have been cut off by a crash or an interruption.
#[derive(Debug)]
pub struct BegunRecording {
    /// The first line.
    pub header: Header,
    /// The exchanges, each with its line.
    pub exchanges: Vec<(usize, Exchange)>,
    result: Option<(usize, Map<String, Value>)>,
    lines: usize,
    /// What is wrong with the last line, if it was cut off in the middle.
    torn: Option<RecordingError>,
}

impl BegunRecording {
    /// What it holds.
    pub fn game(&self) -> RecordedGame<'_> {
        let Self { header, exchanges, .. } = self;
        RecordedGame { header, exchanges, result: self.result() }
    }

    /// The recording as a whole one.
    ///
    /// # Errors
    /// This recording, if it was cut off.
    pub fn whole(self) -> Result<Recording, Box<Self>> {
        match self {
            Self { header, exchanges, result: Some(result), torn: None, .. } => {
                Ok(Recording { header, exchanges, result })
            }
            cut => Err(Box::new(cut)),
        }
    }

    /// What is wrong with the last line, which is left out, if it is damaged or was cut off in the middle.
    pub fn torn(&self) -> Option<&RecordingError> {
        self.torn.as_ref()
    }

    /// The result, if the recording has one.
    pub fn result(&self) -> Option<&Map<String, Value>> {
        self.result.as_ref().map(|(_, result)| result)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not the beginning of a recording.
    pub fn load(path: &Path) -> Result<Self, RecordingError> {
        Self::parse(&text_of(path)?)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// If the text is not the beginning of a recording.
    pub fn parse(text: &str) -> Result<Self, RecordingError> {
        let text = text.trim_start_matches('\u{feff}').trim_end();
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
        let (_, first) = lines.next().unwrap_or_default();
        demand_simple(first).map_err(RecordingError::Header)?;
        let header: Header = serde_json::from_str(first)
            .map_err(|error| other_than_a_recording(first.as_bytes(), json_error(&error)))?;
        if header.format != FORMAT {
            return Err(RecordingError::Format(header.format));
        }
        let (exchanges, result, torn) = (Vec::new(), None, None);
        let mut begun = Self { header, exchanges, result, lines: 1, torn };
        while let Some((line, text)) = lines.next() {
            match begun.take(line, text) {
                Ok(()) => begun.lines = line,
                Err(error @ RecordingError::Line { .. }) if lines.peek().is_none() => {
                    begun.torn = Some(error);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(begun)
    }

    /// Parses a line after the first.
    fn take(&mut self, line: usize, text: &str) -> Result<(), RecordingError> {
        if self.result.is_some() {
            return Err(RecordingError::AfterResult { line });
        }
        demand_simple(text).map_err(|reason| RecordingError::Line { line, reason })?;
        let mut object: Map<String, Value> = parse_line(line, text)?;
        if let Some(value) = object.remove("result") {
            self.result = Some((line, result_fields(line, value)?));
            return Ok(());
        }
        let exchange: Exchange = parse_line(line, text)?;
        let seats = self.header.players.len();
        if exchange.seat.0 >= seats {
            let reason = format!("seat {} of a game with {seats} players", exchange.seat);
            return Err(RecordingError::Line { line, reason });
        }
        self.exchanges.push((line, exchange));
        Ok(())
    }
}

impl From<Recording> for BegunRecording {
    fn from(Recording { header, exchanges, result }: Recording) -> Self {
        Self { header, exchanges, lines: result.0, result: Some(result), torn: None }
    }
}

/// Fails if a line is longer, or has more parts, than that of any game.
fn demand_simple(text: &str) -> Result<(), String> {
    if text.len() > LONGEST_LINE || has_too_many_parts(text.as_bytes()) {
        return Err("it is too long, or has too many parts".to_owned());
    }
    Ok(())
}

fn result_fields(line: usize, value: Value) -> Result<Map<String, Value>, RecordingError> {
    match value {
        Value::Object(fields) if fields.contains_key("scores") => Ok(fields),
        _ => Err(RecordingError::Line { line, reason: "the result has no scores".to_owned() }),
    }
}

fn parse_line<T: DeserializeOwned>(line: usize, text: &str) -> Result<T, RecordingError> {
    serde_json::from_str(text)
        .map_err(|error| RecordingError::Line { line, reason: json_error(&error) })
}

/// The text of a file.
fn text_of(path: &Path) -> Result<String, RecordingError> {
    let bytes = ordinary::read(path)?;
    String::from_utf8(bytes).map_err(|error| {
        let damage = "some bytes are not UTF-8 text".to_owned();
        other_than_a_recording(error.as_bytes(), damage)
    })
}

/// The error for a file that does not begin as a recording does, or does but has this damage.
fn other_than_a_recording(begin: &[u8], damage: String) -> RecordingError {
    match FileKind::of(begin) {
        FileKind::Recording => match format_of(begin).filter(|format| format != FORMAT) {
            Some(format) => RecordingError::Format(format),
            None => RecordingError::Header(damage),
        },
        kind => RecordingError::Other(kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"format":"botyard/1","game":"g","seed":"1","players":[{}]}"#;
    const EXCHANGE: &str = r#"{"seat":0,"sent":[],"got":["a","b"]}"#;

    fn parse(lines: &[&str]) -> Result<BegunRecording, RecordingError> {
        BegunRecording::parse(&lines.join("\n"))
    }

    fn error(lines: &[&str]) -> String {
        parse(lines).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn only_the_last_line_may_be_damaged() {
        let begun = parse(&[HEADER, EXCHANGE, r#"{"seat":0,"se"#]).unwrap();
        assert_eq!((begun.exchanges.len(), begun.lines), (1, 2));
        assert!(begun.torn.is_some());
        let damaged = error(&[HEADER, r#"{"seat":0,"se"#, EXCHANGE]);
        assert!(damaged.contains("line 2") && damaged.contains(" at character 13"), "{damaged}");
    }

    #[test]
    fn a_result_without_scores_is_damaged() {
        let begun = parse(&[HEADER, EXCHANGE, r#"{"result":{"ranks":[1]}}"#]).unwrap();
        assert!(begun.result.is_none());
        let torn = begun.torn.unwrap().to_string();
        assert!(torn.contains("the result has no scores"), "{torn}");
    }

    #[test]
    fn only_a_complete_answer_has_a_line() {
        let mut exchange = parse(&[HEADER, EXCHANGE]).unwrap().exchanges.remove(0).1;
        assert_eq!(exchange.line(), Some("a"));
        exchange.fault = Some(crate::game::Fault::Timeout);
        assert_eq!(exchange.line(), None);
    }
}

//! The lines of a log.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::LogError;
use super::header::{BEGIN, FORMAT, LogHeader};

/// The whole lines of a log with their numbers; a last line without an end does not count.
pub(super) struct LogLines<'a> {
    path: &'a Path,
    rest: &'a [u8],
    line: usize,
}

impl<'a> LogLines<'a> {
    pub(super) fn new(path: &'a Path, bytes: &'a [u8]) -> Self {
        Self { path, rest: bytes, line: 0 }
    }

    /// The header, which is the first line.
    pub(super) fn header(&mut self) -> Result<LogHeader, LogError> {
        let wrong = |reason: String| LogError::line(self.path, 1, reason);
        let Some((_, text)) = self.next() else {
            return Err(wrong("is empty, not a log".to_owned()));
        };
        match serde_json::from_slice::<LogHeader>(text) {
            Ok(header) if header.format == FORMAT => Ok(header),
            Ok(header) => Err(wrong(format!("is a log of format {}, not {FORMAT}", header.format))),
            Err(_) => Err(wrong(format!("is not a log; a log begins with {BEGIN}"))),
        }
    }

    /// Understands a line as an object.
    pub(super) fn parse<T: DeserializeOwned>(
        &self,
        line: usize,
        text: &[u8],
    ) -> Result<T, LogError> {
        serde_json::from_slice(text).map_err(|error| {
            LogError::line(self.path, line, format!("is not a line of a log: {error}"))
        })
    }
}

impl<'a> Iterator for LogLines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let end = self.rest.iter().position(|byte| *byte == b'\n')?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = &rest[1..];
        self.line += 1;
        Some((self.line, text))
    }
}

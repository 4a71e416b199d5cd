//! A referee program: started, limited and ended like a bot.

use std::time::Duration;

use anyhow::Result;

use crate::game::{Expected, Request, Seat};
use crate::player::Reply;
use crate::player::process::{Launch, ProcessPlayer};
use crate::table::Table;

/// The longest line that a referee program may write. The data of a whole game for a viewer fits into it.
const LINE_BYTES: usize = 4 << 20;
/// Number of its last lines of standard error that an error quotes.
const LAST_WORDS: usize = 5;

/// A running referee program.
pub(super) struct Host {
    table: Table,
    patience: Duration,
    /// Its last lines of standard error.
    words: Vec<String>,
}

impl Host {
    /// Starts the program. It may be silent for `patience`.
    ///
    /// # Errors
    /// If it cannot be started: a sentence for the user.
    pub(super) fn start(launch: &Launch, patience: Duration) -> Result<Self> {
        let player = ProcessPlayer::spawn("the referee program", launch)?;
        Ok(Self { table: Table::new(vec![Box::new(player)]), patience, words: Vec::new() })
    }

    /// Sends lines and waits for the next line.
    ///
    /// # Errors
    /// A sentence that says how the program failed, with its last words.
    pub(super) fn ask(&mut self, lines: Vec<String>) -> Result<String, String> {
        let mut answer = self.exchange(lines, 1)?;
        answer.pop().ok_or_else(|| "the referee program gave no line".to_owned())
    }

    /// Waits for `count` more lines.
    ///
    /// # Errors
    /// As for [`ask`](Self::ask).
    pub(super) fn lines(&mut self, count: usize) -> Result<Vec<String>, String> {
        if count == 0 { Ok(Vec::new()) } else { self.exchange(Vec::new(), count) }
    }

    fn exchange(&mut self, lines: Vec<String>, count: usize) -> Result<Vec<String>, String> {
        let limit = self.patience;
        let expected = Some(Expected { lines: count, limit, line_bytes: LINE_BYTES });
        let asked = self.table.ask(&[Request { seat: Seat(0), lines, expected }]);
        let reply = asked.map_err(|error| format!("{error:#}"))?.pop().unwrap_or_default();
        let Reply { answer, detail, stderr, .. } = reply;
        self.words.extend(stderr);
        let old = self.words.len().saturating_sub(LAST_WORDS);
        self.words.drain(..old);
        match answer.fault {
            None => Ok(answer.lines),
            Some(fault) => {
                let how = detail.unwrap_or_else(|| fault.to_string());
                Err(self.complaint(&format!("failed ({how})")))
            }
        }
    }

    /// `the referee program WHAT; its last words: …`
    pub(super) fn complaint(&mut self, what: &str) -> String {
        self.words.extend(self.table.last_words().into_iter().flatten());
        let words = self.words.iter().rev().take(LAST_WORDS).rev();
        let words: Vec<&str> =
            words.map(|line| line.trim()).filter(|line| !line.is_empty()).collect();
        let words = if words.is_empty() {
            String::new()
        } else {
            format!("; its last words: {}", words.join(" / "))
        };
        format!("the referee program {what}{words}")
    }
}

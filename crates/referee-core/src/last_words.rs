//! What a player said before it was thrown out: the reason, and the end of its standard error.

use serde::{Deserialize, Serialize};

use crate::contest::About;
use crate::game::{Seat, ThrownOut};
use crate::recording::Exchange;

/// Most lines of standard error that are kept.
const LINES: usize = 10;

/// Most characters of a line.
const CHARACTERS: usize = 200;

/// The last words of a player that was thrown out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastWords {
    /// Its seat.
    pub seat: Seat,
    /// Why it was thrown out, in a sentence or a word.
    pub reason: String,
    /// The last lines that it wrote to standard error.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

/// What one player has said so far.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// The reason of its last failure to answer.
    failure: Option<String>,
    stderr: Vec<String>,
}

impl Said {
    /// Takes an exchange of the player.
    pub fn exchange(&mut self, exchange: &Exchange) {
        if exchange.fault.is_some() {
            self.failure.clone_from(&exchange.detail);
        }
        self.lines(&exchange.stderr);
    }

    /// Takes lines of its standard error.
    pub fn lines(&mut self, lines: &[String]) {
        let last = &lines[lines.len().saturating_sub(LINES)..];
        self.stderr.extend(last.iter().map(|line| shortened(line)));
        let old = self.stderr.len().saturating_sub(LINES);
        self.stderr.drain(..old);
    }

    /// Why it was thrown out.
    pub fn reason(&self, about: &About, out: &ThrownOut) -> String {
        let reason = about.complaint(out).or_else(|| self.failure.clone());
        reason.unwrap_or_else(|| out.cause.clone())
    }

    /// The end of its standard error.
    pub fn stderr(&self) -> &[String] {
        &self.stderr
    }

    /// Its last words, if it was thrown out for this.
    pub fn last_words(&self, about: &About, out: &ThrownOut) -> LastWords {
        let reason = shortened(&self.reason(about, out));
        LastWords { seat: out.seat, reason, stderr: self.stderr.clone() }
    }
}

/// The beginning of a line if it is too long to be shown.
pub(crate) fn shortened(line: &str) -> String {
    let mut text: String = line.chars().take(CHARACTERS).collect();
    if line.chars().nth(CHARACTERS).is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_ten_lines_are_kept_and_none_is_long() {
        let mut said = Said::default();
        let lines = |numbers: std::ops::Range<u32>| numbers.map(|it| it.to_string()).collect();
        let exchange = |stderr| Exchange { stderr, ..Exchange::default() };
        said.exchange(&exchange(lines(0..4)));
        assert_eq!(said.stderr.len(), 4);
        said.exchange(&exchange(lines(4..30)));
        said.lines(&["x".repeat(500)]);
        assert_eq!(said.stderr[..9].join(" "), "21 22 23 24 25 26 27 28 29");
        assert_eq!((said.stderr[9].chars().count(), said.stderr.len()), (CHARACTERS + 1, 10));
    }
}

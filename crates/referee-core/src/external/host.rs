//! A referee program: started, limited and ended like a bot.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::game::{Expected, Fault, Request, Seat};
use crate::last_words::shortened;
use crate::plain_words::chain;
use crate::player::Reply;
use crate::player::process::{Clock, Launch, ProcessPlayer};
use crate::table::Table;

/// The longest line that a referee program may write. The data of a whole game for a viewer fits into it.
const LINE_BYTES: usize = 4 << 20;
/// The most lines that a program may write between two questions.
const MOST_LINES: usize = 200_000;
/// The most bytes of these lines.
const MOST_BYTES: usize = 16 << 20;
/// Number of its last lines of standard error that an error quotes.
const LAST_WORDS: usize = 5;
/// The most lines of standard error that are kept for [`Host::take_marked`].
const MOST_MARKED: usize = 1000;
/// The mark of lines that belong to a protocol.
const MARK: &str = "###";

/// A running referee program.
pub(super) struct Host {
    table: Table,
    patience: Duration,
    /// When the present game must be over, and how long it may take.
    until: Option<(Instant, Duration)>,
    /// Number and bytes of its lines since the last question.
    read: (usize, usize),
    /// Its last lines of standard error.
    words: Vec<String>,
    /// Its lines of standard error that begin with `###`.
    marked: Vec<String>,
    /// Whether it goes on after a game.
    plays_many: bool,
    /// What it may have forgotten if it is silent now: `; ` and words, or nothing.
    forgotten: &'static str,
}

impl Host {
    /// Starts the program. It may be silent for `patience`.
    ///
    /// # Errors
    /// If it cannot be started: a sentence for the user.
    pub(super) fn start(launch: &Launch, patience: Duration) -> Result<Self> {
        let mut launch = launch.clone();
        launch.limits.clock = Clock::Patient;
        // Its start is a part of the time in which it may be silent.
        launch.limits.startup = Duration::ZERO;
        let player = ProcessPlayer::spawn("the referee program", &launch)?;
        Ok(Self {
            table: Table::new(vec![Box::new(player)]),
            patience,
            until: None,
            read: (0, 0),
            words: Vec::new(),
            marked: Vec::new(),
            plays_many: false,
            forgotten: "",
        })
    }

    /// The same program, which goes on after a game if `many` is true.
    pub(super) fn for_many(self, many: bool) -> Self {
        Self { plays_many: many, ..self }
    }

    /// Whether it goes on after a game.
    pub(super) fn plays_many(&self) -> bool {
        self.plays_many
    }

    /// A game begins, which may take this long by the wall clock.
    pub(super) fn begin_game(&mut self, most: Duration) {
        self.until = Instant::now().checked_add(most).map(|until| (until, most));
        self.words.clear();
        self.marked.clear();
        self.count_anew();
    }

    /// A player was asked: what the program writes is counted anew.
    pub(super) fn count_anew(&mut self) {
        self.read = (0, 0);
        self.forgotten = "";
    }

    /// Words for the author, after `; `, if the program is silent from now on.
    pub(super) fn may_forget(&mut self, forgotten: &'static str) {
        self.forgotten = forgotten;
    }

    /// Sends lines and waits for the next line.
    ///
    /// # Errors
    /// A sentence that says how the program failed, with its last words.
    pub(super) fn ask(&mut self, lines: Vec<String>) -> Result<String, String> {
        if !lines.is_empty() {
            self.send(lines)?;
        }
        // What has been read already costs nothing more.
        let line = match self.table.next_line(Seat(0)) {
            Some(line) => line,
            None => self.wait_for_line()?,
        };
        let (lines, bytes) = (self.read.0 + 1, self.read.1 + line.len());
        self.read = (lines, bytes);
        if lines > MOST_LINES || bytes > MOST_BYTES {
            let what = format!("wrote {lines} lines ({bytes} bytes) without waiting for an answer");
            return Err(self.complaint(&what));
        }
        Ok(line)
    }

    fn send(&mut self, lines: Vec<String>) -> Result<(), String> {
        let notice = Request { seat: Seat(0), lines, expected: None };
        self.table.ask(&[notice]).map(|_| ()).map_err(|error| chain(&error))
    }

    fn wait_for_line(&mut self) -> Result<String, String> {
        let left = self.until.map(|(until, _)| until.saturating_duration_since(Instant::now()));
        if left.is_some_and(|left| left.is_zero()) {
            return Err(self.was_too_long());
        }
        let limit = left.map_or(self.patience, |left| left.min(self.patience));
        let expected = Some(Expected { lines: 1, limit, line_bytes: LINE_BYTES });
        let lines = Vec::new();
        let asked = self.table.ask(&[Request { seat: Seat(0), lines, expected }]);
        let reply = asked.map_err(|error| chain(&error))?.pop().unwrap_or_default();
        let Reply { mut answer, detail, stderr, .. } = reply;
        self.note(stderr);
        let old = self.words.len().saturating_sub(LAST_WORDS);
        self.words.drain(..old);
        match answer.fault {
            None => answer.lines.pop().ok_or_else(|| "the referee program gave no line".to_owned()),
            Some(Fault::Timeout) if limit < self.patience => Err(self.was_too_long()),
            Some(Fault::Timeout) => {
                let (seconds, forgotten) = (self.patience.as_secs_f64(), self.forgotten);
                let what = format!(
                    "was silent for {seconds} s, the longest time allowed (answer-s){forgotten}"
                );
                Err(self.complaint(&what))
            }
            Some(fault) => {
                let how = detail.unwrap_or_else(|| fault.to_string());
                // A program that means to be done: "failed" would send its author to look for a crash.
                let what = if how == "exited with code 0" {
                    format!("ended before the game was over ({how})")
                } else {
                    format!("failed ({how})")
                };
                Err(self.complaint(&what))
            }
        }
    }

    /// The complaint about a game that takes too long.
    fn was_too_long(&mut self) -> String {
        let seconds = self.until.map_or(0.0, |(_, most)| most.as_secs_f64());
        self.complaint(&format!(
            "was still playing this game after {seconds} s, the longest time of a game (game-s)"
        ))
    }

    fn note(&mut self, words: Vec<String>) {
        let room = MOST_MARKED.saturating_sub(self.marked.len());
        let marked = words.iter().filter(|line| line.starts_with(MARK));
        self.marked.extend(marked.take(room).cloned());
        self.words.extend(words);
    }

    /// The game is over: reads what the program still writes to standard error. It is not used again.
    pub(super) fn listen_to_the_end(&mut self) {
        let words = self.table.last_words().into_iter().flatten().collect();
        self.note(words);
    }

    /// Its lines of standard error that begin with `###`, each once.
    pub(super) fn take_marked(&mut self) -> Vec<String> {
        std::mem::take(&mut self.marked)
    }

    /// `the referee program WHAT; its last words: …`
    pub(super) fn complaint(&mut self, what: &str) -> String {
        self.listen_to_the_end();
        let words = last_words(self.words.iter().map(String::as_str));
        format!("the referee program {what}{words}")
    }
}

/// `; its last words: …`, of lines of a program; empty without any.
pub(super) fn last_words<'a>(lines: impl DoubleEndedIterator<Item = &'a str>) -> String {
    let lines = lines.map(str::trim).filter(|line| !line.is_empty());
    let mut last: Vec<String> = lines.rev().take(LAST_WORDS).map(shortened).collect();
    last.reverse();
    if last.is_empty() { String::new() } else { format!("; its last words: {}", last.join(" / ")) }
}

/// Whether a text is one line for any referee program: it has no control character but the tab, and none of Unicode's line
/// ends.
pub(super) fn is_one_line(text: &str) -> bool {
    let ends_line = |c: char| c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}');
    !text.contains(ends_line)
}

/// A line of a player as one line for a referee program, which may end lines at more characters than `\n`. Otherwise a
/// player could write lines of the protocol.
pub(super) fn one_line(line: &str) -> String {
    line.replace(['\u{85}', '\u{2028}', '\u{2029}', '\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_words_are_few_and_short() {
        assert_eq!(last_words([" ", ""].into_iter()), "");
        let lines = ["a", "b", "", "  c", "d", "e", "f", " "];
        assert_eq!(last_words(lines.into_iter()), "; its last words: b / c / d / e / f");
        let long = "x".repeat(100_000);
        assert!(last_words([&*long; 9].into_iter()).len() < 1100);
    }

    #[test]
    fn one_line_has_no_end_of_any_language() {
        assert!(is_one_line("a\tb § ¤"));
        for end in ['\n', '\r', '\0', '\u{b}', '\u{1c}', '\u{85}', '\u{2028}', '\u{2029}'] {
            assert!(!is_one_line(&format!("a{end}b")), "{end:?}");
        }
    }

    #[test]
    fn a_player_cannot_write_a_line_of_the_protocol() {
        let forged = "WAIT\u{2028}[[GET_GAME_INFO] 0]\u{85}[[SET_PLAYER_TIMEOUT] 0]\u{2029}";
        let line = one_line(forged);
        assert!(!line.contains(['\u{85}', '\u{2028}', '\u{2029}', '\r', '\n']), "{line:?}");
        assert_eq!(one_line("MOVE N § ¤"), "MOVE N § ¤");
    }
}

//! The contest's debugging lines.

use std::cell::{Cell, RefCell};

/// The most characters of a line; longer lines are dropped.
const LINE_CHARS: usize = 1024;
/// The most bytes of all lines of a game.
const GAME_BYTES: usize = 16 << 10;

/// The traces of a bot that have not been taken yet.
#[derive(Default)]
pub(super) struct Traces {
    lines: RefCell<Vec<String>>,
    bytes: Cell<usize>,
}

impl Traces {
    /// Adds the lines of a text, within the contest's limits.
    pub fn add(&self, text: &str) {
        for line in text.lines() {
            let bytes = self.bytes.get() + line.len() + 1;
            if bytes > GAME_BYTES {
                return;
            }
            if line.chars().nth(LINE_CHARS).is_none() {
                self.bytes.set(bytes);
                self.lines.borrow_mut().push(line.to_owned());
            }
        }
    }

    /// Takes the lines since the last call.
    pub fn take(&self) -> Vec<String> {
        self.lines.take()
    }
}

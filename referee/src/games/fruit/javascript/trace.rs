//! The contest's debugging lines.

use std::cell::{Cell, RefCell};

/// A longer line is not shown.
const LINE_CHARS: usize = 1024;
/// All lines of a game together.
const GAME_BYTES: usize = 16 << 10;

/// What a bot has traced and nobody has taken yet.
#[derive(Default)]
pub(super) struct Traces {
    lines: RefCell<Vec<String>>,
    bytes: Cell<usize>,
}

impl Traces {
    /// Keeps a text, line by line, as far as the contest did.
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

    /// The lines since the last time.
    pub fn take(&self) -> Vec<String> {
        self.lines.take()
    }
}

//! A stream of lines from a game to the reader of a bot in the same thread.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::rc::Rc;

/// Bytes that a reader has not read yet. Clones share them.
#[derive(Clone, Default)]
pub struct Feed(Rc<RefCell<VecDeque<u8>>>);

impl Feed {
    /// Appends lines.
    pub fn send(&self, lines: &[String]) {
        for line in lines {
            self.0.borrow_mut().extend(line.bytes().chain([b'\n']));
        }
    }
}

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buffer)
    }
}

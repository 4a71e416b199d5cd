//! Bytes on their way from one file to another.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};

use super::streams::{ReadResult, read};

/// Bytes that are passed on in one step.
pub(super) const CHUNK: usize = 16 * 1024;

/// The bytes of one direction that were read and are not yet written.
pub(super) struct Flow {
    pub(super) waiting: Vec<u8>,
    /// Whether the source has ended, or nobody reads any more.
    pub(super) has_ended: bool,
}

impl Flow {
    pub(super) fn new() -> Self {
        Self { waiting: Vec::with_capacity(CHUNK), has_ended: false }
    }

    pub(super) fn wants_more(&self) -> bool {
        !self.has_ended && self.waiting.is_empty()
    }

    /// Writes without waiting.
    pub(super) fn write(&mut self, mut to: impl Write) {
        while !self.waiting.is_empty() {
            match to.write(&self.waiting) {
                Ok(bytes) => drop(self.waiting.drain(..bytes)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // Nobody reads any more.
                Err(_) => {
                    self.waiting.clear();
                    self.has_ended = true;
                }
            }
        }
    }

    /// Reads a chunk from a connection that does not block, if it wants more.
    pub(super) fn receive(&mut self, mut from: impl Read) {
        if !self.wants_more() {
            return;
        }
        let mut chunk = [0; CHUNK];
        match from.read(&mut chunk) {
            Ok(0) => self.has_ended = true,
            Ok(bytes) => self.waiting.extend_from_slice(&chunk[..bytes]),
            Err(error)
                if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
            Err(_) => self.has_ended = true,
        }
    }

    /// Reads a chunk from a pipe of a program, if it wants more.
    pub(super) fn receive_from_pipe(&mut self, from: Option<&File>) -> io::Result<()> {
        let Some(from) = from.filter(|_| self.wants_more()) else { return Ok(()) };
        let mut chunk = [0; CHUNK];
        match read(from, &mut chunk)? {
            ReadResult::Nothing => {}
            ReadResult::End => self.has_ended = true,
            ReadResult::Bytes(bytes) => self.waiting.extend_from_slice(&chunk[..bytes]),
        }
        Ok(())
    }
}

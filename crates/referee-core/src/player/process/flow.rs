//! Bytes on their way from one stream to another.

use std::io::{self, ErrorKind};

use crate::system::{ReadResult, Reader, Writer};

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
    pub(super) fn write(&mut self, to: &mut Writer) {
        while !self.waiting.is_empty() {
            match to.write(&self.waiting) {
                Ok(bytes) => drop(self.waiting.drain(..bytes)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // Nobody reads any more.
                Err(_) => {
                    self.waiting.clear();
                    self.has_ended = true;
                }
            }
        }
    }

    /// Reads a chunk from a connection, if it wants more. A broken connection has ended.
    pub(super) fn receive(&mut self, from: &mut Reader) {
        if self.receive_from_pipe(Some(from)).is_err() {
            self.has_ended = true;
        }
    }

    /// Reads a chunk from a pipe of a program, if it wants more.
    pub(super) fn receive_from_pipe(&mut self, from: Option<&mut Reader>) -> io::Result<()> {
        let Some(from) = from.filter(|_| self.wants_more()) else { return Ok(()) };
        let mut chunk = [0; CHUNK];
        match from.read(&mut chunk)? {
            ReadResult::Nothing => {}
            ReadResult::End => self.has_ended = true,
            ReadResult::Bytes(bytes) => self.waiting.extend_from_slice(&chunk[..bytes]),
        }
        Ok(())
    }
}

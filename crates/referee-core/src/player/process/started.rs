//! A program that was started, in the hands of the room of its operating system.

use std::io;

use anyhow::{Error, anyhow};

use super::memory::MemoryWatch;
use super::promises::{CoreTime, Program};
use crate::plain_words::system_error;
use crate::system::{Reader, Writer};

/// A program that was started.
pub(super) struct Started {
    /// The program. It is ended when this is dropped.
    pub program: Box<dyn Program>,
    /// The referee's ends of its pipes.
    pub streams: Streams,
    /// Its memory and its processes.
    pub memory: MemoryWatch,
    /// Its processor time, and how long it was kept from a core.
    pub time: Box<dyn CoreTime>,
}

/// The referee's ends of a program's three standard streams. None of them blocks.
pub(super) struct Streams {
    /// Standard input.
    pub input: Writer,
    /// Standard output.
    pub output: Reader,
    /// Standard error.
    pub stderr: Reader,
}

/// The error for a pipe that the system does not open: mostly this process has too many files open.
pub(super) fn no_pipe(error: impl Into<io::Error>) -> Error {
    anyhow!("cannot open a pipe: {}", system_error(&error.into()))
}

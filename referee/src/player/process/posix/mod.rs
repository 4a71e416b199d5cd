//! macOS and other POSIX systems: process groups, a supervisor, limits of processes.
//!
//! These systems isolate no program from others, and do not say how long it was kept from a core. So strangers are
//! refused, and lateness is never excused.

mod program;
mod supervisor;
#[cfg(feature = "javascript")]
pub mod watchdog;
#[cfg(feature = "javascript")]
mod worker;

use std::path::Path;
use std::time::Duration;

#[cfg(feature = "javascript")]
use nix::unistd::Pid;

pub(in crate::player::process) use self::program::start;
#[cfg(feature = "javascript")]
pub use self::worker::Worker;
use crate::system::Writer;

/// The first read of a pipe: these systems tell it by what is left in the pipe.
#[derive(Debug)]
pub enum FirstRead {}

impl FirstRead {
    /// `None`.
    pub fn of(_pipe: &Writer) -> Option<Self> {
        None
    }

    /// Never called.
    pub fn has_happened(&self) -> bool {
        match *self {}
    }
}

/// How long this thread has waited for a core: these systems do not say.
pub fn own_core_wait() -> Option<Duration> {
    None
}

/// Nothing is kept from a bot here.
pub fn keep_from_bots(_file: &Path) {}

/// These systems give orphans to no process but the first.
pub fn adopt_orphans() {}

/// Starts a process of the referee's own.
#[cfg(feature = "javascript")]
fn started_by_referee(fork: impl FnOnce() -> nix::Result<Pid>) -> nix::Result<Pid> {
    fork()
}

/// A process of the referee's own has ended.
#[cfg(feature = "javascript")]
fn ended(_process: Pid) {}

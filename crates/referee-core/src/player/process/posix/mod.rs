//! macOS and other POSIX systems: process groups, a supervisor, limits of processes.
//!
//! These systems isolate no program from others, and do not say how long it was kept from a core. So strangers are
//! refused, and lateness is never excused.

#[path = "../not_told.rs"]
mod not_told;
mod program;
mod supervisor;
#[cfg(feature = "javascript")]
pub mod watchdog;
#[cfg(feature = "javascript")]
mod worker;

#[cfg(feature = "javascript")]
use nix::unistd::Pid;

pub use self::not_told::{
    FirstRead, adopt_orphans, hide_from_bots, keep_file_from_bots, keep_from_bots, own_core_wait,
};
pub(in crate::player::process) use self::program::start;
#[cfg(feature = "javascript")]
pub use self::worker::Worker;

/// Starts a process of the referee's own.
#[cfg(feature = "javascript")]
fn started_by_referee(fork: impl FnOnce() -> nix::Result<Pid>) -> nix::Result<Pid> {
    fork()
}

/// A process of the referee's own has ended.
#[cfg(feature = "javascript")]
fn ended(_process: Pid) {}

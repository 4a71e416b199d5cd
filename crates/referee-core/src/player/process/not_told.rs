//! For systems that isolate no program, and do not say who reads a pipe or who waits for a core.

use std::path::Path;
use std::time::Duration;

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

/// These systems give orphans to no process but the first, or end them with their job.
pub fn adopt_orphans() {}

/// Other systems do not keep bots from files.
pub fn keep_file_from_bots(_file: &Path) {}

/// Other systems hide nothing from bots.
pub fn hide_from_bots(_folder: &Path) {}

//! What the processes of a group use.

use std::time::Duration;

#[cfg_attr(target_os = "linux", path = "group_linux.rs")]
#[cfg_attr(target_os = "macos", path = "group_macos.rs")]
#[cfg_attr(not(any(target_os = "linux", target_os = "macos")), path = "group_none.rs")]
mod room;

pub(crate) use room::figures;

/// The figures of the processes of a group that live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Processor time, with that of their children that have ended.
    pub ran: Duration,
    /// Processes, and their threads where the system tells their number.
    pub threads: u32,
    /// Memory in use, in bytes. What several share counts for each.
    pub bytes: u64,
}

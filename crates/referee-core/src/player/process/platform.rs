//! What the operating system does for a program in a seat: one room for each system, behind the same few types.
//!
//! | room | systems |
//! |---|---|
//! | `linux/` | Linux |
//! | `windows/` | Windows |
//! | `posix/` | macOS and other POSIX systems; tests run it on Linux, too (`BOTYARD_PLATFORM=posix`) |
//!
//! Everything else in [`process`](super) is the same everywhere: seats, deadlines, faults, what is in force.

use anyhow::Result;

use super::launch::Launch;
use super::started::Started;

#[cfg_attr(target_os = "linux", path = "linux/mod.rs")]
#[cfg_attr(windows, path = "windows/mod.rs")]
#[cfg_attr(not(any(target_os = "linux", windows)), path = "posix/mod.rs")]
mod room;

pub(super) use self::room::{FirstRead, own_core_wait};
#[cfg(feature = "javascript")]
pub use self::room::{Worker, watchdog};
pub use self::room::{adopt_orphans, hide_from_bots, keep_file_from_bots, keep_from_bots};

/// Starts a program with its pipes. Returns when it runs, or cannot.
///
/// # Errors
/// A sentence for the user if it cannot be started or not be isolated as is demanded, or an error of the referee's own.
pub(super) fn start(launch: &Launch) -> Result<Started> {
    room::start(launch)
}

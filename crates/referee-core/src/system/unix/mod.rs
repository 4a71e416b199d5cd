//! Linux, macOS and other POSIX systems.

#[cfg(target_env = "musl")]
mod allocator;
mod connections;
mod files;
pub(crate) mod group;
mod processes;
mod streams;
mod terminal_mode;
#[cfg_attr(target_os = "linux", path = "watch_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "../no_watch.rs")]
mod watch;
pub mod words;

pub use connections::*;
pub use files::*;
pub use processes::*;
pub use streams::*;
pub use terminal_mode::*;
pub use watch::*;

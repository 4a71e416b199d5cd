//! Windows.

mod calls;
mod connections;
mod files;
pub(crate) mod job;
mod operation;
mod processes;
mod streams;
mod terminal_mode;
#[path = "../no_watch.rs"]
mod watch;
pub mod words;

pub use connections::*;
pub use files::*;
pub use processes::*;
pub use streams::*;
pub use terminal_mode::*;
pub use watch::*;

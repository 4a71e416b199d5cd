//! Windows.

mod calls;
mod connections;
mod files;
pub(crate) mod job;
mod operation;
mod processes;
mod streams;
#[path = "../no_watch.rs"]
mod watch;
pub mod words;

pub use connections::*;
pub use files::*;
pub use processes::*;
pub use streams::*;
pub use watch::*;

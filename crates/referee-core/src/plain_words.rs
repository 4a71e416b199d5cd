//! Sentences for users in place of the words of libraries: what happened, and what to do.

mod file_kind;
mod json;
mod listed;
mod similar;
mod system;
mod unwritable;

pub use file_kind::{FileKind, format_of};
pub use json::{data_error, json_error, json_file_error};
pub use listed::{listed, shortly_listed};
pub use similar::{did_you_mean, similar};
pub use system::{chain, has_no_room, system_error};
pub use unwritable::{takes_no_files, unwritable};

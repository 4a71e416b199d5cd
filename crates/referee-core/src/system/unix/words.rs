//! Command lines by the rules of a shell.

pub use shell_words::{join, quote, split};

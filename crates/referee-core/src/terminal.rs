//! Output to the terminal. Text from others is escaped, and a closed stream does not end the process.
//!
//! Text of a bot, a recording or a log may contain control characters, characters that reverse the
//! direction of writing, and invisible ones. [`harmless`] replaces them with escapes; everything that
//! prints such text uses it.

mod output;
mod seats;
mod text;
mod unseen;

use std::fmt;
use std::io::Write as _;

pub use output::{Output, output};
pub use seats::seat_style;
pub use text::{harmless, json_line, page, picture, push_styled};

/// Whether lines on a terminal can be overwritten.
pub fn is_drawn_on(terminal: &console::Term) -> bool {
    terminal.is_term() && std::env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// Writes a line to standard error; called by [`tell!`](crate::tell). If the stream is closed or full, the
/// line is dropped.
pub fn tell_line(line: fmt::Arguments<'_>) {
    let line = picture(&line.to_string()) + "\n";
    // There is no other stream for an error.
    let _ = anstream::stderr().lock().write_all(line.as_bytes());
}

/// Writes a line to standard error as `eprintln!` does, but never panics, and escapes everything that
/// [`picture`](crate::terminal::picture) escapes.
#[macro_export]
macro_rules! tell {
    ($($part:tt)*) => { $crate::terminal::tell_line(format_args!($($part)*)) };
}

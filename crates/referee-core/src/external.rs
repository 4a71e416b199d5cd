//! Contests from outside: a referee program plays the part of the rules.
//!
//! Each engine is a file: it asks the program what is sent to which seat, and gives it the answers. It knows nothing of
//! players, clocks and logs. `host` starts the program, limits it and ends it like a bot.
//!
//! ```text
//! bots ◄──► Table ◄──► play ◄──► Game (codingame, lines, …) ◄──► Host ◄──► referee program
//! ```
//!
//! A referee program that starts the bots itself (`command`) plays the whole game before its steps are told.
//!
//! Such a game cannot be computed from its seed, so its recording holds what the program said (`notes`), and
//! `retrace` walks through it without the program.

mod again;
mod alongside;
mod codingame;
mod command;
mod contest;
mod counting;
mod drawing;
mod entities;
mod host;
#[cfg(feature = "pictures")]
mod images;
mod java;
mod lines;
pub mod needed;
mod notes;
mod own_data;
mod pool;
mod proof;
mod retrace;
mod told;
mod viewer;

pub use again::remove_source;
pub use contest::{ExternalContest, is_codingame, of_file, of_recording};
#[cfg(feature = "pictures")]
pub use images::{BoardImage, WantedImage, board_images};
pub use viewer::{OfficialViewer, PAGE};

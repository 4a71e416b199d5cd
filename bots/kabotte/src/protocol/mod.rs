//! The line protocol `karo 1`.

mod messages;
mod reader;
mod turn;
mod words;

pub use messages::{Candidate, Car, Command, Kind, Record, Start, Turn};
pub use reader::Reader;

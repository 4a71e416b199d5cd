//! The lines that a seat is sent, as the bot reads them.

use ocean::map::{cell_at, Cell};
use ocean::protocol::{Reader, Start, Turn};

/// The map.
pub fn start(sent: &[String]) -> Start {
    try_start(sent).unwrap()
}

/// A turn.
pub fn turn(sent: &[String]) -> Turn {
    try_turn(sent).unwrap()
}

/// The map, or a sentence that says why it is invalid.
pub fn try_start(sent: &[String]) -> Result<Start, String> {
    let start = Reader::new(sent.join("\n").as_bytes()).start();
    start.map_err(|error| error.to_string())?.ok_or_else(|| "there is no map".to_owned())
}

/// A turn, or a sentence that says why it is invalid.
pub fn try_turn(sent: &[String]) -> Result<Turn, String> {
    let turn = Reader::new(sent.join("\n").as_bytes()).turn();
    turn.map_err(|error| error.to_string())?.ok_or_else(|| "there is no turn".to_owned())
}

/// An answer as a starting cell.
pub fn place(answer: &str) -> Option<Cell> {
    let mut numbers = answer.split(' ').map(str::parse);
    cell_at(numbers.next()?.ok()?, numbers.next()?.ok()?)
}

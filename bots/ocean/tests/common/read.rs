//! What a seat is sent, as the bot reads it. Not every test asks for all.

#![allow(dead_code)]

use ocean::map::{cell_at, Cell};
use ocean::protocol::{Reader, Start, Turn};

/// The map.
pub fn start(sent: &[String]) -> Start {
    Reader::new(sent.join("\n").as_bytes()).start().unwrap().unwrap()
}

/// A turn.
pub fn turn(sent: &[String]) -> Turn {
    Reader::new(sent.join("\n").as_bytes()).turn().unwrap().unwrap()
}

/// An answer as a starting cell.
pub fn place(answer: &str) -> Option<Cell> {
    let mut numbers = answer.split(' ').map(str::parse);
    cell_at(numbers.next()?.ok()?, numbers.next()?.ok()?)
}

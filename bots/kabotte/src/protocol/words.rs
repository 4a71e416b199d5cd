//! The words of a line, and the numbers among them.

use gridkit::lines::{bad, whole, InputError};

use crate::motion::{Motion, Vector};
use crate::track::{Cell, Track};

/// A line that begins with a word, and its other words.
pub struct Words {
    pub wanted: &'static str,
    pub line: String,
}

impl Words {
    /// The text after the first word.
    pub fn rest(&self) -> Result<&str, InputError> {
        let mut words = self.line.splitn(2, ' ');
        match (words.next(), words.next()) {
            (Some(word), rest) if Some(word) == self.wanted.split(' ').next() => {
                Ok(rest.unwrap_or(""))
            }
            _ => Err(self.bad("it begins with another word")),
        }
    }

    /// What to say of the line.
    pub fn bad(&self, why: &str) -> InputError {
        bad(self.wanted, &self.line, why)
    }

    /// One number up to a limit.
    pub fn number(&self, most: usize) -> Result<usize, InputError> {
        whole(self.rest()?, 0..=most)
            .ok_or_else(|| self.bad("its number is missing or out of range"))
    }

    /// One of some words, by its place.
    pub fn choice(&self, words: &[&str]) -> Result<usize, InputError> {
        let rest = self.rest()?;
        let place = words.iter().position(|word| *word == rest);
        place.ok_or_else(|| self.bad("it is not one of these"))
    }
}

/// Whole numbers with spaces between them.
pub fn integers(words: &Words, text: &str) -> Result<Vec<i32>, InputError> {
    let number = |word: &str| word.parse().map_err(|_| words.bad("a number is missing"));
    text.split_whitespace().map(number).collect()
}

/// A motion of four numbers: on a cell of the map, or on -1, which is no cell.
pub fn motion(numbers: &[i32], size: MapSize) -> Option<Motion> {
    match numbers {
        [x, y, xv, yv] => {
            let side = |number: &i32, cells: i16| {
                i16::try_from(*number).ok().filter(|side| (-1..cells).contains(side))
            };
            let speed = |number: &i32| {
                i8::try_from(*number).ok().filter(|speed| (-99..=99).contains(speed))
            };
            Some(Motion {
                at: Cell { x: side(x, size.width)?, y: side(y, size.height)? },
                vector: Vector { x: speed(xv)?, y: speed(yv)? },
            })
        }
        _ => None,
    }
}

/// The columns and rows of the map.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapSize {
    width: i16,
    height: i16,
}

impl MapSize {
    pub fn of(track: &Track) -> MapSize {
        // No side is longer than `LONGEST_SIDE`.
        MapSize { width: track.width() as i16, height: track.height() as i16 }
    }
}

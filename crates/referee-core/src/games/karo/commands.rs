//! The answers of players.

use std::str::FromStr;

use super::motion::{Motion, Vector};
use super::track::Cell;

/// An answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START x y`
    Start(Cell),
    /// `MOVE x y xv yv`
    Move(Motion),
    /// `LEAVE`
    Leave,
}

impl Command {
    /// The motion that the command asks for; `None` if the player leaves.
    pub fn motion(self) -> Option<Motion> {
        match self {
            Self::Start(cell) => Some(Motion::at_rest(cell)),
            Self::Move(motion) => Some(motion),
            Self::Leave => None,
        }
    }
}

impl FromStr for Command {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let numbers: Result<Vec<i32>, _> = rest.split_whitespace().map(str::parse).collect();
        match (word, &numbers.map_err(|_| ())?[..]) {
            ("START", [x, y]) => Ok(Self::Start(Cell::new(*x, *y))),
            ("MOVE", [x, y, xv, yv]) => {
                Ok(Self::Move(Motion::new(Cell::new(*x, *y), Vector::new(*xv, *yv))))
            }
            ("LEAVE", []) => Ok(Self::Leave),
            _ => Err(()),
        }
    }
}

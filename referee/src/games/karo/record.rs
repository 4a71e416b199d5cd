//! What is written down of a car: its records, and the way back over them after a crash.

use super::motion::Motion;
use super::track::Cell;

/// What a record is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The placement on a start cell.
    Start,
    /// A move.
    Move,
    /// A crash: where the car was set back to.
    Crash,
    /// The player left.
    Left,
    /// The car was parked after its finish.
    Parc,
}

impl Kind {
    /// The word in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Move => "move",
            Self::Crash => "crash",
            Self::Left => "left",
            Self::Parc => "parc",
        }
    }
}

/// One record of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Record {
    /// What it is of.
    pub kind: Kind,
    /// Where the car was then, and its vector; zero for all that are no moves.
    pub motion: Motion,
}

/// Where a crash sets a car back to, over its own records from the last one; `None` if it has no
/// record.
///
/// A counter starts at `zzz`, the number of moves that the game sets back by. Each record further back
/// takes one off, and an earlier crash record adds `zzz` to it *before* the counter is looked at. So it
/// can be passed although the counter has just come to 0 on it; the site has that quirk, and it is
/// kept: with `zzz` 4, a crash exactly four moves after another one sets the car back onto the branch
/// that ended in the first crash. The start placement ends every walk, so a car that crashes before its
/// first move, or with fewer records than `zzz`, stands on its start cell.
pub fn set_back(records: &[Record], zzz: u32) -> Option<Cell> {
    let (last, earlier) = records.split_last()?;
    let mut cell = last.motion.at;
    let mut counter = u64::from(zzz);
    for record in earlier.iter().rev() {
        if counter == 0 {
            break;
        }
        counter -= 1;
        if record.kind == Kind::Crash {
            counter += u64::from(zzz);
        }
        cell = record.motion.at;
    }
    Some(cell)
}

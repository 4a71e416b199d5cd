//! The records of a car, and the set-back over them after a crash.

use super::motion::Motion;
use super::track::Cell;

/// The kind of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The placement on a start cell.
    Start,
    /// A move.
    Move,
    /// A crash, with the cell to which the car was set back.
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
    /// The kind.
    pub kind: Kind,
    /// The cell of the car and its vector. The vector is zero unless the record is a move.
    pub motion: Motion,
}

/// The cell to which a crash sets a car back over its own records; `None` if it has no records.
///
/// A counter starts at `zzz`, the set-back count of the game. Each record further back subtracts one, and an earlier
/// crash record adds `zzz` to it *before* the counter is compared with 0. So the walk goes past a crash
/// record on which the counter has just reached 0. The site has that quirk, and the referee keeps it: with
/// `zzz` 4, a crash exactly four moves after another one sets the car back onto the branch that ended in the
/// first crash. The placement on the start ends every walk, so a car that crashes before its first move, or
/// with fewer records than `zzz`, is set back to its start cell.
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

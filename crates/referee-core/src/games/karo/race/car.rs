//! One player's car.

use crate::games::karo::motion::Motion;
use crate::games::karo::record::{Kind, Record};
use crate::games::karo::track::{Checkpoint, Checkpoints};

/// The status of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// It takes part in the race.
    #[default]
    Racing,
    /// It has finished.
    Finished,
    /// It left the race.
    Left,
    /// It was disqualified.
    Kicked,
    /// It can no longer move.
    Stuck,
}

impl Status {
    /// The word in the protocol.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Racing => "racing",
            Self::Finished => "finished",
            Self::Left => "left",
            Self::Kicked => "kicked",
            Self::Stuck => "stuck",
        }
    }
}

/// A player's car.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Car {
    /// Its records in the order of time.
    pub records: Vec<Record>,
    /// The status.
    pub status: Status,
    /// Whether it has had its turn in this round.
    pub moved: bool,
    /// The rank, 1 for the first that finished; 0 before the finish.
    pub rank: u32,
    /// The checkpoints that it has collected. A crash does not remove any.
    pub collected: Checkpoints,
    /// Whether one of its moves has passed the finish.
    pub crossed_line: bool,
    /// The number of moves against the direction of the game.
    pub breaches: u32,
    /// The rounds in which it could not move, because other cars stood in its way wherever crashes set it back.
    pub passed: u32,
}

impl Car {
    /// Whether it still has turns.
    pub fn races(&self) -> bool {
        self.status == Status::Racing
    }

    /// Whether it left the race without finishing.
    pub fn is_gone(&self) -> bool {
        matches!(self.status, Status::Left | Status::Kicked | Status::Stuck)
    }

    /// Its cell and its vector; `None` before the placement.
    pub fn motion(&self) -> Option<Motion> {
        self.records.last().map(|record| record.motion)
    }

    /// Whether it has collected a checkpoint.
    pub fn has(&self, checkpoint: Checkpoint) -> bool {
        self.collected.contains(checkpoint)
    }

    /// The number of moves as the site counts them: all records except crashes, so the placement and the parc record
    /// are among them. It is also the number of the next move.
    pub fn moves(&self) -> usize {
        self.records.len() - self.crashes()
    }

    /// The number of crashes.
    pub fn crashes(&self) -> usize {
        self.records.iter().filter(|record| record.kind == Kind::Crash).count()
    }
}

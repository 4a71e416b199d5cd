//! One player's car.

use crate::games::karo::motion::Motion;
use crate::games::karo::record::{Kind, Record};
use crate::games::karo::track::{Checkpoint, Checkpoints};

/// Whether a player takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// It does.
    #[default]
    Racing,
    /// It is home.
    Finished,
    /// It left by itself.
    Left,
    /// It was thrown out.
    Kicked,
    /// It can never move again.
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
    /// Whether it takes part.
    pub status: Status,
    /// Whether it has had its turn in this round.
    pub moved: bool,
    /// 1 for the first that finished; 0 until then.
    pub rank: u32,
    /// Checkpoints that it has collected. A crash takes none away.
    pub collected: Checkpoints,
    /// Whether one of its moves has passed the finish.
    pub crossed_line: bool,
    /// Moves against the direction of the game.
    pub breaches: u32,
}

impl Car {
    /// Whether it still has turns.
    pub fn races(&self) -> bool {
        self.status == Status::Racing
    }

    /// Whether it is out of the race and not home.
    pub fn is_gone(&self) -> bool {
        matches!(self.status, Status::Left | Status::Kicked | Status::Stuck)
    }

    /// Where it is and with which vector; `None` before it is placed.
    pub fn motion(&self) -> Option<Motion> {
        self.records.last().map(|record| record.motion)
    }

    /// Whether it has collected a checkpoint.
    pub fn has(&self, checkpoint: Checkpoint) -> bool {
        self.collected.contains(checkpoint)
    }

    /// Records that are no crash, as the site counts moves: the placement and the parc record are
    /// among them. So it is also the number of the next move.
    pub fn moves(&self) -> usize {
        self.records.len() - self.crashes()
    }

    /// Crash records.
    pub fn crashes(&self) -> usize {
        self.records.iter().filter(|record| record.kind == Kind::Crash).count()
    }
}

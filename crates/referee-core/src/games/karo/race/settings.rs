//! The settings of a race.

use crate::games::karo::circuit::Direction;
use crate::games::karo::motion::Counting;

/// The cars that block their cell for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// The cars that have moved in this round: games of the site from number 75000 on.
    Moved,
    /// All cars in the race: older games.
    All,
}

impl Blocking {
    /// The word in the protocol and in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moved => "moved",
            Self::All => "all",
        }
    }
}

/// Whether players may crash on purpose. It is an agreement between players: the site and the rules treat all three
/// alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashSetting {
    /// They may not, unless every move ends in a crash.
    Forbidden,
    /// They may.
    Allowed,
    /// No agreement on crashes.
    Free,
}

impl CrashSetting {
    /// The word in the protocol and in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forbidden => "forbidden",
            Self::Allowed => "allowed",
            Self::Free => "free",
        }
    }
}

/// The settings of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The title, with markers of special rules.
    pub title: String,
    /// Whether checkpoints have to be collected.
    pub checkpoints: bool,
    /// Which checkpoints of a move count.
    pub counting: Counting,
    /// The number of records by which a crash sets a car back.
    pub zzz: u32,
    /// The agreement about crashes.
    pub crash: CrashSetting,
    /// The agreement about the direction.
    pub direction: Direction,
    /// Which cars block.
    pub blocking: Blocking,
    /// The team of each seat; empty if everybody drives alone. It is an agreement between players.
    pub teams: Vec<u8>,
}

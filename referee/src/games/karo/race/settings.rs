//! What a race is played by.

use crate::games::karo::circuit::Direction;
use crate::games::karo::motion::Counting;

/// Which cars keep a cell from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocking {
    /// Those that have moved in this round: games of the site from number 75000 on.
    Moved,
    /// All that race: older games.
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

/// Whether players may crash on purpose. The site treats all three alike, and so do the rules: it is an
/// agreement between players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashSetting {
    /// They may not, unless every way crashes.
    Forbidden,
    /// They may.
    Allowed,
    /// Nobody cares.
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

/// What a race is played by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The title, with markers of special rules.
    pub title: String,
    /// Whether checkpoints are in force.
    pub checkpoints: bool,
    /// Which checkpoints of a move count.
    pub counting: Counting,
    /// How many records a crash sets back by.
    pub zzz: u32,
    /// The agreement about crashes.
    pub crash: CrashSetting,
    /// The agreement about the direction.
    pub direction: Direction,
    /// Which cars block.
    pub blocking: Blocking,
}

//! Commands of robots, and how they are read.

use super::board::Direction;
use super::packages::PackageId;

/// A bid, which is not 0. Its magnitude is the cost; its sign and magnitude determine the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(i64);

impl Bid {
    /// A bid, unless it is 0.
    pub const fn new(bid: i64) -> Option<Self> {
        if bid == 0 { None } else { Some(Self(bid)) }
    }

    /// The cost.
    pub const fn cost(self) -> u64 {
        self.0.unsigned_abs()
    }

    /// The number.
    pub const fn number(self) -> i64 {
        self.0
    }
}

/// The action of a robot in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Goes to the next cell, or pushes.
    Move(Direction),
    /// Takes packages from its cell, as many as fit, in this order.
    Pick(Vec<PackageId>),
    /// Puts packages on its cell.
    Drop(Vec<PackageId>),
}

/// One command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The bid, which determines order and cost.
    pub bid: Bid,
    /// The action.
    pub action: Action,
}

/// The mistake in a command. It kills the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// The line is empty.
    NoBid,
    /// The first word is not a whole number of 64 bits.
    BadBid,
    /// The bid is 0. The task says "not 0"; we read it as a malformed command.
    ZeroBid,
    /// The second word is not Move, Pick or Drop, or is missing.
    UnknownAction,
    /// A Move without exactly one of the letters N, E, S, W.
    BadDirection,
    /// A word of a list is not a whole number of 64 bits from 0.
    BadId,
}

impl Malformed {
    /// The cause in recordings and reports.
    pub const fn cause(self) -> &'static str {
        match self {
            Self::NoBid => "no-bid",
            Self::BadBid => "bad-bid",
            Self::ZeroBid => "zero-bid",
            Self::UnknownAction => "unknown-action",
            Self::BadDirection => "bad-direction",
            Self::BadId => "bad-id",
        }
    }
}

impl Command {
    /// Reads a line. Any run of blanks separates words, and blanks may be at both ends, because clients of
    /// the contest sent such lines. A plus sign makes a number malformed; leading zeros are allowed.
    ///
    /// # Errors
    /// The line is malformed.
    pub fn read(line: &str) -> Result<Self, Malformed> {
        let mut words = line.split_ascii_whitespace();
        let bid = words.next().ok_or(Malformed::NoBid)?;
        let bid = signed(bid).ok_or(Malformed::BadBid)?;
        let bid = Bid::new(bid).ok_or(Malformed::ZeroBid)?;
        let action = match words.next() {
            Some("Move") => {
                let direction = words.next().and_then(Direction::of_word);
                let direction = direction.filter(|_| words.next().is_none());
                Action::Move(direction.ok_or(Malformed::BadDirection)?)
            }
            Some("Pick") => Action::Pick(ids(words)?),
            Some("Drop") => Action::Drop(ids(words)?),
            _ => return Err(Malformed::UnknownAction),
        };
        Ok(Self { bid, action })
    }
}

fn signed(word: &str) -> Option<i64> {
    if word.starts_with('+') { None } else { word.parse().ok() }
}

fn ids<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<PackageId>, Malformed> {
    let id = |word: &str| if word.starts_with('+') { None } else { word.parse().ok() };
    words.map(|word| id(word).map(PackageId).ok_or(Malformed::BadId)).collect()
}

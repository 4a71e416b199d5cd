//! What a log says, for people, for programs and for spreadsheets.

mod comparison;
mod conduct;
mod ladder;
pub(crate) mod layout;
mod teams;
mod verdict;

use serde_json::Value;

use crate::arena::{Comparison, LadderTable, Log, TeamComparison};

pub use comparison::standing_line;

/// What a log says.
pub enum Report<'a> {
    /// Two bots that have met.
    Duel(Box<Comparison<'a>>),
    /// Two bots that have each worked with itself or with the same others.
    Teams(TeamComparison<'a>),
    /// Many bots.
    Ladder(LadderTable<'a>),
}

impl<'a> Report<'a> {
    /// The log that all of it comes from.
    pub fn log(&self) -> &'a Log {
        match self {
            Report::Duel(it) => it.log,
            Report::Teams(it) => it.log,
            Report::Ladder(it) => it.log,
        }
    }

    /// The report as lines.
    pub fn text(&self) -> String {
        match self {
            Report::Duel(it) => comparison::text(it),
            Report::Teams(it) => teams::text(it),
            Report::Ladder(it) => ladder::text(it),
        }
    }

    /// The report as one object.
    pub fn json(&self) -> Value {
        match self {
            Report::Duel(it) => comparison::json_of(it),
            Report::Teams(it) => teams::json_of(it),
            Report::Ladder(it) => ladder::json_of(it),
        }
    }

    /// Its table with the head as the first row; `None` where there is none.
    pub fn table(&self) -> Option<Vec<Vec<String>>> {
        match self {
            Report::Duel(it) => Some(comparison::csv_rows(it)),
            Report::Teams(_) => None,
            Report::Ladder(it) => Some(ladder::csv_rows(it)),
        }
    }
}

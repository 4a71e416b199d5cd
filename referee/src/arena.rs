//! Many games: who plays whom on which seeds, in parallel, kept in a log.
//!
//! The unit of work is one seed in every seat order, because a seed or a seat may favour a side.
//! The log is the truth: every number in a report is computed from it alone, and whatever stands in
//! it is not played again.
//!
//! ```text
//! schedule ──jobs──► workers ──games──► log ──► report
//!     ▲                                  │
//!     └── what is missing ───────────────┘
//! ```

mod entrants;
mod log;
mod match_game;
mod runner;
mod standing;
mod table;
mod teams;
mod times;
mod unit;

pub use entrants::Entrants;
pub use log::{Log, LogError, LogHeader, Logged, Program, Question};
pub use match_game::{Finished, Keep};
pub use runner::{Arena, Job, Progress};
pub use standing::{Conduct, Standing, Test};
pub use table::CrossTable;
pub use teams::{Team, TeamDifference, TeamRound, is_team};
pub use times::Times;
pub use unit::{Pairing, UnitResult, seed_of};

/// A name that every file system takes: odd characters replaced, and where anything was lost a
/// number that keeps it apart from others.
pub fn file_name(text: &str) -> String {
    const MOST: usize = 80;
    let fits = |c: char| c.is_alphanumeric() || "-_@".contains(c);
    let plain: String = text.chars().take(MOST).map(|c| if fits(c) { c } else { '_' }).collect();
    if plain == text {
        return plain;
    }
    format!("{plain}-{:08x}", crate::bot::fnv1a(text.as_bytes()) as u32)
}

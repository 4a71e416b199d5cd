//! Many games between bots: which bots meet on which seeds, played in parallel, kept in a log.
//!
//! The unit of work is one seed in every seat order, because a seed or a seat may favour a side.
//! Every number in a report is computed from the log alone, and games in the log are not played
//! again.
//!
//! ```text
//! plan ──jobs──► workers ──games──► log ──► comparison, ladder table
//!   ▲                                │
//!   └── what is missing ─────────────┘
//! ```

mod again;
mod both_ways;
mod circumstances;
mod comparison;
mod condition;
mod conduct;
mod cores;
mod cross_table;
mod default_log;
mod duel;
mod elsewhere;
mod entrants;
mod faults;
mod field;
mod file_name;
mod finished_game;
mod game_times;
mod job;
mod jobs;
mod joined;
mod keep;
mod ladder;
mod ladder_table;
mod log;
mod logged;
mod machines;
mod match_game;
mod meetings;
mod observed;
mod observer;
mod pairing;
mod plan;
mod played_on;
mod pool;
mod progress;
mod question;
mod replays;
mod runner;
mod second_play;
mod seeds;
mod settings;
mod shared;
mod standing;
mod start_note;
mod starts;
mod team_comparison;
mod teams;
mod times;
mod trial;
mod trial_comparison;
mod trial_standing;
mod unchanged;
mod until_verdict;
mod value_rows;

pub use both_ways::{BothWays, Way};
pub use comparison::Comparison;
pub use condition::{ConditionError, holds, select};
pub use conduct::{Conduct, FirstFault, Overload};
pub use cores::{CorePlan, Pin};
pub use duel::Duel;
pub use elsewhere::{Elsewhere, News, Played, RunElsewhere, Take};
pub use entrants::{Entrants, demand_name, name_and_bot, name_of};
pub use faults::{Faults, MOST_FAULTS_IN_A_ROW};
pub use field::{Field, Group};
pub use file_name::file_name;
pub use finished_game::FinishedGame;
pub use game_times::{GameTimes, SeatTimes};
pub use job::Job;
pub use jobs::Jobs;
pub use keep::Keep;
pub use ladder::{Ladder, UnknownHero};
pub use ladder_table::{LadderRow, LadderTable, rating_course};
pub use log::{
    BotProgram, ChainCheck, ChainKind, DamagedLine, Log, LogError, LogHeader, LogKey, Merged,
    Repaired, Selection, line_ranges, merge, repair,
};
#[cfg(test)]
pub(crate) use logged::logged;
pub use logged::{Logged, TeamRound, is_team};
pub use machines::{BotThere, Machine, Machines, OddMachine, SlowMachine, Speed, SpeedSource};
pub use meetings::{NotMet, met_in};
pub use observer::Observer;
pub use pairing::{Pairing, UnitResult};
pub use plan::RunPlan;
pub use played_on::{OtherMachine, PlayedOn};
pub use progress::Progress;
pub use question::{Asked, Question, Test, TrialQuestion};
pub use replays::{Excess, Flagged, ReplayTally};
pub use runner::Arena;
pub use seeds::{Seeds, seed_of};
pub use settings::{Replays, RunSettings};
pub use shared::{Again, Shared};
pub use standing::{CONFIDENCE, DuelStanding};
pub use start_note::StartNote;
pub use team_comparison::TeamComparison;
pub use teams::{Team, TeamDifference};
pub use times::Times;
pub use trial::Trial;
pub use trial_comparison::{OpponentRow, SeatRow, SeedRow, Tendency, TrialComparison};
pub use trial_standing::TrialStanding;
pub use value_rows::{ValueRow, ValueSummary};

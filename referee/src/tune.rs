//! Tuning: the parameters of a bot are changed in small steps, towards the values that win more
//! games.
//!
//! A [`Method`] proposes candidates, the [`Schedule`] chooses which bots meet on which seeds, a
//! [`Tuning`] plays these games, and the method receives the points of the candidates
//! ([`RoundTally`]). A method depends on its seed and on these points only. So a [`Checkpoint`]
//! contains the points of every round, and the rest is computed again.
//!
//! ```text
//! method ──candidates──► schedule ──games──► points of each candidate
//!    ▲                                              │
//!    └───────────────────tell───────────────────────┴──► checkpoint
//! ```

mod ask;
mod bounds;
pub mod chart;
mod checkpoint;
mod choice;
mod companion;
mod conditions;
mod drift;
mod finals;
mod genetic;
mod lock;
mod method;
mod parameters;
mod rounds;
mod schedule;
mod settings;
mod spsa;
mod tuning;

pub use ask::{declared, demand_set, set_already};
pub use bounds::{BadSettings, demand_within};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use choice::{Choice, Override};
pub use companion::companion;
pub use conditions::TuningConditions;
pub use drift::{Bound, Drift};
pub use finals::FinalGames;
pub use genetic::{Breeding, Genetic};
pub use lock::Lock;
pub use method::{Method, Moment, RoundTally};
pub use parameters::{BadParameters, Declared, Parameter, set_arguments};
pub use schedule::{Meeting, Schedule};
pub use settings::Settings;
pub use spsa::{Gains, Spsa};
pub use tuning::{Players, Tuning, TuningError};

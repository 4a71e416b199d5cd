//! Engines: they start numbered tasks on other machines, and say which of them they still have. They know nothing of games.
//!
//! A task is an ordinary command, which finds its own number. What it achieves is in files; an engine only says whether
//! it has a task still, and may say nothing at all. So anything that runs numbered tasks can be an engine.

mod choice;
mod command;
mod copies;
mod engine;
mod parallel;
mod run;
mod slurm;

pub use choice::{engine, table};
pub use command::CommandEngine;
pub use engine::{Engine, FailedStart, TaskArray};
pub use parallel::Parallel;
pub use slurm::Slurm;

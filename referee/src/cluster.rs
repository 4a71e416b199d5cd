//! Runs that are split into batches, which are played on other machines.
//!
//! Everything is in files of one folder, beside the log: `LOG.on`.
//!
//! ```text
//! plan.json          the conditions of all games, in words and as the command that was given
//! tasks/K.json       the games of batch K
//! running/K          a sign of life of the task that plays it
//! results/K.jsonl    its finished games: written under another name, with a checksum, and renamed
//! failed/K           why it was not played
//! speeds/HOST.json   how fast the bots think on a machine
//! progress.json      how many batches wait, run, are done and failed, by machine
//! words/             what tasks printed
//! over               the run is over: tasks end
//! ```
//!
//! The front end packs games into batches in the order of the plan, hands them to an [engine](crate::on), and moves
//! finished games into the log in the same order. Whatever is killed, what remains is in these files: a batch without a
//! result is played again, and one with a result is not.

mod arrays;
mod batch;
mod board;
mod collect;
mod dispatch;
mod folder;
mod front_end;
mod hosts;
mod life;
mod machine;
mod outstanding;
mod plan;
mod result_file;
mod resume;
mod run;
#[cfg(test)]
mod simulation;
mod sizes;
mod speeds;
mod units;

pub use batch::{BatchEnd, play_batch};
pub use board::{Board, BoardMachine};
pub use folder::RunFolder;
pub use front_end::{AtInterrupt, FrontEnd, referee};
pub use plan::Plan;

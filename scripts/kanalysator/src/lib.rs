//! The cost of each move of a finished race of Karopapier, and its cause.
//!
//! ```text
//! the site's JSON, or a recording ──► race: situations, one for each move and each crash
//!                                          │  solver: the fewest moves that are left in each, with
//!                                          │  the cars that were in the way, and without each of them
//!                                          ▼
//!           table, JSON, picture ◄── report: losses, blocks and assists, crashes, who led when
//! ```
//!
//! The solver is that of the bot `kabotte`; the referee's rules reconstruct the race.

pub mod analysis;
pub mod badges;
mod board;
pub mod cli;
pub mod crashes;
mod numbers;
pub mod picture;
pub mod race;
pub mod report;
pub mod solve;
pub mod solver;
pub mod story;
pub mod table;

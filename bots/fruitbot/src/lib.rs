//! A bot for the robot fruit hunt (Scribd, 2012): the thinking, apart from reading and writing.
//!
//! Two robots collect fruit at the same time; more fruit of a category wins it, more categories win
//! the game. The bot searches over what to walk to next ([`search`]), against an opponent whom it
//! gets to know while it plays ([`crowd`]).

pub mod bench;
pub mod board;
pub mod crowd;
pub mod ending;
pub mod matrix;
pub mod params;
pub mod protocol;
pub mod rivals;
pub mod robot;
pub mod routes;
pub mod search;
pub mod state;
pub mod wish;

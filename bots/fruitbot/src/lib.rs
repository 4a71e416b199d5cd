//! A bot for the robot fruit hunt (Scribd, 2012): the thinking, apart from reading and writing.
//!
//! Two robots collect fruit at the same time. The robot with more fruit of a category wins the
//! category, and the robot with more categories wins the game. The bot searches over the piece to walk
//! to next ([`search`]), against an opponent that it identifies during the game ([`opponent`]), or
//! whose choices it learns ([`formulas`]). It solves endgames exactly ([`endgame`]).

#![allow(missing_docs)] // a bot has no users: an item is documented where its name does not say all

pub mod bench;
pub mod board;
pub mod bot;
pub mod cell;
pub mod endgame;
pub mod formulas;
pub mod heuristic;
pub mod matrix;
pub mod opponent;
pub mod params;
pub mod piece;
pub mod protocol;
pub mod rivals;
pub mod robot;
pub mod routes;
pub mod search;
pub mod state;

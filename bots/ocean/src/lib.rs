//! A bot for Ocean of Code (CodinGame, 2020): the thinking, apart from reading and writing.
//!
//! Two submarines on a map of 15 x 15 cells, unseen by one another, hear each other's orders.
//! The bot follows every path its opponent can have taken ([`tracker`]), does the same to itself
//! with the opponent's eyes, and weighs whole lines of orders by the lives they will probably
//! cost either side ([`captain`]).

pub mod arsenal;
pub mod bench;
pub mod bot;
pub mod captain;
pub mod choose;
pub mod complete;
pub mod device;
pub mod duel;
pub mod knowledge;
pub mod line;
pub mod map;
pub mod minelayer;
pub mod orders;
pub mod params;
pub mod ping;
pub mod plan;
pub mod protocol;
pub mod pursuit;
pub mod reply;
pub mod sector;
pub mod shadow;
pub mod space;
pub mod strike;
pub mod submarine;
pub mod tracker;
pub mod voyage;

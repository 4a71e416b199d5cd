//! A bot for Ocean of Code (CodinGame, 2020): everything but `main`.
//!
//! Two submarines on a map of 15 x 15 cells do not see each other, but each is told the other's
//! orders. The bot follows every path that the opponent can have taken ([`tracker`]), and in the same
//! way what the opponent can know of the bot. Each turn it scores whole lines of orders by the lives
//! that they will probably cost each side ([`choose`]).

#![allow(missing_docs)] // a bot has no users: an item is documented where its name does not say all

pub mod bench;
pub mod bot;
pub mod choose;
pub mod complete;
pub mod device;
pub mod duel;
pub mod knowledge;
pub mod line;
pub mod map;
pub mod mine_site;
pub mod orders;
pub mod params;
pub mod ping;
pub mod plan;
pub mod player;
pub mod protocol;
pub mod pursuit;
pub mod reply;
pub mod sector;
pub mod space;
pub mod strike;
pub mod submarine;
pub mod suspected;
pub mod their_charges;
pub mod tracker;
pub mod way_ahead;

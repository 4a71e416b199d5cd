//! A bot for Ocean of Code (CodinGame, 2020): everything but `main`.
//!
//! Two submarines on a map of 15 x 15 cells do not see each other, but each is shown the other's
//! orders. A turn of the bot has these steps:
//!
//! 1. [`tracker`] keeps every path that the opponent can have taken. A second tracker keeps what the
//!    opponent can know of the bot. [`knowledge`] has both, the mines and the charges.
//! 2. [`plan`] lists the ways to surface, move and fall silent; [`strike`] adds torpedoes and mines.
//! 3. [`choose`] scores each line of orders by the lives that it will probably cost each side:
//!    [`way_ahead`] for mines and room, [`reply`] for the opponent's next turn.
//! 4. [`rollout`] plays the best lines on for some turns and corrects their scores.
//! 5. [`complete`] adds what the line leaves open: the device to charge, a mine, a sonar.
//!
//! The experiments behind the rules and the parameters, with all figures, are in
//! [the laboratory of ocean](../../../docs/book/src/ocean-laboratory.md)
//! (`docs/book/src/ocean-laboratory.md`).

#![allow(missing_docs)] // a bot has no users: an item is documented where its name does not say all

pub mod bench;
pub mod bot;
pub mod choose;
pub mod complete;
pub mod device;
#[cfg(test)]
mod drawn;
pub mod duel;
pub mod fire_habit;
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
pub mod rollout;
pub mod score;
pub mod sector;
pub mod shortlist;
pub mod space;
pub mod strike;
pub mod submarine;
pub mod suspected;
pub mod their_charges;
pub mod tracker;
pub mod way_ahead;

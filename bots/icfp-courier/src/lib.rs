//! A bot for the ICFP programming contest of 2002, in which robots deliver packages: the thinking,
//! apart from reading and writing.
//!
//! The bot knows of the game what the server's replies tell it ([`ledger`]). Money is the clock: a
//! route through pick-ups and deliveries for the money that is left ([`route`]) is improved from
//! turn to turn ([`improve`], [`planner`]), with what unseen bases may hold ([`guesses`]). Bids and
//! pushes are decided by a look one turn ahead ([`contact`]), with what each rival is thought to bid
//! ([`bids`]).

pub mod bench;
pub mod bids;
pub mod board;
pub mod bot;
pub mod contact;
pub mod courier;
pub mod fields;
pub mod generator;
pub mod guesses;
pub mod improve;
pub mod ledger;
pub mod params;
pub mod planner;
pub mod protocol;
pub mod route;
pub mod steps;
pub mod world;

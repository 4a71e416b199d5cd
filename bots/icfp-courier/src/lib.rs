//! A bot for the ICFP programming contest of 2002, in which robots deliver packages: the thinking,
//! apart from reading and writing.
//!
//! The bot knows what the server's replies say ([`ledger`]). Every turn costs money, so it plans a route
//! of pick-ups and deliveries for the money that is left ([`route`]) and improves it from turn to turn
//! ([`improve`], [`planner`]). The plan includes guessed packages on bases that it has not seen
//! ([`guesses`]), and it plans for several draws of them ([`scenarios`]). Near other robots it chooses
//! moves and bids by an exact look one turn ahead ([`contact`]), with an estimate of what each rival
//! bids ([`bids`]). From a robot that hunts it runs before it can be driven into water ([`pursuit`]),
//! and it avoids places where two robots together can drown it ([`crossfire`]). Robots that bar its way
//! for long count as walls ([`barring`]).
//!
//! The experiments behind the rules and the parameters, with all figures, are in
//! [the laboratory of icfp-courier](../../../docs/book/src/courier-laboratory.md)
//! (`docs/book/src/courier-laboratory.md`).

pub mod barring;
pub mod bench;
pub mod bids;
pub mod board;
pub mod bot;
pub mod contact;
pub mod courier;
pub mod crossfire;
pub mod fields;
pub mod generator;
pub mod guesses;
pub mod improve;
pub mod ledger;
pub mod params;
pub mod planner;
pub mod protocol;
pub mod pursuit;
pub mod route;
pub mod scenarios;
pub mod steps;
pub mod world;

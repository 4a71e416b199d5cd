//! A bot for Karopapier, vector racing on paper: the thinking, apart from reading and writing.
//!
//! A [`track`] is a map; a [`motion`] is where a move of a car ended and its vector; the [`graph`] has
//! every motion that can be reached and what follows it. A [`tour`] bounds how many moves are left
//! through all open [`stops`], and the [`search`] finds the fewest moves and every way to make them.

#![allow(missing_docs)] // a bot has no users: an item is documented where its name does not say all

pub mod bench;
pub mod bot;
pub mod choose;
pub mod circuit;
pub mod cover;
pub mod crash;
pub mod crash_plan;
pub mod distances;
pub mod exact;
pub mod forced;
pub mod graph;
pub mod joint;
pub mod knowledge;
pub mod motion;
pub mod night;
pub mod numbering;
pub mod params;
pub mod passages;
pub mod player;
pub mod protocol;
pub mod reached;
pub mod repeats;
pub mod rollout;
pub mod rules;
pub mod search;
pub mod set_back;
pub mod solve;
pub mod stops;
pub mod tour;
pub mod track;

//! A bot for Code à la Mode (CodinGame, 2019): the thinking, apart from reading and writing.
//!
//! Two chefs share a kitchen and cannot talk, and each order that one serves earns points for both.
//! In the first turn the bot searches for the best plan of **both** chefs to the end of the round, with a
//! beam search over the real actions ([`round_search`]), and makes it better in the turns that follow
//! ([`round_plan`]). A partner that searches in the same way has the same plan.
//!
//! If the partner does something else, the bot searches in each turn for a plan of both chefs that looks
//! thirty turns of each ahead ([`beam`]). The next search goes on in what this one has found ([`tree`]). The
//! bot watches how well the partner follows its plans ([`partner`]). If it does not, the bot plans around
//! a partner that serves one order after the other, if that fits ([`serial`], [`suspects`]), or around one
//! that does nothing. In the partner's turn the bot
//! searches on from the position that its own action has led to ([`player`], [`inbox`]).
//!
//! The value of a position ([`state`], [`rules`]) is the points earned and the worth of all items
//! for the orders of the customers ([`worth`]). All dishes and all orders are looked at together, so
//! no two dishes are made for the same order. Passing an item over a table, completing a dish of the
//! partner and making way are plans of both chefs like any others.
//!
//! The experiments behind the rules and the parameters, with all figures, are in
//! [the laboratory of alamode](../../../docs/book/src/alamode-laboratory.md)
//! (`docs/book/src/alamode-laboratory.md`).

#![allow(missing_docs)] // a bot has no users: an item is documented where its name does not say all

pub mod action;
pub mod beam;
pub mod bench;
pub mod bot;
pub mod candidate;
pub mod chef;
pub mod clock;
pub mod customers;
pub mod hit;
pub mod idle;
pub mod inbox;
pub mod item;
pub mod keys;
pub mod kitchen;
pub mod layer;
pub mod moves;
pub mod node;
pub mod params;
pub mod partner;
pub mod player;
pub mod protocol;
pub mod question;
pub mod queue;
pub mod readiness;
pub mod remarks;
pub mod repetition;
pub mod round_plan;
pub mod round_search;
pub mod rules;
pub mod seen;
pub mod serial;
pub mod stages;
pub mod state;
pub mod suspects;
pub mod tree;
pub mod useful;
pub mod walk;
pub mod world;
pub mod worth;

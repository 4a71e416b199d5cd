//! A bot for Code à la Mode (CodinGame, 2019): the thinking, apart from reading and writing.
//!
//! Two chefs who cannot talk share one kitchen, and both earn what either serves. The bot looks
//! for the best course of **both** with a beam search over real outputs ([`beam`]), fifteen turns
//! of each ahead, and does its own first action. A partner who thinks alike comes to the same
//! plan and needs no word. How well he does is watched ([`partner`]): one who serves orders is
//! still planned with, one who does anything is foretold by his own best course or taken for a
//! statue. While the partner has the turn, the bot looks for a better course from where its own
//! action has led ([`chef`], [`inbox`]).
//!
//! A position is 112 bytes ([`state`]). Its value is the points earned and what all things in the
//! kitchen are worth to the customers ([`worth`]): dishes are matched with orders in every
//! position that is searched, so that no two fill the same one, and no dish need be singled out
//! beforehand. Handing over at a table, setting down a dish for the other's food, leaving him a
//! finished dish and making way are courses of two chefs like any others.

pub mod beam;
pub mod bench;
pub mod candidates;
pub mod chef;
pub mod customers;
pub mod deadlock;
pub mod inbox;
pub mod item;
pub mod keys;
pub mod kitchen;
pub mod moves;
pub mod oven;
pub mod params;
pub mod partner;
pub mod protocol;
pub mod stages;
pub mod state;
pub mod useful;
pub mod walk;
pub mod world;
pub mod worth;

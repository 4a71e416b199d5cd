//! A bot for Code à la Mode (CodinGame, 2019): the thinking, apart from reading and writing.
//!
//! Two chefs who cannot talk share one kitchen. The bot looks for the best course of both with a
//! beam search ([`beam`]) over real outputs.

pub mod beam;
pub mod bench;
pub mod chef;
pub mod customers;
pub mod deadlock;
pub mod item;
pub mod keys;
pub mod kitchen;
pub mod moves;
pub mod oven;
pub mod params;
pub mod partner;
pub mod protocol;
pub mod state;
pub mod useful;
pub mod walk;
pub mod world;
pub mod worth;

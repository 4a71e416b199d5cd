//! The site of Karopapier: a client that races there, and a server that simulates it.
//!
//! ```text
//!                    ┌─ live: the web socket ──────► events ─┐
//! bots, one process  │                                       ▼
//! a game ── runner ──┼─ thoughts ──────────────► conductor: which request goes out, and when
//!                    │                                       │
//!                    └─ portal: requests over HTTP ◄─────────┘        server: the same API and
//!                            └──────────── answers ──►                events from the referee's rules
//! ```
//!
//! The [`conductor`](client::conductor) reads no clock, no socket and no file. It gets each event with its time and
//! returns what has to be done; so the actions of a client can be replayed from its log.

pub mod client;
mod commands;
pub mod frames;
pub mod server;

//! The site of Karopapier: a client that races there, and a server that stands in for it.
//!
//! ```text
//!                    ┌─ live: the web socket ──────► events ─┐
//! bots, one process  │                                       ▼
//! a game ── runner ──┼─ thoughts ──────────────► conductor: what is to be done next, and when
//!                    │                                       │
//!                    └─ portal: requests over HTTP ◄─────────┘        server: the same API and
//!                            └──────────── answers ──►                events from the referee's rules
//! ```
//!
//! The [`conductor`](client::conductor) reads no clock, no socket and no file: it is given what happened and
//! when, and says what to do. So what the client did can be replayed from its log.

pub mod client;
pub mod frames;
pub mod server;

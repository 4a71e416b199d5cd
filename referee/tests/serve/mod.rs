//! Games over TCP on loopback: clients that play well, and clients that do everything wrong.
//!
//! No test waits for a time limit of a client that plays well: such clients answer at once, and limits
//! are seconds.

mod client;
mod games;
mod hostile;
mod programs;

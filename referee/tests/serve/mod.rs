//! Games over TCP on loopback: with clients that play well, and with clients that do everything wrong.
//!
//! No test waits for a time limit of a client that plays well: such clients answer at once, and their limits
//! are seconds.

mod client;
mod games;
mod hostile;
mod programs;

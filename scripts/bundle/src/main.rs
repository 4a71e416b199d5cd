//! Turns a bot into one source file.
fn main() {}

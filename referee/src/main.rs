//! Runs and measures contest bots.
fn main() {}

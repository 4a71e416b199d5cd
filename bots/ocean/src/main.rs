//! A bot for Ocean of Code.
fn main() {}

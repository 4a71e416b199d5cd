//! A contest bot.
fn main() {}

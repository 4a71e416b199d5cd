//! Makes the recorded games under `fixtures`, with the same bytes each time:
//!
//! ```text
//! cargo run --release -p referee --example fixtures [KEY]...
//! ```
//!
//! The keys are those of contests; without one it makes the games of all.

use std::env;

use anyhow::Result;
use referee::games::{all, contest};
use referee::testkit::fixtures::FixtureMaker;

fn main() -> Result<()> {
    let keys: Vec<String> = env::args().skip(1).collect();
    for key in &keys {
        contest(key)?;
    }
    for contest in all() {
        if keys.is_empty() || keys.iter().any(|key| key == contest.key()) {
            FixtureMaker::new(contest.key(), 0)?.all()?;
        }
    }
    Ok(())
}

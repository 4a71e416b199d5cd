//! The input of the first turn.

use referee::game::Step;
use referee::testkit::{registered, start};
use serde_json::json;

/// What the referee sends to the chef that begins a match: the kitchen, the customers, and the first turn.
pub fn of(seed: u64) -> String {
    let mut game = start(registered("alamode"), &seed.to_string(), json!({}));
    match game.advance(&[]) {
        Step::Ask(requests) => requests[0].lines.join("\n"),
        Step::Over(_) => unreachable!("a match has turns"),
    }
}

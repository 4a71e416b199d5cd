//! The recorded games of the robot fruit hunt: whole games between house players, and scripted ones for
//! every way in which a game can end.
//!
//! `cargo run --release -p referee --example fruit_fixtures` writes them anew under `fixtures/fruit`.

use anyhow::Result;
use referee::player::scripted::Act;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::scripts::{late, lines};
use serde_json::{Value, json};

fn main() -> Result<()> {
    let maker = FixtureMaker::new("fruit", 2012)?;
    for (name, seed, players) in [
        ("mo-nearest", "165134", ["@mo", "@nearest"]),
        ("mo-mo", "123", ["@mo", "@mo"]),
        ("greedy-mo", "0", ["@greedy", "@mo"]),
        ("nearest-greedy", "999997", ["@nearest", "@greedy"]),
        ("random-random", "1", ["@random", "@random"]),
        ("east-greedy", "31415", ["@east", "@greedy"]),
        ("last-board", "999998", ["@mo", "@greedy"]),
    ] {
        maker.houses(name, seed, json!({}), &players)?;
    }
    maker.houses("large", "7", json!({ "min": 15, "max": 40 }), &["@greedy", "@nearest"])?;
    for (name, options, scripts) in endings() {
        maker.scripts(name, "1", options, scripts)?;
    }
    Ok(())
}

/// One short game on board 1 for each other way to end.
fn endings() -> Vec<(&'static str, Value, [Vec<Act>; 2])> {
    let good = || lines(["NORTH", "NORTH", "TAKE", "PASS", "PASS", "PASS", "PASS", "PASS"]);
    let passes = || lines(["PASS"; 8]);
    let after_two = |act: Act| {
        let mut acts = lines(["EAST", "WEST"]);
        acts.push(act);
        acts
    };
    let careless = || lines(["up", "", "7", "a", "b", "c", "d"]);
    vec![
        ("shared", json!({}), [good(), good()]),
        ("repetition", json!({}), [good(), passes()]),
        ("repetition-draw", json!({ "stall": "draw" }), [good(), passes()]),
        ("turn-limit", json!({ "repeat": 0, "turns": 6 }), [good(), passes()]),
        ("timeout", json!({}), [good(), after_two(Act::Hang)]),
        ("timeout-by-a-millisecond", json!({}), [after_two(late(10_001_000, "PASS")), good()]),
        ("exit", json!({}), [after_two(Act::Exit(3)), good()]),
        ("out-of-memory", json!({}), [good(), after_two(Act::TakeTooMuchMemory)]),
        ("not-a-move", json!({}), [good(), after_two(Act::say("7"))]),
        ("lenient", json!({ "lenient": true }), [good(), careless()]),
        ("both-at-fault", json!({}), [after_two(Act::say("")), after_two(Act::Exit(0))]),
    ]
}

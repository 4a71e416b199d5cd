//! Makes the recordings under `fixtures/fruit`: whole games between house players, and scripted ones
//! for every way in which a game can end.
//!
//! `cargo run --release -p referee --example fruit_fixtures` writes them anew.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use referee::contest::Setup;
use referee::game::{Expected, Game, Seat};
use referee::games::contest;
use referee::play::{Watcher, play};
use referee::player::Player;
use referee::player::house::HousePlayer;
use referee::player::scripted::{Act, Scripted};
use referee::recording::{Exchange, FORMAT, Header, RecordedPlayer, Recorder};
use referee::table::Table;
use serde_json::{Map, Value, json};

fn main() -> Result<()> {
    for (name, seed, players) in [
        ("mo-nearest", "165134", ["@mo", "@nearest"]),
        ("mo-mo", "123", ["@mo", "@mo"]),
        ("greedy-mo", "0", ["@greedy", "@mo"]),
        ("nearest-greedy", "999997", ["@nearest", "@greedy"]),
        ("random-random", "1", ["@random", "@random"]),
        ("east-greedy", "31415", ["@east", "@greedy"]),
        ("last-board", "999998", ["@mo", "@greedy"]),
    ] {
        record(name, seed, json!({}), [house(players[0], Seat(0)), house(players[1], Seat(1))])?;
    }
    let large = json!({ "min": 15, "max": 40 });
    record("large", "7", large, [house("@greedy", Seat(0)), house("@nearest", Seat(1))])?;
    endings()
}

/// One short game on board 1 for each other way to end.
fn endings() -> Result<()> {
    let good = || says(&["NORTH", "NORTH", "TAKE", "PASS", "PASS", "PASS", "PASS", "PASS"]);
    let after_two = |act: Act| {
        let mut acts = says(&["EAST", "WEST"]);
        acts.push(act);
        acts
    };
    scripted("shared", json!({}), good(), good())?;
    scripted("repetition", json!({}), good(), says(&["PASS"; 8]))?;
    scripted("repetition-draw", json!({ "stall": "draw" }), good(), says(&["PASS"; 8]))?;
    scripted("turn-limit", json!({ "repeat": 0, "turns": 6 }), good(), says(&["PASS"; 8]))?;
    scripted("timeout", json!({}), good(), after_two(Act::Hang))?;
    let slow = Act::SayAfter(Duration::from_millis(10_001), vec!["PASS".to_owned()]);
    scripted("timeout-by-a-millisecond", json!({}), after_two(slow), good())?;
    scripted("exit", json!({}), after_two(Act::Exit(3)), good())?;
    scripted("out-of-memory", json!({}), good(), after_two(Act::Devour))?;
    scripted("not-a-move", json!({}), good(), after_two(Act::say("7")))?;
    scripted(
        "lenient",
        json!({ "lenient": true }),
        good(),
        says(&["up", "", "7", "a", "b", "c", "d"]),
    )?;
    scripted("both-at-fault", json!({}), after_two(Act::say("")), after_two(Act::Exit(0)))
}

fn says(lines: &[&str]) -> Vec<Act> {
    lines.iter().map(|line| Act::say(*line)).collect()
}

fn scripted(name: &str, options: Value, first: Vec<Act>, second: Vec<Act>) -> Result<()> {
    let player = |acts: Vec<Act>| -> Box<dyn Player> { Box::new(Scripted::new("scripted", acts)) };
    record(name, "1", options, [player(first), player(second)])
}

fn house(name: &str, seat: Seat) -> Box<dyn Player> {
    let kinds = contest("fruit").expect("the contest exists").house();
    let kind = kinds.iter().find(|kind| name == format!("@{}", kind.name)).expect("it exists");
    Box::new(HousePlayer::new(name, (kind.make)(2012, seat)))
}

/// Keeps the recording. Times are left out: they differ from run to run.
struct Keep(Recorder);

impl Watcher for Keep {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        Ok(self.0.exchange(&Exchange { micros: None, ..exchange.clone() })?)
    }
}

fn record(name: &str, seed: &str, options: Value, players: [Box<dyn Player>; 2]) -> Result<()> {
    let mut table = Table::new(players.into());
    let contest = contest("fruit")?;
    let given: Map<String, Value> = serde_json::from_value(options)?;
    let options = contest.with_defaults(given);
    let player = |name| RecordedPlayer { name, more: Map::new() };
    let header = Header {
        format: FORMAT.to_owned(),
        game: "fruit".to_owned(),
        seed: seed.to_owned(),
        options: options.clone(),
        players: table.names().into_iter().map(player).collect(),
        more: Map::new(),
    };
    let setup = Setup { seed: seed.to_owned(), options, seats: 2 };
    let mut game: Box<dyn Game> = contest.start(&setup)?;
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/fruit"));
    let mut keep = Keep(Recorder::create(&folder.join(format!("{name}.jsonl")), &header)?);
    let outcome = play(game.as_mut(), &mut table, &mut keep)?;
    keep.0.result(&outcome)?;
    let (scores, turns, end) = (&outcome.scores, outcome.turns, &outcome.more["end"]);
    println!("{name}: {scores:?} after {turns} turns, {end}");
    Ok(())
}

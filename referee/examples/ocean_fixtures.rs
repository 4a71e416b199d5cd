//! Makes the recordings under `fixtures/ocean`: whole games between house players, and scripted
//! ones for every way in which a game can end.
//!
//! `cargo run --release -p referee --example ocean_fixtures` writes them anew.

use std::fmt::Write as _;
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
use serde_json::{Map, Value};

fn main() -> Result<()> {
    for (name, seed, league, players) in [
        ("wanderers", "1", 4, ["@wanderer", "@wanderer"]),
        ("wanderers-wide-seed", "-6148914691236517206", 4, ["@wanderer", "@wanderer"]),
        ("wanderer-random", "31", 4, ["@wanderer", "@random"]),
        ("randoms", "7", 4, ["@random", "@random"]),
        ("league-1", "11", 1, ["@wanderer", "@random"]),
        ("league-2", "12", 2, ["@random", "@wanderer"]),
        ("league-3", "13", 3, ["@random", "@random"]),
    ] {
        record(name, seed, league, [house(players[0], Seat(0)), house(players[1], Seat(1))])?;
    }
    scripted("turn-limit", walk(false), walk(true))?;
    scripted("frame-limit", walk_with_mines(), walk_with_mines())?;
    endings()
}

/// One short game for each way to be thrown out, and for sinking together.
fn endings() -> Result<()> {
    let good = || says(&["0 0", "MOVE E TORPEDO", "MOVE E TORPEDO", "MOVE E TORPEDO", "MOVE E"]);
    let after_two = |act: Act| {
        let mut acts = says(&["0 0", "MOVE E", "MOVE E"]);
        acts.push(act);
        acts
    };
    scripted("timeout", good(), after_two(Act::Hang))?;
    let slow = Act::SayAfter(Duration::from_millis(51), vec!["MOVE E".to_owned()]);
    scripted("timeout-by-a-millisecond", after_two(slow), good())?;
    scripted("exit", after_two(Act::Exit(3)), good())?;
    scripted("out-of-memory", good(), after_two(Act::Devour))?;
    scripted("blocked", says(&["0 0", "MOVE N"]), good())?;
    scripted("revisit", good(), says(&["0 0", "MOVE E", "SILENCE N 0|MOVE W"]))?;
    scripted("duplicate", says(&["0 0", "MOVE E|MOVE E"]), good())?;
    scripted("unknown-command", good(), says(&["0 0", "MSG hello|DIVE 3"]))?;
    scripted("starts-refused", says(&["3 14 "]), says(&["14 3"]))?;
    scripted("start-timeout", vec![Act::Hang], good())?;
    // Side by side, each fires at the cell that both are on: the third hit takes both.
    let volley = || {
        let charge = ["MOVE E TORPEDO"; 3];
        let lines = [&["0 0"], &charge[..], &["TORPEDO 3 0"], &charge[..], &["TORPEDO 6 0"]];
        says(&lines.concat())
    };
    scripted("sunk-together", volley(), volley())
}

fn says(lines: &[&str]) -> Vec<Act> {
    lines.iter().map(|line| Act::say(*line)).collect()
}

/// Directions that fill columns 0 to 12 of rows 0 to 10, all water on the map of seed 1, and lead
/// back and forth again. The other end is (12, 10).
fn snake(from_the_other_end: bool) -> Vec<&'static str> {
    let mut forth = Vec::new();
    for row in 0..11 {
        forth.extend([if row % 2 == 0 { "E" } else { "W" }; 12]);
        forth.push("S");
    }
    forth.pop();
    let back: Vec<&str> = forth.iter().rev().map(|dir| opposite(dir)).collect();
    let (first, second) = if from_the_other_end { (back, forth) } else { (forth, back) };
    [first.clone(), second, first].concat()
}

fn opposite(dir: &str) -> &'static str {
    match dir {
        "E" => "W",
        "W" => "E",
        "N" => "S",
        _ => "N",
    }
}

const SNAKE: usize = 11 * 13 - 1;

fn start(from_the_other_end: bool) -> Act {
    Act::say(if from_the_other_end { "12 10" } else { "0 0" })
}

/// Moves along the snake for all 299 turns, surfacing at its ends.
fn walk(from_the_other_end: bool) -> Vec<Act> {
    let moves = snake(from_the_other_end).into_iter().enumerate().map(|(turn, dir)| {
        let surface = if turn > 0 && turn % SNAKE == 0 { "SURFACE|" } else { "" };
        Act::say(format!("{surface}MOVE {dir} SILENCE|MSG turn {turn}"))
    });
    std::iter::once(start(from_the_other_end)).chain(moves).take(300).collect()
}

/// The same, laying a mine behind itself every third turn and blowing it as soon as it is out of reach of the
/// other player too, who is a step behind:
/// five commands in three turns, so that the frames run out before the turns.
fn walk_with_mines() -> Vec<Act> {
    let (mut x, mut y) = (0, 0);
    let mut mines: Vec<(i32, i32)> = Vec::new();
    let mut acts = vec![start(false)];
    for (turn, dir) in snake(false).into_iter().enumerate().take(299) {
        let mut line = String::new();
        // More often than it must: each gives a command.
        if [50, 100].contains(&turn) || turn > 0 && turn % SNAKE == 0 {
            line.push_str("SURFACE|");
        }
        let _ = write!(line, "MOVE {dir} MINE");
        let behind = (x, y);
        match dir {
            "E" => x += 1,
            "W" => x -= 1,
            "S" => y += 1,
            _ => y -= 1,
        }
        let out_of_reach = |&(mx, my): &(i32, i32)| i32::max((mx - x).abs(), (my - y).abs()) > 2;
        if let Some(index) = mines.iter().position(out_of_reach) {
            let (mx, my) = mines.remove(index);
            let _ = write!(line, "|TRIGGER {mx} {my}");
        }
        if turn % 3 == 2 {
            let _ = write!(line, "|MINE {}", opposite(dir));
            mines.push(behind);
        }
        acts.push(Act::say(line));
    }
    acts
}

fn scripted(name: &str, first: Vec<Act>, second: Vec<Act>) -> Result<()> {
    let player = |acts: Vec<Act>| -> Box<dyn Player> { Box::new(Scripted::new("scripted", acts)) };
    record(name, "1", 4, [player(first), player(second)])
}

fn house(name: &str, seat: Seat) -> Box<dyn Player> {
    let kinds = contest("ocean").expect("the contest exists").house();
    let kind = kinds.iter().find(|kind| name == format!("@{}", kind.name)).expect("it exists");
    Box::new(HousePlayer::new(name, (kind.make)(2020, seat)))
}

/// Keeps the recording. Times are left out: they differ from run to run.
struct Keep(Recorder);

impl Watcher for Keep {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        Ok(self.0.exchange(&Exchange { micros: None, ..exchange.clone() })?)
    }
}

fn record(name: &str, seed: &str, league: u8, players: [Box<dyn Player>; 2]) -> Result<()> {
    let mut table = Table::new(players.into());
    let options = Map::from_iter([("league".to_owned(), Value::from(league))]);
    let header = Header {
        format: FORMAT.to_owned(),
        game: "ocean".to_owned(),
        seed: seed.to_owned(),
        options: options.clone(),
        players: table
            .names()
            .into_iter()
            .map(|name| RecordedPlayer { name, more: Map::new() })
            .collect(),
        more: Map::new(),
    };
    let setup = Setup { seed: seed.to_owned(), options, seats: 2 };
    let mut game: Box<dyn Game> = contest("ocean")?.start(&setup)?;
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/ocean"));
    let path = folder.join(format!("{name}.jsonl"));
    let mut keep = Keep(Recorder::create(&path, &header)?);
    let outcome = play(game.as_mut(), &mut table, &mut keep)?;
    keep.0.result(&outcome)?;
    let causes: Vec<&str> = outcome.thrown_out.iter().map(|out| out.cause.as_str()).collect();
    let (scores, turns, end) = (&outcome.scores, outcome.turns, &outcome.more["end"]);
    println!("{name}: {scores:?} after {turns} turns, {end} {}", causes.join(", "));
    Ok(())
}

//! The recorded games of Ocean of Code: whole games between house players, and scripted ones for every
//! way in which a game can end.
//!
//! `cargo run --release -p referee --example ocean_fixtures` writes them anew under `fixtures/ocean`.

use std::fmt::Write as _;

use anyhow::Result;
use referee::player::scripted::Act;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::scripts::{late, lines};
use serde_json::json;

fn main() -> Result<()> {
    let maker = FixtureMaker::new("ocean", 2020)?;
    for (name, seed, league, players) in [
        ("wanderers", "1", 4, ["@wanderer", "@wanderer"]),
        ("wanderers-wide-seed", "-6148914691236517206", 4, ["@wanderer", "@wanderer"]),
        ("wanderer-random", "31", 4, ["@wanderer", "@random"]),
        ("randoms", "7", 4, ["@random", "@random"]),
        ("league-1", "11", 1, ["@wanderer", "@random"]),
        ("league-2", "12", 2, ["@random", "@wanderer"]),
        ("league-3", "13", 3, ["@random", "@random"]),
    ] {
        maker.houses(name, seed, json!({ "league": league }), &players)?;
    }
    for (name, scripts) in long_games().into_iter().chain(endings()) {
        maker.scripts(name, "1", json!({ "league": 4 }), scripts)?;
    }
    Ok(())
}

type Scripted = (&'static str, [Vec<Act>; 2]);

/// The games that nobody wins before they are cut off.
fn long_games() -> [Scripted; 2] {
    [
        ("turn-limit", [walk(false), walk(true)]),
        ("frame-limit", [walk_with_mines(), walk_with_mines()]),
    ]
}

/// One short game for each way to be thrown out, and for sinking together.
fn endings() -> [Scripted; 11] {
    let good = || lines(["0 0", "MOVE E TORPEDO", "MOVE E TORPEDO", "MOVE E TORPEDO", "MOVE E"]);
    let after_two = |act: Act| {
        let mut acts = lines(["0 0", "MOVE E", "MOVE E"]);
        acts.push(act);
        acts
    };
    // Side by side, each fires at the cell that both are on: the third hit takes both.
    let volley = || {
        let charge = ["MOVE E TORPEDO"; 3];
        lines([&["0 0"], &charge[..], &["TORPEDO 3 0"], &charge[..], &["TORPEDO 6 0"]].concat())
    };
    [
        ("timeout", [good(), after_two(Act::Hang)]),
        ("timeout-by-a-millisecond", [after_two(late(51_000, "MOVE E")), good()]),
        ("exit", [after_two(Act::Exit(3)), good()]),
        ("out-of-memory", [good(), after_two(Act::TakeTooMuchMemory)]),
        ("blocked", [lines(["0 0", "MOVE N"]), good()]),
        ("revisit", [good(), lines(["0 0", "MOVE E", "SILENCE N 0|MOVE W"])]),
        ("duplicate", [lines(["0 0", "MOVE E|MOVE E"]), good()]),
        ("unknown-command", [good(), lines(["0 0", "MSG hello|DIVE 3"])]),
        ("starts-refused", [lines(["3 14 "]), lines(["14 3"])]),
        ("start-timeout", [vec![Act::Hang], good()]),
        ("sunk-together", [volley(), volley()]),
    ]
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

/// The same, but it lays a mine behind itself every third turn and triggers it as soon as it is out of
/// reach of the other player too, who is a step behind: five commands in three turns, so that the
/// frames run out before the turns.
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

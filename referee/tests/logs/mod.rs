//! Damage to logs is noticed: while they are written, when they are read, and when a file is not a log at
//! all.

mod chain;
mod damage;
#[cfg(unix)]
mod files;
mod merge;
mod tampering;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{code, toy_referee as referee};

const DUEL: [&str; 9] =
    ["duel", "nearest", "a=@five", "b=@random", "--log", "log.jsonl", "--keep", "none", "--games"];

fn duel(folder: &Path, games: &str) -> std::process::Output {
    referee(folder, &[&DUEL[..], &[games]].concat())
}

fn text(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap()
}

/// Seeds, bots, scores and ranks of the games in a file, sorted. Incomplete lines are skipped.
fn games(folder: &Path, file: &str) -> Vec<String> {
    let bytes = fs::read(folder.join(file)).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let games = lines.filter(|line| line.get("seed").is_some());
    let mut games: Vec<String> = games
        .map(|it| format!("{} {} {} {}", it["seed"], it["bots"], it["scores"], it["ranks"]))
        .collect();
    games.sort();
    games
}

/// A change of the text of a log.
type Change<'a> = &'a dyn Fn(&mut Vec<String>);

/// The lines of a log of six games, changed.
fn changed(folder: &Path, key: &[&str], change: Change<'_>) {
    let log = folder.join("log.jsonl");
    let _ = fs::remove_file(&log);
    assert_eq!(code(&referee(folder, &[&DUEL[..], &["6", "--parallel", "1"], key].concat())), 0);
    let mut lines: Vec<String> = text(folder, "log.jsonl").lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(&log, lines.join("\n") + "\n").unwrap();
}

//! Runs on other machines, with real engines on this one: the log is that of a run without them.

mod attach;
mod command;
mod parallel;
mod slurm;
mod speeds;
mod ssh;

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, toy_command, toy_referee};

/// A duel of deterministic bots, with a recording of each lost game.
const DUEL: [&str; 10] = [
    "duel",
    "nearest",
    "x=@random",
    "@five",
    "--option",
    "rounds=20",
    "--keep",
    "losses",
    "--log",
    "log.jsonl",
];

/// The games of a log without what depends on the machine.
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap_or_default();
    let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let games = objects.filter(|object| object.get("seed").is_some());
    games
        .map(|mut game| {
            for field in ["after", "chain", "times", "host"] {
                game.as_object_mut().unwrap().remove(field);
            }
            game
        })
        .collect()
}

/// The games of the same command on this machine, one after the other.
fn games_here(arguments: &[&str]) -> Vec<Value> {
    let folder = TempDir::new().unwrap();
    let here = toy_referee(folder.path(), &[arguments, &["--parallel", "1"]].concat());
    assert!([0, 3, 4].contains(&code(&here)), "{}", err(&here));
    games(&folder.path().join("log.jsonl"))
}

/// Compares the games of two logs.
fn demand_equal(one: &[Value], other: &[Value]) {
    let first = one.iter().zip(other).position(|(one, other)| one != other);
    if let Some(at) = first {
        panic!("game {at} differs:\n{}\n{}", one[at], other[at]);
    }
    assert_eq!(one.len(), other.len());
}

/// The recordings beside a log, by name.
fn recordings(folder: &Path) -> Vec<String> {
    crate::common::files(&folder.join("log.jsonl.games"))
}

/// Starts the referee and kills it after some time, unless it has ended.
fn killed_after(folder: &Path, arguments: &[&str], millis: u64) -> bool {
    let mut child: Child =
        toy_command(folder, arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..millis {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    child.wait().unwrap();
    true
}

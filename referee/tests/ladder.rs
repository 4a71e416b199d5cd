//! Ladders, run as a user runs them.

use std::collections::HashSet;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, games_of_log as games, out, toy_referee as referee};

/// A ladder of all bots: the order is right, the same command plays no more games, and a new bot plays only
/// its own games.
#[test]
fn a_ladder_rates_all_and_goes_on() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log.jsonl");
    let ladder = |more: &[&str]| {
        let many = ["--option", "rounds=300", "--games", "20", "--log", "log.jsonl"];
        let fixed = [&["ladder", "nearest"], &many[..]].concat();
        let output = referee(folder.path(), &[&fixed[..], more].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let two = ladder(&["@random", "@five", "--csv", "table.csv"]);
    assert!(two.starts_with("2 bots, 20 games of nearest\n"), "{two}");
    // The numbers of the bots in the right columns.
    let row = |number: usize| two.lines().nth(number).unwrap().split_whitespace();
    assert_eq!(row(1).skip(10).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(row(2).take(2).collect::<Vec<_>>(), ["1", "@five"]);
    assert_eq!(row(3).take(2).collect::<Vec<_>>(), ["2", "@random"]);
    assert_eq!(games(&log).len(), 20);
    let csv = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows[1][0], rows[2][0]), ("@five", "@random"));
    assert_eq!(rows[0][9..], ["against @five", "against @random"]);
    assert_eq!(rows[1][9..], ["", "100.00"]);

    let three = ["@random", "@five", "again=@random"];
    let json: Value = serde_json::from_str(&ladder(&[&three[..], &["--json"]].concat())).unwrap();
    assert_eq!(games(&log).len(), 60);
    let two = out(&referee(folder.path(), &["report", "log.jsonl", "@random", "@five"]));
    assert!(two.contains("not in this report: 40 games of the log with other bots"), "{two}");
    assert_eq!(json["bots"][0]["bot"], "@five");
    assert_eq!(json["bots"][0]["points_against"]["again"], 1.0);
    assert_eq!(json["bots"][1]["games"], 40);
    let table = ladder(&three);
    assert_eq!(games(&log).len(), 60, "nothing was missing");
    assert_eq!(out(&referee(folder.path(), &["report", "log.jsonl"])), table);

    let hero =
        ["ladder", "nearest", "@random", "@five", "b=@random", "--hero", "b", "--games", "4"];
    let hero: Value =
        serde_json::from_str(&out(&referee(folder.path(), &[&hero[..], &["--json"]].concat())))
            .unwrap();
    let bots = hero["bots"].as_array().unwrap();
    let games = |name: &str| bots.iter().find(|it| it["bot"] == name).unwrap()["games"].clone();
    assert_eq!((games("b"), games("@random"), games("@five")), (8.into(), 4.into(), 4.into()));
}

/// Three of four bots in a game: each group of three, on each seed in all orders.
#[test]
fn a_ladder_plays_games_of_as_many_players_as_are_wanted() {
    let folder = TempDir::new().unwrap();
    let bots =
        ["a=@random", "b=@filler", "c=@random", "d=@filler", "--games", "6", "--log", "log.jsonl"];
    let run = |more: &[&str]| {
        let output = referee(folder.path(), &[&["ladder", "tron"], &bots[..], more].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let three = run(&["--players", "3"]);
    assert!(three.starts_with("4 bots, 24 games of tron\n"), "{three}");
    let games = games(&folder.path().join("log.jsonl"));
    let orders: HashSet<&str> = games.iter().map(|(_, bots)| &**bots).collect();
    assert!(
        orders.len() == 24 && orders.iter().all(|bots| bots.split(',').count() == 3),
        "{games:?}"
    );
    // Games of two in the same log.
    assert!(run(&[]).starts_with("4 bots, 60 games of tron\n"));
}

/// A log with more bots would be called damaged.
#[test]
fn more_bots_than_a_log_holds_are_refused() {
    let folder = TempDir::new().unwrap();
    let bots: Vec<String> = (0..401).map(|number| format!("b{number}=@random")).collect();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let output = referee(folder.path(), &[&["ladder", "nearest"], &bots[..]].concat());
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("401 bots are too many: a log holds at most 400"));
}

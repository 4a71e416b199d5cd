//! A pair of deterministic robots plays a board once: with the seats swapped it is the same game.

use std::path::Path;
use std::process::Command;

use referee::game::Seat;
use referee::testkit::recordings::{fixtures, load};
use referee::testkit::registered;
use serde_json::Value;
use tempfile::TempDir;

fn run(folder: &Path, args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .current_dir(folder)
        .args(args)
        .output()
        .expect("the referee runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The games of a duel of eight boards.
fn duel(folder: &Path, bots: [&str; 2]) -> Vec<Value> {
    let args = ["duel", "fruit", bots[0], bots[1], "--games", "16", "--log", "log.jsonl"];
    run(folder, &[&args[..], &["--keep", "all", "--seed", "3", "--parallel", "2"]].concat());
    let log = std::fs::read_to_string(folder.join("log.jsonl")).unwrap();
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let games: Vec<Value> = lines.filter(|line| line.get("ranks").is_some()).collect();
    assert_eq!(games.len(), 16);
    games
}

#[test]
fn a_mirrored_game_is_the_game_that_would_have_been_played() {
    let folder = TempDir::new().unwrap();
    let games = duel(folder.path(), ["@mo", "@spoiler"]);
    let mirrored: Vec<&Value> = games.iter().filter(|game| game["mirrored"] == true).collect();
    assert_eq!(mirrored.len(), 8, "each board is played once");
    let mut results = Vec::new();
    for game in mirrored {
        let [first, second] = [0, 1].map(|seat| game["bots"][seat].as_str().unwrap());
        let args = ["play", "fruit", first, second, "--seed", game["seed"].as_str().unwrap()];
        let more = ["--json", "--record", "played.jsonl", "--overwrite"];
        run(folder.path(), &[&args[..], &more].concat());
        let [played, kept] = ["played.jsonl", game["recording"].as_str().unwrap()]
            .map(|file| load(&folder.path().join(file)));
        assert_eq!(played.result.1, kept.result.1, "{game}");
        assert_eq!(kept.result.1["scores"], game["scores"]);
        let lines = |recording: &referee::recording::Recording| {
            let exchanges = recording.exchanges.iter().map(|(_, exchange)| exchange.clone());
            let lines = exchanges.map(|exchange| (exchange.seat, exchange.sent, exchange.got));
            lines.collect::<Vec<_>>()
        };
        assert_eq!(lines(&played), lines(&kept), "{game}");
        results.push(game["ranks"].to_string());
    }
    assert!(results.iter().any(|ranks| ranks != "[1,1]"), "some boards are no draws: {results:?}");
}

#[test]
fn a_robot_that_draws_random_numbers_plays_both_games() {
    let folder = TempDir::new().unwrap();
    let games = duel(folder.path(), ["@mo", "@random"]);
    assert!(games.iter().all(|game| game.get("mirrored").is_none()), "{games:?}");
}

#[test]
fn deterministic_house_players_know_neither_seed_nor_seat() {
    let about = registered("fruit").about();
    let names: Vec<&str> =
        about.deterministic.iter().filter_map(|name| name.strip_prefix('@')).collect();
    assert_eq!(names.len() + 1, about.deterministic.len(), "the other one is {}", about.bot);
    assert!(about.deterministic.contains(&about.bot));
    for name in names {
        let kind = about.house.iter().find(|kind| kind.name == name).expect("a house player");
        for file in fixtures("fruit") {
            let mut players =
                [(1, Seat(0)), (2, Seat(1))].map(|(seed, seat)| (kind.make)(seed, seat));
            for (_, exchange) in load(&file).exchanges.iter().filter(|it| it.1.seat == Seat(0)) {
                let [one, other] = players.each_mut().map(|player| player.answer(&exchange.sent));
                assert_eq!(one, other, "@{name}, {file:?}");
            }
        }
    }
}

//! `referee stats karo`: its figures agree with the recorded races.

use std::process::Command;

use referee::recording::Recording;
use referee::testkit::recordings::{fixture, fixtures, fixtures_folder, load};
use referee::testkit::registered;
use serde_json::{Value, json};

/// The games of all players of a recording, in an order that need not be that of the seats.
fn games(recording: Recording) -> Vec<Value> {
    let bots = registered("karo").statistics(&[recording]).unwrap();
    let bots = bots.as_array().unwrap().iter();
    bots.flat_map(|bot| bot["each game"].as_array().unwrap().clone()).collect()
}

fn count(game: &Value, name: &str) -> i64 {
    game[name].as_i64().unwrap_or_else(|| panic!("{name} in {game}"))
}

fn sorted(numbers: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut numbers: Vec<i64> = numbers.collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn the_figures_are_those_of_the_results() {
    let (mut suffered, mut passed, mut optima) = (0, 0, 0);
    for file in fixtures("karo") {
        let recording = load(&file);
        let result = recording.result.1.clone();
        let games = games(recording);
        let of_result = |name: &str| {
            sorted(result[name].as_array().unwrap().iter().map(|number| number.as_i64().unwrap()))
        };
        let all = |name: &str| sorted(games.iter().map(|game| count(game, name)));
        for (figure, name) in [
            ("points", "scores"),
            ("rank", "ranks"),
            ("crashes", "crashes"),
            ("wrong way", "wrong_way"),
        ] {
            assert_eq!(all(figure), of_result(name), "{file:?}: {figure}");
        }
        let sum = |name: &str| games.iter().map(|game| count(game, name)).sum::<i64>();
        assert!(sum("crashes given") >= sum("crashes suffered"), "{file:?}");
        assert!(sum("crashes given") == 0 || sum("crashes suffered") > 0, "{file:?}");
        for game in &games {
            assert!(count(game, "crashes suffered") <= count(game, "crashes"), "{file:?} {game}");
            assert_eq!(count(game, "finishes") == 1, game["status"] == "finished", "{file:?}");
            assert_eq!(count(game, "finishes") == 1, !game["finish round"].is_null(), "{file:?}");
            let at_rest = 1 + count(game, "crashes") + count(game, "rounds passed");
            let started = count(game, "moves") > 0;
            assert!(!started || count(game, "turns at rest") <= at_rest, "{file:?} {game}");
            if let Some(above) = game["moves above the fewest"].as_i64() {
                // The fewest moves are without crashes; a crash can also save a car the way to brake.
                assert!(above >= 0 || count(game, "crashes") > 0, "{file:?} {game}");
                optima += i64::from(above == 0);
            }
        }
        if result["end"] == "all-finished" {
            let last = games.iter().map(|game| count(game, "finish round")).max();
            assert_eq!(last, result["turns"].as_i64(), "{file:?}");
        }
        suffered += sum("crashes suffered");
        passed += sum("rounds passed");
    }
    assert!(suffered > 0 && passed > 0 && optima > 5, "{suffered} {passed} {optima}");
}

/// Seat 0 drives into the end of a lane, crashes there by its own fault, and then stands in the way of seat 1, which
/// has no other cell to go to.
#[test]
fn a_crash_is_given_by_the_car_that_stands_where_another_could_have_moved() {
    let header = json!({"format": "botyard/1", "game": "karo", "seed": "1",
        "options": {"map": "XSSOOOXF\n", "zzz": 1, "turns": 10, "orders": "0 1;0 1;0 1;0 1;0 1"},
        "players": [{"name": "a"}, {"name": "b"}]});
    let mut lines = vec![header.to_string()];
    let answers = ["START 2 0", "START 1 0", "3", "2", "4", "3", "5", "4", "5", "4"].map(
        |answer| match answer {
            column if column.len() == 1 => format!("MOVE {column} 0 1 0"),
            start => start.to_owned(),
        },
    );
    for (turn, answer) in answers.iter().enumerate() {
        lines.push(json!({"seat": turn % 2, "sent": [], "got": [answer]}).to_string());
    }
    lines.extend([0, 1].map(|seat| json!({"seat": seat, "sent": [], "got": []}).to_string()));
    lines.push(json!({"result": {"scores": [0, 0], "ranks": [1, 1], "turns": 5}}).to_string());
    let games = games(Recording::parse(&lines.join("\n")).unwrap());
    let figures = ["crashes", "crashes suffered", "crashes given", "turns at rest", "moves"];
    let of = |seat: usize| figures.map(|name| count(&games[seat], name));
    assert_eq!((of(0), of(1)), ([1, 0, 1, 2, 4], [1, 1, 0, 2, 4]), "{games:?}");
    for name in ["finish round", "fewest moves alone", "moves above the fewest"] {
        assert_eq!(games[0][name], Value::Null, "nobody can finish here");
    }
}

#[test]
fn the_fewest_moves_are_unknown_under_rules_that_count_moves() {
    let fewest = |name| games(fixture("karo", name))[0]["fewest moves alone"].clone();
    for name in ["rule-double", "rule-prime", "rule-remulade"] {
        assert_eq!(fewest(name), Value::Null, "{name}");
    }
    for name in ["rule-limit", "night", "alone"] {
        assert!(fewest(name).is_number(), "{name}");
    }
}

#[test]
fn a_table_and_json_have_the_same_figures() {
    let file = fixtures_folder().join("karo/ring-six.jsonl");
    let print = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        let output = command.args(["stats", "karo"]).arg(&file).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let bots: Value = serde_json::from_str(&print(&["--json"])).unwrap();
    assert_eq!(bots[0]["each game"].as_array().unwrap().len(), 2);
    let table = print(&[]);
    let moves = format!("{:.2}", bots[0]["moves"].as_f64().unwrap());
    let row = table.lines().find(|row| row.starts_with("moves ")).unwrap();
    assert!(row.split_whitespace().any(|word| word == moves), "{row} {moves}");
}

//! Every number of a report is computed again from the log's lines, in a slow and plain way.

#[path = "report_twin/duel.rs"]
mod duel;
#[path = "report_twin/ladder.rs"]
mod ladder;
#[path = "report_twin/lines.rs"]
pub mod lines;
#[path = "report_twin/statistics.rs"]
mod statistics;
#[path = "report_twin/values.rs"]
mod values;

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, refused, toy_referee};
use lines::{Draw, duel_lines, header, ladder_lines, lone_team_lines};

/// The report of a log with these lines as JSON.
pub fn report(lines: &[Value], arguments: &[&str]) -> Value {
    let folder = TempDir::new().unwrap();
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(folder.path().join("log.jsonl"), lines.join("\n") + "\n").unwrap();
    let output =
        toy_referee(folder.path(), &[&["report", "log.jsonl"], arguments, &["--json"]].concat());
    assert_eq!((code(&output), err(&output).as_str()), (0, ""), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

/// Asserts that two objects have the same fields, and that their numbers differ by at most a millionth.
#[track_caller]
fn assert_alike(found: &Value, expected: &Value) {
    if let Some(difference) = difference("", found, expected) {
        panic!("{difference}\nfound    {found}\nexpected {expected}");
    }
}

fn difference(at: &str, found: &Value, expected: &Value) -> Option<String> {
    match (found, expected) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64()?, b.as_f64()?);
            let is_near = (a - b).abs() <= 1e-6 * (1.0 + b.abs());
            (!is_near).then(|| format!("{at}: {a} instead of {b}"))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let both = a.iter().zip(b).enumerate();
            both.into_iter().find_map(|(i, (a, b))| difference(&format!("{at}[{i}]"), a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            if let Some(name) = a.keys().find(|name| !b.contains_key(*name)) {
                return Some(format!("{at}.{name} is not computed here"));
            }
            b.iter().find_map(|(name, b)| {
                difference(&format!("{at}.{name}"), a.get(name).unwrap_or(&Value::Null), b)
            })
        }
        _ => (found != expected).then(|| format!("{at}: {found} instead of {expected}")),
    }
}

#[test]
fn every_number_of_a_duel_is_computed_again_from_the_log() {
    let by_points =
        serde_json::json!({"points": {"elo0": -5.0, "elo1": 30.0, "alpha": 0.04, "beta": 0.1}});
    for (seeds, test) in [(1, Value::Null), (3, by_points.clone()), (31, by_points)] {
        let lines = duel_lines("nearest", seeds, &test);
        assert_alike(&report(&lines, &[]), &duel::report(&lines, &["a", "b"]));
    }
}

#[test]
fn every_number_of_a_duel_with_three_seats_and_teams_is_computed_again_from_the_log() {
    let by_score = serde_json::json!({"score": {
        "test": {"elo0": 0.0, "elo1": 40.0, "alpha": 0.05, "beta": 0.05}, "games_per_unit": 6,
    }});
    for (seeds, test) in [(2, Value::Null), (14, by_score)] {
        let lines = duel_lines("pairs", seeds, &test);
        assert_alike(&report(&lines, &[]), &duel::report(&lines, &["a", "b"]));
    }
}

#[test]
fn a_table_of_bots_that_have_not_met_is_refused() {
    let folder = TempDir::new().unwrap();
    let lines: Vec<String> = lone_team_lines().iter().map(Value::to_string).collect();
    fs::write(folder.path().join("log.jsonl"), lines.join("\n")).unwrap();
    let report = ["report", "log.jsonl", "a", "b", "--csv", "t.csv"];
    refused(&toy_referee(folder.path(), &report), "--csv: a report on two bots that have not met");
    assert!(!folder.path().join("t.csv").exists());
}

#[test]
fn every_number_of_a_comparison_of_teams_is_computed_again_from_the_log() {
    let lines = lone_team_lines();
    assert_alike(&report(&lines, &["a", "b"]), &duel::teams_report(&lines));
}

#[test]
fn every_number_of_a_ladder_is_computed_again_from_the_log() {
    for (game, seats) in [("nearest", 2), ("pairs", 3)] {
        let lines = ladder_lines(game, seats);
        assert_alike(&report(&lines, &[]), &ladder::report(&lines));
    }
}

#[test]
fn a_log_without_the_fields_of_later_versions_is_read() {
    let mut draw = Draw(5);
    let mut lines = header("nearest", &["a", "b"]);
    for bots in [["a", "b"], ["b", "a"]] {
        let mut game = lines::game(&mut draw, "1", &bots, false);
        let fields = game.as_object_mut().unwrap();
        for later in [
            "end",
            "rounds",
            "thrown_out",
            "overloaded",
            "replayed",
            "replayed_for",
            "flag_stands",
            "in_force",
            "last_words",
            "values",
            "seat_values",
            "recording",
        ] {
            fields.remove(later);
        }
        for times in fields["times"].as_array_mut().unwrap() {
            times.as_object_mut().unwrap().remove("late");
        }
        lines.push(game);
    }
    let found = report(&lines, &["a", "b"]);
    assert_eq!((&found["games"], &found["units"]), (&2.into(), &1.into()));
    assert_alike(&found, &duel::report(&lines, &["a", "b"]));
}

/// Whether a game meets a condition.
type Holds<'a> = &'a dyn Fn(&Value) -> bool;

#[test]
fn a_condition_makes_the_report_of_its_games_alone() {
    let by_points =
        serde_json::json!({"points": {"elo0": -5.0, "elo1": 30.0, "alpha": 0.04, "beta": 0.1}});
    let lines = duel_lines("nearest", 31, &by_points);
    let number = |game: &Value, name: &str| game["values"][name].as_f64();
    let depth = |game: &Value, seat: usize| game["seat_values"][seat]["depth"]["mean"].as_f64();
    let all: [(&str, Holds<'_>, Holds<'_>); 4] = [
        ("map < 14", &|game| number(game, "map").is_some_and(|it| it < 14.0), &|game| {
            number(game, "map").is_none()
        }),
        (
            "not (map < 14) and some == 3",
            &|game| number(game, "map").is_some_and(|it| it >= 14.0),
            &|game| number(game, "map").is_none(),
        ),
        (
            "p1.depth > p2.depth or p1.bot == 'b'",
            &|game| {
                let is_deeper = depth(game, 0).zip(depth(game, 1)).is_some_and(|(a, b)| a > b);
                let is_known = depth(game, 0).is_some() && depth(game, 1).is_some();
                is_deeper || is_known && game["bots"][0] == "b"
            },
            &|game| depth(game, 0).is_none() || depth(game, 1).is_none(),
        ),
        (
            "seed != 0 and score >= 3",
            &|game| {
                let scores = duel::numbers(&game["scores"]);
                game["seed"].as_str().is_some_and(|seed| seed != "0")
                    && scores.iter().any(|score| *score >= 3.0)
            },
            &|_| false,
        ),
    ];
    for (condition, holds, lacks) in all {
        let (part, of) = values::only(&lines, holds);
        let mut expected = duel::report(&part, &["a", "b"]);
        expected["chain"] = duel::chain(&lines);
        let games = part.iter().filter(|line| line.get("seed").is_some()).count();
        let lacking = values::only(&lines, lacks).0;
        let lacking = lacking.iter().filter(|line| line.get("seed").is_some()).count();
        expected["where"] = serde_json::json!({
            "condition": condition, "games": games, "of": of, "lacking": lacking,
        });
        assert!(0 < games && games < of, "{condition}");
        assert_alike(&report(&lines, &["--where", condition]), &expected);
    }
}

#[test]
fn the_lost_games_of_a_bot_are_found_again_in_the_log() {
    for (lines, bots) in [
        (duel_lines("nearest", 9, &Value::Null), &["a", "b"][..]),
        (duel_lines("pairs", 4, &Value::Null), &["a", "b"]),
        (ladder_lines("nearest", 2), &["a", "b", "c"]),
        (ladder_lines("pairs", 3), &["a", "b", "c"]),
    ] {
        for bot in bots {
            let found = report(&lines, &["--lost", bot]);
            assert!(!found["lost"].as_array().unwrap().is_empty());
            assert_alike(&found, &values::lost(&lines, bot));
        }
    }
}

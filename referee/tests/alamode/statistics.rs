//! `referee stats alamode`: its figures agree with the recorded games, and show what each house player is made for.

use std::process::Command;

use referee::game::Seat;
use referee::games::alamode::{AlamodeGame, League};
use referee::recording::Recording;
use referee::testkit::recordings::{fixture, fixtures_folder, load, official_recordings};
use referee::testkit::registered;
use referee::testkit::scripts::says;
use serde_json::{Value, json};

use super::kit::{drive, house};

fn statistics(recordings: &[Recording]) -> Value {
    registered("alamode").statistics(recordings).unwrap()
}

/// The rounds of a bot, or of all bots.
fn rounds<'a>(bots: &'a Value, name: Option<&'a str>) -> impl Iterator<Item = &'a Value> {
    let bots = bots.as_array().unwrap().iter();
    let bots = bots.filter(move |bot| name.is_none_or(|name| bot["bot"] == name));
    bots.flat_map(|bot| bot["each round"].as_array().unwrap())
}

/// The sum of a figure over the rounds of a bot.
fn sum(bots: &Value, name: &str, figure: &str) -> u64 {
    rounds(bots, Some(name)).map(|round| round[figure].as_u64().unwrap()).sum()
}

const KINDS: [&str; 15] = [
    "walks loaded",
    "walks empty",
    "idle",
    "takes from a table",
    "puts on a table",
    "joins on a table",
    "takes from crates",
    "chops",
    "puts into the oven",
    "takes from the oven",
    "takes clean dishes",
    "empties dishes",
    "serves",
    "serves for nothing",
    "turns",
];

#[test]
fn every_turn_is_of_one_kind_and_the_points_are_those_of_the_results() {
    let mut recordings: Vec<Recording> = [
        "cooks",
        "cook-clumsy-waiter",
        "clumsies",
        "league-1-loop",
        "odd-dress",
        "two-die",
        "all-die",
    ]
    .map(|name| fixture("alamode", name))
    .into();
    let official = official_recordings("alamode", "played", 40);
    recordings.extend(official.iter().take(10).map(|it| load(it)));
    for recording in recordings {
        let bots = statistics(std::slice::from_ref(&recording));
        for round in rounds(&bots, None) {
            let [kinds @ .., turns] = KINDS.map(|kind| round[kind].as_u64().unwrap());
            assert_eq!(kinds.iter().sum::<u64>(), turns, "{round}");
            assert!(round["longest idle run"].as_u64() <= round["idle"].as_u64(), "{round}");
            let outs = round["takes from the oven"].as_u64().unwrap();
            assert!(outs + round["burnt"].as_u64().unwrap() <= 20, "{round}");
        }
        let points: i64 = rounds(&bots, None).map(|round| round["points"].as_i64().unwrap()).sum();
        let results = recording.result.1["rounds"].as_array().unwrap();
        let results: i64 = results.iter().map(|points| points.as_i64().unwrap()).sum();
        assert_eq!(points, 2 * results, "both chefs of a round get its points");
    }
}

/// The statistics of a match between house players.
fn of_houses(seed: u64, names: [&str; 3]) -> Value {
    let players = names.map(|name| json!({"name": format!("@{name}")}));
    let header = json!({"format": "botyard/1", "game": "alamode", "seed": seed.to_string(), "options": {},
        "players": players});
    let mut lines = vec![header.to_string()];
    let mut players = [0, 1, 2].map(|seat| house(names[seat], Seat(seat)));
    let mut game = AlamodeGame::new(seed as i64, League::new(4));
    let outcome = drive(&mut game, |turn, _| {
        let answer = players[turn.seat.0].answer(turn.sent);
        lines.push(json!({"seat": turn.seat.0, "sent": turn.sent, "got": answer}).to_string());
        says(answer.concat())
    });
    let result = json!({"scores": outcome.scores, "ranks": outcome.ranks, "turns": outcome.turns});
    lines.push(json!({"result": result}).to_string());
    statistics(&[Recording::parse(&lines.join("\n")).unwrap()])
}

/// What a chef does with one item beside an empty table.
#[test]
fn only_the_same_item_from_the_same_table_is_a_dither() {
    let uses = |answers: &[&str]| {
        let mut scripts = [answers.iter(), [].iter(), [].iter()];
        let mut lines = vec![
            json!({"format": "botyard/1", "game": "alamode", "seed": "1", "options": {},
                "players": [{"name": "a"}, {"name": "b"}, {"name": "c"}]})
            .to_string(),
        ];
        let mut game = AlamodeGame::new(1, League::new(4));
        drive(&mut game, |turn, _| {
            let line = scripts[turn.seat.0].next().map_or("WAIT", |line| line);
            lines.push(json!({"seat": turn.seat.0, "sent": turn.sent, "got": [line]}).to_string());
            says(line)
        });
        lines.push(
            json!({"result": {"scores": [0, 0, 0], "ranks": [1, 1, 1], "turns": 600}}).to_string(),
        );
        let bots = statistics(&[Recording::parse(&lines.join("\n")).unwrap()]);
        let figure = |name| rounds(&bots, Some("a")).next().unwrap()[name].as_u64().unwrap();
        [
            figure("dithers"),
            figure("puts on a table"),
            figure("takes from a table"),
            figure("takes clean dishes"),
        ]
    };
    // Beside the dishwasher in F0, the tables E2 and E0 are free in the kitchen of this seed.
    let walk = ["MOVE 5 1"; 4];
    let with = |more: &[&str]| uses(&[&walk[..], more].concat());
    assert_eq!(with(&["USE 5 0", "USE 4 2", "USE 4 2", "USE 4 2", "USE 4 2"]), [2, 2, 2, 1]);
    assert_eq!(
        with(&["USE 5 0", "USE 4 2", "WAIT", "USE 4 2"]),
        [1, 1, 1, 1],
        "waiting does not count"
    );
    assert_eq!(with(&["USE 5 0", "USE 4 2", "USE 5 0", "USE 4 0", "USE 4 2"]), [0, 2, 1, 2]);
}

#[test]
fn a_table_and_json_have_the_same_figures() {
    let file = fixtures_folder().join("alamode/cooks.jsonl");
    let print = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        let output = command.args(["stats", "alamode"]).arg(&file).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let bots: Value = serde_json::from_str(&print(&["--json"])).unwrap();
    assert_eq!(bots[0]["each round"].as_array().unwrap().len(), 6);
    let table = print(&[]);
    assert!(!table.contains("each round"), "a list of rounds has no place in a table: {table}");
    let walks = format!("{:.2}", bots[0]["walks loaded"].as_f64().unwrap());
    let row = table.lines().find(|row| row.starts_with("walks loaded ")).unwrap();
    assert!(row.split_whitespace().any(|word| word == walks), "{row} {walks}");
}

#[test]
fn each_house_player_shows_its_fault() {
    for seed in 1..=3 {
        let fidgets = of_houses(seed, ["fidget", "cook", "cook"]);
        assert!(sum(&fidgets, "@fidget", "dithers") > 10, "{fidgets}");
        assert!(sum(&fidgets, "@cook", "dithers") < sum(&fidgets, "@fidget", "dithers") / 2);
        let waiters = of_houses(seed, ["waiter", "cook", "cook"]);
        assert_eq!(sum(&waiters, "@waiter", "idle"), sum(&waiters, "@waiter", "turns"));
        assert!(rounds(&waiters, Some("@waiter")).all(|it| it["longest idle run"] == 100));
        assert_eq!(sum(&waiters, "@waiter", "long idle runs"), 2);
        let preparers = of_houses(seed, ["preparer", "cook", "cook"]);
        assert_eq!(sum(&preparers, "@preparer", "serves"), 0);
        assert_eq!(sum(&preparers, "@preparer", "takes clean dishes"), 0);
        assert!(sum(&preparers, "@preparer", "puts into the oven") > 5, "{preparers}");
        let hoarders = of_houses(seed, ["hoarder", "waiter", "waiter"]);
        let cooks = of_houses(seed, ["cook", "waiter", "waiter"]);
        let dishless = |bots, name| sum(bots, name, "no clean dish");
        assert!(dishless(&hoarders, "@hoarder") > 2 * dishless(&cooks, "@cook") + 100);
        let keepers = of_houses(seed, ["doorkeeper", "waiter", "waiter"]);
        assert!(sum(&keepers, "@doorkeeper", "idle") > 40, "{keepers}");
    }
}

//! The page `docs/book/src/machine-interface.md` has every field of every JSON output and file format, with
//! its type, and no others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{code, err, folder_with_bot, out, toy_referee};
use crate::report_twin::lines::{duel_lines, ladder_lines, lone_team_lines};
use crate::report_twin::report;

/// Fields whose value is an object with names as its fields.
const BY_NAME: [&str; 9] = [
    "bots",
    "conduct",
    "counts",
    "faults",
    "options",
    "points_against",
    "seat_values[]",
    "texts",
    "values",
];

/// Types by path.
type Shape = BTreeMap<String, BTreeSet<String>>;

fn add_shape(shape: &mut Shape, path: &str, value: &Value) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    if !path.is_empty() {
        shape.entry(path.to_owned()).or_default().extend(kind.split(" or ").map(str::to_owned));
    }
    match value {
        Value::Array(list) => list.iter().for_each(|it| add_shape(shape, &format!("{path}[]"), it)),
        Value::Object(fields) => {
            let is_by_name = BY_NAME.contains(&path.rsplit('.').next().unwrap_or(""));
            for (name, field) in fields {
                let name = if is_by_name { "*" } else { name };
                let dot = if path.is_empty() { "" } else { "." };
                add_shape(shape, &format!("{path}{dot}{name}"), field);
            }
        }
        _ => {}
    }
}

fn shape_of(samples: &[Value]) -> Shape {
    let mut shape = Shape::new();
    for sample in samples {
        add_shape(&mut shape, "", sample);
    }
    shape
}

/// A row of a table of the page.
struct Row {
    types: BTreeSet<String>,
    is_optional: bool,
}

/// The rows of a section by path.
fn rows(section: &str) -> BTreeMap<String, Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src/machine-interface.md");
    let page = fs::read_to_string(page).unwrap();
    let begin = format!("\n## {section}\n");
    let (_, text) = page.split_once(&begin).unwrap_or_else(|| panic!("no section {section}"));
    let text = text.split("\n## ").next().unwrap();
    let mut rows = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| `") && !line.contains(" … ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" |").map(str::trim).collect();
        let [path, types, _unit, meaning] = cells[..] else { panic!("not four cells: {line}") };
        assert!(!meaning.is_empty(), "{line}");
        let row = Row {
            types: types.split(" or ").map(str::to_owned).collect(),
            is_optional: meaning.starts_with("Optional"),
        };
        let old = rows.insert(path.trim_matches('`').to_owned(), row);
        assert!(old.is_none(), "{section}: {path} has two rows");
    }
    assert!(!rows.is_empty(), "{section} has no table");
    rows
}

/// Compares a section of the page with samples. Fields in `elsewhere` are described in other sections or by
/// contests.
#[track_caller]
fn compare(section: &str, samples: &[Value], elsewhere: &[&str]) {
    let is_here = |path: &String| {
        elsewhere.iter().all(|it| path.strip_prefix(it).is_none_or(|rest| !is_below(rest)))
    };
    let (rows, shape) = (rows(section), shape_of(samples));
    for (path, types) in shape.iter().filter(|(path, _)| is_here(path)) {
        let row = rows.get(path).unwrap_or_else(|| panic!("{section}: {path} is not on the page"));
        let fits = row.types.contains("any") || types.is_subset(&row.types);
        assert!(fits, "{section}: {path} is {types:?}, on the page {:?}", row.types);
    }
    for (path, row) in rows.iter().filter(|(path, _)| is_here(path)) {
        assert!(row.is_optional || shape.contains_key(path), "{section}: no sample has {path}");
    }
}

fn is_below(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['.', '['])
}

/// Rounds numbers to five digits, which are the same on every machine.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let text = format!("{:.4e}", number.as_f64().unwrap());
            json!(text.parse::<f64>().unwrap())
        }
        Value::Array(list) => list.iter().map(rounded).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, field)| (name.clone(), rounded(field))).collect()
        }
        other => other.clone(),
    }
}

fn snapshot(name: &str, value: &Value) {
    insta::assert_snapshot!(name, serde_json::to_string_pretty(&rounded(value)).unwrap());
}

/// A duel on three machines: on one `a` wins every game, on another it has half of the nodes.
fn on_machines() -> Vec<Value> {
    let mut lines = duel_lines("nearest", 300, &Value::Null);
    for line in lines.iter_mut().filter(|line| line["seed"].is_string()) {
        let seed: usize = line["seed"].as_str().unwrap().parse().unwrap_or(0);
        let machine = seed % 3;
        let nodes = [2000, 1000, 2100][machine];
        line["host"] = json!({
            "name": format!("n{machine}"), "processor": "cpu", "starved_micros": 5, "nodes_per_second": [nodes, nodes],
            "limit_percent": [100, 200],
        });
        if machine == 2 {
            let a = line["bots"].as_array().unwrap().iter().position(|bot| bot == "a").unwrap();
            (line["scores"], line["ranks"]) = if a == 0 {
                (json!([5, 1]), json!([1, 2]))
            } else {
                (json!([1, 5]), json!([2, 1]))
            };
            line["thrown_out"] = json!([]);
            line["last_words"] = json!([]);
        }
    }
    lines
}

#[test]
fn the_page_has_all_fields_of_reports() {
    let by_points = json!({"points": {"elo0": 0.0, "elo1": 30.0, "alpha": 0.05, "beta": 0.05}});
    let by_score = json!({"score": {
        "test": {"elo0": 0.0, "elo1": 40.0, "alpha": 0.05, "beta": 0.05}, "games_per_unit": 6,
    }});
    let duels = [
        report(&duel_lines("nearest", 1, &Value::Null), &[]),
        report(&duel_lines("nearest", 9, &by_points), &[]),
        report(&duel_lines("pairs", 14, &by_score), &[]),
        report(&duel_lines("nearest", 2, &Value::Null), &["--where", "map > 0"]),
        report(&on_machines(), &[]),
    ];
    for (list, machine, count) in [("odd", "n2", 1), ("slow", "n1", 2)] {
        assert_eq!(duels[4]["machines"][list][0]["machine"], machine);
        assert_eq!(duels[4]["machines"][list].as_array().map(Vec::len), Some(count));
    }
    compare("Report on a duel", &duels, &[]);
    let teams = report(&lone_team_lines(), &["a", "b"]);
    let of_duel = [
        "team_differences",
        "teams",
        "conduct",
        "overload",
        "excesses",
        "systems",
        "chain",
        "values",
        "log",
    ];
    compare("Report on teams", std::slice::from_ref(&teams), &of_duel);
    // The section to which other sections refer has the same fields.
    let shared: serde_json::Map<String, Value> =
        of_duel.iter().map(|name| ((*name).to_owned(), teams[*name].clone())).collect();
    let duel_rows = rows("Report on a duel");
    assert!(shape_of(&[shared.into()]).keys().all(|path| duel_rows.contains_key(path)));
    let ladders = [("nearest", 2), ("pairs", 3)].map(|(key, seats)| ladder_lines(key, seats));
    let ladders = ladders.map(|lines| report(&lines, &[]));
    compare(
        "Report on a ladder",
        &ladders,
        &["teams", "values", "excesses", "systems", "chain", "log"],
    );
    let lost = report(&ladder_lines("nearest", 2), &["--lost", "a", "--where", "map > 0"]);
    assert!(!lost["where"].is_null());
    compare("Lost games", &[lost], &["where"]);
    snapshot("report_on_a_duel", &duels[2]);
    snapshot("report_on_teams", &teams);
    snapshot("report_on_a_ladder", &ladders[0]);
}

#[test]
fn the_page_has_all_fields_of_a_try() {
    let folder = TempDir::new().unwrap();
    let run = |log: &str, more: &[&str]| {
        let fixed = ["try", "nearest", "@five", "--champion", "old=@random", "--pool", "x=@random"];
        let rest = ["--pool", "y=@five", "--json", "--log", log];
        let output = toy_referee(folder.path(), &[&fixed[..], &rest, more].concat());
        serde_json::from_str::<Value>(&out(&output)).unwrap()
    };
    let tries = [
        run("one", &["--games", "8"]),
        run("two", &["--games", "80", "--sprt", "gain"]),
        run("three", &["--games", "80", "--sprt", "0,1", "--by", "score"]),
    ];
    compare(
        "Report on a try",
        &tries,
        &["conduct", "overload", "undecided", "excesses", "systems", "chain", "log"],
    );
    let questions: Vec<Value> = ["one", "two", "three"]
        .iter()
        .flat_map(|log| with(&lines_of(&folder.path().join(log)), "try"))
        .collect();
    compare("Log question of a try", &questions, &["test.points", "test.score"]);
    let duel_rows = rows("Report on a duel");
    let shared = json!({"conduct": tries[0]["conduct"], "overload": tries[0]["overload"]});
    assert!(shape_of(&[shared]).keys().all(|path| duel_rows.contains_key(path)));
}

/// The lines of a file.
fn lines_of(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn with<'a>(lines: &'a [Value], field: &'a str) -> Vec<Value> {
    lines.iter().filter(|line| line.get(field).is_some()).cloned().collect()
}

#[test]
fn the_page_has_all_fields_of_games_logs_and_recordings() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &[&str]| {
        let output = toy_referee(folder.path(), arguments);
        assert!(code(&output) < 2 || code(&output) > 2, "{}", err(&output));
        output
    };
    let play = |game: &str, bots: &[&str], record: &str| {
        let fixed = ["--seed", "7", "--json", "--record", record];
        let output = run(&[&["play", game], bots, &fixed].concat());
        serde_json::from_str::<Value>(&out(&output)).unwrap()
    };
    let wrong = "sh -c 'echo wrong >&2; read line; echo wrong; echo last >&2'";
    let games = [
        play("nearest", &["@five", "@random"], "one"),
        play("pairs", &["@six", wrong, "@nought"], "two"),
    ];
    // Contests add fields of their own to the result.
    compare("Game", &games, &["result.end"]);

    let duel = [
        "duel",
        "pairs",
        "@six",
        "wrong=sh -c 'while read l; do echo @value v=1 >&2; echo x; done'",
    ];
    run(&[&duel[..], &["--games", "6", "--log", "log", "--keep", "all"]].concat());
    let found = run(&["report", "log", "--by-turn", "v", "--json"]);
    let found: Value = serde_json::from_str(&out(&found)).unwrap();
    let by_turn = json!({ "by_turn": found["by_turn"] });
    let rows = rows("Report on a duel");
    let shape = shape_of(&[by_turn]);
    assert!(shape.len() > 10 && shape.keys().all(|path| rows.contains_key(path)), "{shape:?}");
    let drawn = duel_lines(
        "pairs",
        2,
        &json!({"points": {"elo0": 0, "elo1": 9, "alpha": 0.05, "beta": 0.05}}),
    );
    let lines = [lines_of(&folder.path().join("log")), drawn].concat();
    compare("Log header", &with(&lines, "format"), &[]);
    compare("Log bot", &with(&lines, "bot"), &[]);
    compare("Log question", &with(&lines, "duel"), &[]);
    compare("Log game", &with(&lines, "seed"), &[]);

    let lines =
        [lines_of(&folder.path().join("one")), lines_of(&folder.path().join("two"))].concat();
    compare("Recording header", &with(&lines, "format"), &[]);
    compare("Recording exchange", &with(&lines, "sent"), &[]);
    compare(
        "Recording result",
        &with(&lines, "result"),
        &[
            "result.scores",
            "result.ranks",
            "result.turns",
            "result.thrown_out",
            "result.rounds",
            "result.end",
        ],
    );
}

/// A bot with one parameter.
const BOT: &str = r#"
case $1 in --params) echo '{"name":"keel","default":2,"low":0,"high":9}'; exit ;; esac
while read -r line; do echo 5; done
"#;

#[test]
fn the_page_has_all_fields_of_tunings() {
    let mut tunings = Vec::new();
    let mut checkpoints = Vec::new();
    for method in ["spsa", "genetic"] {
        let folder = folder_with_bot(BOT);
        let fixed =
            ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json", "--method", method];
        let few = ["--pairs", "1", "--final-games", "2", "--json", "--iterations"];
        let tune = |rounds| {
            let output = toy_referee(folder.path(), &[&fixed[..], &few, &[rounds]].concat());
            assert_eq!(code(&output), 0, "{}", err(&output));
            output
        };
        tune("1");
        let output = tune("2");
        let last = out(&output).lines().last().unwrap().to_owned();
        tunings.push(serde_json::from_str(&last).unwrap());
        checkpoints.extend(lines_of(&folder.path().join("tune.json")));
    }
    compare("Tuning", &tunings, &["duel"]);
    assert_eq!(tunings[0]["duel"]["format"], "botyard-duel-report/1");
    let elsewhere = [
        "conditions.bot",
        "conditions.pool",
        "conditions.others",
        "conditions.settings",
        "earlier[].settings",
    ];
    compare("Checkpoint", &checkpoints, &elsewhere);
    compare("Log bot", &[checkpoints[0]["conditions"]["bot"].clone()], &[]);
    let settings: Vec<Value> =
        checkpoints.iter().map(|it| it["conditions"]["settings"].clone()).collect();
    let settings_of = |tuning: &Value| tuning["settings"].clone();
    assert_eq!(tunings.iter().map(settings_of).collect::<Vec<Value>>(), settings);
    let parameter = BOT.split('\'').nth(1).unwrap();
    compare("Parameter", &[serde_json::from_str(parameter).unwrap()], &[]);
}

#[test]
fn every_output_and_file_has_a_format_on_the_page() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src/machine-interface.md");
    let page = fs::read_to_string(page).unwrap();
    for (section, format) in [
        ("Report on a duel", "botyard-duel-report/1"),
        ("Report on teams", "botyard-teams-report/1"),
        ("Report on a ladder", "botyard-ladder-report/1"),
        ("Lost games", "botyard-lost-games/1"),
        ("Report on a try", "botyard-try-report/1"),
        ("Game", "botyard-game/1"),
        ("Tuning", "botyard-tuning/1"),
        ("Log header", "botyard-log/1"),
        ("Recording header", "botyard/1"),
        ("Checkpoint", "botyard-tune/1"),
    ] {
        let row = format!("| `format` | text | | `{format}` |");
        let (_, text) = page.split_once(&format!("\n## {section}\n")).unwrap();
        assert!(text.split("\n## ").next().unwrap().contains(&row), "{section}");
        assert!(
            page.matches(&format!("`{format}`")).count() >= 2,
            "{format} is not in the overview"
        );
    }
}

//! `referee stats fruit`: its figures agree with the recorded games.

use std::process::Command;

use referee::recording::Recording;
use referee::testkit::recordings::{fixture, fixtures, fixtures_folder, load};
use referee::testkit::registered;
use serde_json::{Value, json};

fn statistics(recordings: &[Recording]) -> Value {
    registered("fruit").statistics(recordings).unwrap()
}

/// The only game of each robot of a recording, by seat.
fn games(recording: Recording) -> [Value; 2] {
    let seeds = recording.header.players.len();
    let bots = statistics(&[recording]);
    let games =
        bots.as_array().unwrap().iter().flat_map(|bot| bot["each game"].as_array().unwrap());
    let games: Vec<Value> = games.cloned().collect();
    assert_eq!(games.len(), seeds);
    games.try_into().unwrap()
}

/// Twice a figure, which is a whole number: a shared piece gives half a piece.
fn halves(game: &Value, name: &str) -> i64 {
    let figure = game[name].as_f64().unwrap_or_else(|| panic!("{name} in {game}"));
    (2.0 * figure).round() as i64
}

const FRUIT: [&str; 5] = ["apples", "bananas", "cherries", "melons", "oranges"];
const DRAWS: [&str; 4] =
    ["draws by a split", "draws without a split", "draws unfinished", "draws by faults"];

#[test]
fn the_figures_are_those_of_the_results() {
    let mut ends = Vec::new();
    for file in fixtures("fruit") {
        let recording = load(&file);
        let result = recording.result.1.clone();
        let games = games(recording);
        for (seat, game) in games.iter().enumerate() {
            let kinds = ["moves", "takes", "passes"].map(|kind| halves(game, kind));
            assert_eq!(kinds.iter().sum::<i64>(), halves(game, "turns"), "{file:?} {game}");
            assert_eq!(game["turns"], result["turns"], "{file:?}");
            let amounts = result["fruit"][seat].as_array().unwrap();
            for (category, name) in FRUIT.iter().enumerate() {
                assert_eq!(game[*name], *amounts.get(category).unwrap_or(&Value::Null), "{file:?}");
            }
            let pieces: f64 = amounts.iter().map(|it| 2.0 * it.as_f64().unwrap()).sum();
            let alone = halves(game, "takes") - halves(game, "takes of nothing");
            assert_eq!(pieces as i64, alone - halves(game, "pieces shared") / 2, "{file:?} {game}");
            assert_eq!(halves(game, "categories won"), halves(&games[1 - seat], "categories lost"));
            let is_draw = result["ranks"][0] == result["ranks"][1];
            assert_eq!(halves(game, "draws"), 2 * i64::from(is_draw), "{file:?}");
            let reasons = DRAWS.map(|name| halves(game, name)).iter().sum::<i64>();
            assert_eq!(reasons, halves(game, "draws"), "{file:?} {game}");
            let decided = ["decided", "all-taken"].contains(&game["end"].as_str().unwrap());
            assert_eq!(game["turns to decision"].is_null(), !decided, "{file:?} {game}");
        }
        assert_eq!(halves(&games[0], "points") + halves(&games[1], "points"), 2, "{file:?}");
        ends.extend(DRAWS.iter().filter(|name| halves(&games[0], name) > 0));
    }
    for reason in ["draws unfinished", "draws by faults"] {
        assert!(ends.contains(&&reason), "{ends:?}");
    }
}

/// The figures of a game on board 1 in which both robots make the same moves, and so share each piece.
fn mirrored(turns: usize, answers: &[&str]) -> [Value; 2] {
    let header = json!({"format": "botyard/1", "game": "fruit", "seed": "1",
        "options": {"turns": turns, "repeat": 0}, "players": [{"name": "a"}, {"name": "b"}]});
    let mut lines = vec![header.to_string()];
    for answer in answers {
        // The lines that were sent do not matter.
        lines.extend(
            [1, 0].map(|seat| json!({"seat": seat, "sent": [], "got": [answer]}).to_string()),
        );
    }
    lines.push(json!({"result": {"scores": [0, 0], "ranks": [1, 1], "turns": turns}}).to_string());
    games(Recording::parse(&lines.join("\n")).unwrap())
}

#[test]
fn shared_pieces_and_takes_of_nothing_are_counted() {
    let [first, second] = mirrored(5, &["NORTH", "NORTH", "TAKE", "TAKE", "PASS"]);
    for game in [first, second] {
        let figures = ["moves", "takes", "passes", "takes of nothing", "pieces shared", "apples"]
            .map(|name| halves(&game, name));
        assert_eq!(figures, [4, 4, 2, 2, 2, 1], "{game}");
        // The apple is gone; of the other categories everything is left.
        assert_eq!(halves(&game, "categories split"), 2);
        assert_eq!(
            (&game["draw"], &game["end"]),
            (&json!("repetition or turn limit"), &json!("turn-limit"))
        );
    }
}

#[test]
fn a_draw_with_a_split_category_says_so() {
    let games = games(fixture("fruit", "mo-mo"));
    assert_eq!(games[0]["draw"], "a category is split", "{}", games[0]);
}

#[test]
fn a_recording_that_breaks_the_rules_is_refused_with_its_line() {
    let recording = |more: &[&str]| {
        let header = json!({"format": "botyard/1", "game": "fruit", "seed": "1", "options": {"turns": 1},
            "players": [{"name": "a"}, {"name": "b"}]});
        let mut lines = vec![header.to_string()];
        lines.extend(more.iter().map(|&line| line.to_owned()));
        lines.push(json!({"result": {"scores": [0, 0], "ranks": [1, 1], "turns": 1}}).to_string());
        Recording::parse(&lines.join("\n")).unwrap()
    };
    let [first, second] =
        [0, 1].map(|seat| format!(r#"{{"seat":{seat},"sent":[],"got":["PASS"]}}"#));
    let refused = |more: &[&str], line: usize| {
        let error = registered("fruit").statistics(&[recording(more)]).unwrap_err();
        assert_eq!(error.0, format!("line {line} of the recording does not follow the rules"));
    };
    assert!(registered("fruit").statistics(&[recording(&[&first, &second])]).is_ok());
    refused(&[&first, &first], 2);
    refused(&[&first], 2);
    refused(&[], 2);
    refused(&[&first, &second, &first, &second], 4);
}

#[test]
fn a_table_and_json_have_the_same_figures() {
    let file = fixtures_folder().join("fruit/greedy-mo.jsonl");
    let print = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
        let output = command.args(["stats", "fruit"]).arg(&file).args(more).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let bots: Value = serde_json::from_str(&print(&["--json"])).unwrap();
    assert_eq!(bots[0]["each game"].as_array().unwrap().len(), 1);
    let table = print(&[]);
    assert!(!table.contains("each game"), "a list of games has no place in a table: {table}");
    let moves = format!("{:.2}", bots[0]["moves"].as_f64().unwrap());
    let row = table.lines().find(|row| row.starts_with("moves ")).unwrap();
    assert!(row.split_whitespace().any(|word| word == moves), "{row} {moves}");
}

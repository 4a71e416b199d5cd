//! Games in the site's own form, made by this project: both generations.

use referee::contest::Contest;
use referee::games::karo::Karo;
use serde_json::{Value, json};

/// A game of two players on a small map, over, in the newer form. The first crashes, the second finishes first.
pub fn newer() -> Value {
    let map = "PXXXXXX\nPSOOOXX\nXOXXXXX\nXSOOOFX\nXXXXXXX\n";
    json!({
        "id": 80000, "name": "Ein Rennen", "creator": "A", "cps": true, "zzz": "2",
        "crashallowed": "allowed", "startdirection": "free", "started": true, "finished": true,
        "map": { "id": 9, "name": "Hof", "cps": [], "code": map },
        "players": [
            {
                "id": 1, "name": "A", "status": "ok", "moved": false, "rank": 2, "moveCount": 8,
                "crashCount": 1, "checkedCps": [], "missingCps": [], "possibles": [],
                "moves": [
                    { "x": 1, "y": 1, "xv": 0, "yv": 0, "t": "2020-01-01 10:00:00" },
                    { "x": 2, "y": 1, "xv": 1, "yv": 0, "t": "2020-01-01 10:01:00" },
                    { "x": 4, "y": 1, "xv": 2, "yv": 0, "t": "2020-01-01 10:03:00" },
                    { "x": 1, "y": 1, "xv": 0, "yv": 0, "t": "2020-01-01 10:05:00", "crash": 1 },
                    { "x": 1, "y": "2", "xv": 0, "yv": 1, "t": "2020-01-01 10:05:01" },
                    { "x": 2, "y": 3, "xv": "1", "yv": 1, "t": "2020-01-01 10:06:00" },
                    { "x": 4, "y": 3, "xv": 2, "yv": 0, "t": "2020-01-01 10:07:00" },
                    { "x": 5, "y": 3, "xv": 1, "yv": 0, "t": "2020-01-01 10:08:00" },
                    { "x": 0, "y": 1, "xv": 0, "yv": 0, "t": "2020-01-01 10:08:00" }
                ]
            },
            {
                "id": 2, "name": "B", "status": "ok", "moved": false, "rank": 1, "moveCount": "5",
                "crashCount": 1, "checkedCps": [], "missingCps": [], "possibles": [],
                "moves": [
                    { "x": 1, "y": 3, "xv": 0, "yv": 0, "t": "2020-01-01 10:00:01" },
                    { "x": 2, "y": 3, "xv": 1, "yv": 0, "t": "2020-01-01 10:02:00" },
                    { "x": 4, "y": 3, "xv": 2, "yv": 0, "t": "2020-01-01 10:03:00" },
                    { "x": 5, "y": 3, "xv": 1, "yv": 0, "t": "2020-01-01 10:04:00" },
                    { "x": 0, "y": 0, "xv": 0, "yv": 0, "t": "2020-01-01 10:04:00" }
                ]
            }
        ]
    })
}

/// The same game in the older form, with a game number of that time.
fn older() -> Value {
    let mut game = newer();
    let (map, mut players) = (game["map"].take(), game["players"].take());
    game["id"] = json!(40000);
    game["dir"] = game["startdirection"].take();
    game["tcrash"] = game["crashallowed"].take();
    game["dranId"] = json!(26);
    players[0]["position"] = players[0]["rank"].take();
    players[1]["position"] = players[1]["rank"].take();
    players[0]["moves"][3]["c"] = json!(true);
    players[0]["moves"][3]["crash"] = json!(false);
    // The older form counts the crashes of each player.
    players[1]["crashCount"] = json!(0);
    json!({ "game": game, "players": players, "map": { "mapcode": map["code"] } })
}

#[test]
fn both_forms_are_read() {
    for (game, blocking) in [(newer(), "moved"), (older(), "all")] {
        let import = Karo.import(&game.to_string()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(import.names, ["A", "B"]);
        let options = &import.setup.options;
        assert_eq!(options["blocking"], blocking);
        assert_eq!((&options["crash"], &options["direction"]), (&json!("allowed"), &json!("free")));
        assert_eq!(options["orders"], "0 1;0 1;0 1;1 0;0;0;0");
        assert_eq!(
            import.answers[1],
            ["START 1 3", "MOVE 2 3 1 0", "MOVE 4 3 2 0", "MOVE 5 3 1 0"]
        );
        assert_eq!(
            import.answers[0].len(),
            7,
            "neither the crash nor the parc record is an answer"
        );
    }
}

#[test]
fn a_difference_from_the_rules_is_named() {
    let refusal = |change: &dyn Fn(&mut Value)| {
        let mut game = newer();
        change(&mut game);
        Karo.import(&game.to_string()).expect_err("it differs").0
    };
    for (problem, says) in [
        (
            refusal(&|game| game["players"][0]["moves"][3]["x"] = json!(2)),
            "round 4, player A: the records before the move differs",
        ),
        (
            refusal(&|game| game["players"][1]["moves"][2]["x"] = json!(3)),
            "round 3, player B: the move 3 3 2 0 is not a candidate",
        ),
        (
            refusal(&|game| game["players"][1]["crashCount"] = json!(0)),
            "the number of crashes of player B",
        ),
        (refusal(&|game| game["players"][0]["rank"] = json!(1)), "the rank of player A"),
        (
            refusal(&|game| game["players"][0]["moves"][8]["y"] = json!(0)),
            "the records of player A",
        ),
        (
            refusal(&|game| game["name"] = json!("$ Nur x=0 oder y=0 $")),
            "round 5, player A: the move 2 3 1 1 breaks a special rule",
        ),
        (refusal(&|game| game["zzz"] = json!(1)), "the records before the move differs"),
    ] {
        assert!(problem.contains(says), "{problem}");
    }
}

#[test]
fn missing_fields_are_named() {
    let without = |path: &[&str]| {
        let mut game = newer();
        let (last, before) = path.split_last().unwrap();
        let object = before.iter().fold(&mut game, |value, name| &mut value[*name]);
        object.as_object_mut().unwrap().remove(*last);
        Karo.import(&game.to_string()).expect_err("it is refused").0
    };
    assert!(without(&["map", "code"]).starts_with("the game has not the map code"));
    assert!(without(&["players"]).starts_with("the game has not the players"));
    assert!(without(&["id"]).starts_with("the game has not the number of the game"));
    assert!(without(&["zzz"]).starts_with("the game has not the set-back count"));
    assert!(
        Karo.import("{").err().unwrap().0.starts_with("it is damaged: the text ends within {…}")
    );
    assert!(Karo.import("[]").err().unwrap().0.contains("the map code"));
    let mut game = newer();
    game["players"][0]["moves"][1] = json!({ "x": "?" });
    assert!(Karo.import(&game.to_string()).err().unwrap().0.contains("in a record of player A"));
    game["players"][0]["moves"] = json!(3);
    assert!(Karo.import(&game.to_string()).err().unwrap().0.contains("the moves of player A"));
}

/// Memory and work of larger games would grow with the square of their records.
#[test]
fn a_game_that_is_too_large_is_refused_with_its_limit() {
    let refusal = |change: &dyn Fn(&mut Value)| {
        let mut game = newer();
        change(&mut game);
        Karo.import(&game.to_string()).expect_err("it is too large").0
    };
    let record = &newer()["players"][0]["moves"][0];
    let records = |count: usize| Value::from(vec![record.clone(); count]);
    let problem = refusal(&|game| game["players"][1]["moves"] = records(20_000));
    assert_eq!(problem, "the game has 20009 records (moves and crashes); at most 20000 are read");
    let problem = refusal(&|game| game["players"] = vec![game["players"][0].clone(); 27].into());
    assert_eq!(problem, "the game has 27 players; at most 26 can play");
    let problem = refusal(&|game| game["name"] = "x".repeat(5 << 20).into());
    assert_eq!(problem, "the file has more than 4 MB, and no game has");
    // A difference does not show all records.
    let problem = refusal(&|game| game["players"][1]["moves"] = records(10_000));
    assert!(problem.len() < 2000 && problem.lines().count() == 1, "{problem}");
}

#[test]
fn other_contests_have_no_importer() {
    let other = referee::games::contest("ocean").unwrap();
    assert_eq!(
        other.import("{}").unwrap_err().0,
        "games of ocean cannot be imported; `referee play` records games here"
    );
}

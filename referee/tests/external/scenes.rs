//! A referee program that draws its board: `coins.py`.

use std::fs;

use referee::pages::data_of;
use referee::testkit::needs::Need;

use super::lines::object;
use super::{beside, folder};
use crate::browser::address;
use crate::browser::driver::browser;
use crate::common::{err, out, referee, succeeds};

fn coins(change: impl Fn(String) -> String) -> tempfile::TempDir {
    let referee = change(fs::read_to_string(beside("coins.py")).unwrap());
    let contest = "[contest]\nkey = \"coins\"\ntitle = \"Coins\"\nseats = 2\nthinkers = \"all\"\n\n\
                   [referee]\nengine = \"lines\"\ncommand = \"python3 coins.py\"\n\n\
                   [bots]\neast.run = \"sh -c 'while read a; do echo E; done'\"\n\
                   south.run = \"sh -c 'while read a; do echo S; done'\"\n";
    folder(contest, &[("coins.py", &referee)])
}

/// A remark that comes before the first question is an event of the start and is printed.
#[test]
fn the_first_words_of_a_referee_are_shown() {
    if !Need::Python.program_runs() {
        return;
    }
    let begin = "    for turn in range(TURNS):";
    let folder = coins(|text| {
        text.replace(begin, &format!("    say('###Tooltip 1 has the first coin')\n{begin}"))
    });
    let game = object(&folder, &["play", "east", "south", "--seed", "3", "--json"]);
    let file = game["recording"].as_str().unwrap();
    succeeds(folder.path(), &["view", file, "--output", "game.html"]);
    let page = fs::read_to_string(folder.path().join("game.html")).unwrap();
    let film = data_of(&page).unwrap();
    let first = &film["story"]["events"][0];
    assert_eq!((&first["frame"], &first["words"]), (&0.into(), &"B has the first coin".into()));
    for turns in [&["--turn", "0"][..], &[]] {
        let shown = out(&succeeds(folder.path(), &[&["show", file], turns].concat()));
        assert!(
            shown.starts_with("turn 0\n") && shown.contains("B: has the first coin"),
            "{shown}"
        );
    }
    let shown = out(&succeeds(folder.path(), &["show", file, "--seat", "1", "--no-board"]));
    assert!(shown.starts_with("turn 1, B (south)"), "{shown}");
}

#[test]
fn a_contest_from_outside_has_a_board_measures_and_events() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = coins(|text| text);
    let game = object(&folder, &["play", "east", "south", "--seed", "3", "--json"]);
    let file = game["recording"].as_str().unwrap();
    let replayed = succeeds(folder.path(), &["replay", file]);
    assert!(out(&replayed).contains("1 recording agrees"), "{}", out(&replayed));
    let view = ["view", file, "--output", "game.html", "--png", "game.png"];
    succeeds(folder.path(), &[view[0], view[1], view[2], view[3]]);
    succeeds(folder.path(), &[view[0], view[1], view[4], view[5]]);
    let page = folder.path().join("game.html");
    let film = data_of(&fs::read_to_string(&page).unwrap()).unwrap();
    assert_eq!(film["measures"], serde_json::json!(["coins"]));
    let scores = game["result"]["scores"].as_array().unwrap();
    let last = film["frames"].as_array().unwrap().last().unwrap();
    for (seat, score) in scores.iter().enumerate() {
        assert_eq!(last["measures"][0][seat].as_f64(), score.as_f64());
    }
    let taken: i64 = scores.iter().map(|score| score.as_i64().unwrap()).sum();
    assert!(taken > 0, "nobody takes a coin; choose another seed");
    // A remark is of its turn alone.
    let shown = out(&succeeds(folder.path(), &["show", file]));
    assert_eq!(shown.matches("takes a coin at").count() as i64, taken, "{shown}");
    let events = film["story"]["events"].as_array().unwrap().iter();
    let words: Vec<&str> = events.map(|event| event["words"].as_str().unwrap()).collect();
    assert!(words.iter().any(|words| words.contains("takes a coin at")), "{words:?}");
    let verdict = film["story"]["verdict"].as_str().unwrap();
    assert!(verdict.contains("wins") || verdict.contains("draw"), "{verdict}");

    let Some(browser) = browser() else { return };
    browser.go(&address(&page));
    let legend = browser.run("return document.getElementById('symbols').textContent");
    for name in ["robot", "coin", "floor", "wall"] {
        assert!(legend.as_str().unwrap().contains(name), "{legend}");
    }
    let colours = browser.run(
        "const canvas = document.getElementById('picture');
         const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
         return new Set(new Uint32Array(data.buffer)).size",
    );
    assert!(colours.as_u64() > Some(4), "the board is drawn: {colours} colours");
}

#[test]
fn a_picture_that_cannot_be_drawn_is_an_error_of_the_referee() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = coins(|text| text.replace("\"shape\": \"box\"", "\"shape\": \"star\""));
    let refused = referee(folder.path(), &["play", "east", "south", "--seed", "9"]);
    assert!(!refused.status.success());
    assert!(err(&refused).contains("###Scene that cannot be drawn"), "{}", err(&refused));
}

/// An author who counts from 1 would see a coin too few, and not know why.
#[test]
fn a_thing_outside_of_the_rows_is_told_once() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = coins(|text| text.replace("{\"at\": coin,", "{\"at\": [99, 0],"));
    let game = succeeds(folder.path(), &["play", "east", "south", "--seed", "9"]);
    let said = err(&game);
    assert_eq!(
        said.matches("has a thing at column 99, row 0, outside of its").count(),
        1,
        "{said}"
    );
    let sound = succeeds(coins(|text| text).path(), &["play", "east", "south", "--seed", "9"]);
    assert!(!err(&sound).contains("outside of its"), "{}", err(&sound));
}

/// A referee program may first count later, for example after the players have chosen something.
#[test]
fn measures_that_begin_at_a_later_position_are_drawn_from_there_on() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = coins(|text| {
        let later = "{\"coins\": points} if max(map(len, trails)) > 3 else {}";
        text.replace("{\"coins\": points}", later)
    });
    let game = object(&folder, &["play", "east", "south", "--seed", "3", "--json"]);
    let file = game["recording"].as_str().unwrap();
    succeeds(folder.path(), &["view", file, "--output", "game.html"]);
    let film = data_of(&fs::read_to_string(folder.path().join("game.html")).unwrap()).unwrap();
    assert_eq!(film["measures"], serde_json::json!(["coins"]));
    let frames = film["frames"].as_array().unwrap();
    assert_eq!(frames[0]["measures"], serde_json::json!([]));
    let numbers = |list: &serde_json::Value| -> Vec<f64> {
        list.as_array().unwrap().iter().map(|number| number.as_f64().unwrap()).collect()
    };
    let last = &frames[frames.len() - 1]["measures"][0];
    assert_eq!(numbers(last), numbers(&game["result"]["scores"]));
}

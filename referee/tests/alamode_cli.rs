//! Code à la Mode on the command line, run as a user runs it.

mod common;

use std::fs;

use common::{code, err, out, referee};
use referee::recording::Recording;
use serde_json::Value;
use tempfile::TempDir;

#[test]
fn a_match_is_played_drawn_recorded_and_replayed() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "alamode", "@cook", "@clumsy", "@cook", "--seed", "3"];
    let played = referee(folder.path(), &play);
    assert_eq!(code(&played), 0, "{}", err(&played));
    let text = out(&played);
    let timeless: Vec<&str> = text.lines().filter(|line| !line.starts_with("Slowest")).collect();
    insta::assert_snapshot!(timeless.join("\n"));

    let replayed = referee(folder.path(), &["replay", "games"]);
    assert_eq!(code(&replayed), 0, "{}", out(&replayed));
    let redriven =
        referee(folder.path(), &["redrive", "games/alamode-3.jsonl", "--seat", "2", "@cook"]);
    assert_eq!(code(&redriven), 0, "{}", out(&redriven));
    assert!(out(&redriven).starts_with("all 200 answers are the same"), "{}", out(&redriven));
}

#[test]
fn the_board_is_sent_as_documented() {
    let folder = TempDir::new().unwrap();
    insta::assert_snapshot!(out(&referee(folder.path(), &["board", "alamode", "--seed", "1"])));
}

/// What a program says too much is its answer in the turns that follow.
#[test]
fn lines_too_many_are_later_answers() {
    let folder = TempDir::new().unwrap();
    let bot =
        "sh -c 'n=0; while [ $n -lt 150 ]; do n=$((n+1)); echo \"WAIT;$n\"; done; cat >/dev/null'";
    let play = ["play", "alamode", bot, "@waiter", "@waiter", "--seed", "3", "--quiet"];
    let file = ["--record", "game.jsonl", "--timeout-factor", "20"];
    let played = referee(folder.path(), &[&play[..], &file].concat());
    assert_eq!(code(&played), 0, "{}", err(&played));
    let recording = Recording::load(&folder.path().join("game.jsonl")).unwrap();
    let answers = recording.exchanges.iter().map(|(_, it)| it).filter(|it| it.seat.0 == 0);
    let said: Vec<String> = answers.filter_map(|it| it.got.first().cloned()).collect();
    let expected: Vec<String> = (1..=150).map(|number| format!("WAIT;{number}")).collect();
    assert_eq!(said, expected);
    // Then it is silent, and dead.
    assert_eq!(recording.result.1["scores"].to_string(), "[-1,0,0]");
}

fn json(folder: &TempDir, arguments: &[&str]) -> Value {
    let output = referee(folder.path(), arguments);
    assert_eq!(code(&output), 0, "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

fn team<'a>(report: &'a Value, bots: [&str; 2]) -> &'a Value {
    let teams = report["teams"].as_array().unwrap();
    teams.iter().find(|team| team["bots"] == serde_json::json!(bots)).unwrap()
}

#[test]
fn a_duel_tells_how_the_two_work_with_themselves_and_with_each_other() {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "alamode", "@cook", "@waiter", "--games", "24", "--log", "log.jsonl"];
    let report = json(&folder, &[&duel[..], &["--json"]].concat());
    // Four seeds, on each of which the free seat goes to either, in three rotations.
    assert_eq!((&report["units"], &report["games"]), (&4.into(), &24.into()));
    assert_eq!(report["unit_results"].as_array().unwrap().len(), 25);
    let counts = |bots| {
        let team = team(&report, bots);
        (team["rounds"].as_u64().unwrap(), team["seeds"].as_u64().unwrap())
    };
    assert_eq!(counts(["@cook", "@cook"]), (12, 4));
    assert_eq!(counts(["@cook", "@waiter"]), (48, 4));
    assert_eq!(counts(["@waiter", "@waiter"]), (12, 4));
    assert_eq!(team(&report, ["@waiter", "@waiter"])["mean"], 0.0);
    let mean = |bots| team(&report, bots)["mean"].as_f64().unwrap();
    assert!(mean(["@cook", "@cook"]) > mean(["@cook", "@waiter"]));

    // All of it comes from the log.
    let printed = out(&referee(folder.path(), &duel));
    assert!(printed.contains("  @cook with @waiter  "), "{printed}");
    assert_eq!(out(&referee(folder.path(), &["report", "log.jsonl"])), printed);
    let log = fs::read_to_string(folder.path().join("log.jsonl")).unwrap();
    assert!(log.contains(r#""rounds":[{"seats":[0,1],"points":"#), "{log}");
}

#[test]
fn a_third_bot_takes_the_free_seat() {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "alamode", "@cook", "c=@cook", "--others", "@waiter", "--games", "6"];
    let report = json(&folder, &[&duel[..], &["--json"]].concat());
    assert_eq!((&report["units"], &report["games"]), (&1.into(), &6.into()));
    assert_eq!(team(&report, ["@cook", "c"])["rounds"], 6);
}

/// Who cooks first with the third bot would decide most seeds, were it always the same of the two.
#[test]
fn no_place_beside_a_third_bot_favours_either() {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "alamode", "a=@cook", "b=@cook", "--others", "@waiter", "--games", "60"];
    let report = json(&folder, &[&duel[..], &["--json"]].concat());
    // Six meetings on each seed, that is, twelve half points: all ten seeds are shared.
    assert_eq!(report["unit_results"][6], 10);
    assert_eq!(team(&report, ["a", "@waiter"])["mean"], team(&report, ["b", "@waiter"])["mean"]);
}

#[test]
fn a_ladder_of_one_bot_tells_how_it_works_with_itself() {
    let folder = TempDir::new().unwrap();
    let report = json(&folder, &["ladder", "alamode", "@cook", "--games", "5", "--json"]);
    let team = team(&report, ["@cook", "@cook"]);
    assert_eq!((&team["rounds"], &team["seeds"]), (&15.into(), &5.into()));
    assert!(team["standard_error"].as_f64().unwrap() > 0.0);
    assert_eq!(report["bots"][0]["games"], 15);
}

#[test]
fn a_ladder_of_two_and_of_four() {
    let folder = TempDir::new().unwrap();
    let two = json(&folder, &["ladder", "alamode", "@cook", "@waiter", "--games", "6", "--json"]);
    // Six games of three seats, of which each bot has half.
    assert_eq!((&two["bots"][0]["bot"], &two["bots"][0]["games"]), (&"@cook".into(), &9.into()));
    assert_eq!(two["bots"][0]["points"], two["bots"][0]["points_against"]["@waiter"]);
    let four = ["ladder", "alamode", "@cook", "@waiter", "@clumsy", "c=@cook", "--games", "6"];
    let four = json(&folder, &[&four[..], &["--json"]].concat());
    // Four groups of three, of which each bot is in three; six orders each.
    assert_eq!(four["bots"].as_array().unwrap().len(), 4);
    assert!(four["bots"].as_array().unwrap().iter().all(|bot| bot["games"] == 18));
}

#[test]
fn bad_calls_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], advice: &str| {
        let output = referee(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", err(&output));
        assert!(err(&output).contains(advice), "{arguments:?}: {}", err(&output));
    };
    refused(&["play", "alamode", "@cook", "@cook"], "alamode takes 3 players, not 2");
    refused(&["play", "alamode", "@cook", "--option", "league=0"], "from 1 to 255");
    refused(&["play", "alamode", "@cook", "--seed", "1.5"], "is not a whole number");
    refused(
        &["play", "alamode", "@chef"],
        "has no house player '@chef'; there are: @cook, @clumsy",
    );
    let four =
        ["duel", "alamode", "@cook", "@waiter", "--others", "@clumsy", "--others", "c=@cook"];
    refused(&four, "takes 3 players, not 4");
}

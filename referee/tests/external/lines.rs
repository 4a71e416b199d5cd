//! The line protocol: `heap.py` speaks the older version, `auction.py` ours.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use referee::testkit::needs::Need;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{beside, folder};
use crate::common::{code, command, err, out, referee, succeeds, wait_until};

/// A folder with a contest of a heap of stones, whose referee is run with these arguments; `more` is added to its table.
pub(super) fn heap(arguments: &str, more: &str) -> TempDir {
    let contest = format!(
        "[contest]\nkey = \"heap\"\nseats = [2, 4]\n\n\
         [referee]\nengine = \"lines\"\ncommand = \"python3 {} {arguments}\"\nanswer-s = 20.0\n{more}\n\
         [bots]\none.run = \"python3 taker.py\"\nbest.run = \"python3 taker.py best\"\n\
         gone.run = \"sh -c 'exit 3'\"\nwrong.run = \"sh -c 'read a; read b; echo x'\"\n",
        beside("heap.py").display()
    );
    folder(&contest, &[("taker.py", &fs::read_to_string(beside("taker.py")).unwrap())])
}

/// A folder with a contest of auctions; `more` is added to the table of the referee.
pub(super) fn auction(arguments: &str, more: &str) -> TempDir {
    let contest = format!(
        "[contest]\nkey = \"auction\"\nseats = [2, 4]\nthinkers = \"all\"\n\n\
         [referee]\nengine = \"lines\"\ncommand = \"python3 {} {arguments}\"\n{more}\n\
         [options]\nrounds = {{ default = 3, range = [1, 100000] }}\ntogether = {{ default = \"true\" }}\nodd = \"\"\n\
         odd-seed = 1\n\n\
         [bots]\nfive.run = \"python3 bidder.py\"\nsix.run = \"python3 bidder.py --set bid=6\"\n\
         ten.run = \"python3 bidder.py --set bid=10\"\n",
        beside("auction.py").display()
    );
    folder(&contest, &[("bidder.py", &fs::read_to_string(beside("bidder.py")).unwrap())])
}

/// The object that a command prints.
pub(super) fn object(folder: &TempDir, arguments: &[&str]) -> Value {
    let output = succeeds(folder.path(), arguments);
    serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{error}: {}", out(&output)))
}

/// Plays a game. On a system that does not tell starvation from lateness a busy machine must not decide it.
fn play(folder: &TempDir, arguments: &[&str]) -> Value {
    let rest = ["--seed", "9", "--json", "--timeout-factor", "20"];
    object(folder, &[&["play"], arguments, &rest].concat())
}

fn recorded(folder: &TempDir, game: &Value) -> Vec<Value> {
    let text = fs::read_to_string(folder.path().join(game["recording"].as_str().unwrap())).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_referee_of_the_older_version_is_served_as_its_runner_serves_it() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = heap("", "");
    let game = play(&folder, &["best", "one", "one", "wrong"]);
    let result = &game["result"];
    assert_eq!((&result["ranks"], &result["scores"]), (&json!([1, 2, 2, 4]), &json!([3, 1, 1, 0])));
    // An error on standard error is a fault of the player, a defeat by the rules is not.
    let thrown_out = json!([{"seat": 3, "fault": "garbage", "cause": "InvalidInput x"}]);
    assert_eq!(result["thrown_out"], thrown_out);
    let exchanges = recorded(&folder, &game);
    assert_eq!(
        exchanges[1]["sent"],
        json!(["4 0", "17"]),
        "lines are held until the player is asked"
    );
    assert_eq!(exchanges[1]["referee"]["expects"]["ms"], 1000);
    assert_eq!(exchanges[5]["referee"]["expects"]["ms"], 50);
    let replayed = succeeds(folder.path(), &["replay", game["recording"].as_str().unwrap()]);
    assert!(out(&replayed).contains("1 recording agrees"), "{}", out(&replayed));
}

#[test]
fn an_old_referee_that_knows_no_seeds_can_be_used() {
    if !Need::Python.program_runs() {
        return;
    }
    let refused = referee(heap("--deaf", "").path(), &["play", "best", "one", "--quiet"]);
    assert!(
        err(&refused).contains("last words: wanted ###Start, got ###Seed"),
        "{}",
        err(&refused)
    );
    let game = play(&heap("--deaf", "seeds = false"), &["best", "one"]);
    assert_eq!(game["result"]["ranks"].as_array().unwrap().len(), 2);
}

#[test]
fn a_fault_counts_even_if_an_older_referee_cannot_hear_of_it() {
    if !Need::Python.program_runs() {
        return;
    }
    for (arguments, bots, ranks) in [
        // With one player left the game is over.
        ("", ["gone", "one"].as_slice(), json!([2, 1])),
        // Else the referee gets an illegal line and goes on,
        ("", &["gone", "best", "one"], json!([3, 1, 2])),
        ("", &["best", "gone", "gone"], json!([1, 3, 2])),
        // or it cannot go on; then all others share the first place.
        ("--brittle", &["gone", "best", "one"], json!([3, 1, 1])),
    ] {
        let game = play(&heap(arguments, ""), bots);
        assert_eq!(game["result"]["ranks"], ranks, "{arguments} {bots:?}");
        assert_eq!(game["result"]["thrown_out"][0]["fault"], "exit");
    }
}

#[test]
fn a_start_position_of_a_referee_that_fails_is_a_failure() {
    let folder = folder(
        "[contest]\nkey = \"x\"\nseats = 2\n\n[referee]\nengine = \"lines\"\ncommand = \"sh -c 'exit 3'\"\n",
        &[],
    );
    let output = referee(folder.path(), &["board", "--seed", "3"]);
    assert!(code(&output) == 1 && err(&output).contains("failed"), "{}", err(&output));
}

#[test]
fn a_referee_of_our_version_asks_all_at_once_and_gives_limits_scores_and_a_board() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = auction("", "");
    let game = play(&folder, &["five", "six", "ten"]);
    let result = &game["result"];
    assert_eq!((&result["scores"], &result["ranks"]), (&json!([15, 18, -1]), &json!([2, 1, 3])));
    assert_eq!(result["thrown_out"][0]["cause"], "10: wanted 0 to 9");
    assert_eq!(result["metadata"], json!({"sum_0": 15, "sum_1": 18, "sum_2": -1, "rounds": 3}));
    let exchanges = recorded(&folder, &game);
    // One step asks three players, the second only those that are left.
    let asked = |line: usize| {
        let together = exchanges[line]["referee"]["together"].as_array().unwrap();
        (together.len(), together[0]["ms"].clone())
    };
    assert_eq!((asked(1), asked(4)), ((3, json!(1000)), (2, json!(100))));

    let file = game["recording"].as_str().unwrap();
    let replayed = succeeds(folder.path(), &["replay", file]);
    assert!(out(&replayed).contains("1 recording agrees"), "{}", out(&replayed));
    // Without the referee it can still be looked into.
    fs::remove_file(folder.path().join("botyard.toml")).unwrap();
    let shown = out(&succeeds(folder.path(), &["show", file, "--turn", "3"]));
    assert!(shown.contains("turn 3") && shown.contains("\n1 ****"), "{shown}");
    succeeds(folder.path(), &["view", file]);
    let bot = ["redrive", file, "python3 bidder.py --set bid=6", "--seat", "1"];
    assert_eq!(out(&succeeds(folder.path(), &bot)), "all 3 answers are the same\n");
    let other = ["redrive", file, "python3 bidder.py", "--seat", "1"];
    let other = referee(folder.path(), &other);
    assert!(out(&other).contains("3 of 3 answers differ"), "{}", out(&other));
}

#[test]
fn the_referee_hears_of_a_fault_and_goes_on() {
    if !Need::Python.program_runs() {
        return;
    }
    for together in ["true", "false"] {
        let option = format!("together={together}");
        let game = play(&auction("", ""), &["five", "true", "six", "--option", &option]);
        assert_eq!(game["result"]["scores"], json!([15, -1, 18]), "{option}");
        assert_eq!(game["result"]["thrown_out"][0]["fault"], "exit");
    }
}

#[test]
fn an_older_referee_takes_no_options() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = heap("", "[options]\nsize = 3\n");
    let refused = referee(folder.path(), &["play", "best", "one", "--quiet"]);
    assert!(err(&refused).contains("older version of the line protocol"), "{}", err(&refused));
}

#[test]
fn a_wrong_command_is_named_with_its_place() {
    for (command, part) in [
        ("./absent --fast", "absent does not exist"),
        ("python3 'heap.py", "the command line of the referee"),
        ("", "is empty"),
    ] {
        let contest = format!(
            "contest.key = \"heap\"\n\n[referee]\nengine = \"lines\"\ncommand = \"{command}\"\n"
        );
        let output = referee(folder(&contest, &[]).path(), &["play", "a", "b"]);
        let error = err(&output);
        let has_place = error.contains("botyard.toml, line 5, column 11: ");
        assert!(code(&output) == 2 && has_place && error.contains(part), "{command}: {error}");
    }
}

#[test]
fn bots_are_measured_tuned_and_looked_into() {
    if !Need::Python.program_runs() {
        return;
    }
    for (folder, [good, poor], games) in
        [(heap("", ""), ["best", "one"], "8"), (auction("", ""), ["six", "five"], "6")]
    {
        let path = folder.path();
        let arguments = ["duel", good, poor, "--games", games, "--log", "duel.jsonl", "--json"];
        let duel = object(&folder, &arguments);
        assert_eq!(duel["games"].to_string(), games);
        let report = out(&succeeds(path, &["report", "duel.jsonl"]));
        assert!(report.contains("losses 0"), "{report}");
        // The contest file above the log is found from everywhere.
        let elsewhere = TempDir::new().unwrap();
        let log = path.join("duel.jsonl").display().to_string();
        let again = out(&succeeds(elsewhere.path(), &["report", &log]));
        assert_eq!(again.lines().next(), report.lines().next());
        let away = elsewhere.path().join("away.jsonl");
        std::fs::copy(path.join("duel.jsonl"), &away).unwrap();
        let lost = err(&referee(elsewhere.path(), &["report", "away.jsonl"]));
        assert!(lost.contains("needs its contest file: --contest FILE"), "{lost}");
        let arguments = ["ladder", good, poor, "--games", "4", "--log", "ladder.jsonl"];
        let ladder = out(&succeeds(path, &arguments));
        assert!(ladder.find(good) < ladder.find(poor), "{ladder}");
    }
}

#[test]
fn a_bot_is_tuned_and_seeds_with_void_games_are_left_out() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = auction("", "");
    let arguments = [
        "tune",
        "five",
        "--iterations",
        "6",
        "--pairs",
        "2",
        "--final-games",
        "2",
        "--checkpoint",
        "tune.json",
        "--option",
        "odd=die",
        "--option",
        "odd-seed=3",
    ];
    let tune = succeeds(folder.path(), &arguments);
    assert!(err(&tune).contains("is void and left out"), "{}", err(&tune));
    let checkpoint = fs::read_to_string(folder.path().join("tune.json")).unwrap();
    let checkpoint: Value = serde_json::from_str(&checkpoint).unwrap();
    assert_eq!(checkpoint["rounds"].as_array().unwrap().len(), 6);
}

#[test]
fn a_killed_duel_goes_on() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = auction("", "");
    let log = folder.path().join("duel.jsonl");
    let arguments = ["duel", "six", "five", "--games", "30", "--log", "duel.jsonl"];
    let mut killed = command(folder.path(), &arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until(|| games_in(&log) >= 2);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let before = games_in(&log);
    assert!(before < 30, "it was killed too late to show anything");
    succeeds(folder.path(), &arguments);
    assert_eq!(games_in(&log), 30);
}

/// The number of games in a log.
pub(super) fn games_in(log: &Path) -> usize {
    let text = fs::read_to_string(log).unwrap_or_default();
    text.lines().filter(|line| line.contains("\"scores\"")).count()
}

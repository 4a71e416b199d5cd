//! The output of a duel and a ladder, and the options that choose their games, as a user sees them.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, refused, toy_command, toy_referee as referee, wait_until};

/// A duel of games that `@five` nearly always wins.
fn duel(folder: &Path, bots: [&str; 2], more: &[&str]) -> (i32, String) {
    let rounds: &[&str] = if more.contains(&"--option") { &[] } else { &["--option", "rounds=60"] };
    let output = referee(folder, &[&["duel", "nearest"], &bots[..], rounds, more].concat());
    assert!([0, 3, 4].contains(&code(&output)), "{}", err(&output));
    (code(&output), out(&output))
}

fn seeds(log: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(log).unwrap();
    let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects.filter_map(|it| it["seed"].as_str().map(str::to_owned)).collect()
}

#[test]
fn a_verdict_states_the_bounds_of_its_test() {
    let folder = TempDir::new().unwrap();
    let equal = ["a=@random", "b=@random"];
    let (code, text) = duel(folder.path(), equal, &["--sprt", "-300,-200"]);
    assert!(code == 0 && text.contains("a is not weaker than -300 Elo at 95 % (H1)"), "{text}");
    let (code, text) = duel(folder.path(), ["@random", "@five"], &["--sprt", "no-loss"]);
    assert!(code == 3 && text.contains("@random is weaker at 95 % (H0)"), "{text}");
    let (code, text) = duel(folder.path(), ["@five", "@random"], &["--sprt", "small"]);
    assert!(code == 0 && text.contains("test by points of Elo 0 against 3: "), "{text}");
    let by_score = ["--sprt", "gain", "--by", "score", "--json"];
    let (code, json) = duel(folder.path(), ["@five", "@random"], &by_score);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &json["test"]["finding"]), (0, &"stronger at 95 %".into()));
    assert!(json["test"]["normalised_elo_of_scores"]["low"].as_f64().unwrap() > 0.0, "{json}");
}

#[test]
fn normalised_elo_is_reported_beside_elo() {
    let folder = TempDir::new().unwrap();
    // The games are short, so that not all are won by one bot.
    let more = ["--games", "40", "--option", "rounds=5"];
    let (_, text) = duel(folder.path(), ["@five", "@random"], &more);
    let line = text.lines().find(|line| line.starts_with("  Elo ")).unwrap();
    assert!(line.contains(" (95 %), normalised ") && line.contains("better with"), "{line}");
}

#[test]
fn a_duel_is_written_as_a_table_with_empty_cells_for_unknown_values() {
    let folder = TempDir::new().unwrap();
    let more = ["--games", "8", "--csv", "duel.csv", "--log", "log"];
    let (_, report) = duel(folder.path(), ["@five", "x=@random"], &more);
    let text = fs::read_to_string(folder.path().join("duel.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let row: std::collections::BTreeMap<String, String> =
        rows.deserialize().next().unwrap().unwrap();
    let cell = |name: &str| row[name].as_str();
    assert_eq!([cell("a"), cell("b"), cell("games"), cell("wins")], ["@five", "x", "8", "8"]);
    assert_eq!([cell("points_percent"), cell("finding"), cell("llr")], ["100.00", "", ""]);
    // Infinite values, and values that cannot be computed from units that are all alike.
    assert_eq!([cell("elo"), cell("elo_high"), cell("normalised_elo")], ["", "", ""]);
    assert!(cell("elo_low").parse::<f64>().unwrap().is_finite() && report.contains("8 games"));
    let again = referee(folder.path(), &["report", "log", "--csv", "again.csv"]);
    assert_eq!(code(&again), 0, "{}", err(&again));
    assert_eq!(fs::read_to_string(folder.path().join("again.csv")).unwrap(), text);
}

#[test]
fn a_ladder_says_by_how_much_the_first_leads() {
    let folder = TempDir::new().unwrap();
    let ladder = "ladder nearest @five @random --games 20 --option rounds=300";
    let ladder: Vec<&str> = ladder.split(' ').collect();
    let output = referee(folder.path(), &[&ladder[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&out(&output)).unwrap();
    let low = json["lead_of_first"]["low"].as_f64().unwrap();
    assert!(low > 0.0 && json["lead_of_first"]["value"].as_f64().unwrap() > low, "{json}");
    let text = out(&referee(folder.path(), &ladder));
    assert!(text.contains("@five leads @random by +"), "{text}");
}

#[test]
fn one_bot_alone_has_no_rating() {
    let folder = TempDir::new().unwrap();
    let output = referee(folder.path(), &["ladder", "pairs", "@six", "--games", "4"]);
    assert_eq!(code(&output), 0, "{}", err(&output));
    let text = out(&output);
    assert!(text.contains("@six with @six") && !text.contains("elo"), "{text}");
}

#[test]
fn only_the_given_seeds_are_played() {
    let folder = TempDir::new().unwrap();
    let set = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<BTreeSet<_>>();
    let play = |more: &[&str]| {
        let log = folder.path().join("log");
        let _ = fs::remove_file(&log);
        duel(folder.path(), ["@five", "@random"], &[&["--log", "log"], more].concat());
        seeds(&log)
    };
    assert_eq!(play(&["--seeds", "5..8", "--games", "6"]), set(&["5", "6", "7"]));
    assert_eq!(play(&["--seeds", "5..=6", "--games", "2"]), set(&["5"]));
    fs::write(folder.path().join("mine"), "77 # won by luck\n\n  3\n").unwrap();
    assert_eq!(play(&["--seeds", "mine", "--games", "4"]), set(&["3", "77"]));
    let ladder = ["ladder", "nearest", "@five", "@random", "--seeds", "mine", "--log", "l"];
    assert_eq!(code(&referee(folder.path(), &ladder)), 0);
    assert_eq!(seeds(&folder.path().join("l")), set(&["3", "77"]));
}

#[test]
fn bad_seeds_and_numbers_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    at("empty", "# none\n");
    at("twice", "4\n5\n4\n");
    at("words", "4\nfour\n");
    let bad = |more: &[&str], advice: &str| {
        let call = [&["duel", "nearest", "@five", "@random"], more].concat();
        refused(&referee(folder.path(), &call), advice);
    };
    bad(&["--seeds", "empty"], "the file has no seeds; write one per line");
    bad(&["--seeds", "twice"], "seed 4 appears twice");
    bad(&["--seeds", "words"], "--seeds has 'four'");
    bad(&["--seeds", "missing"], "give a range such as 0..50, or a file");
    bad(&["--seeds", "9..5"], "9..5 is empty");
    bad(&["--seeds", "0..4", "--games", "9"], "--games asks for 5 seeds, but there are 4");
    bad(&["--seeds", "0..4", "--seed", "7"], "cannot be used with");
    bad(&["--games", "-5"], "a whole number from 1 to 10000000 is wanted");
    bad(&["--parallel", "-1"], "a whole number from 1 to 10000 is wanted");
    bad(&["--timeout-factor", "-2"], "a number above 0 is wanted");
    let plus = ["duel", "nearest", "a+b=@five", "@random"];
    refused(&referee(folder.path(), &plus), "'a+b' is not a name of a bot because of '+'");
}

#[test]
fn a_script_that_is_not_executable_gets_advice_with_its_interpreter() {
    let folder = TempDir::new().unwrap();
    for (file, advice) in [("my_bot.py", "'python3 my_bot.py'"), ("my_bot", "'./my_bot'")] {
        fs::write(folder.path().join(file), "").unwrap();
        let output = referee(folder.path(), &["play", "nearest", file]);
        refused(&output, &format!("'{file}' is a file, but not a program; give it as {advice}"));
    }
}

/// Begins a duel of a bot that takes a hundredth of a second for each answer.
fn slow_duel(folder: &Path, more: &str) -> Child {
    fs::write(folder.join("slow.sh"), "while read line; do sleep 0.01; echo 5; done\n").unwrap();
    let call = format!("duel nearest @five --games 400 --log log {more}");
    let call = [&call.split_whitespace().collect::<Vec<_>>()[..], &["slow=sh slow.sh"]].concat();
    let mut command = toy_command(folder, &call);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

/// If standard error is not a terminal, each look of the test writes a line.
#[test]
fn without_a_terminal_progress_is_lines() {
    let folder = TempDir::new().unwrap();
    let mut child = slow_duel(folder.path(), "--sprt gain --parallel 1 --option rounds=3");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = lines.find_map(|line| line.ok().filter(|line| line.contains(" games, ")));
    child.kill().unwrap();
    child.wait().unwrap();
    let line = line.expect("a line of progress");
    assert!(line.contains("at most 400 games") && line.contains("LLR"), "{line}");
}

/// The first Ctrl-C ends the run after the running games, so that none is lost.
#[test]
fn stop_after_current_plays_running_games_to_their_end() {
    let folder = TempDir::new().unwrap();
    let more = "--parallel 2 --stop-after-current --option rounds=60";
    let mut child = slow_duel(folder.path(), more);
    let log = folder.path().join("log");
    let games = || fs::read_to_string(&log).unwrap_or_default().matches("\"seed\"").count();
    wait_until(|| games() >= 1 || child.try_wait().unwrap().is_some());
    let before = games();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 4, "{}", err(&output));
    assert!(games() > before, "the running games are in the log");
    assert!(games() <= before + 4, "{} games after {before}", games());
}

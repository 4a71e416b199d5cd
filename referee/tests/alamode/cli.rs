//! Code à la Mode on the command line, run as a user runs it.

use std::fs;

use referee::recording::Recording;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{self, code, err, out, referee, succeeds, unchained};

#[test]
fn a_match_is_played_drawn_recorded_and_replayed() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "alamode", "@cook", "@clumsy", "@cook", "--seed", "3"];
    let played = succeeds(folder.path(), &play);
    insta::assert_snapshot!(common::timeless(&played));

    succeeds(folder.path(), &["replay", "games"]);
    let redriven =
        succeeds(folder.path(), &["redrive", "games/alamode-3.jsonl", "--seat", "2", "@cook"]);
    assert!(out(&redriven).starts_with("all 200 answers are the same"), "{}", out(&redriven));
}

#[test]
fn the_board_is_sent_as_documented() {
    let folder = TempDir::new().unwrap();
    insta::assert_snapshot!(out(&referee(folder.path(), &["board", "alamode", "--seed", "1"])));
}

/// Lines beyond the one that was asked for are read as the answers of the following turns.
#[test]
fn lines_too_many_are_later_answers() {
    let folder = TempDir::new().unwrap();
    let bot =
        "sh -c 'n=0; while [ $n -lt 150 ]; do n=$((n+1)); echo \"WAIT;$n\"; done; cat >/dev/null'";
    let play = ["play", "alamode", bot, "@waiter", "@waiter", "--seed", "3", "--quiet"];
    let file = ["--record", "game.jsonl", "--timeout-factor", "10"];
    succeeds(folder.path(), &[&play[..], &file].concat());
    let recording = Recording::load(&folder.path().join("game.jsonl")).unwrap();
    let answers = recording.exchanges.iter().map(|(_, it)| it).filter(|it| it.seat.0 == 0);
    let said: Vec<String> = answers.filter_map(|it| it.got.first().cloned()).collect();
    let expected: Vec<String> = (1..=150).map(|number| format!("WAIT;{number}")).collect();
    assert_eq!(said, expected);
    // After that it writes nothing more, and is dead.
    assert_eq!(recording.result.1["scores"].to_string(), "[-1,0,0]");
}

fn json(folder: &TempDir, arguments: &[&str]) -> Value {
    let output = succeeds(folder.path(), arguments);
    serde_json::from_str(&out(&output)).unwrap()
}

fn team<'a>(report: &'a Value, bots: [&str; 2]) -> &'a Value {
    let teams = report["teams"].as_array().unwrap();
    teams.iter().find(|team| team["bots"] == serde_json::json!(bots)).unwrap()
}

#[test]
fn a_duel_reports_points_of_each_bot_with_itself_and_with_the_other() {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "alamode", "@cook", "@waiter", "--games", "24", "--log", "log.jsonl"];
    let report = json(&folder, &[&duel[..], &["--json"]].concat());
    // Four seeds, each played in three rotations, with the free seat given to one bot and then to the other.
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

    // All figures come from the log.
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

/// If the same bot always cooked first with the third one, that would decide most seeds.
#[test]
fn no_seat_beside_a_third_bot_favours_either() {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "alamode", "a=@cook", "b=@cook", "--others", "@waiter", "--games", "30"];
    let report = json(&folder, &[&duel[..], &["--json"]].concat());
    // Six meetings on each seed make twelve half points: all five seeds are shared.
    assert_eq!(report["unit_results"][6], 5);
    assert_eq!(team(&report, ["a", "@waiter"])["mean"], team(&report, ["b", "@waiter"])["mean"]);
}

#[test]
fn a_ladder_of_one_bot_reports_its_points_with_itself() {
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

/// In a ladder of groups, two bots always meet beside a third one.
#[test]
fn a_ladder_s_log_compares_two_of_its_bots() {
    let folder = TempDir::new().unwrap();
    let bots = ["@waiter", "@cook", "@clumsy", "c=@cook"];
    let ladder = [&["ladder", "alamode"], &bots[..], &["--games", "12", "--log", "l"]].concat();
    let table = succeeds(folder.path(), &ladder);
    let report = |more: &[&str]| {
        let output = succeeds(folder.path(), &[&["report", "l"], more].concat());
        out(&output)
    };
    assert_eq!(report(&[]), out(&table));

    let both = json(&folder, &["report", "l", "@cook", "@waiter", "--json"]);
    assert_eq!(
        (&both["units"], &both["games"], &both["wins"]),
        (&2.into(), &24.into(), &24.into())
    );
    assert_eq!(both["companies"], serde_json::json!([["@clumsy"], ["c"]]));
    // Four rounds together, in each order, with both third bots.
    assert_eq!(team(&both, ["@cook", "@waiter"])["rounds"], 24);
    let title = "c against @cook, with @clumsy or with @waiter: 24 games of alamode on 2 seeds\n";
    let text = report(&["c", "@cook"]);
    assert!(text.starts_with(title), "{text}");
    assert!(text.contains("wins 12, draws 0, losses 12\n"), "{text}");
    assert!(text.contains("difference +0.0 [+0.0, +0.0]"), "{text}");
    let one = report(&["c", "@cook", "--others", "@waiter", "--sprt", "0,10"]);
    let title = "c against @cook, with @waiter: 12 games of alamode on 2 seeds\n";
    assert!(one.starts_with(title) && one.contains("(H0)") | one.contains("undecided"), "{one}");

    // A seed with a missing game is not counted, and the report says so.
    let log = fs::read_to_string(folder.path().join("l")).unwrap();
    let cut = |keep: &dyn Fn(&str) -> bool| {
        let lines: Vec<&str> = log.lines().filter(|line| keep(line)).collect();
        // A chain of hashes would show that lines are missing.
        fs::write(folder.path().join("l"), unchained(&lines.join("\n"))).unwrap();
    };
    let last = log.lines().rfind(|line| line.contains(r#""@cook","@clumsy","c""#)).unwrap();
    cut(&|line| line != last);
    let text = report(&["c", "@cook"]);
    assert!(
        text.contains(": 12 games of alamode on 1 seed\n  not counted: 1 seed without"),
        "{text}"
    );
    assert!(text.contains("without all of its 12 games; see --others\n"), "{text}");
    assert!(report(&["c", "@cook", "--others", "@waiter"]).contains(" 12 games of"), "unharmed");
    // Games of such a seed are not counted for the pair's own points either.
    let report = json(&folder, &["report", "l", "c", "@cook", "--json"]);
    assert_eq!((&report["units_left_out"], &report["teams"][0]["rounds"]), (&1.into(), &12.into()));

    let refused = |more: &[&str], advice: &str| {
        common::refused(&referee(folder.path(), &[&["report", "l"], more].concat()), advice);
    };
    let both = ["c", "@cook", "--others", "@waiter", "--others", "@clumsy"];
    refused(&both, "not met with @clumsy and @waiter in this log, but with: @clumsy; @waiter");
    refused(&["c", "@cook", "--others", "d"], "no bot 'd' in the log; there are: @clumsy, @cook");
    refused(&["c", "@cook", "--others", "c"], "'c' cannot be compared with itself");
    refused(&["--others", "c"], "needs the names of two bots");
    cut(&|line| line.contains("\"bot\"") || line.contains("format"));
    refused(&["c", "@cook"], "c and @cook have not met in this log");
}

/// One game a seed for each is enough to compare what they earn with themselves.
#[test]
fn two_ladders_of_one_bot_in_one_log_are_compared_seed_by_seed() {
    let folder = TempDir::new().unwrap();
    for (bot, games) in [("@cook", "8"), ("@waiter", "6")] {
        let ladder = ["ladder", "alamode", bot, "--log", "l", "--games", games];
        assert_eq!(code(&referee(folder.path(), &ladder)), 0);
    }
    let report = json(&folder, &["report", "l", "@cook", "@waiter", "--json"]);
    assert_eq!((&report["units"], &report["games"]), (&6.into(), &12.into()));
    let difference = &report["team_differences"][0];
    assert_eq!((&difference["company"], &difference["better"]), (&"with itself".into(), &6.into()));
    let more = difference["points"]["value"].as_f64().unwrap();
    let mean = team(&report, ["@cook", "@cook"])["mean"].as_f64().unwrap();
    assert!((more - mean).abs() < 1e-6, "@waiter earns nothing: {report}");
    let text = out(&referee(folder.path(), &["report", "l", "@waiter", "@cook"]));
    assert!(text.starts_with("@waiter and @cook: 12 games of alamode on 6 seeds\n"), "{text}");
    assert!(text.contains("  each with itself: @waiter earns -"), "{text}");
    let test = ["report", "l", "@cook", "@waiter", "--sprt", "0,5"];
    let test = referee(folder.path(), &test);
    assert_eq!(code(&test), 2);
    assert!(err(&test).contains("needs the names of two bots that have met"), "{}", err(&test));
}

/// Games with a third bot are left out of a comparison of two that have met alone, unless `--others` is
/// given.
#[test]
fn two_bots_that_have_met_alone_are_compared_alone() {
    let folder = TempDir::new().unwrap();
    let ladder = ["ladder", "alamode", "@cook", "@waiter", "--log", "l", "--games", "6"];
    assert_eq!(code(&referee(folder.path(), &ladder)), 0);
    let more = ["ladder", "alamode", "@cook", "@waiter", "d=@cook", "--log", "l", "--games", "12"];
    assert_eq!(code(&referee(folder.path(), &more)), 0);
    let alone = json(&folder, &["report", "l", "@cook", "@waiter", "--json"]);
    assert_eq!((&alone["games"], &alone["companies"]), (&6.into(), &serde_json::json!([[]])));
    let with = json(&folder, &["report", "l", "@cook", "@waiter", "--others", "d", "--json"]);
    assert_eq!((&with["games"], &with["companies"]), (&12.into(), &serde_json::json!([["d"]])));
}

#[test]
fn bad_calls_are_refused_with_advice() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], advice: &str| {
        common::refused(&referee(folder.path(), arguments), advice);
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

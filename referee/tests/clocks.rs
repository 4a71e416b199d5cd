//! The options for time limits and cores, and what reports say about them, as a user sees it.

use std::fs;

use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, toy_referee as referee};

const BOT: &str = "x=sh -c 'while read line; do echo 5; done'";

/// A short duel of a program with a house player.
fn duel(options: &[&str]) -> (TempDir, std::process::Output) {
    let folder = TempDir::new().unwrap();
    let duel = ["duel", "nearest", BOT, "@five", "--log", "l", "--games", "2", "--parallel", "1"];
    let duel = referee(folder.path(), &[&duel[..], options].concat());
    (folder, duel)
}

#[test]
fn a_report_names_the_isolation_of_the_programs() {
    let (folder, text) = duel(&[]);
    if !Need::linux_room() {
        assert!(out(&text).contains("  the bots were not isolated: "), "{}", out(&text));
        return;
    }
    assert!(out(&text).contains("  the bots were isolated"), "{}", out(&text));
    let report = out(&referee(folder.path(), &["report", "l", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    let in_force = |bot: &str| report["conduct"][bot]["in_force"].clone();
    assert!(in_force("x")[0].as_str().unwrap().starts_with("session"), "{report}");
    assert_eq!(in_force("@five"), serde_json::json!([]));
    assert_eq!(report["overload"]["undecided"], 0);
    assert_eq!(report["conduct"]["x"]["late"], 0);
}

#[test]
fn a_bot_has_its_own_time_and_the_log_and_its_commands_say_so() {
    let times = ["--timeout-factor", "x=40", "--time-margin", "3000", "--clock", "cpu"];
    let (folder, played) = duel(&times);
    assert_eq!(code(&played), 0, "{}", err(&played));
    let log = fs::read_to_string(folder.path().join("l")).unwrap();
    let header: Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
    let clocks = "--time-margin=3000 --timeout-factor=x=40 --clock=cpu";
    assert_eq!(header["clocks"], clocks);
    let game: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    let again = shell_words::split(game["again"].as_str().unwrap()).unwrap();
    let seat = if game["bots"][0] == "x" { "A" } else { "B" };
    for option in [&*format!("--timeout-factor={seat}=40"), "--time-margin=3000", "--clock=cpu"] {
        assert!(again.iter().any(|word| word == option), "{option}: {again:?}");
    }
    let again: Vec<&str> = again.iter().skip(1).map(String::as_str).collect();
    let again = referee(folder.path(), &[&again[..], &["--quiet"]].concat());
    assert_eq!(code(&again), 0, "{}", err(&again));
    // A log of games with other clocks belongs to other games.
    let other = ["duel", "nearest", BOT, "@five", "--log", "l", "--games", "2"];
    let other = referee(folder.path(), &other);
    assert!(code(&other) == 2 && err(&other).contains(clocks), "{}", err(&other));
}

#[test]
fn play_takes_the_names_of_bots_beside_the_letters_of_seats() {
    let folder = TempDir::new().unwrap();
    let play = |time: &str| {
        let play = ["play", "nearest", BOT, "y=@five", "--quiet", "--timeout-factor", time];
        referee(folder.path(), &play)
    };
    for time in ["x=40", "y=2", "A=40"] {
        assert_eq!(code(&play(time)), 0, "{}", err(&play(time)));
    }
    assert!(err(&play("z=2")).contains("no bot is called 'z'"), "{}", err(&play("z=2")));
}

#[test]
fn times_for_unknown_bots_and_missing_cores_are_refused() {
    let (_, played) = duel(&["--timeout-factor", "y=2"]);
    assert!(
        code(&played) == 2 && err(&played).contains("no bot is called 'y'"),
        "{}",
        err(&played)
    );
    let (_, played) = duel(&["--parallel", "10000", "--pin"]);
    assert_eq!(code(&played), 2);
}

/// With enough cores, the program and the referee each get their own, and the program cannot leave its core.
#[test]
fn a_program_has_its_own_cores_where_there_are_enough() {
    if !Need::linux_room() {
        return;
    }
    let (folder, played) = duel(&["--pin"]);
    if code(&played) == 2 {
        assert!(err(&played).contains("--pin needs a core for each"), "{}", err(&played));
        Need::Cores.skip(err(&played));
        return;
    }
    // In both games of the seed.
    let isolated = |folder: &TempDir| {
        let report = out(&referee(folder.path(), &["report", "l", "--json"]));
        let report: Value = serde_json::from_str(&report).unwrap();
        let words = report["conduct"]["x"]["in_force"].as_array().unwrap().clone();
        assert_eq!(words.len(), 1, "{words:?}");
        words[0].as_str().unwrap().to_owned()
    };
    let pinned = isolated(&folder);
    assert!(pinned.split(' ').any(|word| word == "cores"), "{pinned}");
    let free = isolated(&duel(&["--pin=no"]).0);
    assert!(free.split(' ').all(|word| word != "cores"), "{free}");
}

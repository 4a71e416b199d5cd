//! Commands on logs and recordings.

use std::env;
use std::fs;
use std::thread;

use super::{BOTS, Yard, rogue};

#[test]
fn logs_are_reported_merged_and_repaired() {
    let yard = Yard::new();
    for (log, seed) in [("a.jsonl", "1"), ("b.jsonl", "1000")] {
        let line =
            ["duel", "nearest", "@five", "@random", "--games", "20", "--seed", seed, "--log", log];
        yard.succeeds(&line);
    }
    let merged = yard.succeeds(&["merge", "a.jsonl", "b.jsonl", "-o", "all.jsonl"]);
    assert!(merged.contains("40"), "{merged}");
    assert_eq!(yard.games("all.jsonl").len(), 40);
    let mut text = fs::read_to_string(yard.at("a.jsonl")).unwrap();
    text.push_str("{\"seed\":\"broken");
    fs::write(yard.at("a.jsonl"), text).unwrap();
    assert_eq!(yard.run(&["repair", "a.jsonl"]).code, Some(0));
    assert_eq!(yard.games("a.jsonl").len(), 20);
    let page = yard.succeeds(&["report", "all.jsonl", "--html", "report.html"]);
    assert!(yard.at("report.html").is_file(), "{page}");
}

#[test]
fn a_game_is_played_replayed_shown_and_asked_again() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    let line = [
        "play",
        "nearest",
        &rogue,
        "@five",
        "--seed",
        "7",
        "--timeout-factor",
        "20",
        "--record",
        "games/a b.jsonl",
    ];
    yard.succeeds(&line);
    yard.succeeds(&["replay", "games/a b.jsonl"]);
    yard.succeeds(&["show", "games/a b.jsonl"]);
    yard.succeeds(&["view", "games/a b.jsonl", "-o", "game.html"]);
    assert!(yard.at("game.html").is_file());
    yard.succeeds(&[
        "redrive",
        "games/a b.jsonl",
        &rogue,
        "--seat",
        "0",
        "--timeout-factor",
        "100",
    ]);
}

#[test]
fn a_ladder_ranks_house_players() {
    let yard = Yard::new();
    let line = [
        "ladder",
        "nearest",
        "@five",
        "a=@random",
        "b=@random",
        "--games",
        "60",
        "--log",
        "l.jsonl",
    ];
    let said = yard.succeeds(&line);
    assert!(said.contains("@five"), "{said}");
    assert!(yard.games("l.jsonl").len() >= 60);
}

#[test]
fn a_new_bot_is_drafted_for_python() {
    let yard = Yard::new();
    let ended = yard.run(&["new", "bot", "tron"]);
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    assert!(yard.at("my_bot.py").is_file(), "{}", ended.out);
}

#[test]
fn contests_are_listed() {
    let yard = Yard::new();
    let said = yard.succeeds(&["games"]);
    assert!(said.contains("ocean") && said.contains("nearest"), "{said}");
}

#[test]
fn a_game_of_a_site_becomes_a_recording() {
    let yard = Yard::new();
    let game = include_str!("../../../fixtures/fuzz/imports/two-players");
    fs::write(yard.at("ein Rennen.json"), game).unwrap();
    let said = yard.succeeds(&["import", "karo", "ein Rennen.json", "--record", "race.jsonl"]);
    assert!(said.contains("11 answers, no difference"), "{said}");
    yard.succeeds(&["replay", "race.jsonl"]);
}

/// A program of its own has a core of its own where the system keeps programs on cores; else they share those that there
/// are.
#[test]
fn a_run_with_more_programs_than_cores_says_how_many_cores_there_are() {
    let yard = Yard::new();
    let cores = thread::available_parallelism().unwrap().get();
    let (bot, parallel) = (rogue("plain", ""), cores.to_string());
    let line = ["duel", "nearest", &bot, "@five", "--games", "2", "--timeout-factor", "100"];
    let shared = yard.run(&[&line[..], &["--parallel", &parallel]].concat());
    let counted = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    let wanted = format!("{cores} programs and the referee share {counted}\n");
    assert!(shared.err.contains(&wanted.replace("1 programs", "1 program")), "{}", shared.err);
    if yard.programs.is_of_windows() {
        let pinned = yard.run(&[&line[..], &["--pin"]].concat());
        assert_eq!(pinned.code, Some(2), "{}{}", pinned.out, pinned.err);
        assert!(pinned.err.contains("keeps no program on a core of its own"), "{}", pinned.err);
    }
}

#[test]
fn what_is_written_beside_a_bot_is_no_part_of_it() {
    let yard = Yard::new();
    let (rogue, beside) = (rogue("plain", ""), |name: &str| format!("{BOTS}/{name}"));
    let (csv, page) = (beside("t.csv"), beside("page.html"));
    for games in ["2", "4", "6"] {
        let line = ["duel", "nearest", "@five", &rogue, "--games", games, "--csv", &csv];
        let ended = yard.run(&[&line[..], &["--timeout-factor", "100"]].concat());
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        assert!(!ended.err.contains("has changed"), "{games}: {}", ended.err);
        let log = fs::read_dir(yard.at("games")).unwrap().next().unwrap().unwrap().file_name();
        let log = format!("games/{}", log.to_str().unwrap());
        yard.succeeds(&["report", &log, "--html", &page]);
        // Another program of the folder, and what a shell wrote there.
        fs::copy(yard.programs.file("exchanges"), yard.at(&beside("other.exe"))).unwrap();
        fs::write(yard.at(&beside("bot.cpp")), games).unwrap();
    }
    assert_eq!(fs::read_dir(yard.at("games")).unwrap().count(), 1);
}

#[test]
fn a_bot_of_a_contest_file_is_built_by_the_shell_and_found_by_its_own_path() {
    let yard = Yard::new();
    // The shell, too, is found by that.
    let path = if yard.programs.is_of_windows() {
        // A library that Wine lacks.
        let more = env::var("WINEPATH").map(|folder| format!(";Z:{folder}")).unwrap_or_default();
        format!("{BOTS};C:/windows/system32{more}")
    } else {
        format!("{BOTS}:{}", env::var("PATH").unwrap())
    };
    let bot = format!(
        "run = \"rogue plain\"\nbuild = \"echo built>made.txt\"\nenv = {{ PATH = \"{path}\" }}"
    );
    let file = format!("[contest]\ngame = \"nearest\"\n[bots.me]\n{bot}\n");
    fs::write(yard.at("botyard.toml"), file).unwrap();
    let said = yard.succeeds(&["play", "nearest", "me", "@five", "--timeout-factor", "100"]);
    assert!(!said.contains("thrown out"), "{said}");
    assert_eq!(fs::read_to_string(yard.at("made.txt")).unwrap().trim(), "built");
}

#[test]
fn a_file_that_is_no_program_is_refused_with_advice_that_helps() {
    let yard = Yard::new();
    fs::write(yard.at("nobot"), "").unwrap();
    let ended = yard.run(&["play", "nearest", "nobot", "@five"]);
    let windows = yard.programs.is_of_windows();
    let advice =
        if windows { "give it the ending .exe if it is one" } else { "give it as './nobot'" };
    assert!(ended.code == Some(2) && ended.err.contains(advice), "{}", ended.err);
}

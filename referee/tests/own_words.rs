//! The words in which commands tell of a game: names, seats, results, and commands to type next.

use std::fs;

use itertools::Itertools;
use referee::testkit::needs::Need;
use tempfile::TempDir;

use crate::common::{command, err, out, referee, refused, succeeds};

#[test]
fn a_command_that_plays_a_game_again_names_the_contest_file_and_works() {
    let folder = TempDir::new().unwrap();
    let file = "[contest]\ngame = \"tron\"\n[bots]\none.run = \"@filler\"\ntwo.run = \"@random\"\n";
    fs::write(folder.path().join("a file.toml"), file).unwrap();
    let named = ["--contest", "a file.toml"];
    let run = ["duel", "tron", "one", "two", "--games", "2", "--log", "log", "--keep", "none"];
    succeeds(folder.path(), &[&named[..], &run].concat());
    let report = ["report", "log", "--lost", "two"];
    let text = out(&succeeds(folder.path(), &[&named[..], &report].concat()));
    let again = text.lines().find(|line| line.contains("referee play")).unwrap();
    let words = shell_words::split(again).unwrap();
    assert!(words.contains(&"--contest=a file.toml".to_owned()), "{again}");
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    succeeds(folder.path(), &words);
    // Every option has its default.
    assert!(!again.contains("--option"), "{again}");
}

#[test]
fn an_option_of_the_contest_file_is_named_although_it_has_the_contests_own_default() {
    let folder = TempDir::new().unwrap();
    let file = "[contest]\ngame = \"tron\"\n[options]\nsize = \"7x7\"\n";
    fs::write(folder.path().join("botyard.toml"), file).unwrap();
    for (more, option) in [(&[][..], "size=7x7"), (&["--option", "size=any"], "size=any")] {
        let run = ["duel", "tron", "@filler", "@random", "--games", "20", "--log", option];
        succeeds(folder.path(), &[&run[..], more].concat());
        let lost = out(&succeeds(folder.path(), &["report", option, "--lost", "@random"]));
        assert!(lost.contains(&format!("'--option={option}'")), "{lost}");
    }
}

#[test]
fn a_name_that_a_bot_is_given_is_shown_and_recorded() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "tron", "a=@random", "b=@filler", "--seed", "3", "--record", "r", "-q"];
    let text = out(&succeeds(folder.path(), &play));
    assert!(text.contains("A (a) against B (b)"), "{text}");
    let recorded = fs::read_to_string(folder.path().join("r")).unwrap();
    assert!(recorded.contains(r#""name":"a""#) && recorded.contains(r#""name":"b""#), "{recorded}");
    let all = out(&succeeds(folder.path(), &["play", "tron", "x=@random", "--seed", "3", "-q"]));
    assert!(all.contains("A (x) against B (x)"), "{all}");
    refused(&referee(folder.path(), &["play", "tron", "a%=@random"]), "is not a name of a bot");
    refused(&referee(folder.path(), &["play", "tron", "a=@randm"]), "did you mean @random?");
}

#[test]
fn the_points_of_the_winner_are_the_first() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "tron", "@random", "@filler", "--seed", "3", "-q"];
    let text = out(&succeeds(folder.path(), &play));
    assert!(text.contains("\nB (@filler) wins, 1 : 0 after "), "{text}");
}

/// A referee that starts one bot and gives it 13 points.
const ONE_PLAYER: &str = "import subprocess, sys\n\
    subprocess.run(sys.argv[1], shell=True, input=b'go\\n', stdout=subprocess.PIPE)\nprint(13)\n";

#[test]
fn a_game_for_one_player_has_one() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let file = "[contest]\nkey = \"alone\"\nseats = 1\n[referee]\nengine = \"command\"\n\
                command = \"python3 one.py {p1}\"\n[bots]\na.run = \"cat\"\n";
    fs::write(folder.path().join("botyard.toml"), file).unwrap();
    fs::write(folder.path().join("one.py"), ONE_PLAYER).unwrap();
    let text = out(&succeeds(folder.path(), &["play", "a", "--seed", "1", "-q"]));
    assert!(text.starts_with("alone, seed 1: A (a)\nA (a) makes 13 points after "), "{text}");
    // Two bots play beside each other.
    let text = out(&succeeds(folder.path(), &["play", "a", "a", "--seed", "1", "-q"]));
    assert!(text.contains("A (a) against B (a)\nDraw, 13 : 13"), "{text}");
    let ladder = ["ladder", "a", "b=cat", "--games", "2"];
    let table = out(&succeeds(folder.path(), &ladder));
    assert!(table.starts_with("2 bots, 2 games of alone\n"), "{table}");
    let games = out(&succeeds(folder.path(), &["games"]));
    assert!(games.contains("alone: alone, 1 player\n"), "{games}");
    refused(
        &referee(folder.path(), &["new", "bot", "alone"]),
        "no first bot for alone in any language",
    );
}

#[test]
fn the_range_of_players_is_listed() {
    let folder = TempDir::new().unwrap();
    let games = out(&succeeds(folder.path(), &["games"]));
    for (key, players) in [
        ("alamode", "3 players"),
        ("courier", "1 to 200 players"),
        ("karo", "1 to 26 players"),
        ("ocean", "2 players"),
        ("tron", "2 to 4 players"),
    ] {
        let line = games.lines().find(|line| line.starts_with(&format!("{key}: "))).unwrap();
        assert!(line.ends_with(&format!(", {players}")), "{line}");
        // The rules take as many players, and no more.
        let most: usize = players.split(' ').rev().nth(1).unwrap().parse().unwrap();
        let bot = if key == "alamode" { "@cook" } else { "@random" };
        let players = (most + 1).to_string();
        let play = ["play", key, bot, "--players", &players, "-q"];
        refused(&referee(folder.path(), &play), "players, not");
    }
    let init = out(&succeeds(folder.path(), &["init", "--game", "karo"]));
    assert!(init.contains("Karopapier, 1 to 26 players"), "{init}");
}

#[test]
fn statistics_of_a_folder_pass_over_other_contests_and_unfinished_games() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let record = |game: &str, bot: &str, file: &str| {
        succeeds(here, &["play", game, bot, "--seed", "3", "-q", "--record", file]);
    };
    fs::create_dir(here.join("games")).unwrap();
    record("ocean", "@random", "games/a.jsonl");
    let alone = out(&succeeds(here, &["stats", "ocean", "games/a.jsonl"]));
    // Names and lists have any length; the columns end at the same place.
    record("ocean", "a_bot_with_a_name_of_more_than_24_letters=@random", "long.jsonl");
    let table = out(&succeeds(here, &["stats", "ocean", "long.jsonl"]));
    assert!(table.lines().map(str::len).all_equal(), "{table}");
    record("fruit", "@mo", "games/b.jsonl");
    let text = fs::read_to_string(here.join("games/a.jsonl")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(here.join("games/c.jsonl"), lines[..3].join("\n")).unwrap();
    fs::write(here.join("games/d.jsonl"), &text[..text.len() - 9]).unwrap();
    fs::write(here.join("games/e.jsonl"), "").unwrap();
    fs::write(here.join("games/f.jsonl"), "[1]").unwrap();
    let all = succeeds(here, &["stats", "ocean", "games"]);
    assert_eq!(out(&all), alone);
    assert_eq!(
        err(&all).trim(),
        "skipped 1 game of another contest, 3 recordings without a result and 1 file that is no recording"
    );
    refused(&referee(here, &["stats", "ocean", "games/f.jsonl"]), "f.jsonl is not a recording");
    refused(&referee(here, &["stats", "ocean", "games", "games/b.jsonl"]), "is a game of fruit");
    let cut = referee(here, &["stats", "ocean", "games/c.jsonl"]);
    refused(&cut, "c.jsonl ends after line 3 without a result");
    refused(&referee(here, &["stats", "alamode", "games"]), "no finished game of alamode there");
    // A recording of a later version is named, and the others count.
    let later = text.replacen("botyard/1", "botyard/2", 1).replacen("\"game\":", "\"contest\":", 1);
    fs::write(here.join("games/g.jsonl"), later).unwrap();
    let all = succeeds(here, &["stats", "ocean", "games"]);
    assert_eq!(out(&all), alone);
    let said = err(&all);
    assert!(said.contains("1 recording of another format and 1 file"), "{said}");
    assert!(said.contains("g.jsonl can read it"), "{said}");
    refused(&referee(here, &["stats", "ocean", "games/g.jsonl"]), "of format \"botyard/2\"");
    // A game that goes on has no damage before its last line.
    fs::write(here.join("games/c.jsonl"), [lines[0], "x", lines[1]].join("\n")).unwrap();
    refused(&referee(here, &["stats", "ocean", "games"]), "c.jsonl is a damaged recording");
}

#[test]
fn a_report_of_more_games_than_were_asked_for_says_so() {
    let folder = TempDir::new().unwrap();
    let duel = |games: &str| {
        let run = ["duel", "tron", "@filler", "@random", "--keep", "none", "--games", games];
        succeeds(folder.path(), &run)
    };
    duel("6");
    let fewer = err(&duel("2"));
    let note =
        "2 of 2 games were known; nothing was played; the report is of all 6 games of the log";
    assert!(fewer.contains(note), "{fewer}");
    let same = err(&duel("6"));
    assert!(same.contains("6 of 6 games were known; nothing was played\n"), "{same}");
}

#[test]
fn without_bots_a_converted_file_recommends_no_pattern() {
    let folder = TempDir::new().unwrap();
    let text = "cmd_play_game = \"python play_game.py bots/%ALL_PLAYERS%.exe\"\n";
    fs::write(folder.path().join("psyleague.cfg"), text).unwrap();
    let init = out(&succeeds(folder.path(), &["init", "--from", "psyleague.cfg"]));
    assert!(init.contains("referee ladder BOT BOT") && !init.contains('*'), "{init}");
}

#[test]
fn a_changed_command_is_told_in_quotes_of_its_own() {
    let folder = TempDir::new().unwrap();
    let duel = |bot: &str| {
        let bots = ["duel", "tron", bot, "@random", "--games", "2", "--log", "log"];
        command(folder.path(), &[&bots[..], &["--keep-going"]].concat()).output().unwrap()
    };
    duel("a=sh -c 'read a; exit 3'");
    refused(&duel("a=sh -c 'read a; exit 4'"), "(it was `sh -c 'read a; exit 3'`)");
}

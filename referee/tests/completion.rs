//! Shells ask the program itself how a command line can go on.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{code, err, out};
use crate::subject::{REFEREE, contests};

/// The answers to bash for a line, whose end from the last word break on is `replaced`.
fn bash(folder: &Path, line: &str, replaced: &str) -> Vec<String> {
    let mut command = Command::new(REFEREE);
    command.args(["--", line, replaced]).env("REFEREE_COMPLETE", "bash").current_dir(folder);
    let output = command.output().unwrap();
    assert_eq!((code(&output), err(&output)), (0, String::new()), "{line}");
    out(&output).lines().map(str::to_owned).collect()
}

/// The answers to fish, without their help.
fn fish(folder: &Path, words: &[&str]) -> Vec<String> {
    let mut command = Command::new(REFEREE);
    command.arg("--").args(words).env("REFEREE_COMPLETE", "fish").current_dir(folder);
    let output = command.output().unwrap();
    assert_eq!((code(&output), err(&output)), (0, String::new()), "{words:?}");
    let first = |line: &str| line.split('\t').next().unwrap().to_owned();
    out(&output).lines().map(first).collect()
}

#[test]
fn games_bots_and_options_are_completed() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    assert_eq!(bash(here, "referee play oc", "oc"), ["ocean"]);
    assert_eq!(bash(here, "referee new bot tr", "tr"), ["tron"]);
    for contest in contests() {
        let (key, about) = (contest.key(), contest.about());
        let words = fish(here, &["referee", "play", key, ""]);
        assert!(words.contains(&about.bot.to_owned()), "{key}: {words:?}");
        // Bash breaks words at `@` and replaces what follows.
        let names: Vec<&str> = about.house.iter().map(|it| it.name).collect();
        assert_eq!(bash(here, &format!("referee duel {key} @"), ""), names, "{key}");
        let options = fish(here, &["referee", "play", key, "--option", ""]);
        let names = about.options.iter().map(|option| option.name);
        for name in names {
            assert!(options.iter().any(|it| it.starts_with(&format!("{name}="))), "{options:?}");
        }
    }
    assert_eq!(bash(here, "referee play ocean --option league=", ""), ["4", "1", "2", "3"]);
    assert_eq!(fish(here, &["referee", "play", "ocean", "--option", "le"])[1], "league=1");
    assert_eq!(fish(here, &["referee", "duel", "ocean", "new=@hun"]), ["new=@hunter"]);
    assert_eq!(bash(here, "referee duel ocean --sprt gain new=@hun", "hun"), ["hunter"]);
    assert!(bash(here, "referee duel ocean --kee", "--kee").contains(&"--keep".to_owned()));
}

/// A contest file adds its bots and gives the game. One with a mistake hinders nothing.
#[test]
fn named_bots_are_completed() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let text = "contest.game = \"ocean\"\nbots.slow.run = \"sleep 9\"\nbots.swift.build = \"touch built\"\nbots.swift.run = \"./swift\"\n";
    fs::write(here.join("botyard.toml"), text).unwrap();
    assert_eq!(bash(here, "referee duel s", "s"), ["slow", "swift"]);
    assert_eq!(bash(here, "referee duel ocean slow s", "s"), ["slow", "swift"]);
    assert_eq!(bash(here, "referee duel slow swi", "swi"), ["swift"]);
    assert!(!bash(here, "referee duel tron ", "").contains(&"slow".to_owned()));
    assert!(!here.join("built").exists());
    fs::rename(here.join("botyard.toml"), here.join("other.toml")).unwrap();
    let line = "referee play --contest other.toml sw";
    assert_eq!(bash(here, line, "sw"), ["swift"]);
    fs::write(here.join("botyard.toml"), "wrong").unwrap();
    assert_eq!(bash(here, "referee play oc", "oc"), ["ocean"]);
}

/// A command that takes a log is offered logs, and one that takes a recording is offered recordings.
#[test]
fn files_of_the_expected_kind_are_completed() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("games")).unwrap();
    let log = "{\"format\":\"botyard-log/1\",\"game\":\"tron\"}\n{\"seed\":\"1\",\"bots\":[\"old\",\"new\"]}\n";
    fs::write(here.join("games/duel.jsonl"), log).unwrap();
    let game = "{\"format\":\"botyard/1\",\"game\":\"tron\",\"seed\":\"1\"}\n";
    fs::write(here.join("games/my game.jsonl"), game).unwrap();
    fs::write(here.join("games/notes.txt"), "").unwrap();
    assert_eq!(bash(here, "referee view ga", "ga"), ["games/"]);
    assert_eq!(bash(here, "referee view games/", "games/"), ["games/my\\ game.jsonl"]);
    assert_eq!(bash(here, "referee report games/", "games/"), ["games/duel.jsonl"]);
    assert_eq!(fish(here, &["referee", "report", "games/duel.jsonl", ""])[..2], ["new", "old"]);
    let redrive = ["referee", "redrive", "games/my game.jsonl", "@fil"];
    assert_eq!(fish(here, &redrive), ["@filler"]);
}

/// What cannot be completed has no answer, and no error.
#[test]
fn nothing_else_is_printed() {
    let folder = TempDir::new().unwrap();
    for line in [
        "",
        "referee dance ",
        "referee play chess @",
        "referee play 'a",
        "referee play ocean --seed 1 \\",
    ] {
        bash(folder.path(), line, "");
    }
    let mut command = Command::new(REFEREE);
    let output = command.args(["--", "x", "y"]).env("REFEREE_COMPLETE", "tcsh").output().unwrap();
    assert_eq!((code(&output), out(&output), err(&output)), (0, String::new(), String::new()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The script that is printed works in the shell itself.
#[test]
fn bash_completes_by_the_script() {
    let script = "eval \"$($0 completions bash)\"; COMP_LINE='referee play ocean @wa'; COMP_POINT=${#COMP_LINE}
        _referee_complete referee wa @; echo \"${COMPREPLY[@]}\"; complete -p referee";
    let output = Command::new("bash").args(["-c", script, REFEREE]).output().unwrap();
    assert_eq!(
        out(&output),
        "wanderer\ncomplete -o nosort -F _referee_complete referee\n",
        "{}",
        err(&output)
    );
}

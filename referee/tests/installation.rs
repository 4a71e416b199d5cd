//! An installed referee works in an empty folder, far from its sources: with bots of the user's own, and with bots of this
//! project that are installed or missing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use referee::testkit::needs::Need;
use tempfile::TempDir;

use crate::common::{code, command, err, out, toy_command};

/// Runs a command whose home is its folder, and whose path has one more folder.
fn at_home(mut command: Command, folder: &Path) -> Output {
    let path = std::env::var("PATH").unwrap();
    let path = format!("{}:{path}", folder.join("bin").display());
    command.env("HOME", folder).env_remove("XDG_CACHE_HOME").env("PATH", path).output().unwrap()
}

#[test]
fn two_own_bots_get_a_verdict_in_an_empty_folder() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let referee = |line: &str| {
        let words = shell_words::split(line).unwrap();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = at_home(command(folder, &words), folder);
        assert_eq!(code(&output), 0, "{line}: {}{}", out(&output), err(&output));
        out(&output)
    };
    referee("new bot tron --language python");
    fs::copy(folder.join("my_bot.py"), folder.join("my_bot_v1.py")).unwrap();
    let bots = ["\"python3 my_bot.py\"", "\"python3 my_bot_v1.py\""];
    let game = referee(&format!("play tron {} {} --timeout-factor 100", bots[0], bots[1]));
    assert!(game.contains("Recording: games/"), "{game}");
    let [new, old] = bots;
    let verdict = referee(&format!("duel tron new={new} old={old} --games 2 --timeout-factor 100"));
    assert!(verdict.contains("new against old: "), "{verdict}");
}

/// The contest for tests has a bot that is in no workspace.
#[test]
fn a_bot_of_this_project_is_found_on_the_path_or_its_installation_is_explained() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let play = || {
        let words = ["play", "nearest", "nearest-bot", "@five", "--timeout-factor", "100"];
        at_home(toy_command(folder, &words), folder)
    };
    let output = play();
    assert_eq!(code(&output), 1, "{}", err(&output));
    for words in ["nearest-bot is not installed", "`cargo install --path bots/nearest-bot`"] {
        assert!(err(&output).contains(words), "{}", err(&output));
    }
    let bin = folder.join("bin");
    fs::create_dir(&bin).unwrap();
    let program = bin.join("nearest-bot");
    fs::write(&program, "#!/bin/sh\nwhile read line; do echo 5; done\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let output = play();
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!err(&output).contains("Building"), "{}", err(&output));
}

/// Only programs that are asked for are installed: the program with contests for tests needs a feature.
#[test]
fn one_program_is_installed() {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let programs = manifest["bin"].as_array().unwrap().iter();
    let free: Vec<&str> = programs
        .filter(|program| program.get("required-features").is_none())
        .map(|program| program["name"].as_str().unwrap())
        .collect();
    assert_eq!(free, ["referee"]);
    let default = manifest["features"]["default"].as_array().unwrap();
    assert!(default.iter().all(|feature| feature.as_str() != Some("toys")));
}

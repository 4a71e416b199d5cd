//! Bots that are scripts, and words for programs that the system completes.

use std::fs;

use referee::testkit::needs::Need;

use super::{BOTS, Yard};

/// Writes a script beside the bots that starts the rogue with `words` and with its own arguments. Returns its name without
/// an ending.
fn script(yard: &Yard, name: &str, words: &str) {
    let path = yard.at(BOTS).join(name);
    if yard.programs.is_of_windows() {
        let text = format!("@\"%~dp0rogue.exe\" {words} %*\r\n");
        fs::write(path.with_extension("bat"), text).unwrap();
    } else {
        fs::write(&path, format!("#!/bin/sh\n\"${{0%/*}}/rogue\" {words} \"$@\"\n")).unwrap();
        make_executable(&path);
    }
}

#[cfg(unix)]
fn make_executable(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(not(unix))]
fn make_executable(_path: &std::path::Path) {}

/// Plays a game of a bot against a house player, and demands that the bot is not thrown out.
fn play(yard: &Yard, bot: &str) {
    let line = ["play", "nearest", bot, "@five", "--record", "game.jsonl", "--overwrite"];
    let said = yard.succeeds(&[&line[..], &["--timeout-factor", "100"]].concat());
    let faults: Vec<_> =
        yard.lines("game.jsonl").iter().filter_map(|line| line.get("fault").cloned()).collect();
    assert!(faults.is_empty(), "{bot}: {faults:?} {said}");
    yard.demand_no_process();
}

#[test]
fn a_script_is_a_bot_with_and_without_its_ending() {
    let yard = Yard::new();
    script(&yard, "starter", "words words.txt");
    let endings: &[&str] =
        if yard.programs.is_of_windows() { &["", ".bat", ".BAT"] } else { &[""] };
    for ending in endings {
        let _ = fs::remove_file(yard.at("words.txt"));
        play(&yard, &format!("\"./{BOTS}/starter{ending}\" \"two words\" ä"));
        let words = fs::read_to_string(yard.at("words.txt")).unwrap();
        assert_eq!(words, "words\nwords.txt\ntwo words\nä");
    }
}

#[test]
fn what_a_script_starts_ends_with_the_game() {
    let yard = Yard::new();
    script(&yard, "starter", "hang beat.txt");
    let bot = format!("\"./{BOTS}/starter\"");
    let line = ["play", "nearest", &bot, "@five", "--record", "game.jsonl"];
    yard.succeeds(&[&line[..], &["--timeout-factor", "20"]].concat());
    let lines = yard.lines("game.jsonl");
    let fault = lines.iter().find_map(|line| line.get("fault")).unwrap();
    assert_eq!(fault, "timeout");
    assert!(yard.at("beat.txt").is_file() && !yard.beats("beat.txt"));
    yard.demand_no_process();
}

#[test]
fn an_interpreter_is_found_by_its_name_on_the_path() {
    let mut yard = Yard::new();
    script(&yard, "py", "words words.txt");
    yard.path = Some(yard.at(BOTS));
    fs::write(yard.at("my bot.py"), "").unwrap();
    play(&yard, "py \"my bot.py\" --fast");
    let words = fs::read_to_string(yard.at("words.txt")).unwrap();
    assert_eq!(words, "words\nwords.txt\nmy bot.py\n--fast");
}

#[test]
fn a_drafted_bot_plays_by_the_interpreters_of_this_system() {
    let yard = Yard::new();
    if yard.programs.runner.is_some() {
        // Those of this machine are not programs of the other system.
        return;
    }
    for (need, language, word, file) in [
        (Need::Python, "python", "python3", "my_bot.py"),
        (Need::Node, "javascript", "node", "my_bot.js"),
    ] {
        if !need.program_runs() {
            need.skip("it cannot be started");
            continue;
        }
        yard.succeeds(&["new", "bot", "tron", "--language", language]);
        let (bot, game) = (format!("{word} {file}"), format!("{language}.jsonl"));
        let line = ["play", "tron", &bot, "@random", "--record", &game];
        let said = yard.succeeds(&[&line[..], &["--timeout-factor", "100"]].concat());
        assert!(said.contains(&bot), "{said}");
    }
}

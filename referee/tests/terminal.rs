//! No text of a bot, a recording or a log reaches the terminal unescaped. If a stream cannot be written, only
//! the program ends, with its usual code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use referee::games::all;
use referee::terminal::harmless;
use referee::testkit::cases::cases;
use referee::testkit::recordings::fixtures;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{self, code, command, err, out, toy_command, toy_referee};

/// Commands to a terminal in 7 and 8 bits, a change of direction, invisible characters, and line ends.
const ATTACK: &str = "x\u{1b}]0;t\u{7}\u{1b}[31m\u{9b}2J\u{7f}\u{202e}\u{2066}\u{200b}\u{2028}\u{85}\rFORGED\nFORGED";

/// Asserts that the output of a program has no commands to a terminal, and no line of the attack's own.
fn demand_harmless(output: &Output, what: &str) {
    let both = out(output) + &err(output);
    assert!(!both.contains("panicked"), "{what}: {both}");
    for line in both.lines() {
        assert_eq!(harmless(line), line, "{what}");
        assert!(!line.starts_with("FORGED"), "{what}: {both}");
    }
}

/// All strings in an object, including its keys where they are not the names of our fields.
fn strings(value: &Value, all: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(all.insert(text.clone())),
        Value::Array(values) => values.iter().for_each(|value| strings(value, all)),
        Value::Object(fields) => fields.values().for_each(|value| strings(value, all)),
        _ => {}
    }
}

/// A file with one string after another replaced by the attack.
fn attacked(text: &str) -> impl Iterator<Item = (String, String)> {
    let mut all = BTreeSet::new();
    for line in text.lines() {
        strings(&serde_json::from_str(line).unwrap(), &mut all);
    }
    let (text, attack) = (text.to_owned(), Value::from(ATTACK).to_string());
    all.into_iter().map(move |old| {
        let changed = text.replace(&Value::from(old.as_str()).to_string(), &attack);
        (old, changed)
    })
}

/// A log in which a bot was thrown out with a detail.
fn log(folder: &Path) -> String {
    let duel = ["duel", "nearest", "a=@five", "b=@five", "--games", "2", "--log", "log"];
    toy_referee(folder, &duel);
    let text = common::unchained(&fs::read_to_string(folder.join("log")).unwrap());
    let thrown_out = r#""thrown_out":[{"seat":1,"fault":"garbage","cause":"odd","line":"said"}]"#;
    text.replacen(r#""times""#, &format!(r#"{thrown_out},"times""#), 1)
}

#[test]
fn reports_on_an_attacked_log_are_harmless() {
    let folder = TempDir::new().unwrap();
    let whole = log(folder.path());
    assert!(whole.contains("thrown_out"), "{whole}");
    let mut reports = 0;
    for (string, text) in attacked(&whole) {
        fs::write(folder.path().join("log"), text).unwrap();
        for arguments in [&["report", "log"][..], &["report", "log", "--json"]] {
            let report = toy_referee(folder.path(), arguments);
            demand_harmless(&report, &string);
            reports += usize::from(code(&report) == 0);
        }
    }
    assert!(reports >= 10, "{reports} reports were printed");
}

#[test]
fn replays_of_an_attacked_recording_are_harmless() {
    let folder = TempDir::new().unwrap();
    for contest in all() {
        let shortest =
            fixtures(contest.key()).into_iter().map(|it| fs::read_to_string(it).unwrap());
        let shortest = shortest.min_by_key(String::len).unwrap();
        let house = format!("@{}", contest.about().house[0].name);
        for (string, text) in attacked(&shortest).take(cases(10, 25)) {
            fs::write(folder.path().join("game.jsonl"), text).unwrap();
            let redrive = ["redrive", "game.jsonl", &house, "--seat", "0", "--all"];
            for arguments in [&["replay", "game.jsonl"][..], &redrive] {
                demand_harmless(&common::referee(folder.path(), arguments), &string);
            }
        }
    }
}

/// A bot that writes the attack as an answer and as its last words.
fn attacker(folder: &Path) -> String {
    fs::write(folder.join("attack"), ATTACK.replace('\n', " ") + "\n").unwrap();
    fs::write(folder.join("bot"), "cat attack; cat attack >&2; sleep 0.1").unwrap();
    "sh bot".to_owned()
}

#[test]
fn a_bot_that_attacks_the_terminal_is_shown_with_escapes() {
    let folder = TempDir::new().unwrap();
    let bot = attacker(folder.path());
    for contest in all() {
        let (key, house) = (contest.key(), format!("@{}", contest.about().house[0].name));
        let mut play = vec!["play", key, "--seed", "1", &bot];
        play.resize(contest.about().seats + 4, &house);
        let shown = common::referee(folder.path(), &play);
        demand_harmless(&shown, key);
        assert!(out(&shown).contains(r"\u{1b}"), "{key}: {}", out(&shown));
        demand_harmless(&common::referee(folder.path(), &[&play[..], &["--json"]].concat()), key);
    }
    let name = format!("sh bot '{}'", ATTACK.replace('\n', " "));
    let duel = ["duel", "nearest", &name, "@five", "--games", "2", "--keep", "all"];
    let output = toy_referee(folder.path(), &duel);
    demand_harmless(&output, "duel");
    assert!(err(&output).contains("was thrown out"), "{}", err(&output));
    let table = ["ladder", "nearest", &name, "@five", "--games", "2", "--csv", "table.csv"];
    demand_harmless(&toy_referee(folder.path(), &table), "ladder");
    let table = fs::read_to_string(folder.path().join("table.csv")).unwrap();
    assert!(table.lines().all(|line| harmless(line) == line), "{table}");
}

/// Runs a command with files as its streams, and returns its code.
fn code_with(mut command: Command, stdout: &str, stderr: &str) -> i32 {
    let open = |path: &str| fs::OpenOptions::new().write(true).open(path).unwrap();
    let status = command.stdout(open(stdout)).stderr(open(stderr)).stdin(Stdio::null()).status();
    status.unwrap().code().expect("no signal ends it")
}

#[test]
fn streams_that_are_full_end_nothing_but_the_program_with_the_usual_code() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let duel = ["duel", "nearest", "sh bot", "@five", "--games", "2", "--log", "log"];
    attacker(path);
    // Text that cannot be written to stderr is lost, and the program goes on.
    assert_eq!(code_with(toy_command(path, &duel), "/dev/null", "/dev/full"), 0);
    assert_eq!(code_with(command(path, &["dance"]), "/dev/null", "/dev/full"), 2);
    assert_eq!(code_with(command(path, &["replay", "none"]), "/dev/null", "/dev/full"), 2);
    // A report that cannot be printed is a failure.
    for arguments in [&duel[..], &["report", "log"], &["games"]] {
        assert_eq!(code_with(toy_command(path, arguments), "/dev/full", "/dev/full"), 1);
    }
}

#[test]
fn a_reader_that_closes_its_end_does_not_change_the_exit_code() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bad.jsonl"), "{}\n").unwrap();
    let referee = env!("CARGO_BIN_EXE_referee");
    let script = format!("{{ {referee} replay bad.jsonl; echo $? >&2; }} | true");
    let output =
        Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(err(&output), "1\n");
}

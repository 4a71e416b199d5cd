//! The programs: a plain bot in Python, and `referee import`.

use std::path::Path;
use std::process::{Command, Output};

use referee::replay::replay;
use referee::testkit::needs::Need;
use referee::testkit::recordings::{fixtures_folder, load};
use serde_json::Value;

use super::imports::newer;

fn referee(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn a_plain_bot_in_python_drives_home() {
    if !Need::Python.program_runs() {
        return;
    }
    let bot = fixtures_folder().join("karo/bots/driver.py").canonicalize().unwrap();
    let bot = format!("python3 {}", bot.display());
    let folder = tempfile::tempdir().unwrap();
    for (board, rule) in [("street", ""), ("alleys", "brake"), ("field", "limit=3")] {
        let (board, rule) = (format!("board={board}"), format!("rule={rule}"));
        let arguments =
            ["play", "karo", &bot, "@sunday", "--seed", "3", "--json", "--option", &board];
        let long = ["--timeout-factor", "100", "--option", &rule];
        let output = referee(folder.path(), &[&arguments[..], &long].concat());
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(result["result"]["end"], "all-finished", "{board}: {result}");
    }
}

#[test]
fn an_imported_game_is_a_recording_that_replays() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("80000.json"), newer().to_string()).unwrap();
    let output = referee(folder.path(), &["import", "karo", "80000.json"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text, "80000.json: 11 answers, no difference\nRecording: games/karo-80000.jsonl\n");
    let recording = load(&folder.path().join("games/karo-80000.jsonl"));
    assert_eq!(replay(&recording).unwrap().exchanges, 13, "two are told the end");
    assert_eq!(recording.header.players[1].name, "B");
    assert_eq!(recording.result.1["ranks"], serde_json::json!([2, 1]));
    let mut wrong = newer();
    wrong["zzz"] = serde_json::json!(1);
    std::fs::write(folder.path().join("wrong.json"), wrong.to_string()).unwrap();
    let output = referee(folder.path(), &["import", "karo", "wrong.json", "--record", "x.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("round 4, player A"));
    assert!(!folder.path().join("x.jsonl").exists());
}

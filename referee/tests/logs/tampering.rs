//! Logs that change while they are written, and disks that are full.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use tempfile::TempDir;

use super::{DUEL, duel, games, text};
use crate::common::{self, code, err, toy_command, toy_referee as referee, wait_until};

/// A run of very many games, after it has played some.
fn endless(folder: &Path, arguments: &[&str], log: &str) -> Child {
    let mut run = toy_command(folder, arguments);
    run.env("TMPDIR", folder.join("temporary"));
    let child = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until(|| fs::metadata(folder.join(log)).is_ok_and(|it| it.len() > 2000));
    child
}

/// A bot that can be tuned.
const BOT: &str = r#"
case $1 in --params) echo '{"name":"keel","default":2,"low":0,"high":9}'; exit ;; esac
while read -r line; do echo 5; done
"#;

/// Changes the log of a run from outside: the run ends with a sentence, and all played games are in another
/// file, with which it can continue.
fn tampered_run(arguments: &[&str], log: &str, change: impl FnOnce(&Path), expected: &str) {
    let folder = common::folder_with_bot(BOT);
    let child = endless(folder.path(), arguments, log);
    let before = games(folder.path(), log);
    change(&folder.path().join(log));
    let output = child.wait_with_output().unwrap();
    let sentence = err(&output);
    assert_eq!(code(&output), 1, "{sentence}");
    assert!(sentence.contains(&format!("error: the log {log} ")), "{sentence}");
    assert!(sentence.contains(expected), "{sentence}");
    let saved = log.replace(".jsonl", "-saved.jsonl");
    let advice =
        format!("all results so far are in {saved}; move it there, or go on with --log {saved}");
    assert!(sentence.contains(&advice), "{sentence}");
    let kept = games(folder.path(), &saved);
    assert!(before.iter().all(|game| kept.contains(game)), "{before:?}");
    let report = referee(folder.path(), &["report", &saved]);
    assert!(code(&report) == 0 && err(&report).is_empty(), "{}", err(&report));
}

fn tampered(change: impl FnOnce(&Path), expected: &str) {
    tampered_run(&[&DUEL[..], &["100000"]].concat(), "log.jsonl", change, expected);
}

#[test]
fn a_ladder_and_a_tuning_notice_that_their_log_was_removed() {
    let remove = |log: &Path| fs::remove_file(log).unwrap();
    let ladder =
        ["ladder", "nearest", "@five", "@random", "--log", "log.jsonl", "--games", "100000"];
    tampered_run(&ladder, "log.jsonl", remove, "was removed");
    let tune = ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json", "--pairs", "100000"];
    tampered_run(&tune, "tune.rounds/1.jsonl", remove, "was removed");
}

#[test]
fn a_log_that_is_truncated_while_a_duel_runs_ends_it_and_loses_nothing() {
    tampered(
        |log| fs::File::options().write(true).open(log).unwrap().set_len(100).unwrap(),
        "bytes",
    );
}

#[test]
fn a_log_that_is_removed_or_replaced_while_a_duel_runs_ends_it_and_loses_nothing() {
    tampered(|log| fs::remove_file(log).unwrap(), "was removed");
    let replace = |log: &Path| {
        fs::copy(log, log.with_extension("copy")).unwrap();
        fs::rename(log.with_extension("copy"), log).unwrap();
    };
    tampered(replace, "was replaced by another file");
}

#[test]
fn a_log_that_somebody_else_writes_ends_a_duel_and_loses_nothing() {
    let append = |log: &Path| {
        use std::io::Write;
        fs::File::options().append(true).open(log).unwrap().write_all(b"foreign\n").unwrap();
    };
    tampered(append, "bytes");
}

/// The message of a duel whose log disappears with its folder, so that nothing can be saved beside it.
fn without_its_folder(folder: &Path) -> String {
    fs::create_dir(folder.join("far")).unwrap();
    let mut duel = DUEL;
    duel[5] = "far/log.jsonl";
    let child = endless(folder, &[&duel[..], &["100000"]].concat(), "far/log.jsonl");
    fs::remove_dir_all(folder.join("far")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 1, "{}", err(&output));
    err(&output)
}

#[test]
fn results_that_cannot_be_saved_beside_a_log_are_saved_as_a_temporary_file() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("temporary")).unwrap();
    let sentence = without_its_folder(folder.path());
    let saved = folder.path().join("temporary/log-saved.jsonl");
    let advice = format!(
        "was removed while this run was writing it: all results so far are in {}; move",
        saved.display()
    );
    assert!(sentence.contains(&advice), "{sentence}");
    assert!(games(folder.path(), "temporary/log-saved.jsonl").len() > 2);
    let report = referee(folder.path(), &["report", "temporary/log-saved.jsonl"]);
    assert_eq!((code(&report), err(&report).as_str()), (0, ""));
}

#[test]
fn a_run_that_cannot_save_its_results_says_so() {
    let folder = TempDir::new().unwrap();
    let sentence = without_its_folder(folder.path());
    let expected = "and the results cannot be saved elsewhere: there is no such file";
    assert!(sentence.contains(expected), "{sentence}");
}

/// The system limits the length of files to a block of 512 bytes.
#[test]
fn a_full_disk_when_a_log_is_opened_is_a_failure_that_says_what_to_do() {
    let folder = common::folder_with_bot(BOT);
    assert_eq!(code(&duel(folder.path(), "2")), 0);
    let log = text(folder.path(), "log.jsonl");
    fs::write(folder.path().join("torn"), log + "{\"seed\":").unwrap();
    let options = ["--log", "new.jsonl", "--games", "2"];
    let tune = ["tune", "nearest", "sh bot.sh", "--checkpoint", "tune.json", "--iterations", "1"];
    for arguments in [
        [&["duel", "nearest", "@five", "@random"][..], &options].concat(),
        [&["ladder", "nearest", "@five", "@random"][..], &options].concat(),
        tune.to_vec(),
        vec!["repair", "torn"],
        vec!["merge", "log.jsonl", "-o", "all"],
    ] {
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", limited, env!("CARGO_BIN_EXE_referee-toys")]).args(&arguments);
        let output = command.current_dir(folder.path()).output().unwrap();
        let sentence = err(&output);
        assert_eq!(code(&output), 1, "{arguments:?}: {sentence}");
        assert!(
            sentence.contains("the file may not grow any further"),
            "{arguments:?}: {sentence}"
        );
        if arguments[0] != "tune" {
            let advice = "and run the same command again";
            assert!(sentence.contains(advice), "{arguments:?}: {sentence}");
        }
    }
}

/// A program that computes the chain of a log anew is found by the run itself, which knows the last hash.
#[test]
fn a_run_finds_at_its_end_that_earlier_lines_were_changed() {
    let folder = TempDir::new().unwrap();
    let bot = "while read -r line; do sleep 0.05; echo 5; done";
    fs::write(folder.path().join("bot.sh"), bot).unwrap();
    let duel = ["duel", "nearest", "sh bot.sh", "@five", "--games", "12", "--log", "log.jsonl"];
    let run = thread::scope(|scope| {
        let run = scope.spawn(|| referee(folder.path(), &duel));
        change_when_written(&folder.path().join("log.jsonl"));
        run.join().unwrap()
    });
    assert_eq!(code(&run), 1, "{}", err(&run));
    let said = err(&run);
    assert!(said.contains("was changed in lines that were written before"), "{said}");
    assert!(said.contains("all results so far are in log-saved.jsonl"), "{said}");
    let report = referee(folder.path(), &["report", "log-saved.jsonl"]);
    assert_eq!((code(&report), err(&report).as_str()), (0, ""));
}

/// Changes the seed of the first game as soon as a log has several.
fn change_when_written(log: &Path) {
    let games = |text: &str| text.matches("\"seed\":").count();
    wait_until(|| games(&fs::read_to_string(log).unwrap_or_default()) > 3);
    let text = fs::read_to_string(log).unwrap();
    let seed = text.find("\"seed\":\"").unwrap() + 8;
    let mut file = File::options().write(true).open(log).unwrap();
    file.seek(SeekFrom::Start(seed as u64)).unwrap();
    file.write_all(b"x").unwrap();
}

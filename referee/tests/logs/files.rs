//! Files that are logs, that are not, and that can only be read.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;

use referee::testkit::needs::Need;
use tempfile::TempDir;

use super::{DUEL, duel, text};
use crate::common::{code, err, files, out, refused, toy_command, toy_referee as referee};

#[test]
fn a_log_is_an_ordinary_file_and_nothing_else_is_opened() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    symlink("/dev/full", at("full")).unwrap();
    nix::unistd::mkfifo(&at("pipe"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    fs::create_dir(at("games")).unwrap();
    for (path, what) in [
        ("/dev/full", "a device"),
        ("/dev/zero", "a device"),
        ("full", "a device"),
        ("pipe", "a pipe"),
        ("games", "a folder"),
    ] {
        let what = format!("it is {what}, not an ordinary file; give another");
        let duel = ["duel", "nearest", "@five", "@random", "--games", "2", "--log", path];
        refused(&referee(folder.path(), &duel), &what);
        for command in ["report", "repair"] {
            refused(&referee(folder.path(), &[command, path]), &what);
        }
        refused(&referee(folder.path(), &["merge", path, "-o", "new"]), &what);
        if path != "games" {
            refused(&referee(folder.path(), &["redrive", path, "@five", "--seat", "0"]), &what);
            let replay = referee(folder.path(), &["replay", path]);
            assert!(code(&replay) == 1 && out(&replay).contains(&what), "{}", out(&replay));
        }
    }
    assert_eq!(files(folder.path()), ["full", "games", "pipe"]);
}

#[test]
fn folders_are_read_without_links_pipes_and_devices() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let play = ["play", "nearest", "@five", "@random", "--seed", "1", "--record", "one.jsonl"];
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    symlink("/dev/zero", at("zero.jsonl")).unwrap();
    symlink("one.jsonl", at("link.jsonl")).unwrap();
    symlink(".", at("around")).unwrap();
    nix::unistd::mkfifo(&at("pipe.jsonl"), nix::sys::stat::Mode::S_IRWXU).unwrap();
    let replay = referee(folder.path(), &["replay", "."]);
    assert!(out(&replay).starts_with("1 recording agrees"), "{}{}", out(&replay), err(&replay));
}

#[test]
fn a_recording_is_overwritten_only_if_that_is_asked_for() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine"), "mine").unwrap();
    let play = ["play", "nearest", "@five", "@random", "--seed", "1", "--record", "mine"];
    refused(&referee(folder.path(), &play), "mine exists; give another --record, or --overwrite");
    assert_eq!(text(folder.path(), "mine"), "mine");
    assert_eq!(code(&referee(folder.path(), &[&play[..], &["--overwrite"]].concat())), 0);
    assert!(text(folder.path(), "mine").starts_with(r#"{"format":"botyard/1""#));
}

#[test]
fn a_complete_log_that_can_only_be_read_is_reported_and_resumed_to_its_end() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "4");
    let before = fs::read(folder.path().join("log.jsonl")).unwrap();
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(&folder.path().join("log.jsonl"), 0o444).unwrap();
    mode(folder.path(), 0o555).unwrap();
    let run = |games: &str| {
        let arguments = [&DUEL[..], &[games]].concat();
        let mut command = toy_command(folder.path(), &arguments);
        if nix::unistd::geteuid().is_root() {
            // The superuser can write to read-only files.
            command.uid(65534).gid(65534);
        }
        command.output()
    };
    match run("4") {
        // Perhaps only the superuser may start the program.
        Err(error) => Need::OpenBuild.skip(error),
        Ok(complete) => {
            assert_eq!(code(&complete), 0, "{}", err(&complete));
            assert!(out(&complete).contains("4 games of nearest"), "{}", out(&complete));
            let more = run("6").unwrap();
            let sentence = "cannot write the log log.jsonl: this user has no permission";
            assert!(code(&more) == 1 && err(&more).contains(sentence), "{}", err(&more));
        }
    }
    mode(folder.path(), 0o755).unwrap();
    assert_eq!(fs::read(folder.path().join("log.jsonl")).unwrap(), before);
}

#[test]
fn a_report_of_a_log_without_a_game_claims_nothing() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "2");
    let lines = text(folder.path(), "log.jsonl");
    for (kept, expected) in [
        (3, "2 bots, 0 games of nearest\n  log none\n"),
        (4, "a against b: 0 games of nearest on 0 seeds\n  log none\n"),
    ] {
        let first: String = lines.split_inclusive('\n').take(kept).collect();
        fs::write(folder.path().join("none"), first).unwrap();
        let report = ["report", "none", "--csv", "none.csv", "--html", "none.html"];
        let output = referee(folder.path(), &report);
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert!(out(&output).starts_with(expected), "{}", out(&output));
        let page = text(folder.path(), "none.html");
        assert!(!page.contains("is first of"), "{kept}");
    }
    let csv = text(folder.path(), "none.csv");
    assert!(csv.ends_with("a,b,0,0,0,0,0,,,,,,,,,,,,,,\n"), "{csv}");
}

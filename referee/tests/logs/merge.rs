//! Logs that are joined.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{DUEL, duel, games, text};
use crate::common::{code, err, out, refused, toy_referee as referee, unchained};

#[test]
fn logs_with_too_many_bots_for_one_are_not_joined() {
    let folder = TempDir::new().unwrap();
    assert_eq!(code(&duel(folder.path(), "2")), 0);
    let log = unchained(&text(folder.path(), "log.jsonl"));
    let header = log.lines().next().unwrap();
    for (name, bots) in [("one", 0..200), ("two", 200..400), ("three", 399..401)] {
        let bot =
            |number| format!("{{\"bot\":\"b{number}\",\"command\":\"@five\",\"fingerprint\":0}}\n");
        let text: String = bots.map(bot).collect();
        fs::write(folder.path().join(name), format!("{header}\n{text}")).unwrap();
    }
    let merge = |logs: &[&str]| referee(folder.path(), &[&["merge", "-o", "all"], logs].concat());
    refused(
        &merge(&["one", "two", "three"]),
        "the logs have 401 bots, and one log holds at most 400",
    );
    assert!(!folder.path().join("all").exists());
    assert_eq!(code(&merge(&["one", "two"])), 0);
    let report = referee(folder.path(), &["report", "all"]);
    let empty =
        "all: no game is in the log yet; the run that writes it adds each game at its end\n";
    assert_eq!((code(&report), err(&report).as_str()), (0, empty));
}

#[test]
fn logs_of_the_same_question_are_joined_and_duplicates_count_once() {
    let folder = TempDir::new().unwrap();
    let play = |log: &str, more: &[&str]| {
        let fixed = ["duel", "nearest", "a=@five", "b=@random", "--log", log, "--keep", "all"];
        let output = referee(folder.path(), &[&fixed[..], more].concat());
        assert!(![1, 2].contains(&code(&output)), "{}", err(&output));
    };
    fs::create_dir(folder.path().join("far")).unwrap();
    play("one", &["--games", "4"]);
    play("two", &["--games", "6"]);
    play("far/three", &["--games", "2", "--seed", "9"]);
    let merge =
        |logs: &[&str], to: &str| referee(folder.path(), &[&["merge"], logs, &["-o", to]].concat());
    let output = merge(&["one", "two", "far/three"], "all");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), "8 games of 3 logs\n4 duplicates counted once\nlog all\n");
    let report = out(&referee(folder.path(), &["report", "all"]));
    assert!(report.starts_with("a against b: 8 games of nearest on 4 seeds\n"), "{report}");
    // Recordings are found from the new log's folder, whichever log comes first.
    assert_eq!(code(&merge(&["far/three", "one"], "reversed")), 0);
    for (log, games) in [("all", 8), ("reversed", 6)] {
        let text = text(folder.path(), log);
        let lines = text.lines().filter(|line| line.starts_with(r#"{"seed""#));
        assert_eq!(lines.clone().count(), games);
        for line in lines {
            let game: Value = serde_json::from_str(line).unwrap();
            let recording = folder.path().join(game["recording"].as_str().unwrap());
            assert!(recording.is_file(), "{line}");
        }
    }
    refused(&merge(&["one"], "all"), "all exists; name a file");
    refused(&merge(&["one", "none"], "new"), "cannot read the log none");
    play("rounds", &["--games", "2", "--option", "rounds=9"]);
    refused(&merge(&["one", "rounds"], "new"), "holds games with the options");
    play("tested", &["--games", "2", "--sprt", "0,900"]);
    refused(
        &merge(&["one", "tested"], "new"),
        "a duel of a and b with a test by points (Elo 0 to 900, risks 0.05 and 0.05)",
    );
    refused(
        &merge(&["one", "tested"], "new"),
        "a duel of a and b without a test in one; join logs",
    );
    play("other", &["--games", "2"]);
    let other = unchained(&text(folder.path(), "other"))
        .replace(r#""command":"@five""#, r#""command":"@4""#);
    fs::write(folder.path().join("other"), other).unwrap();
    refused(
        &merge(&["one", "other"], "new"),
        "'a' is not the same bot in other as in one (there it is `@4`)",
    );
}

#[test]
fn of_two_games_the_one_without_an_overload_counts() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "2");
    let log = unchained(&text(folder.path(), "log.jsonl"));
    let overloaded = log.replace(r#""times""#, r#""overloaded":[0],"times""#);
    fs::write(folder.path().join("slow"), &overloaded).unwrap();
    for logs in [["slow", "log.jsonl"], ["log.jsonl", "slow"]] {
        let _ = fs::remove_file(folder.path().join("all"));
        let merge = referee(folder.path(), &["merge", logs[0], logs[1], "-o", "all"]);
        assert_eq!(code(&merge), 0, "{}", err(&merge));
        let all = text(folder.path(), "all");
        assert!(!all.contains("overloaded") && games(folder.path(), "all").len() == 2, "{all}");
    }
}

#[test]
fn logs_of_two_systems_are_joined_with_a_note_and_neither_is_continued_on_the_other() {
    let folder = TempDir::new().unwrap();
    let play = |log: &str, seed: &str| {
        let line = [&DUEL[..5], &[log, "--games", "2", "--seed", seed]].concat();
        referee(folder.path(), &line)
    };
    for (log, seed) in [("one", "1"), ("two", "9"), ("third", "20")] {
        assert_eq!(code(&play(log, seed)), 0);
    }
    let merge = |from: [&str; 2], to: &str| {
        let output = referee(folder.path(), &["merge", from[0], from[1], "-o", to]);
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let report = |log: &str| out(&referee(folder.path(), &["report", log]));
    let systems = |log: &str| {
        let json: Value =
            serde_json::from_str(&out(&referee(folder.path(), &["report", log, "--json"])))
                .unwrap();
        json["systems"].to_string()
    };
    let this = format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH);
    let other = "windows-x86_64";
    // Two logs of one system have no note.
    let note = "the games were played on";
    assert!(!merge(["one", "two"], "same").contains(note));
    assert!(!report("same").contains(note));
    assert_eq!(systems("same"), format!("[\"{this}\"]"));
    let log = unchained(&text(folder.path(), "two"));
    fs::write(folder.path().join("there"), log.replace(&this, other)).unwrap();
    let note = format!(
        "{note} 2 systems, which differ in speed and in limits: {this} (one) and {other} (there)\n"
    );
    let said = merge(["one", "there"], "all");
    assert!(said.contains(&note), "{said}");
    let said = report("all");
    assert!(said.contains(&note), "{said}");
    assert_eq!(systems("all"), format!("[\"{this}\",\"{other}\"]"));
    // A log that was merged before keeps its systems, and so does one that is repaired.
    let said = merge(["third", "all"], "more");
    let wanted = format!("{this} (third, all) and {other} (all)\n");
    assert!(said.contains(&wanted), "{said}");
    fs::write(folder.path().join("all"), text(folder.path(), "all") + "{\"seed").unwrap();
    assert_eq!(code(&referee(folder.path(), &["repair", "all"])), 0);
    assert_eq!(systems("all"), format!("[\"{this}\",\"{other}\"]"));
    refused(
        &play("there", "9"),
        &format!("there holds games that were played on {other}, and this is {this}; give another"),
    );
    // An older log does not name its system.
    let older = text(folder.path(), "there").replace(&format!(",\"systems\":[\"{other}\"]"), "");
    fs::write(folder.path().join("there"), &older).unwrap();
    assert!(!older.contains("systems"), "{older}");
    assert_eq!((code(&play("there", "9")), systems("there")), (0, "[]".to_owned()));
}

/// A limit on the size of a file is like a full disk, and needs no privileges.
#[test]
fn a_log_that_has_no_room_is_not_said_to_have_games() {
    let folder = TempDir::new().unwrap();
    assert_eq!(code(&duel(folder.path(), "40")), 0);
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]);
    limited.arg(env!("CARGO_BIN_EXE_referee-toys")).args(["merge", "log.jsonl", "-o", "all"]);
    let output = limited.current_dir(folder.path()).output().unwrap();
    assert_eq!(code(&output), 1);
    let said = err(&output);
    assert!(said.contains("cannot write the log all: the file may not grow"), "{said}");
    assert!(said.ends_with("run the same command again\n"), "{said}");
    assert!(!folder.path().join("all").exists());
}

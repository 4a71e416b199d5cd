//! Files that a command writes: it replaces no file that it did not write itself, and not its own log.

use std::fs;
use std::path::Path;

use referee::system::symlink;
use referee::testkit::needs::Need;
use tempfile::TempDir;

use crate::common::{code, err, files, refused, toy_referee as referee};

const DUEL: [&str; 6] = ["duel", "nearest", "@random", "@five", "--games", "2"];

/// A folder with the log `log` of a duel.
fn played() -> TempDir {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &[&DUEL[..], &["--log", "log"]].concat());
    folder
}

fn run(folder: &Path, arguments: &[&str]) {
    let output = referee(folder, arguments);
    assert_eq!(code(&output), 0, "{arguments:?}: {}", err(&output));
}

/// Every command that writes a table, each in a folder with the log `log`.
fn commands_with_tables() -> [Vec<&'static str>; 4] {
    [
        DUEL.to_vec(),
        vec!["ladder", "nearest", "@random", "@five", "--games", "2"],
        vec!["try", "nearest", "@five", "--champion", "@random", "--pool", "a=@five", "--games=4"],
        vec!["report", "log"],
    ]
}

#[test]
fn a_table_replaces_a_table_and_no_other_file() {
    let folder = played();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("mine.csv"), "a,b,c\n1,2,3\n").unwrap();
    fs::copy(at("log"), at("other.jsonl")).unwrap();
    for command in commands_with_tables() {
        for name in ["mine.csv", "other.jsonl"] {
            let before = (files(folder.path()), fs::read(at(name)).unwrap());
            let output = referee(folder.path(), &[&command[..], &["--csv", name]].concat());
            let sentence = format!("{name} exists and was not written by referee");
            refused(&output, &format!("{sentence}; choose another file with --csv"));
            assert!(before == (files(folder.path()), fs::read(at(name)).unwrap()), "{command:?}");
        }
        // The second run replaces the table of the run before, which may be of another kind.
        for log in ["first.jsonl", "second.jsonl"] {
            let more = ["--csv", "table.csv", "--log", log];
            let more = if command[0] == "report" { &more[..2] } else { &more };
            run(folder.path(), &[&command[..], more].concat());
            assert!(
                fs::read_to_string(at("table.csv")).unwrap().contains("elo_low"),
                "{command:?}"
            );
            let _ = fs::remove_file(at(log));
        }
    }
}

#[test]
fn a_table_is_never_the_log() {
    let folder = played();
    let at = |name: &str| folder.path().join(name);
    let before = fs::read(at("log")).unwrap();
    fs::hard_link(at("log"), at("hard")).unwrap();
    symlink("log", at("link")).unwrap();
    let names = if Need::link_leads_to_file(&at("link")) {
        &["log", "./log", "hard", "link"][..]
    } else {
        &["log", "./log", "hard"]
    };
    for command in commands_with_tables() {
        let log = if command[0] == "report" { &[][..] } else { &["--log", "log"] };
        for name in names {
            let output = referee(folder.path(), &[&command[..], log, &["--csv", name]].concat());
            let sentence = format!("--csv {name} is the same file as the log log; choose another");
            refused(&output, &sentence);
            assert!(fs::read(at("log")).unwrap() == before, "{command:?} --csv {name}");
        }
        if command[0] != "report" {
            let twice = ["--log", "new", "--csv", "./new"];
            let output = referee(folder.path(), &[&command[..], &twice].concat());
            refused(&output, "--csv ./new is the same file as the log new; choose another file");
            assert!(!at("new").exists(), "{command:?}");
        }
    }
}

/// The name of the log is known only when it is opened.
#[test]
fn a_table_is_never_the_log_that_has_no_name() {
    let folder = TempDir::new().unwrap();
    run(folder.path(), &DUEL);
    let games = folder.path().join("games");
    let [log] = &files(&games)[..] else { panic!("one log") };
    fs::remove_file(games.join(log)).unwrap();
    let name = format!("games/{log}");
    let output = referee(folder.path(), &[&DUEL[..], &["--csv", &name]].concat());
    refused(&output, &format!("--csv {name} is the same file as the log {name}"));
    assert_eq!(fs::read_to_string(games.join(log)).unwrap().matches("\"seed\"").count(), 0);
}

/// A bot with a number.
const BOT: &str = r#"
case "$1" in --params) echo '{"name":"keel","whole":false,"default":2,"low":0,"high":10}'; exit;; esac
while read -r line; do echo 5; done
"#;

/// A short tuning of the bot `bot.sh`.
const TUNE: [&str; 13] = [
    "tune",
    "nearest",
    "sh bot.sh",
    "--iterations",
    "1",
    "--pairs",
    "1",
    "--final-games",
    "2",
    "--timeout-factor",
    "100",
    "--checkpoint",
    "tune.json",
];

/// A folder with the bot `bot.sh`, the log `log` of a duel, and the checkpoint, the picture and the log of a tuning.
fn tuned() -> TempDir {
    let folder = played();
    fs::write(folder.path().join("bot.sh"), BOT).unwrap();
    run(folder.path(), &[&TUNE[..], &["--log", "final"]].concat());
    assert_eq!(files(folder.path()), ["bot.sh", "final", "log", "tune.json", "tune.svg"]);
    folder
}

/// Demands that a tuning with these options is refused before it plays or writes something.
#[track_caller]
fn refuses(folder: &Path, options: &[&str], advice: &str) {
    let state = || {
        let names = files(folder).into_iter();
        names.map(|name| (fs::read(folder.join(&name)).unwrap(), name)).collect::<Vec<_>>()
    };
    let before = state();
    refused(&referee(folder, &[&TUNE[..], options].concat()), advice);
    assert!(state() == before, "{options:?}");
}

#[test]
fn a_picture_replaces_a_picture_and_no_other_file() {
    let folder = tuned();
    let own = "exists and was not written by referee; choose another file with --picture";
    for name in ["bot.sh", "log", "final"] {
        refuses(folder.path(), &["--picture", name], &format!("{name} {own}"));
    }
    let [checkpoint, log] = ["the checkpoint tune.json", "the log new"]
        .map(|other| format!("is the same file as {other}; choose another file with --picture"));
    refuses(folder.path(), &["--picture", "./tune.json"], &checkpoint);
    refuses(folder.path(), &["--picture", "new", "--log", "new"], &log);
    fs::hard_link(folder.path().join("tune.json"), folder.path().join("hard")).unwrap();
    refuses(folder.path(), &["--picture", "hard"], &checkpoint);
    fs::write(folder.path().join("mine.svg"), "<svg xmlns=\"x\">\n<style>\n").unwrap();
    refuses(folder.path(), &["--picture", "mine.svg"], &format!("mine.svg {own}"));

    // The default picture is beside the checkpoint.
    let with = |checkpoint| [&TUNE[..TUNE.len() - 1], &[checkpoint]].concat();
    for checkpoint in ["mine.json", "mine"] {
        refused(&referee(folder.path(), &with(checkpoint)), &format!("mine.svg {own}"));
        assert!(!files(folder.path()).contains(&checkpoint.to_owned()));
    }
    let output = referee(folder.path(), &with("mine.svg"));
    refused(&output, "mine.svg is not a checkpoint");

    let picture = folder.path().join("tune.svg");
    fs::write(&picture, fs::read_to_string(&picture).unwrap() + "<!-- old -->").unwrap();
    run(folder.path(), &[&TUNE[..], &["--log", "final"]].concat());
    assert!(!fs::read_to_string(&picture).unwrap().contains("<!--"), "it was not replaced");
}

#[test]
fn the_log_of_the_final_games_is_examined_before_the_first_game() {
    let folder = tuned();
    fs::write(folder.path().join("mine.txt"), "hello\n").unwrap();
    fs::write(folder.path().join("other.sh"), format!("{BOT}# other\n")).unwrap();
    // Another tuning, which has played nothing yet.
    let refuses_of = |bot: &str, pairs: &str, options: &[&str], advice: &str| {
        let begin = ["tune", "nearest", bot, "--checkpoint", "new.json", "--pairs", pairs];
        let few = ["--iterations", "1", "--final-games", "2", "--timeout-factor", "100"];
        let before = files(folder.path());
        refused(&referee(folder.path(), &[&begin, &few[..], options].concat()), advice);
        assert_eq!(files(folder.path()), before, "{options:?}");
    };
    let refuses = |options: &[&str], advice: &str| refuses_of("sh bot.sh", "1", options, advice);
    let choose = "choose another file with --log";
    let same = format!("the log new.json is the same file as the checkpoint new.json; {choose}");
    refuses(&["--log", "new.json"], &same);
    refuses(&["--log", "mine.txt"], "mine.txt is not a log; it is some other text");
    refuses(&["--log", "tune.json"], "tune.json is not a log; it is a checkpoint");
    refuses(&["--log", "log"], "time limits multiplied by 1, not by 100; give another --log");
    refuses(&["--log", "final", "--option", "rounds=7"], "holds games with the options");
    let of = ["--log", "final"];
    refuses_of("sh bot.sh", "5", &of, "final has final games on seeds that the tuning");
    refuses_of("sh other.sh", "1", &of, "'untuned' has changed since the games in final");
}

//! What a bot is: its files lead to its games, and a change of one of them starts new games.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use itertools::Itertools;
use referee::testkit::needs::Need;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{code, err, out, refused, toy_command, wait_until};

/// A bot that answers each line with the number of its module `core`.
const BOT: &str =
    "import sys\nimport core\nfor line in sys.stdin:\n    print(core.NUMBER, flush=True)\n";

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A folder with `v1.py`, `v2.py`, their module and a file that neither opens.
fn python_bots() -> Option<TempDir> {
    if !Need::Python.program_runs() {
        return None;
    }
    let folder = TempDir::new().unwrap();
    write(folder.path(), "v1.py", BOT);
    write(folder.path(), "v2.py", BOT);
    write(folder.path(), "core.py", "NUMBER = 5\n");
    write(folder.path(), "notes.txt", "first\n");
    Some(folder)
}

/// A command whose bots in Python leave compiled modules beside the sources, as they do for most people. Many machines that
/// run tests have a variable against that.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = toy_command(folder, arguments);
    command.env_remove("PYTHONDONTWRITEBYTECODE");
    command
}

fn referee(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().unwrap()
}

const CLOCK: [&str; 5] = ["--games", "4", "--seed", "1", "--timeout-factor=100"];

fn duel(folder: &Path, bots: [&str; 2], more: &[&str]) -> Output {
    let output = referee(folder, &[&["duel", "nearest"], &bots[..], &CLOCK, more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    output
}

const PYTHON: [&str; 2] = ["v1=python3 v1.py", "v2=python3 v2.py"];

/// All games were known, and nothing was said of a change.
#[track_caller]
fn known(output: &Output) {
    let text = err(output);
    assert!(text.contains("4 of 4 games were known; nothing was played"), "{text}");
    assert!(!text.contains("changed"), "{text}");
}

/// New games were played because a file of a bot changed.
#[track_caller]
fn changed(output: &Output, bot: &str, how: &str) {
    let text = err(output);
    let sentence = format!("{bot} has changed since its last games: {how}; new games are played");
    assert!(text.contains(&sentence), "{sentence:?}: {text}");
    assert!(!text.contains("known"), "{text}");
}

/// The names of a bot's files in the last line of it in a log.
fn files_of(log: &Path, bot: &str) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let line = lines.rfind(|line| line["bot"] == bot).unwrap();
    let files = line["identity"]["files"].as_array().unwrap().iter();
    files.map(|file| file["file"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_changed_module_starts_new_games_and_is_named_and_other_files_do_not() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let first = duel(folder, PYTHON, &[]);
    assert!(!err(&first).contains("known") && !err(&first).contains("changed"), "{}", err(&first));
    known(&duel(folder, PYTHON, &[]));
    write(folder, "notes.txt", "second\n");
    known(&duel(folder, PYTHON, &[]));
    write(folder, "core.py", "NUMBER = 6\n");
    let after = duel(folder, PYTHON, &[]);
    changed(&after, "v1", "its file core.py differs");
    changed(&after, "v2", "its file core.py differs");
    assert!(out(&after).contains("mean score"), "{}", out(&after));
    known(&duel(folder, PYTHON, &[]));
    // Nothing is lost: the old module finds its games again.
    write(folder, "core.py", "NUMBER = 5\n");
    known(&duel(folder, PYTHON, &[]));
    assert_eq!(fs::read_dir(folder.join("games")).unwrap().count(), 2);
}

#[test]
fn a_changed_module_is_seen_where_python_leaves_no_compiled_ones() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let play = || {
        let mut command =
            toy_command(folder, &[&["duel", "nearest"], &PYTHON[..], &CLOCK].concat());
        let output = command.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
        assert_eq!(code(&output), 0, "{}", err(&output));
        output
    };
    play();
    known(&play());
    write(folder, "core.py", "NUMBER = 6\n");
    changed(&play(), "v1", "its file core.py differs");
    assert!(!folder.join("__pycache__").exists());
}

#[test]
fn bots_of_one_folder_do_not_take_each_others_files() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    write(folder, "v2.py", &BOT.replace("core", "other"));
    write(folder, "other.py", "NUMBER = 4\n");
    duel(folder, PYTHON, &["--log", "log.jsonl"]);
    let log = folder.join("log.jsonl");
    assert_eq!(files_of(&log, "v1"), ["core.py", "v1.py"]);
    assert_eq!(files_of(&log, "v2"), ["other.py", "v2.py"]);
    duel(folder, PYTHON, &[]);
    write(folder, "v2.py", &(BOT.replace("core", "other") + "\n"));
    let after = duel(folder, PYTHON, &[]);
    changed(&after, "v2", "its file v2.py differs");
    assert!(!err(&after).contains("v1 has changed"), "{}", err(&after));
}

#[test]
fn a_module_that_is_imported_during_a_game_belongs_to_the_bot() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let late =
        "import sys\nfor line in sys.stdin:\n    import core\n    print(core.NUMBER, flush=True)\n";
    write(folder, "v1.py", late);
    write(folder, "v2.py", "import sys\nfor line in sys.stdin:\n    print(4, flush=True)\n");
    duel(folder, PYTHON, &[]);
    known(&duel(folder, PYTHON, &[]));
    write(folder, "core.py", "NUMBER = 6\n");
    let after = duel(folder, PYTHON, &[]);
    changed(&after, "v1", "its file core.py differs");
    assert!(!err(&after).contains("v2 has changed"), "{}", err(&after));
    known(&duel(folder, PYTHON, &[]));
}

#[test]
fn a_file_that_another_program_opens_during_the_games_is_not_the_bots() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let more = ["--games", "30", "--timeout-factor=100", "--log", "log.jsonl"];
    let mut run = command(folder, &[&["duel", "nearest"], &PYTHON[..], &more].concat());
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let log = folder.join("log.jsonl");
    wait_until(|| fs::read_to_string(&log).is_ok_and(|text| text.contains(r#"{"seed""#)));
    fs::read(folder.join("notes.txt")).unwrap();
    assert!(run.wait().unwrap().success());
    assert_eq!(files_of(&log, "v1"), ["core.py", "v1.py"]);
    assert_eq!(files_of(&log, "v2"), ["core.py", "v2.py"]);
}

/// As where a program goes through the folder while the bot starts: here the first start itself opens the file.
#[test]
fn a_file_that_is_opened_at_the_first_start_alone_is_not_the_bots() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let once = "import os, sys\nif not os.path.exists('begun'):\n    open('begun', 'w').close()\n    open('notes.txt').close()\n";
    write(folder, "v1.py", &BOT.replace("import sys\n", once));
    duel(folder, PYTHON, &["--log", "log.jsonl"]);
    assert!(folder.join("begun").exists());
    assert_eq!(files_of(&folder.join("log.jsonl"), "v1"), ["core.py", "v1.py"]);
}

#[test]
fn a_file_that_the_bot_writes_itself_does_not_count() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let diary = "import sys\nopen('diary.txt', 'a').write('again\\n')\n";
    write(folder, "diary.txt", "begun\n");
    write(folder, "v1.py", &BOT.replace("import sys\n", diary));
    duel(folder, PYTHON, &[]);
    known(&duel(folder, PYTHON, &[]));
}

/// Here the other bot changes the file. The second time it writes what is there.
///
/// It replaces the file at once: two games run side by side, and no process may find half of it.
#[test]
fn a_bot_that_is_changed_while_it_plays_ends_the_run_before_that_counts() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    let edit = "    shutil.copyfile('next', new)\n    os.replace(new, 'v2.py')\n";
    let head =
        "import os, shutil, sys\nimport core\nnew = f'{os.getpid()}'\nfor line in sys.stdin:\n";
    let answer = "    print(core.NUMBER, flush=True)\n";
    write(folder, "next", &format!("{BOT}# edited\n"));
    write(folder, "v2.py", &format!("{head}{edit}{answer}"));
    let run = || referee(folder, &[&["duel", "nearest"], &PYTHON[..], &CLOCK].concat());
    let output = run();
    assert_eq!(code(&output), 1, "{}", out(&output));
    let text = err(&output);
    assert!(text.contains("v2: v2.py was changed while games were played"), "{text}");
    let games = || {
        let entries = fs::read_dir(folder.join("games")).unwrap();
        let logs = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        let count = |log| fs::read_to_string(log).unwrap().matches("\"seed\"").count();
        logs.map(count).sorted().collect::<Vec<usize>>()
    };
    assert_eq!(games(), [0]);
    let output = run();
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(games(), [0, 4]);
}

#[test]
fn with_a_log_of_its_own_a_changed_bot_is_refused_and_the_file_is_named() {
    let Some(folder) = python_bots() else { return };
    let folder = folder.path();
    duel(folder, PYTHON, &["--log", "log.jsonl"]);
    known(&duel(folder, PYTHON, &["--log", "log.jsonl"]));
    write(folder, "core.py", "NUMBER = 6\n");
    let again = [&["duel", "nearest"], &PYTHON[..], &CLOCK, &["--log", "log.jsonl"]].concat();
    let advice = "'v1' has changed since the games in log.jsonl were played (its file core.py differs); give \
                  another --log, or another name: 'v1-2=python3 v1.py'";
    refused(&referee(folder, &again), advice);
}

#[test]
fn a_changed_bot_whose_name_is_its_command_is_advised_to_take_a_name_that_can_be_typed() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let duel = |bot: &str| {
        let seats = ["duel", "nearest", bot, "@five", "--log", "log.jsonl"];
        referee(folder, &[&seats[..], &CLOCK].concat())
    };
    write(folder, "bot.sh", "while read -r line; do echo 5; done\n");
    assert_eq!(code(&duel("sh bot.sh")), 0);
    write(folder, "bot.sh", "while read -r line; do echo 6; done\n");
    refused(&duel("sh bot.sh"), "or another name: 'sh_bot.sh-2=sh bot.sh'");
    let renamed = duel("sh_bot.sh-2=sh bot.sh");
    assert_eq!(code(&renamed), 0, "{}", err(&renamed));
}

#[test]
fn a_program_and_the_file_beside_it_are_one_bot() {
    if !Need::Rustc.program_runs() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let source = r#"
        use std::io::BufRead;
        fn main() {
            let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
            let weights = std::fs::read_to_string(folder.join("data/weights.txt")).unwrap();
            for line in std::io::stdin().lock().lines() {
                line.unwrap();
                println!("{}", weights.trim());
            }
        }
    "#;
    write(folder, "source/bot.rs", source);
    write(folder, "bots/data/weights.txt", "5\n");
    write(folder, "bots/data/unused.txt", "5\n");
    let compile = ["source/bot.rs", "-o", "bots/v1"];
    assert!(Command::new("rustc").args(compile).current_dir(folder).status().unwrap().success());
    let bots = ["v1=bots/v1", "five=@five"];
    duel(folder, bots, &[]);
    known(&duel(folder, bots, &[]));
    write(folder, "bots/data/unused.txt", "6\n");
    known(&duel(folder, bots, &[]));
    write(folder, "bots/data/weights.txt", "4\n");
    changed(&duel(folder, bots, &[]), "v1", "its file data/weights.txt differs");
}

#[cfg(unix)]
#[test]
fn logs_of_two_machines_merge_if_only_the_interpreter_differs() {
    use std::os::unix::fs::PermissionsExt;

    let Some(first) = python_bots() else { return };
    let Some(second) = python_bots() else { return };
    let python = Command::new("python3")
        .args(["-c", "import os, sys; print(os.path.realpath(sys.executable))"])
        .output()
        .unwrap();
    let python = out(&python).trim().to_owned();
    // Another interpreter of the same name: a script that runs the first. It is not in the bots' folder, where it would
    // be one of their files.
    let elsewhere = TempDir::new().unwrap();
    let other = elsewhere.path().join("python3");
    write(elsewhere.path(), "python3", &format!("#!/bin/sh\nexec {python} \"$@\"\n"));
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).unwrap();
    duel(first.path(), PYTHON, &["--log", "log.jsonl"]);
    let run = |seed: &str, log: &str| {
        let bots = ["v1", "v2"].map(|bot| {
            format!(
                "{bot}={} {}",
                other.display(),
                second.path().join(bot).with_extension("py").display()
            )
        });
        let bots = [bots[0].as_str(), &bots[1]];
        let more = ["--games", "4", "--seed", seed, "--timeout-factor=100", "--log", log];
        let output = referee(second.path(), &[&["duel", "nearest"], &bots[..], &more].concat());
        assert_eq!(code(&output), 0, "{}", err(&output));
        second.path().join(log).display().to_string()
    };
    let theirs = run("2", "log.jsonl");
    let merge = |log: &str, to: &str, more: &[&str]| {
        referee(first.path(), &[&["merge", "log.jsonl", log, "-o", to], more].concat())
    };
    let merged = merge(&theirs, "all.jsonl", &[]);
    assert_eq!(code(&merged), 0, "{}", err(&merged));
    assert!(out(&merged).contains("8 games of 2 logs"), "{}", out(&merged));
    let note = format!("v1 was run by another build of python3 in {theirs}");
    assert!(out(&merged).contains(&note), "{}", out(&merged));
    // Another module is another bot, unless somebody says that it is the same.
    write(second.path(), "core.py", "NUMBER = 6\n");
    let theirs = run("3", "other.jsonl");
    let sentence = format!(
        "'v1' is not the same bot in {theirs} as in log.jsonl (its file core.py differs); if it is all the same, say \
         so by --as-same v1"
    );
    refused(&merge(&theirs, "more.jsonl", &[]), &sentence);
    let both = ["--as-same", "v1", "--as-same", "v2"];
    assert_eq!(code(&merge(&theirs, "more.jsonl", &both)), 0);
    let nobody = merge(&theirs, "none.jsonl", &[&both[..], &["--as-same", "v3"]].concat());
    refused(&nobody, "--as-same v3: no log has a bot of that name; there are: v1, v2");
}

//! Ctrl-C during a run on other machines, and the same command again.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use super::{DUEL, demand_equal, games, games_here};
use crate::common::{code, err, toy_command, toy_referee};

/// A stand-in for a cluster. It notes each task that is started, and plays it when a file is there. It ends with its folder,
/// because nobody else ends a task that a test has cancelled.
const STAND_IN: &str = r#"#!/bin/sh
here=$(dirname "$0")
echo "$1" >>"$here/started"
shift
while [ ! -e "$here/go" ]; do [ -e "$here/stand-in" ] || exit 0; sleep 0.02; done
exec "$@"
"#;

const ON: [&str; 12] = [
    "--on",
    "command",
    "--on-option",
    "submit=SLURMD_NODENAME=n$(({task} % 2)) sh stand-in {task} {command}",
    "--on-option",
    "cancel=echo cancelled >>cancelled # {id}",
    "--on-option",
    "batches=4",
    "--on-option",
    "batch-s=0.1",
    "--games",
    "20",
];

fn duel() -> Vec<&'static str> {
    [&DUEL[..], &ON].concat()
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("stand-in"), STAND_IN).unwrap();
    folder
}

/// Waits until something holds.
fn wait_for(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} does not come");
}

/// The tasks that were started, in their order.
fn started(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("started")).unwrap_or_default();
    let mut all: Vec<String> = text.lines().map(str::to_owned).collect();
    all.sort();
    all
}

/// A command on a terminal of its own.
struct Terminal {
    script: Child,
    keys: ChildStdin,
    shown: Arc<Mutex<String>>,
}

impl Terminal {
    /// `None` if there is no program that makes one.
    fn start(folder: &Path, arguments: &[&str]) -> Option<Self> {
        let toy = toy_command(folder, arguments);
        let words = [toy.get_program()].into_iter().chain(toy.get_args());
        let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        // A shell that stays in between would be ended by the same Ctrl-C.
        let line = format!("exec {}", referee_words(&words));
        let mut script = Command::new("script");
        script.args(["-qefc", &line, "/dev/null"]).current_dir(folder);
        script.envs(toy.get_envs().filter_map(|(name, value)| Some((name, value?))));
        // Progress is drawn on a terminal that has a name.
        script.env("TERM", "xterm");
        script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut script = script.spawn().ok()?;
        let (keys, mut out) = (script.stdin.take()?, script.stdout.take()?);
        let shown = Arc::new(Mutex::new(String::new()));
        let reader = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = out.read(&mut bytes) {
                reader.lock().unwrap().push_str(&String::from_utf8_lossy(&bytes[..length]));
            }
        });
        Some(Self { script, keys, shown })
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    fn shows(&self, text: &str) -> usize {
        self.shown.lock().unwrap().matches(text).count()
    }

    fn end(mut self) -> (Option<i32>, String) {
        let code = self.script.wait().unwrap().code();
        (code, self.shown.lock().unwrap().clone())
    }
}

fn referee_words(words: &[String]) -> String {
    let quoted = words.iter().map(|word| format!("'{}'", word.replace('\'', "'\\''")));
    quoted.collect::<Vec<_>>().join(" ")
}

const QUESTION: &str = "Leave the batches running on the other machines? [y/N]";

/// Starts the run on a terminal, waits until its first tasks are out, and presses Ctrl-C.
fn interrupted(folder: &Path) -> Option<Terminal> {
    let mut terminal = Terminal::start(folder, &duel())?;
    wait_for("a task", || started(folder).len() == 4);
    wait_for("the progress", || folder.join("log.jsonl.on/progress.json").exists());
    wait_for("the line about batches", || {
        terminal.shows("batches: 4 queued, 0 running, 0 done, 0 failed") > 0
    });
    terminal.press("\x03");
    wait_for("the question", || terminal.shows(QUESTION) > 0);
    Some(terminal)
}

#[test]
fn ctrl_c_asks_once_and_the_same_command_attaches_to_what_was_left() {
    let folder = folder();
    let here = folder.path();
    let Some(mut terminal) = interrupted(here) else { return };
    terminal.press("y\r");
    let (code_of_script, shown) = terminal.end();
    assert_eq!(code_of_script, Some(4), "{shown}");
    assert_eq!(shown.matches(QUESTION).count(), 1, "{shown}");
    assert!(
        shown.contains("the batches go on; the same command attaches to them again"),
        "{shown}"
    );
    let left = started(here);
    assert!(!here.join("cancelled").exists() && !here.join("log.jsonl.on/over").exists());
    // They are played while no command runs.
    fs::write(here.join("go"), "").unwrap();
    let results = here.join("log.jsonl.on/results");
    let finished = || {
        fs::read_dir(&results)
            .unwrap()
            .filter(|it| it.as_ref().unwrap().path().extension().is_some_and(|it| it == "jsonl"))
    };
    wait_for("the results", || finished().count() == 4);
    let output = toy_referee(here, &duel());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let all = started(here);
    let mut once = all.clone();
    once.dedup();
    assert_eq!(all, once, "no task was started twice");
    assert!(all.len() > left.len());
    demand_equal(
        &games(&here.join("log.jsonl")),
        &games_here(&[&DUEL[..], &["--games", "20"]].concat()),
    );
}

#[test]
fn batches_that_are_not_left_are_cancelled() {
    let folder = folder();
    let here = folder.path();
    let Some(mut terminal) = interrupted(here) else { return };
    terminal.press("\r");
    let (code_of_script, shown) = terminal.end();
    assert_eq!((code_of_script, shown.matches(QUESTION).count()), (Some(4), 1), "{shown}");
    assert!(here.join("log.jsonl.on/over").exists(), "tasks end");
    assert!(!here.join("log.jsonl.on/progress.json").exists());
    fs::write(here.join("go"), "").unwrap();
}

/// Sends Ctrl-C to a command without a terminal.
fn interrupt(folder: &Path, more: &[&str]) -> std::process::Output {
    let mut command = toy_command(folder, &[&duel()[..], more].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_for("a task", || started(folder).len() == 4);
    wait_for("the progress", || folder.join("log.jsonl.on/progress.json").exists());
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

#[test]
fn detach_leaves_the_batches_without_a_question_and_else_they_are_cancelled() {
    let folder = folder();
    let here = folder.path();
    let output = interrupt(here, &["--detach"]);
    assert_eq!(code(&output), 4);
    assert!(err(&output).contains("the batches go on"), "{}", err(&output));
    assert!(!err(&output).contains("[y/N]") && !here.join("log.jsonl.on/over").exists());
    let board = fs::read(here.join("log.jsonl.on/progress.json")).unwrap();
    let board: Value = serde_json::from_slice(&board).unwrap();
    assert_eq!((&board["queued"], &board["done"]), (&4.into(), &0.into()));
    // Without a terminal nobody can answer.
    let other = self::folder();
    let output = interrupt(other.path(), &[]);
    assert!(!err(&output).contains("the batches go on"), "{}", err(&output));
    assert!(other.path().join("log.jsonl.on/over").exists());
    for folder in [here, other.path()] {
        fs::write(folder.join("go"), "").unwrap();
    }
}

/// Tasks on `n1` end with a word and play nothing.
#[test]
fn a_machine_whose_tasks_fail_is_taken_out_and_the_others_finish() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let script = "#!/bin/sh\ncase \"$AVOID\" in *n1*) export SLURMD_NODENAME=n0 ;; *) export SLURMD_NODENAME=n$(($1 % 2)) ;; esac\n\
                  shift\n[ $SLURMD_NODENAME = n1 ] && PATH=/nowhere\nexec \"$@\"\n";
    fs::write(here.join("stand-in"), script).unwrap();
    let submit = "submit=AVOID={avoid} sh stand-in {task} {command}";
    let on = [
        "--on",
        "command",
        "--on-option",
        submit,
        "--on-option",
        "batches=2",
        "--on-option",
        "batch-s=0.1",
    ];
    // The shell that plays the bot is not found on `n1`.
    fs::write(here.join("bot.sh"), "while read line; do echo 1; done\n").unwrap();
    let duel =
        ["duel", "nearest", "mine=sh bot.sh", "@five", "--log", "log.jsonl", "--games", "60"];
    let output = toy_referee(here, &[&duel[..], &on].concat());
    let said = err(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert_eq!(
        said.matches("n1 is taken out of the run: its last ten batches failed").count(),
        1,
        "{said}"
    );
    assert!(said.matches(" failed on n1: ").count() >= 10, "{said}");
    assert_eq!(games(&here.join("log.jsonl")).len(), 60);
}

#[test]
fn the_last_words_of_a_task_that_was_lost_are_shown() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    let script = "#!/bin/sh\n[ -e seen ] || { echo >seen; echo first; echo 'the disk is full' >&2; exit 0; }\nexec \"$@\"\n";
    fs::write(here.join("stand-in"), script).unwrap();
    let on = [
        "--on",
        "command",
        "--on-option",
        "submit=sh stand-in {command} # {task}",
        "--on-option",
        "batches=1",
    ];
    let more = ["--on-option", "lost-after-s=0.5", "--games", "8"];
    let output = toy_referee(here, &[&DUEL[..], &on, &more].concat());
    assert_eq!(code(&output), 0, "{}", err(&output));
    let said = err(&output);
    assert!(
        said.contains("batch 1 failed: it was lost; its last words: first / the disk is full\n"),
        "{said}"
    );
}

/// Tasks on one machine start their bots at the same time, in one folder. None takes the files of the others for its own.
#[test]
fn bots_in_one_folder_are_known_in_tasks_that_run_at_the_same_time() {
    let folder = TempDir::new().unwrap();
    let here = folder.path();
    for bot in ["a", "b"] {
        let text = format!("# {bot}\nsleep 0.02\nwhile read line; do echo 1; done\n");
        fs::write(here.join(format!("{bot}.sh")), text).unwrap();
    }
    let on = [
        "--on",
        "command",
        "--on-option",
        "submit={command} # {task}",
        "--on-option",
        "batch-s=0.1",
    ];
    let duel =
        ["duel", "nearest", "a=sh a.sh", "b=sh b.sh", "--option", "rounds=3", "--log", "log.jsonl"];
    let output = toy_referee(
        here,
        &[&duel[..], &on, &["--on-option", "batches=8", "--games", "60"]].concat(),
    );
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(!err(&output).contains(" failed"), "{}", err(&output));
    assert_eq!(games(&here.join("log.jsonl")).len(), 60);
}

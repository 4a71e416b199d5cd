//! What the integration tests share.

#![allow(dead_code)] // Each test program uses only some of these.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};
use std::{env, fs, iter, thread};

use referee::game::Fault;
use referee::testkit::cases::cases;
use serde_json::Value;
use tempfile::TempDir;

/// The folder of a game in the official data, if it exists.
pub fn official_data(game: &str) -> Option<PathBuf> {
    referee::testkit::recordings::official(game, "")
}

/// A program with arguments, in a folder of the test. It finds Python itself rather than a script that looks for the
/// version to use, such as pyenv's, because that script takes five times as long to start.
pub fn program(program: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("PATH", path());
    command
}

/// The folders for programs, with the one of Python first.
fn path() -> &'static OsStr {
    static PATH: OnceLock<OsString> = OnceLock::new();
    PATH.get_or_init(|| {
        let usual = env::var_os("PATH").unwrap_or_default();
        let ask = ["-c", "import os, sys; print(os.path.dirname(sys.executable))"];
        let Ok(python) = Command::new("python3").args(ask).output() else { return usual };
        let first = PathBuf::from(out(&python).trim());
        if !first.is_absolute() {
            return usual;
        }
        env::join_paths(iter::once(first).chain(env::split_paths(&usual))).unwrap_or(usual)
    })
}

/// Runs a command to its end.
fn run(mut command: Command) -> Output {
    command.output().expect("the program of this package can be run")
}

/// The program `referee` with arguments, in a folder of the test.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    program(env!("CARGO_BIN_EXE_referee"), folder, arguments)
}

/// Runs `referee` to its end.
pub fn referee(folder: &Path, arguments: &[&str]) -> Output {
    run(command(folder, arguments))
}

/// Runs `referee`, which must succeed.
pub fn succeeds(folder: &Path, arguments: &[&str]) -> Output {
    let output = referee(folder, arguments);
    assert_eq!(code(&output), 0, "{}{}", out(&output), err(&output));
    output
}

/// The program `referee` that also has contests for tests (`nearest`, `nim` and `pairs`), with arguments.
pub fn toy_command(folder: &Path, arguments: &[&str]) -> Command {
    program(env!("CARGO_BIN_EXE_referee-toys"), folder, arguments)
}

/// Runs the `referee` that has contests for tests to its end.
pub fn toy_referee(folder: &Path, arguments: &[&str]) -> Output {
    run(toy_command(folder, arguments))
}

/// Seed and bots of each game in a log, which must consist of whole lines.
pub fn games_of_log(log: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(log).unwrap_or_default();
    let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects
        .filter(|object| object.get("seed").is_some())
        .map(|object| (object["seed"].to_string(), object["bots"].to_string()))
        .collect()
}

/// The causes of faults that are not lines.
pub const FAULTS_WITHOUT_A_LINE: [(Fault, &str); 4] = [
    (Fault::Timeout, "timeout"),
    (Fault::Exit, "exit"),
    (Fault::OutOfMemory, "out-of-memory"),
    (Fault::Garbage, "not-a-line"),
];

/// Waits until a condition holds.
pub fn wait_until(mut condition: impl FnMut() -> bool) {
    while !condition() {
        thread::sleep(Duration::from_millis(2));
    }
}

/// The text that a program wrote to standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The text that a program wrote to standard output, without the times, which differ from run to run.
pub fn timeless(output: &Output) -> String {
    let text = out(output);
    let lines = text.lines().filter(|line| !line.starts_with("Slowest"));
    lines.collect::<Vec<_>>().join("\n")
}

/// A folder that holds a bot's script, `bot.sh`.
pub fn folder_with_bot(script: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("bot.sh"), script).unwrap();
    folder
}

/// The text that a program wrote to standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Asserts that a program refused its call: exit code 2, nothing on standard output, and on standard error a
/// sentence that says what to do.
pub fn refused(output: &Output, advice: &str) {
    let text = err(output);
    assert_eq!(code(output), 2, "{text}");
    assert!(text.contains(advice), "{advice:?}: {text}");
    assert_eq!(out(output), "", "{advice:?}");
}

/// The exit code of a program.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it ends by itself")
}

/// The text of a log without its chain, as an older version wrote it.
pub fn unchained(log: &str) -> String {
    let line = |line: &str| match line.rsplit_once(",\"after\":\"") {
        Some((content, hashes)) if hashes.ends_with("\"}") => format!("{content}}}\n"),
        _ => format!("{line}\n"),
    };
    log.lines().map(line).collect()
}

/// The files of a folder, sorted.
pub fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Begins a tuning, kills it shortly after it has written something, and begins it again, until it is done or
/// was killed often enough. Each time its checkpoint must be complete and must have kept all rounds.
pub fn kill_again_and_again(folder: &Path, tuning: &[&str], checkpoint: &str) {
    let mut seen = vec![0];
    for kill in 0..cases(2, 16_u64) {
        let before = written(folder);
        let mut child = toy_command(folder, tuning)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program of this package can be run");
        wait_until(|| written(folder) != before || child.try_wait().unwrap().is_some());
        thread::sleep(Duration::from_micros(kill * 7919 % 30_000));
        // It fails if the tuning has ended.
        let _ = child.kill();
        let status = child.wait().unwrap();
        let Ok(text) = fs::read(folder.join(checkpoint)) else { continue };
        let now: Value = serde_json::from_slice(&text).expect("it is always whole");
        seen.push(now["rounds"].as_array().unwrap().len());
        if status.success() {
            break;
        }
    }
    assert!(seen.is_sorted(), "a round was lost: {seen:?}");
    eprintln!("rounds after each kill: {seen:?}");
}

/// The sizes and times of all files below a folder, to see whether anything was written.
pub fn written(folder: &Path) -> Vec<(u64, Option<SystemTime>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // A file may be removed while its folder is read.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(about) = entry.metadata() else { continue };
            all.push((about.len(), about.modified().ok()));
            if about.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    all.sort();
    all
}

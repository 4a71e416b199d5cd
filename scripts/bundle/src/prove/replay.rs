//! Plays recorded games again: two programs are sent the same lines and must answer the same.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Read, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use crate::progress::Progress;

/// A program that has not ended this long after the end of its input is reported as hanging.
const LONGEST_RUN: Duration = Duration::from_secs(300);

/// The lines that one program was sent in one game.
#[derive(Clone, Debug)]
pub struct Script {
    /// Where it comes from, for messages.
    pub name: String,
    /// All lines, in order.
    pub input: String,
}

/// The answers of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// What it wrote to stdout.
    pub output: String,
    /// Its exit code; `None` if a signal ended it.
    pub code: Option<i32>,
}

/// Reads recordings: a file, or all files of a folder in the order of their names.
///
/// A `.jsonl` file is a recorded game, one JSON object a line. Those with `seat` and `sent` say what
/// that seat was sent. Any other file is the input of a program as it is.
///
/// # Errors
/// There is no such file or folder, or a recording is damaged.
pub fn scripts(path: &Path) -> Result<Vec<Script>> {
    let mut files = Vec::new();
    if path.is_dir() {
        for entry in
            fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?
        {
            let file = entry?.path();
            if file.is_file() {
                files.push(file);
            }
        }
        files.sort();
    } else if path.is_file() {
        files.push(path.to_path_buf());
    } else {
        bail!("there are no recordings at {}", path.display());
    }
    let mut scripts = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file)
            .with_context(|| format!("cannot read {} as text", file.display()))?;
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_some_and(|extension| extension == "jsonl") {
            scripts.extend(game(&file, &name, &text)?);
        } else {
            scripts.push(Script { name, input: text });
        }
    }
    Ok(scripts)
}

/// The lines that each seat was sent in a recorded game.
fn game(file: &Path, name: &str, text: &str) -> Result<Vec<Script>> {
    let mut seats: BTreeMap<u64, String> = BTreeMap::new();
    for (at, line) in text.lines().enumerate() {
        let damaged = |why: &str| anyhow!("{}:{}: {why}", file.display(), at + 1);
        let object: Value = serde_json::from_str(line).map_err(|error| {
            damaged(&format!(
                "it is not JSON: {error}; recordings are files of `referee`, with one object a line"
            ))
        })?;
        let Some(seat) = object.get("seat") else { continue };
        let seat = seat.as_u64().ok_or_else(|| damaged("`seat` is not a number"))?;
        let input = seats.entry(seat).or_default();
        for line in object["sent"].as_array().ok_or_else(|| damaged("`sent` is not a list"))? {
            input.push_str(
                line.as_str().ok_or_else(|| damaged("`sent` has something other than text"))?,
            );
            input.push('\n');
        }
    }
    let script = |(seat, input)| Script { name: format!("{name}, seat {seat}"), input };
    Ok(seats.into_iter().map(script).collect())
}

/// Runs a program with some input, and returns its answers until it ended.
///
/// # Errors
/// It cannot be started, or does not end.
pub fn play(program: &Path, arguments: &[String], input: &str) -> Result<Answers> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot run {}", program.display()))?;
    let stdin = child.stdin.take();
    let stdout = child.stdout.take();
    let input = input.to_string();
    let writer = thread::spawn(move || {
        // A program may end before it has read everything.
        let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
    });
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begin.elapsed() > LONGEST_RUN {
            child.kill()?;
            child.wait()?;
            bail!("{} does not end when its input ends", program.display());
        }
        thread::sleep(Duration::from_millis(1));
    };
    let _ = writer.join();
    let output = reader.join().unwrap_or_default();
    Ok(Answers { output, code: status.code() })
}

/// A program, with arguments that make it answer the same every time.
#[derive(Clone, Debug)]
pub struct Player {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Runs both programs on all scripts, and returns the number of lines that they answered, all alike.
///
/// # Errors
/// The first difference, or a program that cannot be run.
pub fn compare(
    original: &Player,
    bundle: &Player,
    scripts: &[Script],
    progress: &Progress,
) -> Result<usize> {
    let mut answered = 0;
    for (at, script) in scripts.iter().enumerate() {
        progress.tick(|| format!("played {at} of {} recorded games", scripts.len()));
        let answers = |player: &Player| play(&player.program, &player.arguments, &script.input);
        let (expected, got) = side_by_side(|| answers(original), || answers(bundle));
        let (expected, got) = (expected?, got?);
        if let Some(difference) = difference(&expected, &got) {
            bail!("{}: {difference}", script.name);
        }
        answered += expected.output.lines().count();
    }
    Ok(answered)
}

/// Does two things at the same time, one on its own thread.
pub fn side_by_side<T: Send>(one: impl FnOnce() -> T + Send, other: impl FnOnce() -> T) -> (T, T) {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
    })
}

/// The first difference between two programs' answers.
fn difference(expected: &Answers, got: &Answers) -> Option<String> {
    let (mut left, mut right) = (expected.output.lines(), got.output.lines());
    for at in 1.. {
        match (left.next(), right.next()) {
            (None, None) => break,
            (one, other) if one == other => {}
            (one, other) => {
                let show =
                    |line: Option<&str>| line.map_or("nothing".into(), |line| format!("`{line}`"));
                return Some(format!(
                    "line {at} of its answers: the workspace's program says {}, the bundle says {}",
                    show(one),
                    show(other)
                ));
            }
        }
    }
    (expected.code != got.code).then(|| {
        let show =
            |code: Option<i32>| code.map_or("a signal".into(), |code| format!("code {code}"));
        format!(
            "the workspace's program ends with {}, the bundle with {}",
            show(expected.code),
            show(got.code)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(output: &str, code: i32) -> Answers {
        Answers { output: output.into(), code: Some(code) }
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(difference(&answers("a\nb\n", 0), &answers("a\nb\n", 0)), None);
        let found = difference(&answers("a\nb\n", 0), &answers("a\nc\n", 0)).unwrap();
        assert!(found.contains("line 2") && found.contains("`b`") && found.contains("`c`"));
        let found = difference(&answers("a\n", 0), &answers("a\nb\n", 0)).unwrap();
        assert!(found.contains("says nothing, the bundle says `b`"), "{found}");
        let found = difference(&answers("a\n", 0), &answers("a\n", 2)).unwrap();
        assert!(found.contains("code 0") && found.contains("code 2"), "{found}");
    }

    #[test]
    fn each_seat_is_sent_its_own_lines() {
        let text = "{\"format\":\"x\"}\n{\"seat\":1,\"sent\":[\"a\",\"b\"],\"got\":[]}\n\
                    {\"seat\":0,\"sent\":[\"c\"],\"got\":[]}\n{\"seat\":1,\"sent\":[\"d\"]}\n";
        let scripts = game(Path::new("g.jsonl"), "g", text).unwrap();
        assert_eq!(scripts.len(), 2);
        assert_eq!((&*scripts[0].input, &*scripts[1].input), ("c\n", "a\nb\nd\n"));
        let error = game(Path::new("g.jsonl"), "g", "{\"seat\":0}").unwrap_err().to_string();
        assert_eq!(error, "g.jsonl:1: `sent` is not a list");
    }
}

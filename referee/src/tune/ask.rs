//! Asks a bot for its parameters.

use std::io::{self, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

use super::parameters::{Declared, Parameter, set_arguments};
use crate::bot::ReadyBot;
use crate::system::Group;
use crate::system::words;

/// Time limit for a bot to print its parameters.
const PATIENCE: Duration = Duration::from_secs(20);
/// Most bytes that are read of a bot's output.
const MOST_BYTES: u64 = 1 << 20;

const ADVICE: &str = "a bot that can be tuned prints its numbers with --params and ends, and takes \
                      --set NAME=VALUE";

/// The parameters that a bot declares.
///
/// # Errors
/// If the bot cannot be run, does not end, fails, or prints something else.
pub fn declared(bot: &ReadyBot) -> Result<Vec<Declared>> {
    let what = format!("{} --params", bot.name);
    let said = run(bot, &["--params".to_owned()], &what)?;
    Declared::read_all(&said).map_err(|error| anyhow!("`{what}`: {error}; {ADVICE}"))
}

/// Checks that the bot accepts values for its parameters, before any game is played.
///
/// # Errors
/// If the bot does not accept them.
pub fn demand_set(bot: &ReadyBot, parameters: &[Parameter]) -> Result<()> {
    let start: Vec<f64> = parameters.iter().map(|it| it.start).collect();
    let mut arguments = set_arguments(parameters, &start);
    arguments.push("--params".to_owned());
    let what = format!("{} {}", bot.name, words::join(&arguments));
    run(bot, &arguments, &what).map(drop)
}

/// The values that a bot's own flags set.
pub fn set_already(bot: &ReadyBot) -> Vec<(String, f64)> {
    let Some(command) = bot.command() else { return Vec::new() };
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    let values = words.windows(2).filter(|two| two[0] == "--set");
    values
        .filter_map(|two| {
            let (name, value) = two[1].split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        })
        .collect()
}

/// The output of a bot that is run with arguments and without input. `what` is the command in error
/// messages.
fn run(bot: &ReadyBot, arguments: &[String], what: &str) -> Result<String> {
    let Some(mut command) = bot.command() else {
        bail!("'{}' is a house player, which has no numbers to tune; {ADVICE}", bot.name);
    };
    command.args(arguments);
    let (status, out, errors) =
        run_briefly(command).with_context(|| format!("cannot run `{what}`"))?.ok_or_else(|| {
            anyhow!("`{what}` has not ended after {} s; {ADVICE}", PATIENCE.as_secs())
        })?;
    if status.success() {
        return Ok(out);
    }
    let last = errors.lines().rfind(|line| !line.trim().is_empty());
    let said = last.map_or(String::new(), |line| format!(" and said '{}'", line.trim()));
    bail!("`{what}` ended with {status}{said}; {ADVICE}")
}

/// Runs a program without input to its end and kills all processes that it started. Returns its
/// output and its errors, or `None` if it takes too long.
fn run_briefly(mut command: Command) -> Result<Option<(ExitStatus, String, String)>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut group = Group::spawn(&mut command)?;
    let child = group.child();
    let deadline = Instant::now() + PATIENCE;
    let (sender, receiver) = mpsc::channel();
    let streams: [(usize, Option<Box<dyn Read + Send>>); 2] = [
        (0, child.stdout.take().map(|it| Box::new(it) as Box<dyn Read + Send>)),
        (1, child.stderr.take().map(|it| Box::new(it) as Box<dyn Read + Send>)),
    ];
    for (number, stream) in streams {
        let (sender, stream) = (sender.clone(), stream.context("a pipe is missing")?);
        // The thread is not joined, because another process may keep the pipe open for ever.
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = stream.take(MOST_BYTES).read_to_end(&mut bytes).and_then(|read| {
                let is_endless = number == 0 && read as u64 == MOST_BYTES;
                let why = || format!("it prints {} KiB or more", MOST_BYTES / 1024);
                if is_endless { Err(io::Error::other(why())) } else { Ok(()) }
            });
            sender.send((number, read.map(|()| String::from_utf8_lossy(&bytes).into_owned())))
        });
    }
    let mut texts = [String::new(), String::new()];
    let mut in_time = true;
    for _ in 0..texts.len() {
        let left = deadline.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left) {
            Ok((number, text)) => texts[number] = text?,
            Err(_) => in_time = false,
        }
    }
    while in_time && child.try_wait()?.is_none() {
        in_time = Instant::now() < deadline;
        thread::sleep(Duration::from_millis(1));
    }
    let status = group.end()?;
    let [out, errors] = texts;
    Ok(in_time.then_some((status, out, errors)))
}

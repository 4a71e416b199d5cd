//! Asks a bot for its parameters.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};

use super::parameters::{Declared, Parameter, set_arguments};
use crate::bot::ReadyBot;
use crate::player::process::{MostPrinted, Printed, PrintedEnd, print};
use crate::system::words;

/// The most that a bot may take and write to print its parameters.
const MOST: MostPrinted = MostPrinted { time: Duration::from_secs(20), bytes: 1 << 20 };

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
    let Some(launch) = bot.launch() else { return Vec::new() };
    let words: Vec<_> = launch.args.iter().map(|word| word.to_string_lossy()).collect();
    let values = words.windows(2).filter(|two| two[0] == "--set");
    values
        .filter_map(|two| {
            let (name, value) = two[1].split_once('=')?;
            Some((name.to_owned(), value.parse().ok()?))
        })
        .collect()
}

/// The output of a bot that is run with arguments and without input, with its limits and its isolation. `what` is the
/// command in error messages.
fn run(bot: &ReadyBot, arguments: &[String], what: &str) -> Result<String> {
    let Some(launch) = bot.launch() else {
        bail!("'{}' is a house player, which has no numbers to tune; {ADVICE}", bot.name);
    };
    let launch = launch.clone().args(arguments);
    let Printed { output, stderr, end } = print(&launch, &MOST, &AtomicBool::new(false))
        .with_context(|| format!("cannot run `{what}`"))?;
    let how = match end {
        PrintedEnd::Exit(status) if status.is_success() => {
            return Ok(String::from_utf8_lossy(&output).into_owned());
        }
        PrintedEnd::Exit(status) => status.to_string(),
        PrintedEnd::Late => format!("has not ended after {} s", MOST.time.as_secs()),
        PrintedEnd::Ended(why) => why,
    };
    let last = stderr.iter().rfind(|line| !line.trim().is_empty());
    let said = last.map_or(String::new(), |line| format!(" and said '{}'", line.trim()));
    bail!("`{what}` {how}{said}; {ADVICE}")
}

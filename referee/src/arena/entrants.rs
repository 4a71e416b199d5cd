//! The bots of a run, by name.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use gridkit::hash::Fnv1a;
use itertools::Itertools;

use super::log::BotProgram;
use crate::bot::{Bot, ReadyBot, Strangers};
use crate::contest::Contest;
use crate::game::{Fault, Seat};
use crate::ordinary;
use crate::table::Table;

/// Bots by name, ready to play.
#[derive(Clone)]
pub struct Entrants {
    bots: BTreeMap<String, (ReadyBot, BotProgram)>,
}

/// Splits `name=bot` into name and bot. A `bot` alone is its own name.
///
/// A name has no space, quote or slash, so the `=` of a command line such as `bot --set x=1` does
/// not end one.
fn name_and_bot(text: &str) -> (&str, &str) {
    match text.split_once('=') {
        Some((name, bot)) if is_name(name) => (name, bot),
        _ => (text, text),
    }
}

/// The name of a bot as typed.
pub fn name_of(text: &str) -> &str {
    name_and_bot(text).0
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c))
}

/// Refuses a text that looks like `name=bot` but has a character that names do not have.
fn demand_name(text: &str) -> Result<()> {
    let Some((name, bot)) = text.split_once('=') else { return Ok(()) };
    let is_word = !name.is_empty() && !name.contains([' ', '/', '\'', '"', ':']);
    if !is_word || is_name(name) || bot.is_empty() {
        return Ok(());
    }
    let others: String = name.chars().filter(|c| !is_name(&c.to_string())).unique().collect();
    bail!(
        "'{name}' is not a name of a bot because of '{others}': names go into files and lists, so they have \
         letters, digits, '-', '_' and '.' alone"
    )
}

impl Entrants {
    /// Parses and builds the bots. Returns their names in the order typed.
    ///
    /// # Errors
    /// If a bot does not exist, does not build or does not start, or two have the same name.
    pub fn prepare(
        typed: &[String],
        contest: &dyn Contest,
        strangers: &Strangers,
    ) -> Result<(Self, Vec<String>)> {
        let mut names = Vec::new();
        let mut bots = Vec::new();
        for text in typed {
            demand_name(text)?;
            let (name, bot) = name_and_bot(text);
            if names.iter().any(|other| other == name) {
                bail!("two bots are called '{name}'; give one of them another name: new={bot}");
            }
            names.push(name.to_owned());
            bots.push(Bot::parse(bot, contest)?);
        }
        let ready = Bot::prepare_all(bots, strangers)?;
        demand_starts(&ready)?;
        let bots = names
            .iter()
            .zip(ready)
            .map(|(name, ready)| {
                let program = BotProgram {
                    bot: name.clone(),
                    command: ready.name.clone(),
                    fingerprint: ready
                        .files()
                        .map(|file| fingerprint(&file))
                        .fold(0, u64::wrapping_add),
                };
                (name.clone(), (ready, program))
            })
            .collect();
        Ok((Self { bots }, names))
    }

    /// Variants of these bots with a new name and more arguments: `(name, bot, arguments)`. Nothing
    /// is built again.
    ///
    /// # Errors
    /// If a house player is given arguments.
    ///
    /// # Panics
    /// If one of the bots does not exist.
    pub fn variants<'a>(
        &self,
        wanted: impl IntoIterator<Item = (&'a str, &'a str, &'a [String])>,
    ) -> Result<Self> {
        let variant = |(name, of, arguments): (&str, &str, &[String])| {
            let (bot, program) = &self.bots[of];
            let bot = bot.with_arguments(arguments)?;
            let command = bot.name.clone();
            let program = BotProgram { bot: name.to_owned(), command, ..program.clone() };
            Ok((name.to_owned(), (bot, program)))
        };
        let bots = wanted.into_iter().map(variant).collect::<Result<_>>()?;
        Ok(Self { bots })
    }

    /// The bot with this name.
    ///
    /// # Panics
    /// If no bot has this name.
    pub fn bot(&self, name: &str) -> &ReadyBot {
        &self.bots[name].0
    }

    /// The line of a bot in the log.
    ///
    /// # Panics
    /// If no bot has this name.
    pub fn program(&self, name: &str) -> &BotProgram {
        &self.bots[name].1
    }

    /// The lines of all bots in the log.
    pub fn programs(&self) -> impl Iterator<Item = &BotProgram> {
        self.bots.values().map(|(_, program)| program)
    }
}

/// Time after which a busy program counts as started. A program that waits for input counts at
/// once.
const START: Duration = Duration::from_millis(150);

/// Number of programs that are started at the same time; each takes memory.
const MOST_AT_ONCE: usize = 8;

/// Checks that all programs start and do not end before they get input.
fn demand_starts(bots: &[ReadyBot]) -> Result<()> {
    let programs: Vec<&ReadyBot> = bots.iter().filter(|bot| bot.command().is_some()).collect();
    programs.chunks(MOST_AT_ONCE).try_for_each(demand_starts_at_once)
}

fn demand_starts_at_once(programs: &[&ReadyBot]) -> Result<()> {
    let seats = programs.iter().enumerate();
    let players = seats.map(|(seat, bot)| bot.seat(Seat(seat), "0", 1.0, None));
    let mut table = Table::new(players.collect::<Result<_>>()?);
    for (bot, reply) in programs.iter().zip(table.watch_starts(START)?) {
        if let Some(reply) = reply.filter(|reply| reply.answer.fault == Some(Fault::Exit)) {
            let how = reply.detail.as_deref().unwrap_or("ended");
            let last = reply.stderr.last().map_or(String::new(), |line| format!(": {line}"));
            bail!("'{}' does not start: it {how} before it was sent anything{last}", bot.name);
        }
    }
    Ok(())
}

/// A hash of the contents of a file; it changes with the program.
fn fingerprint(path: &Path) -> u64 {
    let mut bytes = Vec::new();
    let file = ordinary::open(path, OpenOptions::new().read(true));
    let read = file.and_then(|mut file| file.read_to_end(&mut bytes));
    read.map_or(0, |_| Fnv1a::of(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_other_characters_is_told_which() {
        let error = demand_name("a+b+c,=@random").unwrap_err().to_string();
        assert!(error.starts_with("'a+b+c,' is not a name of a bot because of '+,'"), "{error}");
    }

    #[test]
    fn a_name_is_one_word_before_an_equals_sign() {
        assert_eq!(name_and_bot("new=./my_bot"), ("new", "./my_bot"));
        assert_eq!(name_and_bot("v1.2_a-b=@random"), ("v1.2_a-b", "@random"));
        for alone in ["@random", "./my_bot --set x=1", "my_bot --set x=1", "=x", "a/b=1", "'a'=1"] {
            assert_eq!(name_and_bot(alone), (alone, alone));
            assert!(demand_name(alone).is_ok(), "{alone}");
        }
    }
}

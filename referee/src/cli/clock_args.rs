//! The options for the time of bots.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use super::failure::{Failure, usage};
use crate::clocks::{Clocks, PerBot};
use crate::contest_file;
use crate::flags::numbers::parse_factor;
use crate::player::process::Clock;

/// Options of every command that plays games.
#[derive(Args)]
pub(super) struct ClockArgs {
    /// Multiply every time limit by this, for slow builds and busy machines; NAME=FACTOR sets it for one bot; may
    /// be repeated
    #[arg(long, value_name = "[NAME=]FACTOR", value_parser = parse_own_factor)]
    timeout_factor: Vec<Own<f64>>,
    /// Add this to every time limit, in milliseconds; NAME=MS sets it for one bot; may be repeated
    #[arg(long, value_name = "[NAME=]MS", value_parser = parse_own_margin)]
    time_margin: Vec<Own<Duration>>,
    /// Maximum time for a program to start. The clock of its first answer starts when the program begins to read,
    /// or at the latest after this number of seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = parse_seconds)]
    startup: Duration,
    /// The clock by which answers are timed
    #[arg(long, value_enum, default_value_t = ClockArg::Wall)]
    clock: ClockArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum ClockArg {
    /// Elapsed time, as on the sites; time in which a bot was ready to run but had no core is added to its limit
    Wall,
    /// CPU time of all threads and processes of a bot, for busy machines; the elapsed time may be at most
    /// twenty times the limit plus 2 s
    Cpu,
}

/// A value for all bots, or for the bot with one name.
type Own<T> = (Option<String>, T);

fn parse_own<T>(text: &str, parse: fn(&str) -> Result<T, String>) -> Result<Own<T>, String> {
    match text.rsplit_once('=') {
        Some(("", _)) => Err("a name is missing before '='".to_owned()),
        Some((name, value)) => Ok((Some(name.to_owned()), parse(value)?)),
        None => Ok((None, parse(text)?)),
    }
}

fn parse_own_factor(text: &str) -> Result<Own<f64>, String> {
    parse_own(text, parse_factor)
}

fn parse_own_margin(text: &str) -> Result<Own<Duration>, String> {
    parse_own(text, |text| match text.parse() {
        Ok(millis) if millis <= 3_600_000 => Ok(Duration::from_millis(millis)),
        _ => Err("a whole number of milliseconds is wanted, up to an hour".to_owned()),
    })
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("a number of seconds is wanted, from 0 to 3600".to_owned()),
    }
}

impl ClockArgs {
    /// The same for bots that are named by the letters of their seats: `(letter, name)`. A name counts for each of its seats.
    pub(super) fn by_seat(&self, seated: &[(&str, &str)]) -> Self {
        Self {
            timeout_factor: by_seat(&self.timeout_factor, seated),
            time_margin: by_seat(&self.time_margin, seated),
            ..*self
        }
    }

    /// The clocks of bots: `(name, bot)`. The name is that of the options, the bot may be a name of the contest file, which
    /// may have a factor for it.
    pub(super) fn read<'a>(
        &self,
        bots: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Clocks, Failure> {
        let clock = match self.clock {
            ClockArg::Wall => Clock::Wall,
            ClockArg::Cpu => Clock::Cpu,
        };
        let bots: Vec<(&str, &str)> = bots.into_iter().collect();
        let mut factor = per_bot(&self.timeout_factor, 1.0);
        for (name, bot) in &bots {
            if let Some(own) = factor_of_file(bot) {
                let all = factor.all;
                factor.own.entry((*name).to_owned()).or_insert(all * own);
            }
        }
        let margin = per_bot(&self.time_margin, Duration::ZERO);
        let clocks = Clocks { factor, margin, startup: self.startup, clock };
        let names: Vec<&str> = bots.iter().map(|(name, _)| *name).collect();
        if let Some(own) = clocks.names().find(|own| names.iter().all(|name| name != own)) {
            if names.is_empty() {
                return Err(usage(anyhow!(
                    "the time of '{own}' alone cannot be set in this command; leave the name out, and the value is for all bots"
                )));
            }
            let names = names.join(", ");
            let sentence = "so its time cannot be set; there are";
            return Err(usage(anyhow!("no bot is called '{own}', {sentence}: {names}")));
        }
        Ok(clocks)
    }
}

fn by_seat<T: Copy>(typed: &[Own<T>], seated: &[(&str, &str)]) -> Vec<Own<T>> {
    let letters = |own: &str| {
        let is_letter = seated.iter().any(|(letter, _)| *letter == own);
        let named = seated.iter().filter(|(_, name)| *name == own && !is_letter);
        named.map(|(letter, _)| (*letter).to_owned()).collect::<Vec<_>>()
    };
    let all = typed.iter().flat_map(|(own, value)| {
        let own = own.as_deref().map(|own| (own, letters(own)));
        let owners = match own {
            Some((_, letters)) if !letters.is_empty() => letters.into_iter().map(Some).collect(),
            Some((own, _)) => vec![Some(own.to_owned())],
            None => vec![None],
        };
        owners.into_iter().map(|own| (own, *value))
    });
    all.collect()
}

/// The factor that the contest file gives a named bot.
fn factor_of_file(bot: &str) -> Option<f64> {
    contest_file::current()?.bots.get(bot)?.timeout_factor
}

fn per_bot<T: Copy>(typed: &[Own<T>], default: T) -> PerBot<T> {
    let all = typed.iter().filter(|(name, _)| name.is_none()).map(|(_, value)| *value);
    let own: BTreeMap<String, T> =
        typed.iter().filter_map(|(name, value)| Some((name.clone()?, *value))).collect();
    PerBot { all: all.last().unwrap_or(default), own }
}

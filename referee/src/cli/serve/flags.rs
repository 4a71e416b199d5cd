//! The flags of `referee serve` that belong to a contest.

use std::path::Path;

use anyhow::{Context, anyhow};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::Value;

use crate::cli::{Failure, usage};
use crate::contest::Contest;
use crate::options::option_value;
use crate::ordinary;
use crate::serve::Mode;
use crate::tcp_service::{FlagKind, ServeFlag};

/// Adds the flags of a contest to a command.
pub(super) fn add(contest: &dyn Contest, command: Command) -> Command {
    let argument = |flag: &ServeFlag| {
        let argument = Arg::new(flag.name).long(flag.name).help(default_of(contest, flag));
        match flag.kind {
            FlagKind::File(_) => argument.value_name("FILE"),
            FlagKind::Value { value_name, default, .. } => {
                argument.value_name(value_name).default_value(default)
            }
            FlagKind::Continuous { default, .. } => argument.value_name("N").default_value(default),
            FlagKind::Switch(_) => argument.action(ArgAction::SetTrue),
        }
    };
    command.args(contest.about().tcp.flags.iter().map(argument))
}

/// The help of a flag, with the default of its option if a server has no other.
fn default_of(contest: &dyn Contest, flag: &ServeFlag) -> String {
    let FlagKind::Value { options: [name, ..], default: None, .. } = flag.kind else {
        return flag.help.to_owned();
    };
    let option = contest.about().options.iter().find(|option| option.name == *name);
    let typed = option.map(crate::options::OptionDoc::typed).unwrap_or_default();
    let (_, default) = typed.split_once('=').unwrap_or_default();
    format!("{} [default: {default}]", flag.help)
}

/// The options that the flags of a contest set.
pub(super) fn options(
    contest: &dyn Contest,
    matches: &ArgMatches,
    mode: Mode,
) -> Result<Vec<(String, Value)>, Failure> {
    let mut options = Vec::new();
    for flag in contest.about().tcp.flags {
        let value = || matches.get_one::<String>(flag.name);
        match flag.kind {
            FlagKind::File(option) => {
                if let Some(path) = value() {
                    options.push((option, Value::from(text_of(flag.name, Path::new(path))?)));
                }
            }
            FlagKind::Value { options: names, .. } => {
                let value = value().map(|value| option_value(value));
                options.extend(names.iter().filter_map(|name| Some((*name, value.clone()?))));
            }
            FlagKind::Continuous { option, .. } if mode == Mode::Continuous => {
                options.extend(value().map(|value| (option, option_value(value))));
            }
            FlagKind::Continuous { .. } => {
                // The default is there, too.
                if matches.value_source(flag.name) == Some(ValueSource::CommandLine) {
                    return Err(usage(anyhow!(
                        "--{} belongs to a continuous game; leave it out, or leave out --players",
                        flag.name
                    )));
                }
            }
            FlagKind::Switch(sets) if matches.get_flag(flag.name) => {
                options.extend(sets.iter().map(|(name, value)| (*name, option_value(value))));
            }
            FlagKind::Switch(_) => {}
        }
    }
    Ok(options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// The text of a file. An empty one is refused, because an option without text stands for its default.
fn text_of(flag: &str, path: &Path) -> Result<String, Failure> {
    let place = path.display();
    let text =
        ordinary::read_text(path).with_context(|| format!("cannot read {place}")).map_err(usage)?;
    if text.trim().is_empty() {
        return Err(usage(anyhow!(
            "{place} is empty; choose another file with --{flag}, or leave it out"
        )));
    }
    Ok(text)
}

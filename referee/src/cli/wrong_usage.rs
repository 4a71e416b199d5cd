//! One sentence for a command line that does not fit the definition of the flags: what is wrong, and what to give.

use std::error::Error as _;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use itertools::Itertools;

use crate::plain_words::{did_you_mean, similar};
use crate::system::words;

/// The sentence for an error of the parser; `None` if its own text is to be printed, such as a help text.
pub(super) fn sentence(
    error: &Error,
    command: &clap::Command,
    arguments: &[OsString],
) -> Option<String> {
    let (typed, sub) = command_of(command, arguments);
    let facts = Facts(error);
    let argument = || facts.text(ContextKind::InvalidArg).unwrap_or_default();
    let help = format!("`{typed} --help` explains them");
    Some(match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = facts.text(ContextKind::InvalidSubcommand)?;
            let meant = did_you_mean(&word, sub.get_subcommands().map(clap::Command::get_name));
            format!("there is no `{typed} {word}`; {meant}`{typed} --help` lists the commands")
        }
        ErrorKind::UnknownArgument => {
            let word = argument();
            if !word.starts_with('-') {
                return Some(format!(
                    "`{typed}` takes no further argument, but got '{word}'; put a command line in quotes, such as \
                     'python3 my_bot.py'; {help}"
                ));
            }
            if let Some((option, value)) = value_like_an_option(&word, sub, arguments) {
                return Some(format!(
                    "`{typed}` has no option {value}; as the value of {option} it needs an equals sign: {option}={value}"
                ));
            }
            let known = facts.text(ContextKind::SuggestedArg);
            let meant = did_you_mean(&word, known.as_deref());
            format!("`{typed}` has no option {word}; {meant}`{typed} --help` lists the options")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => wrong_value(&facts, error)?,
        ErrorKind::MissingRequiredArgument => {
            let missing = facts.list(ContextKind::InvalidArg);
            let is = if missing.len() == 1 { "is" } else { "are" };
            let missing = listed(&missing, "and");
            let usage = error_usage(&facts).unwrap_or(typed);
            format!("{missing} {is} missing; give `{usage}`; {help}")
        }
        ErrorKind::ArgumentConflict => {
            let (one, others) = (flag(&argument()), facts.list(ContextKind::PriorArg));
            let others = others.iter().map(|other| flag(other)).filter(|other| *other != one);
            let others = others.collect::<Vec<_>>().join(" and ");
            if others.is_empty() {
                format!("{one} is given more than once; give it once")
            } else {
                format!("{one} cannot be used with {others}; leave one of them out")
            }
        }
        ErrorKind::WrongNumberOfValues => {
            let wanted = facts.number(ContextKind::ExpectedNumValues)?;
            let got = facts.number(ContextKind::ActualNumValues)?;
            let usage = error_usage(&facts).unwrap_or(typed);
            format!("{} takes {wanted} values, not {got}; give `{usage}`", argument())
        }
        ErrorKind::NoEquals => format!("{} needs an equals sign before its value", argument()),
        ErrorKind::TooFewValues | ErrorKind::TooManyValues => {
            format!("{} has a wrong number of values; {help}", argument())
        }
        ErrorKind::InvalidUtf8 => {
            "an argument is not UTF-8 text; rename the file or the bot".to_owned()
        }
        _ => return None,
    })
}

/// An option and the whole argument after it, of which the parser took the first letter, such as `-2`, for an option.
fn value_like_an_option<'a>(
    letter: &str,
    command: &clap::Command,
    arguments: &'a [OsString],
) -> Option<(&'a str, &'a str)> {
    let is_short = letter.chars().count() == 2 && !letter.starts_with("--");
    let takes_a_value = |typed: &str| {
        typed.strip_prefix("--").is_some_and(|name| {
            let option = command.get_arguments().find(|it| it.get_long() == Some(name));
            option.is_some_and(|it| it.get_action().takes_values())
        })
    };
    let mut pairs = arguments.iter().filter_map(|it| it.to_str()).tuple_windows();
    pairs.find(|(option, value)| is_short && value.starts_with(letter) && takes_a_value(option))
}

/// A value that an option does not take.
fn wrong_value(facts: &Facts<'_>, error: &Error) -> Option<String> {
    let name = facts.text(ContextKind::InvalidArg)?;
    let value = facts.text(ContextKind::InvalidValue).unwrap_or_default();
    let flag = flag(&name);
    if let Some(source) = error.source() {
        let wanted = wanted(&source.to_string());
        return Some(format!("{flag} {}: {wanted}", words::quote(&value)));
    }
    let known = facts.list(ContextKind::ValidValue);
    if value.is_empty() && known.is_empty() {
        return Some(format!("{flag} needs a value: {name}"));
    }
    let meant = similar(&value, known.iter().map(String::as_str));
    let meant = meant.map_or_else(String::new, |name| format!("; did you mean {name}?"));
    let known = listed(&known, "or");
    let not = if value.is_empty() { String::new() } else { format!(", not '{value}'") };
    Some(format!("{flag} takes {known}{not}{meant}"))
}

/// What a parser of numbers or addresses wants, in place of what it says. Our own parsers say it themselves.
fn wanted(said: &str) -> String {
    if let Some((low, high)) = said.rsplit_once(" is not in ").and_then(|it| it.1.split_once("..="))
    {
        return format!("a whole number from {low} to {high} is wanted");
    }
    match said {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "a whole number from 0 is wanted"
        }
        "number too large to fit in target type" => "the number is too large",
        "number too small to fit in target type" => "the number is too small",
        "invalid float literal" | "cannot parse float from empty string" => "a number is wanted",
        "invalid IP address syntax" => {
            "the address of this machine is wanted in numbers, such as 127.0.0.1 or 0.0.0.0"
        }
        own => own,
    }
    .to_owned()
}

/// `a, b or c`.
fn listed(words: &[String], or: &str) -> String {
    match words {
        [all @ .., last] if !all.is_empty() => format!("{} {or} {last}", all.join(", ")),
        words => words.join(", "),
    }
}

/// An option without its value.
fn flag(argument: &str) -> String {
    let end = argument.find(['[', '=', ' ']).filter(|_| argument.starts_with('-'));
    argument[..end.unwrap_or(argument.len())].to_owned()
}

/// The words of the command that was called, such as `referee new bot`, and its definition.
fn command_of<'a>(
    command: &'a clap::Command,
    arguments: &[OsString],
) -> (String, &'a clap::Command) {
    let (mut command, mut words) = (command, vec![command.get_name().to_owned()]);
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        if !command.has_subcommands() {
            break;
        }
        if let Some(sub) = command.find_subcommand(word) {
            words.push(sub.get_name().to_owned());
            command = sub;
        }
    }
    (words.join(" "), command)
}

/// How the command is used, with what is missing.
fn error_usage(facts: &Facts<'_>) -> Option<String> {
    let usage = match facts.0.get(ContextKind::Usage)? {
        ContextValue::StyledStr(usage) => usage.to_string(),
        _ => return None,
    };
    let usage = usage.trim().strip_prefix("Usage:")?.trim();
    Some(usage.split_whitespace().join(" "))
}

/// The facts that the parser gives with an error.
struct Facts<'a>(&'a Error);

impl Facts<'_> {
    fn text(&self, kind: ContextKind) -> Option<String> {
        self.list(kind).into_iter().next()
    }

    fn list(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn number(&self, kind: ContextKind) -> Option<isize> {
        match self.0.get(kind)? {
            ContextValue::Number(number) => Some(*number),
            _ => None,
        }
    }
}

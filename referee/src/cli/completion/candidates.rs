//! Words that can follow: games, bots, options, and the bots of a log.

use std::ffi::OsStr;

use clap_complete::CompletionCandidate;
use clap_complete::engine::ValueCompleter;

use super::{files, line};
use crate::contest_file;
use crate::games;
use crate::options::{OptionDoc, OptionKind};

type Candidates = Vec<CompletionCandidate>;

/// A range of whole numbers up to this length is listed; of a longer one only the default.
const LISTED: i64 = 20;

fn candidate(word: impl Into<String>, help: &str) -> CompletionCandidate {
    CompletionCandidate::new(word.into()).help(Some(help.to_owned().into()))
}

/// Those that begin with the current word.
fn beginning(current: &OsStr, all: impl IntoIterator<Item = CompletionCandidate>) -> Candidates {
    let current = current.to_string_lossy();
    let begins = |it: &CompletionCandidate| it.get_value().to_string_lossy().starts_with(&*current);
    all.into_iter().filter(begins).collect()
}

/// The games. Where a contest file gives the game, its bots may come at once.
pub(super) fn games(current: &OsStr) -> Candidates {
    let own = contest_file::current().and_then(|file| games::of_contest_file(file).ok());
    let own = own.filter(|own| games::all().all(|contest| contest.key() != own.key()));
    let all =
        games::all().chain(own).map(|contest| candidate(contest.key(), contest.about().title));
    let mut found = beginning(current, all);
    if contest_file::current().is_some() {
        found.extend(bots(current));
    }
    found
}

/// The bots of the game: those that the contest file names, the workspace's, house players, and programs. A name
/// before them, as in `new=./v2`, is kept.
pub(super) fn bots(current: &OsStr) -> Candidates {
    let text = current.to_string_lossy();
    if let Some((name, bot)) = text.split_once('=') {
        let bots = bots(bot.as_ref()).into_iter();
        return bots.map(|bot| bot.add_prefix(format!("{name}="))).collect();
    }
    if text.starts_with(['.', '/', '~']) {
        return files::programs().complete(current);
    }
    let recorded = || games::contest(&files::game_of(&line::file()?)?).ok();
    let Some(contest) = line::game().or_else(recorded) else { return Vec::new() };
    let about = contest.about();
    let file = contest_file::current().filter(|file| file.key() == contest.key());
    let named = file.iter().flat_map(|file| &file.bots);
    let named = named.map(|(name, bot)| candidate(name, bot.run.get_ref()));
    let own = Some(about.bot).filter(|bot| !bot.is_empty());
    let own = own.map(|bot| candidate(bot, "the bot of the workspace"));
    let house = about.house.iter().map(|it| candidate(format!("@{}", it.name), it.help));
    let others = about.bot_kinds.iter().map(|it| candidate(format!("{}:", it.prefix), it.help));
    beginning(current, named.chain(own).chain(house).chain(others))
}

/// The options of the game with their values. If the name of one is sure, all its values are listed.
pub(super) fn options(current: &OsStr) -> Candidates {
    let Some(contest) = line::game() else { return Vec::new() };
    let text = current.to_string_lossy();
    let about = contest.about();
    let named: Vec<&OptionDoc> = match text.split_once('=') {
        Some((name, _)) => about.options.iter().filter(|it| it.name == name).collect(),
        None => about.options.iter().filter(|it| it.name.starts_with(&*text)).collect(),
    };
    match named[..] {
        [one] => beginning(
            current,
            values(one).iter().map(|value| candidate(format!("{}={value}", one.name), one.help)),
        ),
        _ => named.iter().map(|one| candidate(one.typed(), one.help)).collect(),
    }
}

/// The values of an option, the default first.
fn values(option: &OptionDoc) -> Vec<String> {
    let default = option.typed()[option.name.len() + 1..].to_owned();
    let more: Vec<String> = match option.kind {
        OptionKind::Whole { least, most, .. } if most.saturating_sub(least) < LISTED => {
            (least..=most).map(|number| number.to_string()).collect()
        }
        OptionKind::Truth => vec!["true".into()],
        OptionKind::Choice(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        OptionKind::Size { least, most } => {
            [least, most].map(|[width, height]| format!("{width}x{height}")).into()
        }
        _ => Vec::new(),
    };
    let others = more.into_iter().filter(|value| *value != default);
    let others: Vec<String> = others.collect();
    std::iter::once(default).chain(others).collect()
}

/// The bots of the log that was typed.
pub(super) fn bots_of_log(current: &OsStr) -> Candidates {
    let names = line::file().map(|log| files::bots_of(&log)).unwrap_or_default();
    beginning(current, names.into_iter().map(CompletionCandidate::new))
}

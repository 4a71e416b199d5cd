//! What the contest file adds to the words of a command line: the game, and defaults of options.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::{Arg, Command};

use crate::contest_file::{self, ContestFile, OptionTable, RunTable};
use crate::games;

/// The commands whose first word is a game.
const WITH_GAME: [&str; 8] = ["play", "duel", "ladder", "tune", "try", "board", "stats", "import"];

/// The name of the flag for an option of a game.
const OPTION: &str = "option";

/// The flag that names a contest file.
const CONTEST: &str = "--contest";

/// The contest file that a command line names, and the command line without it.
pub(super) fn named_file(mut words: Vec<OsString>) -> (Option<PathBuf>, Vec<OsString>) {
    let is_flag = |word: &OsString| word == CONTEST;
    let joined = |word: &OsString| word.to_str()?.strip_prefix("--contest=").map(PathBuf::from);
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    if let Some(at) = words[..end].iter().position(is_flag)
        && at + 1 < end
    {
        let file = PathBuf::from(&words[at + 1]);
        words.drain(at..at + 2);
        return (Some(file), words);
    }
    if let Some(at) = words[..end].iter().position(|word| joined(word).is_some()) {
        let file = joined(&words.remove(at));
        return (file, words);
    }
    (None, words)
}

/// Adds the game of the contest file where a command wants one and none was typed, and its defaults.
pub(super) fn completed(words: Vec<OsString>, cli: &Command) -> Vec<OsString> {
    match contest_file::current() {
        Some(file) => completed_by(words, cli, file),
        None => words,
    }
}

fn completed_by(mut words: Vec<OsString>, cli: &Command, file: &ContestFile) -> Vec<OsString> {
    let name = words.get(1).and_then(|word| word.to_str()).unwrap_or_default().to_owned();
    let command = cli.find_subcommand(&name).filter(|_| WITH_GAME.contains(&&*name));
    let asks_for_help = words.iter().any(|word| word == "--help" || word == "-h");
    let Some(command) = command.filter(|_| !asks_for_help) else { return words };
    let first = first_positional(command, &words);
    let typed = first.and_then(|at| words[at].to_str());
    let is_game = |word: &str| word == file.key() || games::all().any(|it| it.key() == word);
    let typed = typed.filter(|word| is_game(word)).map(str::to_owned);
    if typed.is_none() {
        words.insert(first.unwrap_or(2), file.key().into());
    }
    let game = typed.unwrap_or_else(|| file.key().to_owned());
    let defaults = match &*name {
        "duel" => Some(&file.duel),
        "ladder" => Some(&file.ladder),
        "try" => Some(&file.trial),
        _ => None,
    };
    if let Some(defaults) = defaults.filter(|_| game == file.key()) {
        add_defaults(&mut words, defaults);
    }
    let takes_options = command.get_arguments().any(|arg| arg.get_long() == Some(OPTION));
    if file.contest.game.is_some() && game == file.key() && takes_options {
        add_options(&mut words, file);
    }
    words
}

/// The index of the first word that is neither an option nor the value of one.
fn first_positional(command: &Command, words: &[OsString]) -> Option<usize> {
    let mut at = 2;
    while at < words.len() {
        let word = words[at].to_str().unwrap_or_default();
        if word == "--" || !word.starts_with('-') || word == "-" {
            return Some(at).filter(|_| word != "--");
        }
        let is_joined = word.contains('=');
        let takes_next = command.get_arguments().any(|arg| is_named(arg, word) && takes_word(arg));
        at += if takes_next && !is_joined { 2 } else { 1 };
    }
    None
}

fn is_named(arg: &Arg, word: &str) -> bool {
    let long = word.strip_prefix("--");
    let short = word.strip_prefix('-').and_then(|rest| rest.chars().next());
    arg.get_long().is_some_and(|name| long == Some(name))
        || long.is_none() && arg.get_short().is_some_and(|name| short == Some(name))
}

/// Whether an option takes the next word as its value.
fn takes_word(arg: &Arg) -> bool {
    let values = arg.get_num_args().map_or(1, |range| range.min_values());
    arg.get_action().takes_values() && !arg.is_require_equals_set() && values > 0
}

/// Appends the options that the file gives and the command line does not.
fn add_defaults(words: &mut Vec<OsString>, defaults: &RunTable) {
    let RunTable { games, sprt, parallel, seed, keep, others, players } = defaults;
    let given = |name: &str, word: &OsStr| {
        let word = word.to_string_lossy();
        word.strip_prefix("--")
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let one = |name: &'static str, value: Option<String>| value.map(|value| (name, value));
    let values = [
        one("games", games.map(|it| it.to_string())),
        one("sprt", sprt.as_ref().map(|it| it.get_ref().clone())),
        one("parallel", parallel.map(|it| it.to_string())),
        one("seed", seed.map(|it| it.to_string())),
        one("keep", keep.clone()),
        one("players", players.as_ref().map(|it| it.get_ref().to_string())),
    ];
    let others = others.iter().flat_map(toml::Spanned::get_ref).map(|bot| ("others", bot.clone()));
    let wanted: Vec<OsString> = values
        .into_iter()
        .flatten()
        .chain(others)
        .filter(|(name, _)| !words.iter().any(|word| given(name, word)))
        .map(|(name, value)| format!("--{name}={value}").into())
        .collect();
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    words.splice(end..end, wanted);
}

/// Appends the options of a built-in game that the file gives and the command line does not. A contest of the user's
/// own declares them with their defaults.
fn add_options(words: &mut Vec<OsString>, file: &ContestFile) {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let typed: Vec<String> =
        words[..end].iter().map(|it| it.to_string_lossy().into_owned()).collect();
    let is_given = |name: &str| {
        let begin = format!("{name}=");
        let is_next =
            |pair: &[String]| pair[0] == format!("--{OPTION}") && pair[1].starts_with(&begin);
        let joined = format!("--{OPTION}={begin}");
        typed.windows(2).any(is_next) || typed.iter().any(|word| word.starts_with(&joined))
    };
    let wanted = file.options.iter().filter(|(name, _)| !is_given(name)).map(|(name, option)| {
        let value = match option.get_ref() {
            OptionTable::Default(value) => value,
            OptionTable::Full(full) => &full.default,
        };
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        OsString::from(format!("--{OPTION}={name}={value}"))
    });
    let wanted: Vec<OsString> = wanted.collect();
    words.splice(end..end, wanted);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(Into::into).collect()
    }

    fn line(words: &[OsString]) -> String {
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_game_is_added_where_none_was_typed() {
        let text = "contest.key = \"nim\"\nreferee = { engine = \"lines\", command = \"x\" }\n\
            [duel]\ngames = 40\nkeep = \"all\"\nothers = [\"v1\"]\n";
        let file = ContestFile::parse(text, "botyard.toml".as_ref()).unwrap();
        let cli = super::super::command();
        for (typed, run) in [
            ("referee play a b", "referee play nim a b"),
            ("referee play", "referee play nim"),
            ("referee play nim a b", "referee play nim a b"),
            ("referee play ocean a b", "referee play ocean a b"),
            ("referee play --seed 4 --quiet a", "referee play --seed 4 --quiet nim a"),
            ("referee play --seed=4 a", "referee play --seed=4 nim a"),
            ("referee duel a b", "referee duel nim a b --games=40 --keep=all --others=v1"),
            (
                "referee duel a b --games 2 --keep=none",
                "referee duel nim a b --games 2 --keep=none --others=v1",
            ),
            ("referee duel ocean a b", "referee duel ocean a b"),
            (
                "referee duel --pin a b",
                "referee duel --pin nim a b --games=40 --keep=all --others=v1",
            ),
            ("referee report a", "referee report a"),
            ("referee play --help", "referee play --help"),
        ] {
            assert_eq!(line(&completed_by(words(typed), &cli, &file)), run);
        }
    }

    #[test]
    fn options_of_a_built_in_game_are_added() {
        let text = "contest.game = \"fruit\"\n[options]\nmax = 9\nstall = \"draw\"\n";
        let file = ContestFile::parse(text, "botyard.toml".as_ref()).unwrap();
        let cli = super::super::command();
        for (typed, run) in [
            ("referee play a b", "referee play fruit a b --option=max=9 --option=stall=draw"),
            (
                "referee play a b --option max=7",
                "referee play fruit a b --option max=7 --option=stall=draw",
            ),
            (
                "referee play a --option=stall=score",
                "referee play fruit a --option=stall=score --option=max=9",
            ),
            ("referee play ocean a b", "referee play ocean a b"),
        ] {
            assert_eq!(line(&completed_by(words(typed), &cli, &file)), run);
        }
    }

    #[test]
    fn the_contest_file_can_be_named_anywhere() {
        for typed in
            ["r play --contest x.toml a", "r --contest=x.toml play a", "r play a --contest x.toml"]
        {
            let (file, rest) = named_file(words(typed));
            assert_eq!(
                (file, line(&rest)),
                (Some("x.toml".into()), "r play a".to_owned()),
                "{typed}"
            );
        }
        assert_eq!(named_file(words("r play -- --contest x")).0, None);
    }
}

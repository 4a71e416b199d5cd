//! Errors of logs: sentences for the user.

use std::io;
use std::path::{Path, PathBuf};

use super::header::is_in_names;
use crate::plain_words::{FileKind, has_no_room, system_error, unwritable};
use crate::system::words;

/// A reason why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The operating system refuses to read it.
    #[error("cannot read the log {path}: {}", system_error(error))]
    Io {
        /// The log.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The operating system refuses to write it.
    #[error("cannot write the log {path}: {}{}", unwritable(path, error), advice(path, error))]
    Unwritable {
        /// The log.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another process is writing.
    #[error("another process is using the log {0}; wait until it ends, or give another --log")]
    Locked(PathBuf),
    /// It is not a log.
    #[error("{path} is not a log; {}", kind.with_advice("`referee duel` writes logs, into games/"))]
    NotALog {
        /// The file.
        path: PathBuf,
        /// What it is.
        kind: FileKind,
    },
    /// It was given twice to be merged.
    #[error("{0} is given twice; give each log once")]
    Twice(PathBuf),
    /// Nothing may be written over it.
    #[error("{path} exists; name a file that does not, so that nothing is lost")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// It is of another format, or damaged.
    #[error("the log {path}, line {line}: {reason}")]
    Line {
        /// The log.
        path: PathBuf,
        /// Line of the file, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It was changed from outside.
    #[error("the log {path} {what} while this run was writing it: {saved}")]
    Tampered {
        /// The log.
        path: PathBuf,
        /// How it was changed.
        what: String,
        /// Where the results were saved.
        saved: String,
    },
    /// Its chain is broken.
    #[error(
        "the log {path} was changed: {what}; {repair}`referee report --trust {word}` counts the lines as they are",
        repair = remedy(path, *can_be_repaired),
        word = quoted(path)
    )]
    Broken {
        /// The log.
        path: PathBuf,
        /// The lines, and how they were changed.
        what: String,
        /// Whether the first line is sound, without which no other is.
        can_be_repaired: bool,
    },
    /// Its chain needs a key.
    #[error("the log {0} is chained with a key; give its file as --log-key")]
    NoKey(PathBuf),
    /// Its chain has another key.
    #[error("the log {0} is chained with another key; give the right file as --log-key")]
    OtherKey(PathBuf),
    /// Its chain has no key.
    #[error(
        "the log {0} is not chained with a key, so it may have been forged; if it is yours, make one of it that is: \
         referee merge {word} -o NEW --log-key FILE",
        word = quoted(.0)
    )]
    NotKeyed(PathBuf),
    /// Its games were played under other conditions.
    #[error("the log {path} holds games with {theirs}, not {ours}; give another --log")]
    Other {
        /// The log.
        path: PathBuf,
        /// Its condition.
        theirs: String,
        /// The condition of this run.
        ours: String,
    },
    /// It has the games of another question than the first log, with which it was to be joined.
    #[error(
        "{path} is {theirs}, but it is {ours} in {first}; join logs of the same game, options, bots and test"
    )]
    OtherQuestion {
        /// The log.
        path: PathBuf,
        /// Its question.
        theirs: String,
        /// The first log.
        first: PathBuf,
        /// The question of the first log.
        ours: String,
    },
    /// Its games were played by other rules.
    #[error(
        "the log {0} holds games of other rules: since then the referee program has changed, or what the contest file says \
         of it; give another --log"
    )]
    OtherRules(PathBuf),
    /// Its games were played on another system.
    #[error(
        "the log {path} holds games that were played on {theirs}, and this is {ours}; give another --log, and join both by \
         `referee merge`"
    )]
    OtherSystem {
        /// The log.
        path: PathBuf,
        /// Its system.
        theirs: String,
        /// The system of this run.
        ours: String,
    },
    /// The program of a bot has changed.
    #[error(
        "'{bot}' has changed since the games in {path} were played ({was}); give another --log, or \
         another name: {word}",
        word = words::quote(&format!("{}-2={command}", as_name(bot)))
    )]
    Changed {
        /// The log.
        path: PathBuf,
        /// The bot's name.
        bot: String,
        /// What has changed.
        was: String,
        /// Its command now.
        command: String,
    },
    /// A bot of two logs is not the same.
    #[error(
        "'{bot}' is not the same bot in {path} as in {first} ({how}); if it is all the same, say so by --as-same {bot}"
    )]
    NotTheSame {
        /// The log.
        path: PathBuf,
        /// The log that it is compared with.
        first: PathBuf,
        /// The bot's name.
        bot: String,
        /// How it differs.
        how: String,
    },
    /// Logs that are to be merged have too many bots for one log.
    #[error("the logs have {bots} bots, and one log holds at most {most}; join fewer logs")]
    TooManyBots {
        /// Number of bots of the logs so far.
        bots: usize,
        /// The most bots of one log.
        most: usize,
    },
    /// A bot that is said to be the same is in no log.
    #[error("--as-same {name}: no log has a bot of that name; there are: {bots}")]
    NoSuchBot {
        /// The name.
        name: String,
        /// The bots of the logs.
        bots: String,
    },
}

impl LogError {
    /// Whether it was changed by somebody else.
    pub fn is_about_changes(&self) -> bool {
        matches!(self, LogError::Broken { .. })
    }

    /// Whether the disk is full or the file has reached its size limit.
    pub fn is_for_want_of_room(&self) -> bool {
        matches!(self, LogError::Io { error, .. } | LogError::Unwritable { error, .. } if has_no_room(error))
    }

    /// An error of the operating system.
    pub(super) fn io(path: &Path, error: io::Error) -> Self {
        LogError::Io { path: path.to_owned(), error }
    }

    /// An error of the operating system when the log is written.
    pub(super) fn unwritable(path: &Path, error: io::Error) -> Self {
        LogError::Unwritable { path: path.to_owned(), error }
    }

    /// An error in a line of a log.
    pub(super) fn line(path: &Path, line: usize, reason: impl Into<String>) -> Self {
        LogError::Line { path: path.to_owned(), line, reason: reason.into() }
    }
}

/// The beginning of the advice for a log that was changed.
fn remedy(path: &Path, can_be_repaired: bool) -> String {
    if !can_be_repaired {
        return "no line can be kept without the first one; ".to_owned();
    }
    format!(
        "`referee repair {}` keeps the lines that are sound, and the same run then plays the other games again; ",
        quoted(path)
    )
}

/// A name like that of a bot, which may be a whole command line, with the letters that names have.
fn as_name(bot: &str) -> String {
    bot.chars().map(|letter| if is_in_names(letter) { letter } else { '_' }).collect()
}

/// A path as one word of a shell.
fn quoted(path: &Path) -> String {
    words::quote(&path.to_string_lossy()).into_owned()
}

/// Advice on an error of the system. A log that could not be made, as by `referee merge`, has no games.
fn advice(path: &Path, error: &io::Error) -> &'static str {
    let has_games = has_no_room(error) && path.exists();
    if has_games { "; the games in the log still count" } else { "" }
}

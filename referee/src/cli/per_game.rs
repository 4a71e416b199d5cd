//! A command with one subcommand per contest, such as `referee serve GAME`.

use std::marker::PhantomData;

use anyhow::anyhow;
use clap::error::Error;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use super::{Failure, usage};
use crate::contest::Contest;
use crate::games::{all, contest};
use crate::site::{Site, SiteCommand, SiteError, site_of};

/// A command whose help and flags depend on the contest.
pub(super) trait GameCommand {
    /// The command for a contest with a site of its own.
    fn of_site(site: Site) -> SiteCommand;

    /// Adds the help and the flags for any other contest.
    fn flags(contest: &dyn Contest, command: Command) -> Command;

    /// Runs the command for any other contest.
    fn run(contest: &'static dyn Contest, matches: &ArgMatches) -> Result<(), Failure>;
}

/// The subcommand that was typed.
pub(super) struct PerGame<C> {
    game: String,
    matches: ArgMatches,
    command: PhantomData<C>,
}

impl<C: GameCommand> PerGame<C> {
    pub fn run(&self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        // A contest of the user's own was found, but it has no flags here.
        if !all().any(|it| it.key() == contest.key()) {
            return Err(usage(anyhow!(
                "{} is a contest of your own; only built-in games are played over TCP, and \
                 `referee serve --help` lists them",
                contest.key()
            )));
        }
        let Some(site) = site_of(contest.key()) else { return C::run(contest, &self.matches) };
        (C::of_site(site).run)(&self.matches).map_err(|error| match error {
            SiteError::Usage(error) => Failure::Usage(error),
            SiteError::Failed(error) => Failure::Failed(error),
        })
    }
}

impl<C: GameCommand> Subcommand for PerGame<C> {
    fn augment_subcommands(command: Command) -> Command {
        let flags = |contest: &dyn Contest| {
            let command = Command::new(contest.key());
            match site_of(contest.key()) {
                Some(site) => (C::of_site(site).flags)(command),
                None => C::flags(contest, command),
            }
        };
        // Any other word is accepted too, so that the error can list the games.
        command
            .subcommands(all().map(flags))
            .allow_external_subcommands(true)
            .subcommand_value_name("GAME")
            .subcommand_help_heading("Games")
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(_name: &str) -> bool {
        true
    }
}

impl<C> FromArgMatches for PerGame<C> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let missing = || Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (game, matches) = matches.subcommand().ok_or_else(missing)?;
        Ok(Self { game: game.to_owned(), matches: matches.clone(), command: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Moves the game directly behind the command if flags were typed before it.
pub(super) fn game_first(mut arguments: Vec<std::ffi::OsString>) -> Vec<std::ffi::OsString> {
    let is = |at: usize, word: &str| arguments.get(at).is_some_and(|argument| argument == word);
    let has_flags_first =
        arguments.get(2).is_some_and(|flag| flag.as_encoded_bytes().starts_with(b"-"));
    if (is(1, "serve") || is(1, "join")) && has_flags_first {
        let is_game = |word: &std::ffi::OsString| all().any(|contest| word == contest.key());
        if let Some(at) = arguments.iter().position(is_game) {
            arguments[2..=at].rotate_right(1);
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_may_come_before_the_game() {
        let sorted = |line: &str| -> String {
            let words = game_first(line.split(' ').map(Into::into).collect());
            words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
        };
        for (typed, run) in [
            ("referee serve --port 0 courier --again", "referee serve courier --port 0 --again"),
            ("referee serve courier --record karo", "referee serve courier --record karo"),
            ("referee serve --help", "referee serve --help"),
            (
                "referee join --strangers courier h 1 bot",
                "referee join courier --strangers h 1 bot",
            ),
            ("referee play --seed 1 ocean", "referee play --seed 1 ocean"),
        ] {
            assert_eq!(sorted(typed), run);
        }
    }
}

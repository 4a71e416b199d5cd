//! The commands of a contest whose site is not a server of lines over TCP.

use clap::{ArgMatches, Args, Command};

/// The commands that replace `referee serve` and `referee join`.
#[derive(Clone, Copy)]
pub struct Site {
    /// A server that stands in for the site.
    pub serve: SiteCommand,
    /// A client of the site.
    pub join: SiteCommand,
}

/// The site of a contest, which the contest enters in a registry. It is not a method of `Contest`, because a site runs
/// bots, and bots are parsed with the registry of contests.
pub struct RegisteredSite {
    /// The key of the contest.
    pub contest: &'static str,
    /// Its site.
    pub site: Site,
}

inventory::collect!(RegisteredSite);

/// The site of a contest; `None` if its site speaks lines over TCP.
pub fn site_of(contest: &str) -> Option<Site> {
    let mut all = inventory::iter::<RegisteredSite>.into_iter();
    all.find(|entry| entry.contest == contest).map(|entry| entry.site)
}

/// One of these commands.
#[derive(Clone, Copy)]
pub struct SiteCommand {
    /// Adds its flags and its help.
    pub flags: fn(Command) -> Command,
    /// Runs it with its flags.
    pub run: fn(&ArgMatches) -> Result<(), SiteError>,
}

/// The flags of a command, which can be run.
pub trait Run: Args {
    /// Runs the command.
    ///
    /// # Errors
    /// If a flag is wrong, or the command fails.
    fn run(self) -> Result<(), SiteError>;
}

impl SiteCommand {
    /// The command that has these flags.
    pub const fn of<F: Run>() -> Self {
        Self {
            flags: F::augment_args,
            run: |matches| F::from_arg_matches(matches).map_err(SiteError::usage)?.run(),
        }
    }
}

/// Why a command of a site did not succeed.
#[derive(Debug)]
pub enum SiteError {
    /// A flag was wrong.
    Usage(anyhow::Error),
    /// The command failed.
    Failed(anyhow::Error),
}

impl SiteError {
    /// An error in a flag.
    pub fn usage(error: impl Into<anyhow::Error>) -> Self {
        Self::Usage(error.into())
    }
}

impl<E: Into<anyhow::Error>> From<E> for SiteError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

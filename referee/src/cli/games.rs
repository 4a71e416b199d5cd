//! `referee games`: what can be played, with which options, against whom.

use std::io::Write;

use clap::Args;

use super::Failure;
use crate::contest::CONTESTS;

/// List the games with their options and house players
#[derive(Args)]
pub(super) struct Games {}

impl Games {
    #[allow(clippy::unused_self)] // All commands are run alike.
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        for contest in CONTESTS {
            writeln!(out, "{}: {}, {} players", contest.key(), contest.title(), contest.seats())?;
            writeln!(out, "  bot      {}", contest.bot())?;
            for kind in contest.house() {
                writeln!(out, "  house    @{:<10} {}", kind.name, kind.help)?;
            }
            for option in contest.options() {
                let default = format!("{}={}", option.name, option.default);
                writeln!(out, "  option   {default:<11} {}", option.help)?;
            }
        }
        Ok(())
    }
}

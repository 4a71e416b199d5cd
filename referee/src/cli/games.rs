//! `referee games`: what can be played, with which options, against which house players.

use std::io::Write;

use clap::Args;

use super::Failure;
use crate::contest::OptionDoc;
use crate::games;
use crate::terminal::output;

/// Width of a house player with its `@`, and of an option that needs no more.
const LEAST_WIDTH: usize = 11;

/// List the games with their options and house players
#[derive(Args)]
pub(super) struct GamesArgs {}

impl GamesArgs {
    #[allow(clippy::unused_self)] // All commands are run in the same way.
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut out = output();
        for contest in games::all() {
            writeln!(
                out,
                "{}: {}, {} players",
                contest.key(),
                contest.about().title,
                contest.about().seats
            )?;
            writeln!(out, "  bot      {}", contest.about().bot)?;
            for kind in contest.about().house {
                writeln!(out, "  house    @{:<10} {}", kind.name, kind.help)?;
            }
            for kind in contest.about().bot_kinds {
                let typed = format!("{}:{}", kind.prefix, kind.operand);
                writeln!(out, "  also     {typed:<LEAST_WIDTH$} {}", kind.help)?;
            }
            let typed = |option: &OptionDoc| format!("{}={}", option.name, option.default);
            let width = contest.about().options.iter().map(|it| typed(it).len()).max().unwrap_or(0);
            for option in contest.about().options {
                let width = width.max(LEAST_WIDTH);
                writeln!(out, "  option   {:<width$} {}", typed(option), option.help)?;
            }
        }
        Ok(())
    }
}

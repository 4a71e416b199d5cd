//! `referee games`: the contests with their options and house players.

use std::io::Write;

use clap::Args;

use super::{Failure, usage};
use crate::contest_file;
use crate::games;
use crate::options::{OptionDoc, OptionKind};
use crate::report::layout::{columns_of, padded};
use crate::terminal::output;

/// Minimum width of the column of names.
const LEAST_WIDTH: usize = 11;

/// List the games with their options and house players
#[derive(Args)]
pub(super) struct GamesArgs {}

impl GamesArgs {
    #[allow(clippy::unused_self)] // The same signature as the other commands.
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut out = output();
        let file = contest_file::current();
        let own = file.map(games::of_contest_file).transpose().map_err(usage)?;
        let own = own.filter(|own| games::all().all(|contest| contest.key() != own.key()));
        for contest in games::all().chain(own) {
            let about = contest.about();
            writeln!(out, "{}: {}, {}", about.key, about.title, contest.seats_in_words())?;
            if let Some(file) = file.filter(|file| file.key() == about.key) {
                writeln!(out, "  file     {}", file.path.display())?;
                for (name, bot) in &file.bots {
                    writeln!(
                        out,
                        "  named    {} {}",
                        padded(name, LEAST_WIDTH),
                        bot.run.get_ref()
                    )?;
                }
            }
            if !about.bot.is_empty() {
                writeln!(out, "  bot      {}", about.bot)?;
            }
            if !about.source.is_empty() {
                writeln!(out, "  protocol {}", about.source)?;
            }
            for kind in about.house {
                writeln!(out, "  house    @{:<10} {}", kind.name, kind.help)?;
            }
            for kind in about.bot_kinds {
                let typed = format!("{}:{}", kind.prefix, kind.operand);
                writeln!(out, "  also     {typed:<LEAST_WIDTH$} {}", kind.help)?;
            }
            let width =
                about.options.iter().map(|option| columns_of(&option.typed())).max().unwrap_or(0);
            let width = width.max(LEAST_WIDTH);
            for option in about.options {
                writeln!(out, "  option   {} {}", padded(&option.typed(), width), help(option))?;
            }
            if !about.statistics.is_empty() {
                writeln!(out, "  stats    {}", about.statistics)?;
            }
        }
        Ok(())
    }
}

/// The values and the help text of an option.
fn help(option: &OptionDoc) -> String {
    match option.kind {
        OptionKind::Text(_) => option.help.to_owned(),
        kind => format!("{kind}; {}", option.help),
    }
}

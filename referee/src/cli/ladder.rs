//! `referee ladder`: how strong are many bots?

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::ladder_table::{demand_writable, print_ladder, write_csv};
use super::many::{ManyArgs, catch_interrupts, same_command};
use super::progress::RunProgress;
use super::{Failure, usage};
use crate::arena::{Arena, Entrants, Ladder, LadderTable, Progress};
use crate::tell;

/// Rate many bots: everyone against everyone, or one against all others
///
/// Plays each seed in every seat order, as a duel does. Every finished game is in the log at once, and
/// the same command again plays only what is missing; with more bots and the same --log that is the
/// games of the new ones.
///
/// In a contest whose players work together one bot is enough: it sits in every seat.
///
/// Exit code: 0 all games are played; 4 interrupted; 1 failed; 2 called wrongly.
#[derive(Args)]
pub(super) struct LadderArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The bots, as for `play`; NAME=BOT gives one another name
    #[arg(required = true)]
    bots: Vec<String>,
    /// Play only games in which the bot of this name sits
    #[arg(long, value_name = "BOT")]
    hero: Option<String>,
    /// Games of each group of bots that fills the seats, up to a whole number of seeds
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Write the table to a file of comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    many: ManyArgs,
}

impl LadderArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let settings = self.many.settings(&self.game, 1)?;
        if self.bots.len() == 1 && settings.contest.about().teams.is_empty() {
            let key = settings.contest.key();
            return Err(usage(anyhow!("a ladder of {key} with one bot tells nothing; add bots")));
        }
        let (entrants, names) =
            Entrants::prepare(&self.bots, settings.contest, &self.many.strangers())
                .map_err(usage)?;
        let hero = self.hero.as_deref();
        let ladder = Ladder::new(&settings, &names, hero, self.games).map_err(usage)?;
        if let Some(path) = &self.csv {
            demand_writable(path)?;
        }
        catch_interrupts()?;
        let mut log = settings.open_log("ladder", &entrants).map_err(usage)?;
        let hero = hero.unwrap_or(&names[0]);
        let arena = Arena { settings: &settings, entrants: &entrants, hero };
        let progress = ladder.play(&arena, &mut log, &mut RunProgress::new()?)?;
        let table = LadderTable::of(&log, &names);
        print_ladder(&table, self.many.json)?;
        if let Some(path) = &self.csv {
            write_csv(&table, path)?;
        }
        if progress == Progress::Interrupted {
            tell!("interrupted; this goes on: {}", same_command());
            return Err(Failure::Verdict(4));
        }
        Ok(())
    }
}

//! `referee ladder`: how strong are many bots?

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;

use super::duel::missing;
use super::many::{ManyArgs, catch_interrupts, progress_bar, same_command, tell_faults};
use super::standings::{self, Standings};
use super::{Failure, usage};
use crate::arena::{Entrants, Job, Log, Pairing, Progress};
use crate::contest::Contest;

/// Rate many bots: everyone against everyone, or one against all others
///
/// Where players work together a single bot will do: it sits in every seat.
///
/// The unit of work is that of a duel: one seed in every seat order. Every finished game is in the
/// log at once; the same command again goes on, and with more bots and the same --log plays only
/// what is new.
///
/// Exit code: 0 all is played; 4 interrupted; 1 failed; 2 called wrongly.
#[derive(Args)]
pub(super) struct Ladder {
    /// The game; `referee games` lists them
    game: String,
    /// The bots, as for `play`; NAME=BOT gives one another name
    #[arg(required = true)]
    bots: Vec<String>,
    /// Play only games of this one of the bots (its name)
    #[arg(long, value_name = "BOT")]
    hero: Option<String>,
    /// Games of each group of bots that meet
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Write the table to a file of comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    #[command(flatten)]
    many: ManyArgs,
}

impl Ladder {
    pub(super) fn run(self) -> Result<(), Failure> {
        let contest = self.many.contest(&self.game, 1)?;
        if self.bots.len() == 1 && contest.teams().is_empty() {
            let key = contest.key();
            return Err(usage(anyhow!("a ladder of {key} with one bot tells nothing; add bots")));
        }
        let (entrants, names) = Entrants::prepare(&self.bots, contest).map_err(usage)?;
        let pairings = self.pairings(&names, contest.seats())?;
        if let Some(path) = &self.csv {
            standings::demand_writable(path)?;
        }
        catch_interrupts()?;
        let mut log = self.many.open_log("ladder", &self.game, &entrants)?;
        let jobs = self.jobs(contest, &log, &pairings);
        let total: u64 = pairings.iter().map(|it| self.units(it) * it.orders().len() as u64).sum();
        let bar = progress_bar(total, total.saturating_sub(jobs.len() as u64))?;
        let hero = self.hero.as_deref().unwrap_or(&names[0]);
        let arena = self.many.arena(contest, &entrants, hero);
        let progress = arena.run(&mut log, jobs.into_iter(), |log, game| {
            bar.inc(1);
            tell_faults(&bar, log, game);
            bar.set_message(game.bots.join(" against "));
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        let progress = progress?;
        let standings = Standings::of(&log, &names);
        standings.print(self.many.json)?;
        if let Some(path) = &self.csv {
            standings.write_csv(path)?;
        }
        if progress == Progress::Interrupted {
            eprintln!("interrupted; this goes on: {}", same_command());
            return Err(Failure::Verdict(4));
        }
        Ok(())
    }

    /// Seeds for a group of bots.
    fn units(&self, group: &Pairing) -> u64 {
        self.games.div_ceil(group.orders().len() as u64)
    }

    /// The groups of bots that meet: all of them, or all with the hero. If there are fewer bots
    /// than seats they are one group.
    fn pairings(&self, names: &[String], seats: usize) -> Result<Vec<Pairing>, Failure> {
        if let Some(hero) = self.hero.as_ref().filter(|hero| !names.contains(hero)) {
            let names = names.join(", ");
            return Err(usage(anyhow!("the hero '{hero}' is none of the bots; they are: {names}")));
        }
        Ok(names
            .iter()
            .combinations(seats.min(names.len()))
            .filter(|group| self.hero.as_ref().is_none_or(|hero| group.contains(&hero)))
            .map(|group| Pairing::new(group.into_iter().cloned().collect(), seats))
            .collect())
    }

    /// The games that are missing, seed by seed, so that all groups get on together.
    fn jobs(&self, contest: &dyn Contest, log: &Log, pairings: &[Pairing]) -> Vec<Job> {
        let units = pairings.first().map_or(0, |group| self.units(group));
        let (base, replay) = (self.many.seed, self.many.replay_overloaded);
        (0..units)
            .cartesian_product(pairings)
            .flat_map(|(unit, pairing)| {
                missing(contest, log, pairing, unit..unit + 1, base, replay)
            })
            .collect()
    }
}

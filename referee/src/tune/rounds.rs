//! Plays the rounds of a tuning.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use itertools::Itertools;

use super::companion::companion;
use super::method::RoundTally;
use super::parameters::set_arguments;
use super::schedule::Meeting;
use super::tuning::{Tuning, TuningError};
use crate::arena::{Arena, Log, MOST_FAULTS_IN_A_ROW, Observer, Progress};

impl Tuning<'_> {
    /// Plays the missing rounds. The games of a round are in a log of their own until the
    /// checkpoint has their points.
    ///
    /// # Errors
    /// If a log, a recording or the checkpoint cannot be written, ten games in a row are void, or the
    /// bot is broken.
    pub fn play_rounds(&mut self, observer: &mut dyn Observer) -> Result<Progress, TuningError> {
        // A kill may have left the log of the last round in the checkpoint.
        let _ = fs::remove_file(self.round_log(self.checkpoint.rounds.len()));
        let mut progress = Ok(Progress::Done);
        let (settings, done) = (&self.checkpoint.conditions.settings, self.checkpoint.rounds.len());
        let (rounds, word) = (settings.rounds(), settings.round_word());
        if (done as u64) < rounds {
            let meetings = self.schedule.meetings(&settings.candidate_names(), done as u64);
            let games = self.plan(&meetings).games();
            observer.begin(rounds * games, done as u64 * games);
            while matches!(progress, Ok(Progress::Done)) {
                let number = self.checkpoint.rounds.len() as u64 + 1;
                if number > rounds {
                    break;
                }
                observer.part(&format!("{word} {number} of {rounds}"));
                progress = self.play_round(observer);
            }
            observer.end();
        }
        if matches!(progress, Ok(Progress::Done)) {
            // A folder with recordings stays.
            let _ = fs::remove_dir(self.folder());
        }
        progress
    }

    /// Plays one round and saves the checkpoint.
    fn play_round(&mut self, observer: &mut dyn Observer) -> Result<Progress, TuningError> {
        let number = self.checkpoint.rounds.len() + 1;
        let conditions = &self.checkpoint.conditions;
        let names = conditions.settings.candidate_names();
        let sets = self.method.candidates().iter();
        let sets: Vec<Vec<String>> =
            sets.map(|values| set_arguments(&conditions.parameters, values)).collect();
        let candidates = names.iter().map(String::as_str).zip(sets.iter().map(Vec::as_slice));
        let company = self.schedule.pool.iter().chain(&self.schedule.others);
        let entrants = self.variants(candidates, company)?;

        let path = self.round_log(number);
        let mut log = self.run.open_log_at(&path, &entrants).map_err(TuningError::Log)?;
        let meetings = self.schedule.meetings(&names, number as u64 - 1);
        let plan = self.plan(&meetings);
        let jobs = plan.missing(&log, self.run.replays);
        observer.skip(plan.games().saturating_sub(jobs.len() as u64));
        let arena = Arena { settings: self.run, entrants: &entrants, hero: &names[0] };
        let progress = arena.run(&mut log, jobs, |log, game| {
            observer.ended(log, game);
            ControlFlow::Continue(())
        })?;
        if progress == Progress::Faulty {
            let games = format!("{MOST_FAULTS_IN_A_ROW} games of round {number} in a row");
            let advice =
                "with --keep-going the tuning goes on, and learns from faults of one side; ";
            forget_round(&log, &path, &games, advice)?;
        }
        let tally = if let Some(tally) = self.tally(&log, &meetings, names.len()) {
            tally
        } else {
            demand_decided(&log)?;
            if progress != Progress::Done {
                return Ok(Progress::Interrupted);
            }
            self.tally_without_void_games(&log, &meetings, names.len(), number)?
        };
        demand_games(&log, &path, number, &names)?;
        self.method.tell(&tally);
        self.checkpoint.learn(tally, &self.method.values(), log.games(), &names);
        self.checkpoint.save(&self.path).map_err(anyhow::Error::from)?;
        fs::remove_file(&path).map_err(anyhow::Error::from)?;
        // The round is complete even if the interruption came during its last game.
        Ok(progress)
    }

    /// The points of the candidates on the seeds on which all games were played; the others had a void game.
    fn tally_without_void_games(
        &self,
        log: &Log,
        meetings: &[Meeting],
        candidates: usize,
        number: usize,
    ) -> Result<RoundTally> {
        let of_unit = |unit: u64| meetings.iter().filter(move |it| it.unit == unit).cloned();
        let is_whole = |unit: u64| {
            let of_unit: Vec<Meeting> = of_unit(unit).collect();
            self.tally(log, &of_unit, candidates).is_some()
        };
        let units = meetings.iter().map(|it| it.unit).dedup();
        let whole: Vec<Meeting> = units.filter(|unit| is_whole(*unit)).flat_map(of_unit).collect();
        let tally = (!whole.is_empty()).then(|| self.tally(log, &whole, candidates)).flatten();
        tally.with_context(|| {
            format!("every seed of round {number} has a void game, so nothing can be learnt")
        })
    }

    /// The folder of the rounds' logs beside the checkpoint.
    fn folder(&self) -> PathBuf {
        companion(&self.path, "rounds")
    }

    /// Path of the log of a round.
    fn round_log(&self, number: usize) -> PathBuf {
        self.folder().join(format!("{number}.jsonl"))
    }
}

/// Fails if a game of the round is undecided.
fn demand_decided(log: &Log) -> Result<()> {
    let Some(game) = log.undecided().next() else { return Ok(()) };
    bail!(
        "the machine was overloaded in a game, which decides nothing with --replay-overloaded 0: give the \
         bots more room (--parallel, --pin), measure by --clock cpu, or try again when the machine has \
         less to do; the game: {}",
        log.again(game)
    )
}

/// Fails if every game of the round ended with a fault and no candidate went without one: the bot, or another one, is
/// broken. If only some of the candidates have faults, their values are bad, and the round says so.
fn demand_games(log: &Log, path: &Path, number: usize, candidates: &[String]) -> Result<()> {
    if log.games().any(|game| game.thrown_out.is_empty()) {
        return Ok(());
    }
    let is_faulty = |name: &&String| {
        log.games().any(|game| game.thrown_out.iter().any(|out| game.bots[out.seat.0] == **name))
    };
    let faulty = candidates.iter().filter(is_faulty).count();
    if faulty == 0 || faulty == candidates.len() {
        forget_round(log, path, &format!("every game of round {number}"), "")?;
    }
    Ok(())
}

/// Fails because a bot is broken. The log is removed, so that the round is played again when the bot is repaired.
fn forget_round(log: &Log, path: &Path, games: &str, advice: &str) -> Result<()> {
    fs::remove_file(path)?;
    let broken = log.games().find_map(|game| Some((game, game.thrown_out.first()?)));
    let Some((game, out)) = broken else { return Ok(()) };
    let (kind, again) = (out.kind(), log.again(game));
    bail!(
        "a bot was thrown out of {games} ({kind}), so nothing can be learnt; {advice}look at one of them: {again}"
    )
}

//! Plays the rounds of a tuning and the duel at its end.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use indicatif::ProgressBar;

use super::{TUNED, UNTUNED};
use crate::arena::{Entrants, Job, Log, Logged, Pairing, Progress, Standing, seed_of};
use crate::cli::comparison::Comparison;
use crate::cli::duel::missing;
use crate::cli::many::{ManyArgs, progress_bar, tell_faults};
use crate::cli::{Failure, usage};
use crate::contest::Contest;
use crate::tune::{Checkpoint, Method, Schedule, set_arguments};

/// Everything that the games of a tuning have in common.
pub struct Rounds<'a> {
    pub many: &'a ManyArgs,
    pub contest: &'static dyn Contest,
    /// The bot, the pool and the others.
    pub entrants: &'a Entrants,
    /// Name of the bot that is tuned.
    pub bot: &'a str,
    pub schedule: &'a Schedule,
    /// Where the checkpoint lies.
    pub checkpoint: &'a Path,
    pub final_games: u64,
}

impl Rounds<'_> {
    /// Plays the rounds that are missing. The games of a round lie in a log of their own until the
    /// checkpoint knows their points.
    pub fn play(
        &self,
        checkpoint: &mut Checkpoint,
        method: &mut dyn Method,
    ) -> Result<Progress, Failure> {
        let rounds = checkpoint.conditions.settings.rounds();
        let word = checkpoint.conditions.settings.round_word();
        let mut bar = None;
        // A kill may have come between the checkpoint and the end of its last log.
        let _ = fs::remove_file(self.round_log(checkpoint.rounds.len()));
        while (checkpoint.rounds.len() as u64) < rounds {
            let number = checkpoint.rounds.len() + 1;
            let games = self.round_games(checkpoint, number);
            let bar = match &bar {
                Some(bar) => bar,
                None => bar.insert(progress_bar(rounds * games, (number as u64 - 1) * games)?),
            };
            bar.set_message(format!("{word} {number} of {rounds}"));
            let progress = self.play_round(checkpoint, method, bar);
            if !matches!(progress, Ok(Progress::Done)) {
                bar.finish_and_clear();
                return progress;
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        // It stays if there are recordings in it.
        let _ = fs::remove_dir(self.folder());
        Ok(Progress::Done)
    }

    /// Plays one round and saves the checkpoint.
    fn play_round(
        &self,
        checkpoint: &mut Checkpoint,
        method: &mut dyn Method,
        bar: &ProgressBar,
    ) -> Result<Progress, Failure> {
        let number = checkpoint.rounds.len() + 1;
        let conditions = &checkpoint.conditions;
        let names = conditions.settings.candidate_names();
        let sets: Vec<Vec<String>> = method
            .candidates()
            .iter()
            .map(|values| set_arguments(&conditions.parameters, values))
            .collect();
        let candidates = names.iter().zip(&sets).map(|(name, set)| (&**name, self.bot, &**set));
        let all = self.schedule.pool.iter().chain(&self.schedule.others);
        let company = all.map(|name| (&**name, &**name, &[][..]));
        let entrants = self.entrants.variants(candidates.chain(company))?;

        let path = self.round_log(number);
        let mut log = Log::open(&path, self.many.header(&conditions.game)).map_err(usage)?;
        log.enter(entrants.programs()).map_err(usage)?;
        let (base, replay) = (self.many.seed, self.many.replay_overloaded);
        let meetings = self.schedule.meetings(&names, number as u64 - 1);
        let jobs: Vec<Job> = meetings
            .iter()
            .flat_map(|it| {
                let unit = it.unit..it.unit + 1;
                missing(self.contest, &log, &it.pairing, unit, base, replay)
            })
            .collect();
        bar.inc(meetings.iter().map(games_of).sum::<u64>().saturating_sub(jobs.len() as u64));
        let arena = self.many.arena(self.contest, &entrants, &names[0]);
        let progress = arena.run(&mut log, jobs.into_iter(), |_, game| {
            bar.inc(1);
            tell_faults(bar, game);
            ControlFlow::Continue(())
        })?;
        let points = Schedule::points(&meetings, names.len(), |it| {
            let seed = seed_of(self.contest, base, it.unit);
            it.pairing.result(|order| log.game(&seed, order)).map(|result| result.half_points)
        });
        let Some(points) = points else { return Ok(Progress::Interrupted) };
        demand_games(&log, &path, number)?;
        method.tell(&points);
        checkpoint.rounds.push(points);
        checkpoint.set_values(&method.values());
        checkpoint.games += log.games().len() as u64;
        for game in log.games() {
            let ours = game.thrown_out.iter().filter(|it| names.contains(&game.bots[it.seat.0]));
            for out in ours {
                *checkpoint.faults.entry(out.kind()).or_default() += 1;
            }
        }
        checkpoint.save(self.checkpoint)?;
        fs::remove_file(&path)?;
        // The round is whole even if the interruption came with its last game.
        Ok(progress)
    }

    /// Games of a round, whatever is played of them already.
    fn round_games(&self, checkpoint: &Checkpoint, number: usize) -> u64 {
        let names = checkpoint.conditions.settings.candidate_names();
        self.schedule.meetings(&names, number as u64 - 1).iter().map(games_of).sum()
    }

    /// What the rounds keep beside the checkpoint.
    fn folder(&self) -> PathBuf {
        self.checkpoint.with_extension("rounds")
    }

    /// Where the games of a round lie.
    fn round_log(&self, number: usize) -> PathBuf {
        self.folder().join(format!("{number}.jsonl"))
    }

    /// Plays the tuned bot against the untuned, on seeds that no round has used.
    pub fn duel(
        &self,
        checkpoint: &Checkpoint,
        values: &[f64],
    ) -> Result<(Progress, Log, Standing), Failure> {
        let conditions = &checkpoint.conditions;
        let set = set_arguments(&conditions.parameters, values);
        let finalists = [(TUNED, self.bot, &set[..]), (UNTUNED, self.bot, &[])];
        let others = self.schedule.others.iter().map(|name| (&**name, &**name, &[][..]));
        let entrants = self.entrants.variants(finalists.into_iter().chain(others))?;
        let mut log = self.many.open_log("tune-final", &conditions.game, &entrants)?;
        let mut names = vec![TUNED.to_owned(), UNTUNED.to_owned()];
        names.extend(self.schedule.others.iter().cloned());
        let pairing = Pairing::new(names, self.contest.seats());
        let first = checkpoint.rounds.len() as u64 * conditions.settings.pairs();
        let per_unit = pairing.orders().len() as u64;
        let units = first..first + self.final_games.div_ceil(per_unit);
        let games = (units.end - units.start) * per_unit;
        let (base, replay) = (self.many.seed, self.many.replay_overloaded);
        let jobs = missing(self.contest, &log, &pairing, units, base, replay);
        let bar = progress_bar(games, games.saturating_sub(jobs.len() as u64))?;
        let mut standing = Standing::of(&log, &pairing, None);
        let arena = self.many.arena(self.contest, &entrants, TUNED);
        let progress = arena.run(&mut log, jobs.into_iter(), |log, game| {
            standing.see(log, game);
            bar.inc(1);
            bar.set_message(Comparison::line(&standing));
            tell_faults(&bar, game);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        // Games that were played again have changed what was counted before.
        let standing = Standing::of(&log, &pairing, None);
        Ok((progress?, log, standing))
    }
}

fn games_of(meeting: &crate::tune::Meeting) -> u64 {
    meeting.pairing.orders().len() as u64
}

/// A round in which nobody plays to the end teaches nothing: the bot is broken, and all rounds
/// would be like it. Its log goes, so that it is played again when the bot is mended.
fn demand_games(log: &Log, path: &Path, number: usize) -> Result<(), Failure> {
    let broken = |game: &Logged| !game.thrown_out.is_empty();
    if !log.games().iter().all(broken) {
        return Ok(());
    }
    fs::remove_file(path)?;
    let Some(game) = log.games().first() else { return Ok(()) };
    let kind = game.thrown_out[0].kind();
    let again = &game.again;
    Err(Failure::Failed(anyhow!(
        "a bot was thrown out of every game of round {number} ({kind}), so nothing can be learnt; \
         look at one of them: {again}"
    )))
}

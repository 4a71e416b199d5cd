//! Plays the rounds of a tuning and the duel at its end.

use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use indicatif::ProgressBar;
use itertools::Itertools;
use serde_json::Value;

use super::{TUNED, UNTUNED};
use crate::arena::{
    Entrants, Job, Log, Logged, Pairing, Progress, Question, Standing, TeamDifference, seed_of,
};
use crate::cli::comparison::Comparison;
use crate::cli::duel::missing;
use crate::cli::many::{ManyArgs, progress_bar, tell_faults};
use crate::cli::together::Together;
use crate::cli::{Failure, usage};
use crate::contest::Contest;
use crate::tune::{Checkpoint, Conditions, Meeting, Method, Schedule, Tally, set_arguments};

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

/// What the games at the end have shown.
pub struct Last {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
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
        let meetings = self.schedule.meetings(&names, number as u64 - 1);
        let jobs = self.missing(&log, &meetings);
        bar.inc(meetings.iter().map(games_of).sum::<u64>().saturating_sub(jobs.len() as u64));
        let arena = self.many.arena(self.contest, &entrants, &names[0]);
        let progress = arena.run(&mut log, jobs.into_iter(), |log, game| {
            bar.inc(1);
            tell_faults(bar, log, game);
            ControlFlow::Continue(())
        })?;
        let tally = self.tally(&log, &meetings, names.len());
        let Some(tally) = tally else { return Ok(Progress::Interrupted) };
        demand_games(&log, &path, number)?;
        method.tell(&tally);
        checkpoint.rounds.push(tally);
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

    /// What some candidates made, if all games of their meetings are in the log.
    fn tally(&self, log: &Log, meetings: &[Meeting], candidates: usize) -> Option<Tally> {
        let seed = |it: &Meeting| seed_of(self.contest, self.many.seed, it.unit);
        if self.schedule.is_of_teams() {
            return Schedule::team_points(meetings, candidates, |it| {
                let (seed, names) = (seed(it), it.pairing.names());
                let orders = it.pairing.orders().iter();
                orders.map(|order| Some(log.game(&seed, order)?.team_points(names))).sum()
            });
        }
        Schedule::half_points(meetings, candidates, |it| {
            let seed = seed(it);
            it.pairing.result(|order| log.game(&seed, order)).map(|result| result.half_points)
        })
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

    /// Plays the tuned bot and the untuned on seeds that no round has used: against each other or,
    /// where players work together, as the candidates did.
    pub fn last(
        &self,
        checkpoint: &Checkpoint,
        values: &[f64],
    ) -> Result<(Progress, Last), Failure> {
        let conditions = &checkpoint.conditions;
        let set = set_arguments(&conditions.parameters, values);
        let finalists = [(TUNED, self.bot, &set[..]), (UNTUNED, self.bot, &[])];
        let together = self.schedule.is_of_teams();
        let company = if together { &self.schedule.pool } else { &self.schedule.others };
        let company = company.iter().map(|name| (&**name, &**name, &[][..]));
        let entrants = self.entrants.variants(finalists.into_iter().chain(company))?;
        let mut log = self.many.open_log("tune-final", &conditions.game, &entrants)?;
        let mut duel = vec![TUNED.to_owned(), UNTUNED.to_owned()];
        duel.extend(self.schedule.others.iter().cloned());
        log.ask(Question { duel: duel.clone(), test: None })?;
        let first = checkpoint.rounds.len() as u64 * conditions.settings.pairs();
        if together {
            let (progress, it) = self.last_together(conditions, &entrants, &mut log, first)?;
            Ok((progress, Last { text: it.text(), json: it.json() }))
        } else {
            let pairing = Pairing::new(duel, self.contest.seats());
            let (progress, standing) = self.last_duel(&entrants, &mut log, &pairing, first)?;
            let it = Comparison::new(&log, standing);
            Ok((progress, Last { text: it.text(), json: it.json() }))
        }
    }

    fn last_duel(
        &self,
        entrants: &Entrants,
        log: &mut Log,
        pairing: &Pairing,
        first: u64,
    ) -> Result<(Progress, Standing), Failure> {
        let per_unit = pairing.orders().len() as u64;
        let units = first..first + self.final_games.div_ceil(per_unit);
        let games = (units.end - units.start) * per_unit;
        let (base, replay) = (self.many.seed, self.many.replay_overloaded);
        let jobs = missing(self.contest, log, pairing, units, base, replay);
        let mut standing = Standing::of(log, pairing, None);
        let progress = self.play_last(entrants, log, jobs, games, |log, game, bar| {
            standing.see(log, game);
            bar.set_message(Comparison::line(&standing));
        })?;
        // Games that were played again have changed what was counted before.
        Ok((progress, Standing::of(log, pairing, None)))
    }

    fn last_together(
        &self,
        conditions: &Conditions,
        entrants: &Entrants,
        log: &mut Log,
        first: u64,
    ) -> Result<(Progress, Together), Failure> {
        let names = [TUNED, UNTUNED].map(str::to_owned);
        let on = |units: Range<u64>| self.schedule.meetings_on(&names, units);
        let per_unit: u64 = on(first..first + 1).iter().map(games_of).sum();
        let units = first..first + self.final_games.div_ceil(per_unit);
        let games = (units.end - units.start) * per_unit;
        let jobs = self.missing(log, &on(units.clone()));
        let progress = self.play_last(entrants, log, jobs, games, |_, _, _| {})?;
        let rounds = self.schedule.team_rounds() as f64;
        let whole = units.filter_map(|unit| {
            let tally = self.tally(log, &on(unit..unit + 1), names.len())?;
            let points = tally.totals().into_iter().map(|points| points as f64 / rounds);
            let seed = seed_of(self.contest, self.many.seed, unit);
            Some((seed, points.collect_array()?))
        });
        let whole: Vec<(String, [f64; 2])> = whole.collect();
        let mut difference = TeamDifference::default();
        for (_, points) in &whole {
            difference.add(*points);
        }
        let differences = vec![(conditions.company(|bot| &bot.bot), difference)];
        let seeds = whole.iter().map(|(seed, _)| &**seed).collect();
        let found = Together::new(log, names, &self.schedule.pool, differences, &seeds);
        Ok((progress, found))
    }

    /// Plays the games at the end that are missing of so many.
    fn play_last(
        &self,
        entrants: &Entrants,
        log: &mut Log,
        jobs: Vec<Job>,
        games: u64,
        mut seen: impl FnMut(&Log, &Logged, &ProgressBar),
    ) -> Result<Progress, Failure> {
        let bar = progress_bar(games, games.saturating_sub(jobs.len() as u64))?;
        let arena = self.many.arena(self.contest, entrants, TUNED);
        let progress = arena.run(log, jobs.into_iter(), |log, game| {
            seen(log, game, &bar);
            bar.inc(1);
            tell_faults(&bar, log, game);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        Ok(progress?)
    }

    /// The games of some meetings that are missing in a log.
    fn missing(&self, log: &Log, meetings: &[Meeting]) -> Vec<Job> {
        let (base, replay) = (self.many.seed, self.many.replay_overloaded);
        let of = |it: &Meeting| {
            missing(self.contest, log, &it.pairing, it.unit..it.unit + 1, base, replay)
        };
        meetings.iter().flat_map(of).collect()
    }
}

fn games_of(meeting: &Meeting) -> u64 {
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

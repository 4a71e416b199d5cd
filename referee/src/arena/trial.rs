//! A try: a candidate and a champion play the same pool until a sequential test on their difference decides.

use std::ops::{ControlFlow, Range};

use anyhow::Result;

use super::field::{Field, Group};
use super::job::Job;
use super::jobs::Jobs;
use super::log::Log;
use super::observer::Observer;
use super::pairing::Pairing;
use super::plan::{RunPlan, overloaded_games};
use super::progress::Progress;
use super::question::{Asked, Test, TrialQuestion};
use super::runner::Arena;
use super::settings::RunSettings;
use super::trial_standing::TrialStanding;

/// A try before its games.
pub struct Trial {
    field: Field,
    test: Option<Test>,
    plan: RunPlan,
}

impl Trial {
    /// A try in a field, on some rounds.
    pub fn new(
        settings: &RunSettings,
        field: Field,
        test: Option<Test>,
        rounds: Range<u64>,
    ) -> Self {
        let plan = RunPlan::of_games(jobs(settings, &field, rounds));
        Self { field, test, plan }
    }

    /// Number of games of the try that are in the log.
    pub fn known(&self, log: &Log) -> u64 {
        self.plan.known(log)
    }

    /// Number of games of the try that are not in the log.
    pub fn left(&self, log: &Log) -> u64 {
        self.plan.left(log)
    }

    /// Plays the games that are missing in the log and returns the standing. If the log already decides the test,
    /// no game is played.
    ///
    /// # Errors
    /// If the log or a recording cannot be written, or a game is void repeatedly.
    pub fn play(
        &self,
        arena: &Arena<'_>,
        log: &mut Log,
        observer: &mut dyn Observer,
    ) -> Result<(Progress, TrialStanding)> {
        let [candidate, champion] = self.field.rivals().clone();
        let pool = self.field.pool().to_vec();
        log.ask(Asked::Try(TrialQuestion { candidate, champion, pool, test: self.test }))?;
        let replays = arena.settings.replays;
        // First, so that the test sees decided games only.
        let pairings = self.field.groups().iter().flat_map(Group::pairings);
        let again = pairings.flat_map(|pairing| {
            let games = overloaded_games(log, pairing, replays);
            games.iter().collect::<Vec<_>>()
        });
        let again: Jobs = again.collect();
        if !again.is_empty() {
            let progress = arena.play_all(log, again.len() as u64, again, observer)?;
            if progress != Progress::Done {
                return Ok((progress, self.standing(log)));
            }
        }
        let mut standing = self.standing(log);
        let mut progress = Progress::Done;
        if standing.verdict.is_none() {
            let jobs = self.plan.missing(log, replays);
            progress = self.play_until_verdict(arena, log, jobs, &mut standing, observer)?;
        }
        Ok((progress, standing))
    }

    fn play_until_verdict(
        &self,
        arena: &Arena<'_>,
        log: &mut Log,
        jobs: Jobs,
        standing: &mut TrialStanding,
        observer: &mut dyn Observer,
    ) -> Result<Progress> {
        let games = self.plan.games();
        observer.begin(games, games.saturating_sub(jobs.len() as u64));
        observer.tried(standing);
        let progress = arena.run(log, jobs, |log, game| {
            standing.see(log.so_far(), game);
            observer.ended(log, game);
            observer.tried(standing);
            if standing.verdict.is_some() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        observer.end();
        progress
    }

    fn standing(&self, log: &Log) -> TrialStanding {
        TrialStanding::of(log, &self.field, self.test)
    }
}

/// The games of some rounds: round by round, so that all groups progress evenly, and the games of both bots on a seed
/// one after the other. A round beyond the end of a list of seeds has no games.
fn jobs(settings: &RunSettings, field: &Field, rounds: Range<u64>) -> Vec<Job> {
    let seeds: Vec<_> = field.groups().iter().map(|group| group.seeds(&settings.seeds)).collect();
    let mut jobs = Vec::new();
    for round in rounds {
        for (group, seeds) in field.groups().iter().zip(&seeds) {
            let Some(seed) = seeds.of(settings.contest, round) else { continue };
            for order in group.pairings().iter().flat_map(Pairing::orders) {
                jobs.push(Job::new(seed.clone(), order.clone()));
            }
        }
    }
    jobs
}

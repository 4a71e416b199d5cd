//! A try: a candidate and a champion play the same pool until a sequential test on their difference decides.

use std::ops::Range;

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
use super::until_verdict;

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
        let pairings = self.field.groups().iter().flat_map(Group::pairings);
        let again = pairings.flat_map(|pairing| {
            let games = overloaded_games(log, pairing, replays);
            games.iter().collect::<Vec<_>>()
        });
        let again: Jobs = again.collect();
        let standing_of = |log: &Log| TrialStanding::of(log, &self.field, self.test);
        until_verdict::play(arena, log, again, &self.plan, standing_of, observer)
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

//! A duel: two bots play each other until a sequential test decides or all games are played.

use std::ops::Range;

use anyhow::Result;

use super::log::Log;
use super::observer::Observer;
use super::pairing::Pairing;
use super::plan::{RunPlan, overloaded_games};
use super::progress::Progress;
use super::question::{Asked, Question, Test};
use super::runner::Arena;
use super::settings::RunSettings;
use super::standing::DuelStanding;
use super::until_verdict;

/// A duel before its games.
pub struct Duel {
    pairing: Pairing,
    test: Option<Test>,
    plan: RunPlan,
}

impl Duel {
    /// A duel of the first two of some bots, on some units of the sequence of seeds.
    pub fn new(
        settings: &RunSettings,
        names: Vec<String>,
        test: Option<Test>,
        units: Range<u64>,
    ) -> Self {
        let pairing = Pairing::new(names, settings.contest.about().seats);
        let plan =
            RunPlan::new(settings.contest, &settings.seeds, units.map(|unit| (&pairing, unit)));
        Self { pairing, test, plan }
    }

    /// Number of games of the duel that are in the log.
    pub fn known(&self, log: &Log) -> u64 {
        self.plan.known(log)
    }

    /// Number of games of the duel that are not in the log.
    pub fn left(&self, log: &Log) -> u64 {
        self.plan.left(log)
    }

    /// Plays the games that are missing in the log and returns the standing. If the log already
    /// decides the test, no game is played.
    ///
    /// # Errors
    /// If the log or a recording cannot be written, or ten games in a row are void.
    pub fn play(
        &self,
        arena: &Arena<'_>,
        log: &mut Log,
        observer: &mut dyn Observer,
    ) -> Result<(Progress, DuelStanding)> {
        let duel = self.pairing.names().to_vec();
        log.ask(Asked::Duel(Question { duel, test: self.test }))?;
        let again = overloaded_games(log, &self.pairing, arena.settings.replays);
        let standing_of = |log: &Log| DuelStanding::of(log, &self.pairing, self.test);
        until_verdict::play(arena, log, again, &self.plan, standing_of, observer)
    }
}

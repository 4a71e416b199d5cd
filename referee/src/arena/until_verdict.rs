//! Games until a sequential test decides: what a duel and a try have in common.

use std::ops::ControlFlow;

use anyhow::Result;

use super::jobs::Jobs;
use super::log::{Log, SoFar};
use super::logged::Logged;
use super::observer::Observer;
use super::plan::RunPlan;
use super::progress::Progress;
use super::runner::Arena;
use super::standing::DuelStanding;
use super::trial_standing::TrialStanding;

/// A standing with a sequential test.
pub(super) trait Standing {
    /// Counts a game of the log, where it completes what the test counts.
    fn see(&mut self, log: SoFar<'_>, game: &Logged);

    /// Whether the test has a verdict.
    fn is_decided(&self) -> bool;

    /// Tells an observer the standing.
    fn tell(&self, observer: &mut dyn Observer);
}

impl Standing for DuelStanding {
    fn see(&mut self, log: SoFar<'_>, game: &Logged) {
        self.see(log, game);
    }

    fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    fn tell(&self, observer: &mut dyn Observer) {
        observer.compared(self);
    }
}

impl Standing for TrialStanding {
    fn see(&mut self, log: SoFar<'_>, game: &Logged) {
        self.see(log, game);
    }

    fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    fn tell(&self, observer: &mut dyn Observer) {
        observer.tried(self);
    }
}

/// Plays the games `again`, then those of a plan that are missing in the log, and returns the standing. The test of
/// `standing_of` is looked at after the games `again`, and after each game from then on. If it is decided, no further
/// game is played.
///
/// # Errors
/// If the log or a recording cannot be written, or ten games in a row are void.
pub(super) fn play<S: Standing>(
    arena: &Arena<'_>,
    log: &mut Log,
    again: Jobs,
    plan: &RunPlan,
    standing_of: impl Fn(&Log) -> S,
    observer: &mut dyn Observer,
) -> Result<(Progress, S)> {
    // First, so that the test sees decided games only.
    if !again.is_empty() {
        let progress = arena.play_all(log, again.len() as u64, again, observer)?;
        if progress != Progress::Done {
            return Ok((progress, standing_of(log)));
        }
    }
    let mut standing = standing_of(log);
    if standing.is_decided() {
        return Ok((Progress::Done, standing));
    }
    let jobs = plan.missing(log, arena.settings.replays);
    observer.begin(plan.games(), plan.games().saturating_sub(jobs.len() as u64));
    standing.tell(observer);
    let progress = arena.run(log, jobs, |log, game| {
        standing.see(log.so_far(), game);
        observer.ended(log, game);
        standing.tell(observer);
        if standing.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    observer.end();
    Ok((progress?, standing))
}

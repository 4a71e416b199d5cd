//! Observers of a run of many games.

use super::log::Log;
use super::logged::Logged;
use super::standing::DuelStanding;
use super::trial_standing::TrialStanding;

/// Receives the progress of a run, as a progress bar does.
pub trait Observer {
    /// A run of `games` games begins; `known` of them are in the log already.
    fn begin(&mut self, games: u64, known: u64);

    /// `games` games of a round are in its log already.
    fn skip(&mut self, games: u64);

    /// A game has ended and is in the log.
    fn ended(&mut self, log: &Log, game: &Logged);

    /// The standing of a comparison before the first game and after each.
    fn compared(&mut self, _standing: &DuelStanding) {}

    /// The standing of a try before the first game and after each.
    fn tried(&mut self, _standing: &TrialStanding) {}

    /// A part of the run begins, such as `iteration 3 of 500`.
    fn part(&mut self, _name: &str) {}

    /// The games are over or were aborted.
    fn end(&mut self);
}

/// Ignores everything.
impl Observer for () {
    fn begin(&mut self, _games: u64, _known: u64) {}
    fn skip(&mut self, _games: u64) {}
    fn ended(&mut self, _log: &Log, _game: &Logged) {}
    fn end(&mut self) {}
}

//! What watches a run of many games.

use super::log::Log;
use super::logged::Logged;
use super::standing::DuelStanding;

/// Is told how a run goes on, as a progress bar is.
pub trait Observer {
    /// So many games begin, of which so many are known from an earlier run.
    fn begin(&mut self, games: u64, known: u64);

    /// So many of the games turned out to be known from an earlier run.
    fn skip(&mut self, games: u64);

    /// A game has ended and is in the log.
    fn ended(&mut self, log: &Log, game: &Logged);

    /// A comparison stands like this now.
    fn compared(&mut self, _standing: &DuelStanding) {}

    /// A part of the run begins, such as `iteration 3 of 500`.
    fn part(&mut self, _name: &str) {}

    /// The games are over, or given up.
    fn end(&mut self);
}

/// Watches nothing.
impl Observer for () {
    fn begin(&mut self, _games: u64, _known: u64) {}
    fn skip(&mut self, _games: u64) {}
    fn ended(&mut self, _log: &Log, _game: &Logged) {}
    fn end(&mut self) {}
}

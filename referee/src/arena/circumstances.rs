//! What a report says of games besides their results.

use std::collections::BTreeMap;
use std::thread;

use super::conduct::{Conduct, Overload};
use super::joined::joined;
use super::log::Log;
use super::logged::Logged;
use super::machines::Machines;
use super::replays::{Excess, ReplayTally};

/// What a report says of games besides their results.
pub(super) struct Circumstances {
    /// Times and faults by name of the bot.
    pub conduct: BTreeMap<String, Conduct>,
    /// Counts of games in which the machine was overloaded.
    pub overload: Overload,
    /// Bots that were late much more often than their opponents.
    pub excesses: Vec<Excess>,
    /// The machines on which the games were played.
    pub machines: Machines,
}

impl Circumstances {
    /// The circumstances of the games of a log for which `counts` is true. Two threads share the work: a log may have a
    /// million games.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool + Sync) -> Self {
        let counts = &counts;
        thread::scope(|scope| {
            let machines = scope.spawn(|| Machines::of(log, counts));
            let conduct = Conduct::of(log, counts);
            let ours = log.all_games().filter(|game| counts(game));
            Self {
                conduct,
                overload: Overload::of(log, counts),
                excesses: ReplayTally::of(ours).excesses(),
                machines: joined(machines),
            }
        })
    }
}

//! Times and faults of bots.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::log::Log;
use super::logged::Logged;
use super::times::Times;

/// Times and faults of a bot.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Times of its answers.
    pub times: Times,
    /// Isolation of its program in its games, in words.
    pub in_force: BTreeSet<String>,
    /// Number of its faults by kind and cause.
    pub faults: BTreeMap<String, u64>,
    /// Games that it lost on time while the machine was overloaded. They do not count, and the
    /// fields above exclude them.
    pub overloaded: u64,
}

/// Counts of games in which the machine was overloaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Overload {
    /// Plays in which a bot lost on time while the machine was overloaded. They do not count.
    pub flagged: u64,
    /// Number of these plays that were replayed.
    pub replayed: u64,
    /// Games that were flagged in every play. They do not count.
    pub undecided: u64,
}

impl Overload {
    /// Counts the games of a log for which `counts` is true.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool) -> Self {
        let mut all = Self::default();
        for game in log.games().chain(log.undecided()).filter(|game| counts(game)) {
            all.replayed += u64::from(game.replayed);
            all.undecided += u64::from(!game.is_decided());
        }
        all.flagged = all.replayed + all.undecided;
        all
    }
}

impl Conduct {
    /// Times and faults by name of the bot, in the games for which `counts` is true.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool) -> BTreeMap<String, Self> {
        let mut all: BTreeMap<String, Self> = BTreeMap::new();
        for game in log.games().filter(|game| counts(game)) {
            for (seat, bot) in game.bots.iter().enumerate() {
                let conduct = all.entry(bot.clone()).or_default();
                if let Some(times) = game.times.get(seat) {
                    conduct.times.merge(times);
                }
                let in_force = game.in_force.get(seat).filter(|words| !words.is_empty());
                conduct.in_force.extend(in_force.cloned());
                for out in game.thrown_out.iter().filter(|out| out.seat.0 == seat) {
                    *conduct.faults.entry(out.kind()).or_default() += 1;
                }
            }
        }
        for game in log.undecided().filter(|game| counts(game)) {
            for seat in &game.overloaded {
                all.entry(game.bots[seat.0].clone()).or_default().overloaded += 1;
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;
    use crate::game::{Fault, Seat, ThrownOut};

    #[test]
    fn times_faults_and_overloads_are_those_of_the_bot_in_the_seat() {
        let mut game = logged("1", &["a", "b"], &[1, 2]);
        let (fault, cause) = (Fault::Garbage, "off-board".to_owned());
        game.thrown_out.push(ThrownOut { seat: Seat(1), fault, cause, line: None });
        game.times = vec![Times::default(); 2];
        game.in_force = vec![String::new(), "session".to_owned()];
        game.times[1].add(700, Duration::from_millis(1));
        let other = Logged { seed: "2".to_owned(), ..game.clone() };
        let mut again = logged("1", &["b", "a"], &[1, 2]);
        again.overloaded.push(Seat(1));
        let all = Conduct::of(&log(vec![game, other, again]), |game| game.seed == "1");
        assert_eq!((all["a"].overloaded, all["b"].overloaded), (1, 0));
        assert_eq!((all["a"].times.max(), all["b"].times.max()), (0, 700));
        assert!(all["a"].faults.is_empty() && all["a"].in_force.is_empty());
        assert!(all["b"].in_force.contains("session"));
        assert_eq!(all["b"].faults, BTreeMap::from([("garbage: off-board".to_owned(), 1)]));
    }

    #[test]
    fn overloaded_plays_are_replayed_or_undecided() {
        let good = logged("1", &["a", "b"], &[1, 2]);
        let at_last = Logged { replayed: 2, ..logged("2", &["a", "b"], &[1, 2]) };
        let mut never = Logged { replayed: 3, ..logged("3", &["a", "b"], &[1, 2]) };
        never.overloaded.push(Seat(0));
        let all = Overload::of(&log(vec![good, at_last, never]), |_| true);
        assert_eq!(all, Overload { flagged: 6, replayed: 5, undecided: 1 });
    }
}

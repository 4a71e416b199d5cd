//! Times and faults of bots.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use itertools::Itertools;
use serde::Serialize;

use super::log::Log;
use super::logged::Logged;
use super::times::Times;
use crate::game::Seat;
use crate::last_words::LastWords;

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
    /// Its games that count.
    pub games: u64,
    /// Those of them that were replayed because it was late while the machine may have been to blame, or was ended by a
    /// signal.
    pub replayed: u64,
    /// Those of them in which that happened in the last play, too, so that its fault counts.
    pub stands: u64,
    /// The first game from which it was thrown out and that has its last words; if no game has them, the first one.
    pub first_fault: Option<FirstFault>,
}

/// A game from which a bot was thrown out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FirstFault {
    /// Its seed.
    pub seed: String,
    /// The seat of the bot, from 0.
    pub seat: Seat,
    /// The kind of the fault.
    pub fault: String,
    /// Why it was thrown out; the kind of the fault if the log does not say that.
    pub reason: String,
    /// The last lines that it wrote to standard error.
    pub stderr: Vec<String>,
    /// Path of the recording; `None` if it was not kept.
    pub recording: Option<String>,
    /// Whether the log has its last words.
    #[serde(skip)]
    pub(crate) has_words: bool,
}

impl FirstFault {
    /// The fault of a bot in a game of a log; `None` if it was not thrown out.
    fn of(log: &Log, game: &Logged, bot: &str) -> Option<Self> {
        let out = game.thrown_out.iter().find(|out| game.bots[out.seat.0] == bot)?;
        let words = game.last_words.iter().find(|words| words.seat == out.seat);
        let has_words = words.is_some();
        let unknown = || LastWords { reason: out.kind(), ..LastWords::default() };
        let LastWords { reason, stderr, .. } = words.cloned().unwrap_or_else(unknown);
        let folder = log.path().parent().unwrap_or(Path::new(""));
        let recording = game.recording.as_ref().map(|recording| folder.join(recording));
        Some(Self {
            seed: game.seed.to_string(),
            seat: out.seat,
            fault: out.kind(),
            reason,
            stderr,
            recording: recording.map(|path| path.to_string_lossy().into_owned()),
            has_words,
        })
    }
}

/// Counts of games in which the machine was overloaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Overload {
    /// Plays in which a bot lost on time while the machine was overloaded, or was ended by a signal.
    pub flagged: u64,
    /// Number of these plays that were replayed.
    pub replayed: u64,
    /// Games that were not replayed. They do not count.
    pub undecided: u64,
    /// Games whose last play was flagged. They count, with the fault of the bot.
    pub stands: u64,
}

impl Overload {
    /// Counts the games of a log for which `counts` is true.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool) -> Self {
        let mut all = Self::default();
        for game in log.games().chain(log.undecided()).filter(|game| counts(game)) {
            all.replayed += u64::from(game.replayed);
            all.undecided += u64::from(!game.is_decided());
            all.stands += u64::from(!game.flag_stands.is_empty());
        }
        all.flagged = all.replayed + all.undecided + all.stands;
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
                if let Some(times) = game.times.seat(seat) {
                    times.add_to(&mut conduct.times);
                }
                let in_force = game.in_force.get(seat).filter(|words| !words.is_empty());
                conduct.in_force.extend(in_force.cloned());
                for out in game.thrown_out.iter().filter(|out| out.seat.0 == seat) {
                    *conduct.faults.entry(out.kind()).or_default() += 1;
                }
            }
        }
        for game in log.games().filter(|game| counts(game)) {
            for bot in game.bots.iter().unique() {
                let has = |seats: &[Seat]| seats.iter().any(|seat| game.bots[seat.0] == *bot);
                let conduct = all.entry(bot.clone()).or_default();
                conduct.games += 1;
                if !conduct.first_fault.as_ref().is_some_and(|fault| fault.has_words)
                    && let Some(fault) = FirstFault::of(log, game, bot)
                    && (fault.has_words || conduct.first_fault.is_none())
                {
                    conduct.first_fault = Some(fault);
                }
                conduct.replayed += u64::from(has(&game.replayed_for));
                conduct.stands += u64::from(has(&game.flag_stands));
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
    use crate::game::{Fault, ThrownOut};

    #[test]
    fn times_faults_and_overloads_are_those_of_the_bot_in_the_seat() {
        let mut game = logged("1", &["a", "b"], &[1, 2]);
        let (fault, cause) = (Fault::Garbage, "off-board".to_owned());
        game.thrown_out.push(ThrownOut { seat: Seat(1), fault, cause, line: None });
        let mut times = vec![Times::default(); 2];
        times[1].add(700, Duration::from_millis(1));
        game.times = times.into();
        game.in_force = vec![String::new(), "session".to_owned()].into();
        let other = Logged { seed: "2".into(), ..game.clone() };
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
    fn flagged_plays_are_replayed_or_undecided_or_stand() {
        let good = logged("1", &["a", "b"], &[1, 2]);
        let at_last = Logged { replayed: 2, ..logged("2", &["a", "b"], &[1, 2]) };
        let mut never = Logged { replayed: 3, ..logged("3", &["a", "b"], &[1, 2]) };
        never.overloaded.push(Seat(0));
        let mut stands = Logged { replayed: 1, ..logged("4", &["a", "b"], &[1, 2]) };
        (stands.replayed_for, stands.flag_stands) =
            (vec![Seat(1)].into(), vec![Seat(1), Seat(0)].into());
        let log = log(vec![good, at_last, never, stands]);
        let all = Overload::of(&log, |_| true);
        assert_eq!(all, Overload { flagged: 8, replayed: 6, undecided: 1, stands: 1 });
        let all = Conduct::of(&log, |_| true);
        let counts = |bot: &str| (all[bot].games, all[bot].replayed, all[bot].stands);
        assert_eq!((counts("a"), counts("b")), ((3, 0, 1), (3, 1, 1)));
    }
}

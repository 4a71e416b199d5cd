//! How bots behaved: their times and their faults.

use std::collections::BTreeMap;

use super::log::Log;
use super::logged::Logged;
use super::times::Times;

/// How a bot behaved: its times and its faults.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Times of its answers.
    pub times: Times,
    /// Number of its faults by kind and cause.
    pub faults: BTreeMap<String, u64>,
    /// Games that it lost on time because the machine was overloaded; they are counted above, too.
    pub overloaded: u64,
}

impl Conduct {
    /// How each bot of a log behaved in the games that `counts` says, by name.
    pub fn of(log: &Log, counts: impl Fn(&Logged) -> bool) -> BTreeMap<String, Self> {
        let mut all: BTreeMap<String, Self> = BTreeMap::new();
        for game in log.games().iter().filter(|game| counts(game)) {
            for (seat, bot) in game.bots.iter().enumerate() {
                let conduct = all.entry(bot.clone()).or_default();
                if let Some(times) = game.times.get(seat) {
                    conduct.times.merge(times);
                }
                for out in game.thrown_out.iter().filter(|out| out.seat.0 == seat) {
                    *conduct.faults.entry(out.kind()).or_default() += 1;
                }
                conduct.overloaded += u64::from(game.overloaded.iter().any(|it| it.0 == seat));
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
        game.overloaded.push(Seat(0));
        game.times = vec![Times::default(); 2];
        game.times[1].add(700, Duration::from_millis(1));
        let other = Logged { seed: "2".to_owned(), ..game.clone() };
        let all = Conduct::of(&log(vec![game, other]), |game| game.seed == "1");
        assert_eq!((all["a"].overloaded, all["b"].overloaded), (1, 0));
        assert_eq!((all["a"].times.max(), all["b"].times.max()), (0, 700));
        assert!(all["a"].faults.is_empty());
        assert_eq!(all["b"].faults, BTreeMap::from([("garbage: off-board".to_owned(), 1)]));
    }
}

//! Undecided games counted both ways: as if the first bot had lost all of them, and as if it had won them.
//!
//! A bot that was late in the games that it was losing, on a machine that seemed busy, must not win because only its
//! other games count. So a verdict counts only if it is the same both ways.

use super::log::Log;
use super::logged::Logged;
use crate::stats::sprt::TestVerdict;
use crate::stats::{Estimate, Interval};

/// Two bots with their undecided games counted both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BothWays {
    /// Number of undecided games.
    pub games: u64,
    /// The result if the first bot lost them.
    pub lost: Way,
    /// The result if it won them.
    pub won: Way,
    /// Whether the verdict of the test depends on them; without a test, whether they decide which bot is better.
    pub hangs: bool,
}

/// A result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// The advantage of the first bot: its share of the points less a half, or less that of the second bot.
    pub advantage: Estimate,
    /// The verdict of the test.
    pub verdict: Option<TestVerdict>,
}

impl Way {
    /// What it says of the first bot: it is better, worse, or neither is certain.
    fn tendency(&self) -> Option<bool> {
        let Interval { low, high } = self.advantage.interval;
        if low > 0.0 {
            Some(true)
        } else if high < 0.0 {
            Some(false)
        } else {
            None
        }
    }
}

impl BothWays {
    /// Counts the undecided games of a log for which `counts` is true; `None` if all are decided. `way` computes the
    /// result of a log, and `without` is the result without these games.
    pub fn of(
        log: &Log,
        [first, second]: [&str; 2],
        counts: impl Fn(&Logged) -> bool,
        without: Way,
        has_test: bool,
        way: impl Fn(&Log) -> Way,
    ) -> Option<Self> {
        let games = log.undecided().filter(|game| counts(game)).count() as u64;
        if games == 0 {
            return None;
        }
        let decide = |low: &str, high: &str| {
            way(&log.with_undecided(|game| counts(game).then(|| decided(game, low, high))))
        };
        let (lost, won) = (decide(first, second), decide(second, first));
        let all = [without, lost, won];
        let differ = |of: fn(&Way) -> u8| all.iter().any(|way| of(way) != of(&without));
        let hangs = if has_test {
            differ(|way| match way.verdict {
                Some(TestVerdict::AcceptedH1) => 2,
                Some(TestVerdict::AcceptedH0) => 1,
                _ => 0,
            })
        } else {
            differ(|way| way.tendency().map_or(0, |is_better| 1 + u8::from(is_better)))
        };
        Some(Self { games, lost, won, hangs })
    }
}

/// A game in which `low` is last and `high` is first. The other bots rank with `high` if `low` plays, else last.
fn decided(game: &Logged, low: &str, high: &str) -> Logged {
    let seats = game.bots.len() as u32;
    let has_low = game.bots.iter().any(|bot| bot == low);
    let scores = game.scores.iter().copied();
    let [least, most] = [scores.clone().min(), scores.max()].map(Option::unwrap_or_default);
    let is_low = |bot: &str| bot == low || bot != high && !has_low;
    let of_bots = game.bots.iter().map(|bot| is_low(bot));
    Logged {
        ranks: of_bots.clone().map(|is_low| if is_low { seats } else { 1 }).collect(),
        scores: of_bots.map(|is_low| if is_low { least } else { most }).collect(),
        overloaded: thin_vec::ThinVec::new(),
        ..game.clone()
    }
}

/// The share of the points less a half.
pub(super) fn less_a_half(value: f64, interval: Interval) -> Estimate {
    Estimate { value, interval }.map(|share| share - 0.5)
}

#[cfg(test)]
mod tests {
    use super::super::comparison::Comparison;
    use super::super::log::log;
    use super::super::logged::logged;
    use super::super::pairing::Pairing;
    use super::super::question::Test;
    use super::super::standing::DuelStanding;
    use super::*;
    use crate::game::Seat;
    use crate::stats::sprt::Sprt;

    /// Both games of some seeds that `a` wins, and of some of which it loses one and was late in the other.
    fn duel(won: u64, undecided: u64) -> Log {
        let game = |seed: u64| {
            let seed = seed.to_string();
            [logged(&seed, &["a", "b"], &[1, 2]), logged(&seed, &["b", "a"], &[2, 1])]
        };
        let won = (0..won).flat_map(game);
        let undecided = (100..100 + undecided).flat_map(game).map(|mut game| {
            game.ranks.reverse();
            game.scores.reverse();
            game.overloaded.extend((game.bots[1] == "a").then_some(Seat(1)));
            game
        });
        log(won.chain(undecided).collect())
    }

    fn compared(log: &Log, test: Option<Test>) -> (Option<TestVerdict>, Option<BothWays>) {
        let pairing = Pairing::new(["a", "b"].map(str::to_owned).to_vec(), 2);
        let comparison = Comparison::new(log, DuelStanding::of(log, &pairing, test));
        (comparison.standing.verdict, comparison.undecided)
    }

    fn test() -> Test {
        Test::Points(Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap())
    }

    #[test]
    fn a_verdict_that_hangs_on_undecided_games_is_none() {
        let (verdict, undecided) = compared(&duel(40, 0), Some(test()));
        assert_eq!((verdict, undecided), (Some(TestVerdict::AcceptedH1), None));
        // The verdict comes before the first undecided game, and is kept.
        let (verdict, undecided) = compared(&duel(40, 40), Some(test()));
        let undecided = undecided.unwrap();
        assert_eq!((verdict, undecided.games), (Some(TestVerdict::AcceptedH1), 40));
        assert!(!undecided.hangs);
        // It comes after many of them.
        let games: Vec<Logged> = duel(40, 40).all_games().rev().cloned().collect();
        let (verdict, undecided) = compared(&log(games), Some(test()));
        assert!(verdict.is_none() && undecided.unwrap().hangs);
    }

    #[test]
    fn a_lead_that_hangs_on_undecided_games_is_said_to() {
        let hangs = |won, undecided| compared(&duel(won, undecided), None).1.unwrap().hangs;
        assert!(hangs(6, 60) && !hangs(60, 1));
        let both = compared(&duel(10, 10), None).1.unwrap();
        let near = |estimate: Estimate, value: f64| (estimate.value - value).abs() < 1e-12;
        assert!(near(both.lost.advantage, 0.0) && near(both.won.advantage, 0.25), "{both:?}");
    }

    #[test]
    fn a_third_bot_is_before_the_loser_and_behind_the_winner() {
        let game = logged("1", &["c", "a", "b"], &[1, 2, 3]);
        let ranks = |game: &Logged, low, high| decided(game, low, high).ranks.to_vec();
        assert_eq!(ranks(&game, "a", "b"), [1, 3, 1]);
        let without = logged("1", &["c", "a"], &[1, 2]);
        assert_eq!(
            (ranks(&without, "a", "x"), ranks(&without, "x", "a")),
            (vec![1, 2], vec![2, 1])
        );
    }
}

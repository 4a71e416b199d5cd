//! The standing of a comparison of two bots, computed from the log.

use std::cmp::Ordering;
use std::collections::HashSet;

use compact_str::CompactString;

use super::log::{Log, SoFar};
use super::logged::Logged;
use super::pairing::Pairing;
use super::question::Test;
use crate::stats::score::ScoreDifferences;
use crate::stats::shares::Shares;
use crate::stats::sprt::{Sprt, TestVerdict};
use crate::stats::{Estimate, elo};

/// Confidence of all intervals in reports.
pub const CONFIDENCE: f64 = 0.95;

/// The comparison of the first two bots of a pairing.
pub struct DuelStanding {
    pairing: Pairing,
    test: Option<Test>,
    /// Results of the whole units.
    pub shares: Shares,
    /// Games of whole units that the first bot won, drew and lost.
    pub games: [u64; 3],
    /// Mean score of each bot over whole units.
    pub scores: [f64; 2],
    /// The sum of both over all whole units.
    sums: [f64; 2],
    /// Difference of the two scores in each whole unit.
    pub differences: ScoreDifferences,
    /// The first verdict of the sequential test, in the order of the log.
    pub verdict: Option<TestVerdict>,
    /// The seeds of the units that are counted.
    seeds: HashSet<CompactString>,
}

impl DuelStanding {
    /// The standing after no game.
    pub fn new(pairing: Pairing, test: Option<Test>) -> Self {
        let shares = Shares::new(pairing.levels());
        Self {
            pairing,
            test,
            shares,
            games: [0; 3],
            sums: [0.0; 2],
            scores: [0.0; 2],
            differences: ScoreDifferences::default(),
            verdict: None,
            seeds: HashSet::new(),
        }
    }

    /// The standing after all games of a log.
    pub fn of(log: &Log, pairing: &Pairing, test: Option<Test>) -> Self {
        let mut standing = Self::new(pairing.clone(), test);
        for (so_far, game) in log.as_played() {
            standing.see(so_far, game);
        }
        standing
    }

    /// Counts the unit of a game, if this game completed it.
    pub fn see(&mut self, log: SoFar<'_>, game: &Logged) {
        if self.seeds.contains(&game.seed) {
            return;
        }
        if !self.pairing.has(&game.bots) {
            return;
        }
        let Some(result) = self.pairing.result(|order| log.game(&game.seed, order)) else { return };
        for order in self.pairing.orders() {
            let Some(game) = log.game(&game.seed, order) else { continue };
            self.games[match self.pairing.game_result(game) {
                Ordering::Greater => 0,
                Ordering::Equal => 1,
                Ordering::Less => 2,
            }] += 1;
        }
        self.seeds.insert(game.seed.clone());
        self.shares.add(result.half_points);
        let [first, second] = result.scores;
        self.differences.add((first - second) * self.pairing.orders().len() as f64);
        let looks = Sprt::looks_after(self.shares.units());
        let units = self.seeds.len() as f64;
        for (at, score) in result.scores.into_iter().enumerate() {
            // A sum of such numbers is exact, so it does not depend on the order of the units.
            self.sums[at] += score;
            self.scores[at] = self.sums[at] / units;
        }
        if let (None, Some(test), true) = (self.verdict, &self.test, looks) {
            let verdict = test.sprt().verdict_at(self.ratio(test));
            self.verdict = (verdict != TestVerdict::Running).then_some(verdict);
        }
    }

    /// Whether a game belongs to a whole unit.
    pub fn counts(&self, game: &Logged) -> bool {
        self.seeds.contains(&game.seed) && self.pairing.has(&game.bots)
    }

    /// The players.
    pub fn pairing(&self) -> &Pairing {
        &self.pairing
    }

    /// The sequential test, if there is one.
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }

    /// Elo of the first bot less that of the second.
    pub fn elo(&self) -> Estimate {
        elo::difference(&self.shares, CONFIDENCE)
    }

    /// The same in normalised Elo; `None` for fewer than two units, or units with equal results.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        self.shares.normalised_elo(self.pairing.orders().len() as u32, CONFIDENCE)
    }

    /// Difference of the scores in normalised Elo; `None` without a test by scores, for fewer than
    /// two units, or for equal differences.
    pub fn normalised_elo_of_scores(&self) -> Option<Estimate> {
        match &self.test {
            Some(Test::Score(test)) => test.normalised_elo(&self.differences, CONFIDENCE),
            _ => None,
        }
    }

    /// The log likelihood ratio of H1 to H0, if there is a test.
    pub fn log_likelihood_ratio(&self) -> Option<f64> {
        self.test.as_ref().map(|test| self.ratio(test))
    }

    /// The least and the greatest number of games that the test will probably still take; `None` without a test, or if too
    /// little is known.
    pub fn games_left(&self) -> Option<[u64; 2]> {
        let walk = match self.test.as_ref()? {
            Test::Points(test) => test.walk(&self.shares),
            Test::Score(test) => test.walk(&self.differences),
        };
        let games = self.pairing.orders().len() as f64;
        Some(walk.units_left()?.map(|units| (units.ceil() * games) as u64))
    }

    fn ratio(&self, test: &Test) -> f64 {
        match test {
            Test::Points(test) => test.log_likelihood_ratio(&self.shares),
            Test::Score(test) => test.log_likelihood_ratio(&self.differences),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::log;
    use super::super::logged::logged;
    use super::*;

    fn pairing() -> Pairing {
        Pairing::new(["a", "b"].map(str::to_owned).to_vec(), 2)
    }

    fn standing(games: Vec<Logged>, test: Option<Test>) -> DuelStanding {
        DuelStanding::of(&log(games), &pairing(), test)
    }

    /// Both games of some seeds, all of which `a` wins.
    fn won(seeds: u64) -> Vec<Logged> {
        let both = |seed: u64| {
            let (first, second) = (["a", "b"], ["b", "a"]);
            let seed = seed.to_string();
            [logged(&seed, &first, &[1, 2]), logged(&seed, &second, &[2, 1])]
        };
        (0..seeds).flat_map(both).collect()
    }

    /// A test that accepts H1 after `a` has won every game of `seeds` seeds, and not earlier.
    fn test_that_ends_after(seeds: u64) -> Test {
        let shares = |seeds| {
            let mut shares = Shares::new(4);
            (0..seeds).for_each(|_| shares.add(4));
            shares
        };
        let accepts = |test: &Sprt, seeds| test.verdict(&shares(seeds)) == TestVerdict::AcceptedH1;
        // A smaller risk needs more seeds.
        let risks = (0..2000).map(|step| 0.4 * 0.98_f64.powi(step));
        let tests = risks.filter_map(|risk| Sprt::new(0.0, 10.0, risk, 0.05).ok());
        let mut tests = tests.filter(|test| accepts(test, seeds) && !accepts(test, seeds - 1));
        Test::Points(tests.next().unwrap())
    }

    #[test]
    fn a_test_is_looked_at_only_when_its_risks_allow() {
        // After 20 seeds at every fourth.
        for (decided, looked_at) in [(18, 18), (19, 19), (20, 20), (21, 24), (23, 24), (24, 24)] {
            let test = test_that_ends_after(decided);
            let verdict = |seeds| standing(won(seeds), Some(test)).verdict;
            for seeds in decided - 1..looked_at {
                assert_eq!(verdict(seeds), None, "{decided}, after {seeds}");
            }
            assert_eq!(verdict(looked_at), Some(TestVerdict::AcceptedH1));
        }
    }

    #[test]
    fn the_first_verdict_is_kept() {
        let test = test_that_ends_after(20);
        let mut games = won(20);
        let lost = |seed: u64| {
            let seed = (100 + seed).to_string();
            [logged(&seed, &["a", "b"], &[2, 1]), logged(&seed, &["b", "a"], &[1, 2])]
        };
        games.extend((0..200).flat_map(lost));
        let standing = standing(games, Some(test));
        assert_eq!(standing.verdict, Some(TestVerdict::AcceptedH1));
        assert!(standing.log_likelihood_ratio().unwrap() < -3.0);
    }

    /// With parallel games the units of a log end in another order than they begin.
    #[test]
    fn a_log_read_again_has_the_verdict_of_its_run() {
        let test = test_that_ends_after(20);
        let lost = |seed: u64| {
            let seed = (100 + seed).to_string();
            [logged(&seed, &["a", "b"], &[2, 1]), logged(&seed, &["b", "a"], &[1, 2])]
        };
        // All first games come before all second ones, and the units that `a` loses end first.
        let (won, lost) = (won(20), (0..20).flat_map(lost).collect::<Vec<_>>());
        let of = |games: &[Logged], at: usize| {
            games.chunks(2).map(|unit| unit[at].clone()).collect::<Vec<_>>()
        };
        let games = [of(&won, 0), of(&lost, 0), of(&lost, 1), of(&won, 1)].concat();
        let mut run = DuelStanding::new(pairing(), Some(test));
        for played in 1..=games.len() {
            let log = log(games[..played].to_vec());
            run.see(log.so_far(), &games[played - 1]);
        }
        let again = standing(games, Some(test));
        let h0 = Some(TestVerdict::AcceptedH0);
        assert_eq!((again.verdict, run.verdict), (h0, h0));
        assert_eq!(again.log_likelihood_ratio(), run.log_likelihood_ratio());
        assert_eq!(again.shares, run.shares);
    }

    #[test]
    fn whole_seeds_count_once_and_no_others() {
        let mut games = won(2);
        games.push(logged("7", &["a", "b"], &[1, 2]));
        games.push(logged("8", &["a", "c"], &[1, 2]));
        let both = standing(games, None);
        assert_eq!((both.games, both.shares.units()), ([4, 0, 0], 2));
        assert!(both.counts(&logged("0", &["a", "b"], &[1, 2])));
        assert!(!both.counts(&logged("0", &["a", "c"], &[1, 2])));
        assert!(!both.counts(&logged("7", &["a", "b"], &[1, 2])));
        assert_eq!((both.verdict, both.log_likelihood_ratio()), (None, None));
    }

    #[test]
    fn wins_draws_losses_and_scores_are_those_of_the_first_bot() {
        // A win, a draw, a draw and a loss; ranks are scores with their sign changed.
        let games = vec![
            logged("1", &["a", "b"], &[1, 2]),
            logged("1", &["b", "a"], &[1, 1]),
            logged("2", &["a", "b"], &[1, 1]),
            logged("2", &["b", "a"], &[1, 4]),
        ];
        let standing = standing(games, None);
        assert_eq!(standing.games, [1, 2, 1]);
        assert_eq!(standing.shares.counts(), [0, 1, 0, 1, 0]);
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        near(standing.scores[0], f64::midpoint(-1.0, -2.5));
        near(standing.scores[1], f64::midpoint(-1.5, -1.0));
        // By seed 1 and -3.
        near(standing.differences.mean(), -1.0);
        near(standing.differences.deviation().unwrap(), 8_f64.sqrt());
    }
}

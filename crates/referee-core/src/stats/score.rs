//! Duels in games with a score: by how much a bot wins, not only that it does.
//!
//! Where bots rarely beat each other by much, or nearly every game of a pair is split, the
//! difference of their scores tells more in fewer games than points do.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::remaining::Walk;
use super::sprt::{Sprt, TestVerdict};
use super::{Estimate, Interval, normal, normalised_elo, student};

/// The differences of the scores of A and B, counted in units.
///
/// A unit's difference is A's total of one seed's games less B's.
///
/// ```
/// use referee_core::stats::score::ScoreDifferences;
///
/// let mut differences = ScoreDifferences::default();
/// [12.0, -3.0, 9.0].into_iter().for_each(|difference| differences.add(difference));
/// assert_eq!((differences.units(), differences.mean()), (3, 6.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ScoreDifferences {
    units: u64,
    sum: f64,
    squares: f64,
}

impl ScoreDifferences {
    /// Counts a unit.
    ///
    /// # Panics
    /// If the difference is not finite, or beyond 1e150.
    pub fn add(&mut self, difference: f64) {
        assert!(difference.abs() < 1e150, "no game has a score difference of {difference}");
        self.units += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The mean difference of a unit; 0 if there are none.
    pub fn mean(&self) -> f64 {
        self.sum / self.units.max(1) as f64
    }

    /// The standard deviation of a unit's difference; nothing can be said from fewer than two. Differences that differ by
    /// their rounding only are equal.
    pub fn deviation(&self) -> Option<f64> {
        (self.units > 1).then(|| {
            let around_mean = self.squares - self.sum * self.mean();
            let rounding = self.squares * f64::EPSILON * self.units as f64;
            let around_mean = if around_mean <= rounding { 0.0 } else { around_mean };
            (around_mean / (self.units - 1) as f64).sqrt()
        })
    }

    /// The mean difference of a unit and its confidence interval by Student's t, in points of the
    /// score. Equal differences leave doubt: half a unit without a difference is mixed in. The interval is infinite if
    /// there are fewer than two units, or if all differences are 0.
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn estimate(&self, confidence: f64) -> Estimate {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
        let value = self.mean();
        let freedom = self.units.saturating_sub(1);
        let error = self.deviation().map(|deviation| deviation / (self.units as f64).sqrt());
        let error = match error {
            Some(0.0) => variance_of_equal(value, self.units, freedom).map(f64::sqrt),
            error => error,
        };
        let half = error.map_or(f64::INFINITY, |error| {
            student::quantile(f64::midpoint(1.0, confidence), freedom) * error
        });
        Estimate { value, interval: Interval { low: value - half, high: value + half } }
    }
}

/// The variance of the mean of `units` equal differences, with that many degrees of freedom.
///
/// A few units that happen to be equal would say that units never differ, and the interval of two would leave no doubt. So
/// half a unit without a difference is mixed in here, as in [`Shares`](super::shares::Shares). `None` if the differences are
/// 0: then nothing says how large a difference may be.
pub(super) fn variance_of_equal(mean: f64, units: u64, freedom: u64) -> Option<f64> {
    const PRIOR_UNITS: f64 = 0.5;
    let units = units as f64;
    let total = units + PRIOR_UNITS;
    (mean != 0.0).then(|| mean * mean * units * PRIOR_UNITS / (total * total) / freedom as f64)
}

/// A sequential test like [`Sprt`], on score differences instead of points.
///
/// A score has no scale of its own, so the hypotheses are in [normalised Elo](normalised_elo), with
/// the score of a game in the place of its points.
///
/// Since the deviation is unknown, the likelihoods are those of what is left when it is divided
/// out, the sequence of ratios of the differences: the sequential t test (S. Rushton, "On a
/// Sequential t-test", Biometrika 37, 1950; W. J. Hall, R. A. Wijsman and J. K. Ghosh, Ann. Math.
/// Statist. 36, 1965). It is an exact test of Wald's kind for normal differences, from the first
/// unit on. For others it rests on their sums becoming normal: sound where no few seeds decide the
/// total, doubtful where single games bring a hundred times the usual difference.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ScoreNumbers")]
pub struct ScoreSprt {
    test: Sprt,
    games_per_unit: u32,
}

/// What a test on scores is made of, not yet checked.
#[derive(Deserialize)]
struct ScoreNumbers {
    test: Sprt,
    games_per_unit: u32,
}

/// A test whose units have no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("games_per_unit is 0 and must be at least 1")]
pub struct NoGames;

impl TryFrom<ScoreNumbers> for ScoreSprt {
    type Error = NoGames;

    fn try_from(ScoreNumbers { test, games_per_unit }: ScoreNumbers) -> Result<Self, NoGames> {
        if games_per_unit == 0 { Err(NoGames) } else { Ok(Self { test, games_per_unit }) }
    }
}

impl ScoreSprt {
    /// Reads the hypotheses of `test` in normalised Elo, for units of that many games.
    ///
    /// # Panics
    /// If a unit has no games.
    pub fn new(test: Sprt, games_per_unit: u32) -> Self {
        assert!(games_per_unit > 0, "a unit has at least one game");
        Self { test, games_per_unit }
    }

    /// The hypotheses and risks.
    pub fn test(&self) -> &Sprt {
        &self.test
    }

    /// Games of a unit.
    pub fn games_per_unit(&self) -> u32 {
        self.games_per_unit
    }

    /// The normalised Elo that the units show, and its confidence interval; `None` if they are
    /// fewer than two or all equal.
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn normalised_elo(
        &self,
        differences: &ScoreDifferences,
        confidence: f64,
    ) -> Option<Estimate> {
        let (mean, deviation) = (differences.mean(), differences.deviation()?);
        let games = self.games_per_unit;
        normalised_elo::estimate(mean, deviation, differences.units, games, confidence)
    }

    fn deviations_per_elo(&self) -> f64 {
        normalised_elo::deviations_per_elo(self.games_per_unit)
    }

    /// The log of how much likelier the units are under H1 than under H0; 0 if there are none.
    pub fn log_likelihood_ratio(&self, differences: &ScoreDifferences) -> f64 {
        if differences.units == 0 {
            return 0.0;
        }
        let units = differences.units as f64;
        // The sum in units of the root of the sum of squares: all that counts once the scale is
        // gone. Games whose scores are always equal are as even as can be.
        let even = differences.squares == 0.0;
        let direction = if even { 0.0 } else { differences.sum / differences.squares.sqrt() };
        let [low, high] = self.test.hypotheses().map(|elo| {
            let ratio = elo * self.deviations_per_elo();
            log_integral(units, ratio * direction) - units * ratio * ratio / 2.0
        });
        high - low
    }

    /// Where the walk of the test is.
    pub fn walk(&self, differences: &ScoreDifferences) -> Walk {
        let (units, ratio) = (differences.units, self.log_likelihood_ratio(differences));
        let [low, high] = self.test.hypotheses().map(|elo| elo * self.deviations_per_elo());
        let (drift, variance) = (ratio / units.max(1) as f64, (high - low).powi(2));
        Walk { units, ratio, bounds: self.test.bounds(), drift, variance }
    }

    /// Which hypothesis the units accept.
    pub fn verdict(&self, differences: &ScoreDifferences) -> TestVerdict {
        self.test.verdict_at(self.log_likelihood_ratio(differences))
    }
}

/// The log of `∫ r^(n-1) · exp(a·r - r²/2) dr` from 0 to infinity, by Simpson's rule around the
/// greatest value: from 8 deviations below it to 12 above, since the curve falls off faster below.
pub(super) fn log_integral(n: f64, a: f64) -> f64 {
    const STEPS: u32 = 80;
    let power = n - 1.0;
    if power == 0.0 {
        // Half a normal curve, whose top need not be in the range.
        return TAU.ln() / 2.0 + a * a / 2.0 + normal::cdf(a).max(f64::MIN_POSITIVE).ln();
    }
    let root = (a * a + 4.0 * power).sqrt();
    let top = if a < 0.0 { 2.0 * power / (root - a) } else { f64::midpoint(a, root) };
    let height = a * top - top * top / 2.0;
    let curve = |r: f64| (power * (r / top).ln() + a * r - r * r / 2.0 - height).exp();
    let deviation = 1.0 / (1.0 + power / (top * top)).sqrt();
    let from = (top - 8.0 * deviation).max(0.0);
    let width = (top + 12.0 * deviation - from) / f64::from(STEPS);
    let mut sum = curve(from) + curve(from + width * f64::from(STEPS));
    for i in 1..STEPS {
        sum += f64::from(2 + 2 * (i % 2)) * curve(from + width * f64::from(i));
    }
    power * top.ln() + height + (sum * width / 3.0).ln()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{LN_10, PI};

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn score_test(elo0: f64, elo1: f64) -> ScoreSprt {
        ScoreSprt::new(Sprt::new(elo0, elo1, 0.05, 0.05).unwrap(), 2)
    }

    fn differences(list: &[f64]) -> ScoreDifferences {
        let mut differences = ScoreDifferences::default();
        for &difference in list {
            differences.add(difference);
        }
        differences
    }

    #[test]
    fn mean_deviation_and_interval_are_students() {
        // W. S. Gosset's sleep data, the first example of the t test: the 95 % interval of the
        // mean gain of ten patients is 0.70 to 2.46.
        let sleep = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let differences = differences(&sleep);
        let Estimate { value, interval } = differences.estimate(0.95);
        assert!((value - 1.58).abs() < 1e-12);
        assert!((differences.deviation().unwrap() - 1.229_995).abs() < 1e-6);
        assert!((interval.low - 0.700_114).abs() < 1e-6, "{interval:?}");
        assert!((interval.high - 2.459_886).abs() < 1e-6, "{interval:?}");
    }

    #[test]
    fn a_few_equal_units_leave_doubt_and_many_do_not() {
        for list in [&[5.0][..], &[0.0; 9]] {
            let Interval { low, high } = differences(list).estimate(0.95).interval;
            assert_eq!((low, high), (f64::NEG_INFINITY, f64::INFINITY), "{list:?}");
        }
        for (units, low) in [(2, -4.0825), (3, -0.0647), (4, 0.4226), (20, 0.9259), (1000, 0.9986)]
        {
            let Estimate { value, interval } = differences(&vec![7.0; units]).estimate(0.95);
            assert!((value - 7.0).abs() < 1e-12);
            assert!((interval.low / 7.0 - low).abs() < 1e-4, "{units}: {interval:?}");
            let mirrored = differences(&vec![-7.0; units]).estimate(0.95).interval;
            assert!((mirrored.high + interval.low).abs() < 1e-9);
        }
        let rounded = differences(&[0.1; 1000]).estimate(0.95).interval;
        assert!((rounded.low - 0.1 * 0.9986).abs() < 1e-4, "{rounded:?}");
        let near = differences(&[1e6, 1e6 + 1.0]).estimate(0.95).interval;
        assert!((near.high - near.low - 12.706).abs() < 0.01, "{near:?}");
    }

    #[test]
    fn the_integral_is_the_known_one() {
        // Without the linear part: 2^(n/2 - 1) · Γ(n/2).
        for (n, gamma) in [(1.0, PI.sqrt()), (2.0, 1.0), (4.0, 1.0), (6.0, 2.0), (20.0, 362_880.0)]
        {
            let exact = (n / 2.0 - 1.0) * 2_f64.ln() + f64::ln(gamma);
            assert!((log_integral(n, 0.0) - exact).abs() < 1e-5, "{n}");
        }
        // By parts: the integral for n = 2 is 1 + a times that for n = 1.
        for a in [-6.0, -1.0, 0.5, 3.0, 8.0] {
            let exact = (1.0 + a * log_integral(1.0, a).exp()).ln();
            assert!((log_integral(2.0, a) - exact).abs() < 1e-4, "{a}");
        }
    }

    #[test]
    fn many_units_tell_the_same_as_the_published_ratio_of_normalised_elo() {
        // The likelihood of a known deviation: n·(δ1 - δ0)·(mean/deviation - (δ0 + δ1)/2).
        // A test on 70,376 game pairs whose ratio is published as 2.25.
        let mut differences = ScoreDifferences::default();
        for (level, count) in [365, 16618, 36229, 16974, 390].into_iter().enumerate() {
            (0..count).for_each(|_| differences.add(level as f64 - 2.0));
        }
        let ratio = score_test(0.0, 2.0).log_likelihood_ratio(&differences);
        assert!((ratio / 2.25 - 1.0).abs() < 0.01, "{ratio}");
    }

    #[test]
    fn a_test_that_is_read_has_units_with_games() {
        let test = score_test(0.0, 5.0);
        let text = serde_json::to_string(&test).unwrap();
        assert_eq!(serde_json::from_str::<ScoreSprt>(&text).unwrap(), test);
        let none = text.replace("\"games_per_unit\":2", "\"games_per_unit\":0");
        let error = serde_json::from_str::<ScoreSprt>(&none).unwrap_err().to_string();
        assert!(error.starts_with("games_per_unit is 0 and must be at least 1"), "{error}");
    }

    #[test]
    fn normalised_elo_is_in_deviations() {
        let differences = differences(&[1.0, 3.0]);
        // Mean 2, deviation √2, two games a unit: 800/ln 10 · 2/(√2·√2).
        let elo = score_test(0.0, 5.0).normalised_elo(&differences, 0.95).unwrap();
        assert!((elo.value - 800.0 / LN_10).abs() < 1e-9);
        // A ratio of √2 and two units: a half width of t · √((1 + 2/2) / 2), t with one degree of freedom.
        let half = 12.706_204_7 * 400.0 / LN_10 * 2_f64.sqrt();
        assert!((elo.interval.high - elo.value - half).abs() < 1e-3, "{elo:?}");
        assert!((elo.value - elo.interval.low - half).abs() < 1e-3, "{elo:?}");
        assert_eq!(score_test(0.0, 5.0).normalised_elo(&ScoreDifferences::default(), 0.9), None);
    }

    #[test]
    fn units_that_are_all_alike_decide() {
        let test = score_test(0.0, 30.0);
        let verdict = |difference| test.verdict(&differences(&vec![difference; 3000]));
        assert_eq!(verdict(0.0), TestVerdict::AcceptedH0);
        assert_eq!(verdict(-1e-9), TestVerdict::AcceptedH0);
        assert_eq!(verdict(1e9), TestVerdict::AcceptedH1);
        assert_eq!(test.verdict(&ScoreDifferences::default()), TestVerdict::Running);
    }

    proptest! {
        #[test]
        fn the_ratio_is_a_number_and_knows_no_scale(
            list in vec(prop_oneof![Just(0.0), -1e6..1e6_f64], 1..40),
            elo0 in -1900.0..1900.0_f64, width in 0.01..100.0_f64, power in -20..20_i32,
        ) {
            let test = score_test(elo0, elo0 + width);
            let ratio = test.log_likelihood_ratio(&differences(&list));
            prop_assert!(ratio.is_finite());
            let scaled: Vec<_> = list.iter().map(|x| x * 2_f64.powi(power)).collect();
            let again = test.log_likelihood_ratio(&differences(&scaled));
            prop_assert!((ratio - again).abs() < 1e-9 * ratio.abs().max(1.0));
        }

        #[test]
        fn a_better_unit_speaks_for_the_higher_hypothesis(
            mut list in vec(-10.0..10.0_f64, 2..40),
        ) {
            let test = score_test(0.0, 20.0);
            let before = test.log_likelihood_ratio(&differences(&list));
            // The same differences with some turned round: more sum on the same squares.
            let turned = list.iter().position(|&x| x < 0.0);
            prop_assume!(turned.is_some());
            list[turned.unwrap()] *= -1.0;
            prop_assert!(test.log_likelihood_ratio(&differences(&list)) > before - 1e-12);
        }
    }
}

//! The sequential test of a duel: stop as soon as the games say enough.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo;
use super::shares::Shares;

/// The largest difference that a hypothesis may state, in Elo: one point in a hundred thousand.
const MOST_ELO: f64 = 2000.0;

/// A sequential test between two hypotheses about how much better A is than B.
///
/// * H0: A is better by `elo0`. * H1: A is better by `elo1`, which is more.
///
/// Wald's test stops when the log of the likelihood ratio leaves the range from
/// `ln(beta / (1 - alpha))` to `ln((1 - beta) / alpha)`. If A is really at `elo0` or below, H1 is
/// accepted with a probability of about `alpha` at most; if A is really at `elo1` or above, H0 is
/// with about `beta`. For 5 % both ways:
///
/// ```text
///      H0 accepted  ◄── -2.94 ───────── 0 ───────── 2.94 ──►  H1 accepted
/// ```
///
/// Elo alone says nothing of draws and of seats that win by themselves, so the likelihoods are the
/// *generalised* ones: under each hypothesis those of the likeliest distribution of the units'
/// results whose mean is the hypothesis' share of the points. For such a mean `s` it weighs each
/// observed level `x` by `1 / (1 + θ·(x - s))`, with the one `θ` that makes the mean right
/// (A. B. Owen, "Empirical Likelihood", 2001, chapter 2; for the sequential test X. Li, J. Liu and
/// Z. Ying, "Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses",
/// Sequential Analysis 33, 2014). Nothing in this asks for five levels: units of more seats or
/// more rotations are tested by the same code.
///
/// The observed distribution has half a unit mixed in, spread evenly over the levels. So the
/// likelihoods exist even if A won every unit, and a lucky streak at the start ends no test.
///
/// ```
/// use referee::stats::{shares::Shares, sprt::{Sprt, TestVerdict}};
///
/// let test = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
/// let mut shares = Shares::new(4);
/// while test.verdict(&shares) == TestVerdict::Running {
///     shares.add(4);
/// }
/// assert_eq!(test.verdict(&shares), TestVerdict::AcceptedH1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "TestNumbers", into = "TestNumbers")]
pub struct Sprt {
    numbers: TestNumbers,
}

/// What a test is made of, not yet checked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct TestNumbers {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TestVerdict {
    /// The games do not say enough yet.
    Running,
    /// A is no better than the lower bound says.
    AcceptedH0,
    /// A is at least as good as the upper bound says.
    AcceptedH1,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BadTest {
    /// The hypotheses are the wrong way round, or equal.
    #[error("elo0 must be below elo1, but they are {0} and {1}; `0,10` asks for 10 Elo or nothing")]
    Order(f64, f64),
    /// A hypothesis is beyond what can be tested.
    #[error("elo0 and elo1 lie between -{MOST_ELO} and {MOST_ELO}, not at {0}")]
    Elo(f64),
    /// An error rate is not between 0 and 0.5.
    #[error(
        "{name} is the risk of a wrong verdict, above 0 and below 0.5, not {value}; 0.05 is usual"
    )]
    Rate {
        /// Which one: `alpha` or `beta`.
        name: &'static str,
        /// What was asked for.
        value: f64,
    },
}

impl TryFrom<TestNumbers> for Sprt {
    type Error = BadTest;

    fn try_from(numbers: TestNumbers) -> Result<Self, BadTest> {
        let TestNumbers { elo0, elo1, alpha, beta } = numbers;
        for elo in [elo0, elo1] {
            if !(-MOST_ELO..=MOST_ELO).contains(&elo) {
                return Err(BadTest::Elo(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(BadTest::Order(elo0, elo1));
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(BadTest::Rate { name, value });
            }
        }
        Ok(Self { numbers })
    }
}

impl From<Sprt> for TestNumbers {
    fn from(test: Sprt) -> Self {
        test.numbers
    }
}

impl Sprt {
    /// A test of `elo0` against `elo1`, wrong with probability `alpha` for H1 and `beta` for H0.
    ///
    /// # Errors
    /// If `elo0` is not below `elo1`, one of them is beyond ±2000, or a risk is not between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, BadTest> {
        Self::try_from(TestNumbers { elo0, elo1, alpha, beta })
    }

    /// The two hypotheses, in Elo: the lower one, then the higher one.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.numbers.elo0, self.numbers.elo1]
    }

    /// The risks of accepting H1 and H0 wrongly: alpha, then beta.
    pub fn risks(&self) -> [f64; 2] {
        [self.numbers.alpha, self.numbers.beta]
    }

    /// The log likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        let TestNumbers { alpha, beta, .. } = self.numbers;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Whether a duel looks at its test after this many units: after every one at first, later after
    /// every fourth. Each look is one more chance of a wrong verdict, and the risks are proven for
    /// these.
    pub fn looks_after(units: u64) -> bool {
        units <= 20 || units.is_multiple_of(4)
    }

    /// The log of how much likelier the units are under H1 than under H0; 0 if there are none.
    pub fn log_likelihood_ratio(&self, shares: &Shares) -> f64 {
        if shares.units() == 0 {
            return 0.0;
        }
        let levels: Vec<_> = shares.smoothed().collect();
        let [low, high] = self.hypotheses().map(|elo| log_likelihood(&levels, elo::share_of(elo)));
        high - low
    }

    /// Which hypothesis a log likelihood ratio accepts.
    pub fn verdict_at(&self, log_likelihood_ratio: f64) -> TestVerdict {
        let [low, high] = self.bounds();
        if log_likelihood_ratio <= low {
            TestVerdict::AcceptedH0
        } else if log_likelihood_ratio >= high {
            TestVerdict::AcceptedH1
        } else {
            TestVerdict::Running
        }
    }

    /// Which hypothesis the units accept.
    ///
    /// The risks hold only if the duel stops at the first verdict: a later one must not replace it.
    pub fn verdict(&self, shares: &Shares) -> TestVerdict {
        self.verdict_at(self.log_likelihood_ratio(shares))
    }
}

/// What [`Shares::smoothed`] says of a level: its share of the points and its weight.
type Level = (f64, f64);

/// The log likelihood of the units under the likeliest distribution of this mean, less that under
/// the likeliest of any mean, which is the observed one.
fn log_likelihood(levels: &[Level], mean: f64) -> f64 {
    let multiplier = multiplier(levels, mean);
    levels.iter().map(|(x, weight)| -weight * (multiplier * (x - mean)).ln_1p()).sum()
}

/// The `θ` at which the observed levels, each weighed by `1 / (1 + θ·(x - mean))`, have that mean.
///
/// It is the root of `Σ p·(x - mean) / (1 + θ·(x - mean))`, which falls from one pole to another.
/// A root search that comes near a pole takes its steepness for a root, so the bracket leaves the
/// poles out: no level may weigh more than 1 in the end, hence `1 + θ·(x - mean) ≥ p` at the first
/// and the last level, neither of which is empty in a smoothed distribution. Newton's steps are
/// taken where they stay in the bracket, halves of it otherwise; 100 of them are a bound for the
/// strangest counts, ten are usual.
fn multiplier(levels: &[Level], mean: f64) -> f64 {
    let total: f64 = levels.iter().map(|level| level.1).sum();
    let mut low = (levels[levels.len() - 1].1 / total - 1.0) / (1.0 - mean);
    let mut high = (1.0 - levels[0].1 / total) / mean;
    let mut multiplier = 0.0;
    for _ in 0..100 {
        let (mut slack, mut slope) = (0.0, 0.0);
        for &(x, weight) in levels {
            let pull = (x - mean) / (1.0 + multiplier * (x - mean));
            slack += weight * pull;
            slope -= weight * pull * pull;
        }
        if slack > 0.0 {
            low = multiplier;
        } else {
            high = multiplier;
        }
        let newton = multiplier - slack / slope;
        let inside = (low..=high).contains(&newton);
        let next = if inside { newton } else { f64::midpoint(low, high) };
        let moved = (next - multiplier).abs();
        multiplier = next;
        // The ratio is flat in the multiplier at the root, so this is far more than it needs.
        if moved <= 1e-12 * multiplier.abs().max(1.0) && slack.abs() <= 1e-9 * total {
            break;
        }
    }
    multiplier
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    fn shares(counts: &[u64]) -> Shares {
        Shares::try_from(counts.to_vec()).unwrap()
    }

    #[test]
    fn the_bounds_are_walds() {
        let [low, high] = test(0.0, 5.0).bounds();
        assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
        let [low, high] = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap().bounds();
        assert!((low - (0.1_f64 / 0.99).ln()).abs() < 1e-12 && (high - 90_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_bound_itself_decides() {
        let test = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap();
        let [low, high] = test.bounds();
        assert_eq!(test.verdict_at(low), TestVerdict::AcceptedH0);
        assert_eq!(test.verdict_at(high), TestVerdict::AcceptedH1);
        assert_eq!(test.verdict_at(low + 1e-9), TestVerdict::Running);
        assert_eq!(test.verdict_at(high - 1e-9), TestVerdict::Running);
    }

    #[test]
    fn agrees_with_published_ratios() {
        // Counts of game pairs whose ratio the tests of a chess match runner state to one percent.
        let ratio =
            |elo0, elo1, counts: &[u64]| test(elo0, elo1).log_likelihood_ratio(&shares(counts));
        assert!((ratio(0.5, 2.5, &[223, 9863, 21279, 10037, 246]) / -3.07 - 1.0).abs() < 0.01);
        assert!((ratio(0.0, 2.0, &[871, 26175, 55983, 26678, 821]) / -4.98 - 1.0).abs() < 0.01);
        // Single games: the trinomial, with as many levels as there are results.
        assert!((ratio(0.5, 2.5, &[21184, 40708, 21404]) / -1.57 - 1.0).abs() < 0.01);
        assert!((ratio(0.0, 2.0, &[57030, 106_593, 57433]) / -2.59 - 1.0).abs() < 0.01);
    }

    /// The greatest log likelihood of three levels with that mean, by looking everywhere: wins are
    /// free, draws and losses follow from the mean.
    fn searched(shares: &Shares, mean: f64) -> f64 {
        let weights: Vec<_> = shares.smoothed().map(|(_, weight)| weight).collect();
        let likelihood = |wins: f64| {
            let draws = 2.0 * (mean - wins);
            let levels = [1.0 - draws - wins, draws, wins];
            weights.iter().zip(levels).map(|(weight, p)| weight * p.ln()).sum::<f64>()
        };
        let (mut low, mut high) = ((2.0 * mean - 1.0).max(0.0), mean);
        for _ in 0..30 {
            // A tenth around the best of a hundred places.
            let place = |i: i32| low + (high - low) * f64::from(i) / 100.0;
            let best = (1..100)
                .max_by(|&i, &j| likelihood(place(i)).total_cmp(&likelihood(place(j))))
                .unwrap();
            (low, high) = (place((best - 5).max(0)), place((best + 5).min(100)));
        }
        likelihood(f64::midpoint(low, high))
    }

    #[test]
    fn bad_tests_are_refused_in_a_sentence() {
        let error =
            |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert!(error(5.0, 5.0, 0.05, 0.05).starts_with("elo0 must be below elo1"));
        assert!(error(5.0, f64::NAN, 0.05, 0.05).contains("not at NaN"));
        assert!(error(-2000.5, 0.0, 0.05, 0.05).contains("between -2000 and 2000"));
        assert!(error(0.0, 5.0, 0.5, 0.05).starts_with("alpha is the risk"));
        assert!(error(0.0, 5.0, 0.05, 0.0).starts_with("beta is the risk"));
        assert!(error(0.0, 5.0, 0.05, f64::NAN).contains("not NaN"));
    }

    #[test]
    fn a_test_is_read_back_and_checked() {
        let text = serde_json::to_string(&test(0.0, 5.0)).unwrap();
        assert_eq!(text, r#"{"elo0":0.0,"elo1":5.0,"alpha":0.05,"beta":0.05}"#);
        assert_eq!(serde_json::from_str::<Sprt>(&text).unwrap(), test(0.0, 5.0));
        let swapped = text.replace("5.0", "-5.0");
        assert!(serde_json::from_str::<Sprt>(&swapped).is_err());
    }

    #[test]
    fn whoever_wins_everything_ends_the_test() {
        for levels in [1, 4, 30] {
            for (elo0, elo1) in [(0.0, 5.0), (-1500.0, -500.0), (500.0, 1500.0), (-5.0, 0.0)] {
                let test = test(elo0, elo1);
                let mut counts = vec![0; levels + 1];
                counts[levels] = 1_000_000;
                assert_eq!(test.verdict(&shares(&counts)), TestVerdict::AcceptedH1);
                counts.reverse();
                assert_eq!(test.verdict(&shares(&counts)), TestVerdict::AcceptedH0);
            }
        }
    }

    proptest! {
        #[test]
        fn every_ratio_is_a_number_of_the_right_sign(
            counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1_000_000_000_000_u64], 2..30),
            elo0 in -1900.0..1900.0_f64,
            width in 0.01..100.0_f64,
        ) {
            let shares = shares(&counts);
            let ratio = test(elo0, elo0 + width).log_likelihood_ratio(&shares);
            prop_assert!(ratio.is_finite());
            // Half a unit of prior can only turn what is as good as undecided.
            if shares.units() > 1000 {
                if shares.mean() > elo::share_of(elo0 + width) + 1e-3 {
                    prop_assert!(ratio > 0.0);
                }
                if shares.mean() < elo::share_of(elo0) - 1e-3 {
                    prop_assert!(ratio < 0.0);
                }
            }
        }

        #[test]
        fn the_weighed_levels_are_a_distribution_of_the_right_mean(
            counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1_000_000_u64], 2..30),
            mean in 0.001..0.999_f64,
        ) {
            let shares = shares(&counts);
            let levels: Vec<_> = shares.smoothed().collect();
            let multiplier = multiplier(&levels, mean);
            let total = shares.smoothed_units();
            let weighed: Vec<_> = levels
                .iter()
                .map(|&(x, weight)| (x, weight / total / (1.0 + multiplier * (x - mean))))
                .collect();
            prop_assert!(weighed.iter().all(|&(_, p)| (0.0..=1.000_001).contains(&p)));
            prop_assert!((weighed.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-6);
            prop_assert!((weighed.iter().map(|(x, p)| x * p).sum::<f64>() - mean).abs() < 1e-6);
        }

        #[test]
        fn no_distribution_of_that_mean_is_likelier(
            counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1000_u64], 3),
            elo0 in -400.0..400.0_f64, width in 1.0..200.0_f64,
        ) {
            let shares = shares(&counts);
            prop_assume!(shares.units() > 0);
            let ratio = test(elo0, elo0 + width).log_likelihood_ratio(&shares);
            let [low, high] = [elo0, elo0 + width].map(|elo| searched(&shares, elo::share_of(elo)));
            prop_assert!((ratio - (high - low)).abs() < 1e-6 * ratio.abs().max(1.0));
        }

        #[test]
        fn seen_from_the_other_side_the_ratio_turns(
            counts in vec(0..100_000_u64, 5), elo0 in -50.0..50.0_f64, width in 1.0..50.0_f64,
        ) {
            let shares = shares(&counts);
            let there = test(elo0, elo0 + width).log_likelihood_ratio(&shares);
            let back = test(-elo0 - width, -elo0).log_likelihood_ratio(&shares.reversed());
            prop_assert!((there + back).abs() < 1e-6 * there.abs().max(1.0));
        }
    }
}

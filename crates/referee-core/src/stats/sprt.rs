//! The sequential test of a duel: stop as soon as the games say enough.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::elo;
use super::remaining::Walk;
use super::shares::Shares;

/// The largest difference that a hypothesis may state, in Elo: one point in a hundred thousand.
const MOST_ELO: f64 = 2000.0;

/// How far beyond its own difference a hypothesis has weight, in Elo.
const FAR: [f64; 3] = [100.0, 200.0, 400.0];

/// The weight of these differences together; a hypothesis' own difference has the rest.
const FAR_WEIGHT: f64 = 0.02;

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
/// A bot that wins everything is hardly likelier to be 10 Elo better than to be equal: each unit adds
/// `ln(0.514 / 0.5)`, and 104 of them would be needed. So 2 % of the weight of each hypothesis lie 100, 200 and 400
/// Elo beyond its own difference. The likelihood of the hypothesis that the units speak for is this mixture; that of the
/// other is its own difference alone. Under that difference the mean of such a ratio is 1 at most, whatever the mixture
/// is, so the bounds and the risks stay Wald's (H. Robbins, "Statistical methods related to the law of the iterated
/// logarithm", Ann. Math. Statist. 41, 1970). A bot that wins everything needs 13 units then. Close contests pay 0.02 of
/// the 2.94, which is less than 1 % of their games.
///
/// ```
/// use referee_core::stats::{shares::Shares, sprt::{Sprt, TestVerdict}};
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
    #[error(
        "--sprt {0},{1}: the first number must be below the second; 0,10 tests whether A is better by 10 Elo rather than by 0"
    )]
    Order(f64, f64),
    /// A hypothesis is beyond what can be tested.
    #[error("--sprt takes numbers of Elo from -{MOST_ELO} to {MOST_ELO}, not {0}; 0,10 is usual")]
    Elo(f64),
    /// An error rate is not between 0 and 0.5.
    #[error(
        "--{name} is the risk of a wrong verdict, above 0 and below 0.5, not {value}; 0.05 is usual"
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
        self.ratio_of(&levels)
    }

    fn ratio_of(&self, levels: &[Level]) -> f64 {
        let near = self.near_ratio(levels);
        let size = near.abs() + self.far_gain(levels, near > 0.0);
        size.max(0.0).copysign(near)
    }

    /// The log of how much likelier the difference `elo1` is than the difference `elo0`.
    fn near_ratio(&self, levels: &[Level]) -> f64 {
        let [low, high] = self.hypotheses().map(|elo| log_likelihood(levels, elo::share_of(elo)));
        high - low
    }

    /// What the differences beyond a hypothesis add to the log of its likelihood; at least `ln(1 - FAR_WEIGHT)`.
    fn far_gain(&self, levels: &[Level], is_h1: bool) -> f64 {
        let [elo0, elo1] = self.hypotheses();
        let (near, away) = if is_h1 { (elo1, 1.0) } else { (elo0, -1.0) };
        let at = |elo: f64| log_likelihood(levels, elo::share_of(elo));
        let own = at(near);
        let far = FAR.map(|far| at(near + away * far) - own);
        // Without the greatest one the exponentials would be infinite for many units.
        let top = far.into_iter().fold(0.0, f64::max);
        let mean = far.iter().map(|far| (far - top).exp()).sum::<f64>() / far.len() as f64;
        top + ((1.0 - FAR_WEIGHT) * (-top).exp() + FAR_WEIGHT * mean).ln()
    }

    /// Where the walk of the test is: its drift is that of further units that are like the present ones on the whole.
    pub fn walk(&self, shares: &Shares) -> Walk {
        let (units, ratio) = (shares.units(), self.log_likelihood_ratio(shares));
        let drift = self.end_if_alike(shares).map_or(0.0, |(times, end)| {
            (end - ratio) / (units as f64 * (times - 1.0)).max(f64::MIN_POSITIVE)
        });
        let [low, high] = self.hypotheses().map(elo::share_of);
        let variance = (high - low).powi(2) / shares.smoothed_variance();
        Walk { units, ratio, bounds: self.bounds(), drift, variance }
    }

    /// How many times the present units end the test, and the ratio there; `None` if a million times do not.
    fn end_if_alike(&self, shares: &Shares) -> Option<(f64, f64)> {
        let ratio = |times: f64| {
            let (all, counts) = (shares.smoothed(), shares.counts());
            let times =
                |((x, weight), count): (Level, &u64)| (x, weight + (times - 1.0) * *count as f64);
            self.ratio_of(&all.zip(counts).map(times).collect::<Vec<_>>())
        };
        let is_end = |times: f64| self.verdict_at(ratio(times)) != TestVerdict::Running;
        let mut high = (0..20).map(|power| 2_f64.powi(power)).find(|times| is_end(*times))?;
        let mut low = (high / 2.0).max(1.0);
        for _ in 0..12 {
            let middle = f64::midpoint(low, high);
            *(if is_end(middle) { &mut high } else { &mut low }) = middle;
        }
        Some((high, ratio(high)))
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
mod tests;

//! Means of the results of two bots, how they spread, and how far they are from a difference in Elo.

use crate::stats::{Estimate, Interval, elo, student};

/// Units' worth of ignorance that are mixed in: half a unit in which both bots make half of the points, and
/// half a unit of each group in which both results are independent and evenly spread over the levels.
/// Without them two bots that are equal in a few units would be equal beyond doubt.
const PRIOR_UNITS: f64 = 0.5;

/// The largest difference in Elo that an interval states.
pub const MOST_ELO: f64 = 2000.0;

/// An estimate that is not yet an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub value: f64,
    /// Square of the standard error.
    pub variance: f64,
    /// Degrees of freedom of `variance`.
    pub freedom: u64,
}

impl Measured {
    /// The number of standard errors from 0.
    pub fn t(self) -> f64 {
        self.value / self.variance.sqrt()
    }

    pub fn estimate(self, confidence: f64) -> Estimate {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
        let Self { value, variance, freedom } = self;
        let half = match freedom {
            0 => f64::INFINITY,
            _ => student::quantile(f64::midpoint(1.0, confidence), freedom) * variance.sqrt(),
        };
        Estimate { value, interval: Interval { low: value - half, high: value + half } }
    }

    /// The log of the likelihood of 0, but for a term that does not depend on where 0 is; 0 without a spread.
    pub fn log_likelihood(self) -> f64 {
        let freedom = self.freedom as f64;
        if self.freedom == 0 {
            return 0.0;
        }
        -(freedom + 1.0) / 2.0 * (self.t() * self.t() / freedom).ln_1p()
    }
}

/// How the results of the two bots spread.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// Squares of the candidate's numbers, products of both, squares of the champion's, added over the seeds.
    pub squares: [f64; 3],
    /// Number of groups.
    pub groups: f64,
    /// By this the squares become the variance of a mean.
    pub scale: f64,
    /// Degrees of freedom.
    pub freedom: u64,
}

impl Spread {
    /// The variance of the mean of the candidate's number times its weight less the champion's times its own. `prior` is
    /// added to the squares of each group.
    pub fn variance(&self, [candidate, champion]: [f64; 2], prior: f64) -> f64 {
        let [own, both, others] = self.squares;
        let squares = candidate * candidate * own - 2.0 * candidate * champion * both
            + champion * champion * others;
        // What is left of results that differ by their rounding only.
        let rounding = (own + others) * 1e-12;
        let squares = if squares <= rounding { 0.0 } else { squares };
        (squares + prior * self.groups) * self.scale
    }
}

/// The shares of the points of two bots.
pub struct ShareMoments {
    shares: [f64; 2],
    /// With half a unit of ignorance mixed in.
    pub smoothed: [f64; 2],
    /// The variance of a share if all levels are as likely.
    even_variance: f64,
    spread: Spread,
}

impl ShareMoments {
    /// Mean shares of that many units, each of so many half points, and their spread.
    pub fn new(shares: [f64; 2], units: u64, levels: usize, spread: Spread) -> Self {
        let (units, levels) = (units as f64, levels as f64);
        let smoothed =
            shares.map(|share| (units * share + PRIOR_UNITS / 2.0) / (units + PRIOR_UNITS));
        Self { shares, smoothed, even_variance: (levels + 2.0) / (12.0 * levels), spread }
    }

    /// The candidate's share times its weight, less the champion's times its own.
    pub fn weighted(&self, weights: [f64; 2]) -> Measured {
        let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
        Measured {
            value: weighted(self.shares, weights),
            variance: self.spread.variance(weights, PRIOR_UNITS * self.even_variance * squares),
            freedom: self.spread.freedom,
        }
    }

    /// The interval of the difference in Elo.
    pub fn elo_interval(&self, confidence: f64) -> Interval {
        if self.spread.freedom == 0 {
            return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let t = student::quantile(f64::midpoint(1.0, confidence), self.spread.freedom);
        Interval { low: self.elo_at(t), high: self.elo_at(-t) }
    }

    /// The difference in Elo from which the results are `t` standard errors away; that falls with the difference.
    fn elo_at(&self, t: f64) -> f64 {
        let (mut low, mut high) = (-MOST_ELO, MOST_ELO);
        if self.at_elo(low).t() < t {
            return f64::NEG_INFINITY;
        }
        if self.at_elo(high).t() > t {
            return f64::INFINITY;
        }
        for _ in 0..50 {
            let middle = f64::midpoint(low, high);
            *(if self.at_elo(middle).t() > t { &mut low } else { &mut high }) = middle;
        }
        f64::midpoint(low, high)
    }

    /// How far the shares are from those of a difference in Elo, in the scale of the tangent there.
    pub fn at_elo(&self, elo: f64) -> Measured {
        let [candidate, champion] = self.smoothed;
        // The mean of their Elo at which two bots that differ by `elo` have the same sum of shares.
        let (mut low, mut high) = (-2.0 * MOST_ELO, 2.0 * MOST_ELO);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let sum = elo::share_of(middle + elo / 2.0) + elo::share_of(middle - elo / 2.0);
            *(if sum < candidate + champion { &mut low } else { &mut high }) = middle;
        }
        let there = [elo / 2.0, -elo / 2.0].map(|half| elo::share_of(high + half));
        let slopes = there.map(|share| 1.0 / (share * (1.0 - share)));
        let value = weighted([candidate - there[0], champion - there[1]], slopes);
        Measured { value, ..self.weighted(slopes) }
    }
}

/// The candidate's number times its weight, less the champion's times its own.
pub fn weighted(of: [f64; 2], weights: [f64; 2]) -> f64 {
    of[0] * weights[0] - of[1] * weights[1]
}

/// The sums of two pairs.
pub fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

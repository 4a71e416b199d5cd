//! How much the results within units of games agree, so that ratings are not taken to be more certain than they are.
//!
//! The games of one seed often end alike, whoever sits where. The variance from the information takes them for
//! independent. The variance between units does not: K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis using
//! generalized linear models", Biometrika 73 (1986), with the factor `u / (u - 1)` and Student's distribution for few
//! units.

use super::super::{normal, student};
use super::model::share;

/// Games between two bots of one unit.
#[derive(Clone, Copy, Debug)]
pub struct Meeting {
    /// The two bots.
    pub bots: [usize; 2],
    /// The points of the first one, half a point for a draw.
    pub points: f64,
    /// Number of games.
    pub games: f64,
}

/// What the units of a set of games say about their ratings.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    /// The covariance of the ratings between units, row by row, in squares of logits.
    covariance: Vec<f64>,
    /// Number of units in which each bot played.
    played: Vec<u64>,
    /// The most meetings of each bot in a unit: no results agree more than if these were all the same.
    most: Vec<f64>,
}

impl Units {
    /// From units of meetings, the ratings in logits and their covariance from the information.
    pub(super) fn new(
        units: impl Iterator<Item = Vec<Meeting>>,
        logits: &[f64],
        covariance: &[f64],
    ) -> Self {
        let n = logits.len();
        let (mut played, mut most) = (vec![0; n], vec![1.0_f64; n]);
        let mut spread = vec![0.0; n * n];
        let mut surplus = vec![0.0; n];
        let mut games = vec![0.0; n];
        let mut seen: Vec<usize> = Vec::new();
        for unit in units {
            for Meeting { bots: [a, b], points, games: count } in unit {
                let more = points - count * share(logits[a] - logits[b]);
                for (bot, more) in [(a, more), (b, -more)] {
                    if games[bot] == 0.0 {
                        seen.push(bot);
                    }
                    surplus[bot] += more;
                    games[bot] += count;
                }
            }
            for &a in &seen {
                for &b in &seen {
                    spread[a * n + b] += surplus[a] * surplus[b];
                }
            }
            for bot in seen.drain(..) {
                played[bot] += 1;
                most[bot] = most[bot].max(games[bot]);
                (surplus[bot], games[bot]) = (0.0, 0.0);
            }
        }
        let covariance = product(&product(covariance, &spread, n), covariance, n);
        Self { covariance, played, most }
    }

    /// The variance of the difference of two ratings, in squares of logits; of one rating if both are the same.
    fn variance(&self, a: usize, b: usize) -> f64 {
        let n = self.played.len();
        let covariance = |a: usize, b: usize| self.covariance[a * n + b];
        if a == b {
            return covariance(a, a);
        }
        covariance(a, a) + covariance(b, b) - 2.0 * covariance(a, b)
    }

    /// Half of the confidence interval in logits for the difference of two ratings, or for one rating if both are the same.
    /// `variance` is that from the information.
    pub(super) fn half(&self, [a, b]: [usize; 2], variance: f64, confidence: f64) -> f64 {
        let upper = f64::midpoint(1.0, confidence);
        let plain = normal::quantile(upper) * variance.max(0.0).sqrt();
        let widest = plain * self.most[a].max(self.most[b]).sqrt();
        let units = self.played[a].min(self.played[b]);
        if units < 2 {
            return widest;
        }
        let factor = units as f64 / (units - 1) as f64;
        let between = (self.variance(a, b).max(0.0) * factor).sqrt();
        (student::quantile(upper, units - 1) * between).clamp(plain, widest)
    }
}

/// The product of two square matrices, row by row.
fn product(one: &[f64], other: &[f64], n: usize) -> Vec<f64> {
    let mut result = vec![0.0; n * n];
    for a in 0..n {
        for k in 0..n {
            let factor = one[a * n + k];
            for b in 0..n {
                result[a * n + b] += factor * other[k * n + b];
            }
        }
    }
    result
}

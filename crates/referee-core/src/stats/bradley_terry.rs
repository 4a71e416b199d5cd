//! Ratings of many bots from their results against each other, whatever the order of the games.
//!
//! R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39
//! (1952), on the scale of Elo: a bot with rating `a` takes from one with rating `b` the share
//! `1 / (1 + 10^((b - a) / 400))` of the points. A draw counts as half a win for each.

mod cholesky;
mod model;
mod units;

use self::cholesky::Cholesky;
use self::model::{log_share, share};
pub use self::units::Meeting;
use self::units::Units;
use super::ELO_PER_LOGIT;
use super::{Estimate, Interval, normal};

/// The games that each bot is taken to have drawn with a bot of average strength besides its own.
/// It keeps the rating of a bot finite that won or lost everything.
const PRIOR_GAMES: f64 = 1.0;

/// The points of every bot against every other.
///
/// ```
/// use referee_core::stats::bradley_terry::Pairings;
///
/// let mut pairings = Pairings::new(3);
/// pairings.add(0, 1, 15.0, 20);
/// pairings.add(1, 2, 12.5, 20);
/// let ratings = pairings.fit();
/// assert!(ratings.rating(0, 0.95).value > ratings.rating(1, 0.95).value);
/// assert!(ratings.difference(0, 2, 0.95).interval.contains(250.0));
/// ```
#[derive(Clone, Debug)]
pub struct Pairings {
    bots: usize,
    /// Row a, column b: the points that a took from b.
    points: Vec<f64>,
}

impl Pairings {
    /// No games yet between that many bots, numbered from 0.
    pub fn new(bots: usize) -> Self {
        Self { bots, points: vec![0.0; bots * bots] }
    }

    /// Counts `games` between `a` and `b` of which `a` took `points`, half a point for a draw.
    ///
    /// # Panics
    /// If `a` and `b` are the same, one is no bot, or the points are not between 0 and the games.
    pub fn add(&mut self, a: usize, b: usize, points: f64, games: u32) {
        assert!(a != b && a < self.bots && b < self.bots, "no pairing of bots {a} and {b}");
        let games = f64::from(games);
        assert!((0.0..=games).contains(&points), "{points} points do not come from {games} games");
        self.points[a * self.bots + b] += points;
        self.points[b * self.bots + a] += games - points;
    }

    /// The points that `a` took from `b`.
    pub fn points(&self, a: usize, b: usize) -> f64 {
        self.points[a * self.bots + b]
    }

    /// The number of games between `a` and `b`.
    pub fn games(&self, a: usize, b: usize) -> f64 {
        self.points(a, b) + self.points(b, a)
    }

    /// The likeliest ratings.
    ///
    /// Newton's method on the log likelihood, which has one summit; a step that does not climb is
    /// halved. It takes a handful of steps, each of the cube of the number of bots.
    pub fn fit(&self) -> Ratings {
        let n = self.bots;
        let mut logits = vec![0.0; n];
        let mut height = self.log_likelihood(&logits);
        for _ in 0..200 {
            let step = Cholesky::new(self.information(&logits), n).solve(&self.slope(&logits));
            let longest = step.iter().fold(0.0_f64, |longest, x| longest.max(x.abs()));
            // A step far beyond where the curve was measured is cut to about 350 Elo.
            let whole = (2.0 / longest).min(1.0);
            let better = (0..50).find_map(|halvings| {
                let scale = whole / 2_f64.powi(halvings);
                let next: Vec<_> = logits.iter().zip(&step).map(|(x, d)| x + scale * d).collect();
                let next_height = self.log_likelihood(&next);
                (next_height >= height).then_some((next, next_height))
            });
            let Some(better) = better else { break };
            (logits, height) = better;
            if longest < 1e-11 {
                break;
            }
        }
        let inverse = Cholesky::new(self.information(&logits), n).inverse();
        Ratings::anchored(&logits, inverse, self.groups())
    }

    /// How likely the points are, up to a constant, if these are the ratings in logits.
    fn log_likelihood(&self, logits: &[f64]) -> f64 {
        let prior: f64 =
            logits.iter().map(|x| PRIOR_GAMES / 2.0 * (log_share(*x) + log_share(-x))).sum();
        let games: f64 = self
            .pairs()
            .map(|(a, b)| {
                let lead = logits[a] - logits[b];
                self.points(a, b) * log_share(lead) + self.points(b, a) * log_share(-lead)
            })
            .sum();
        prior + games
    }

    /// The slope of the log likelihood in each rating: the points made less those expected.
    fn slope(&self, logits: &[f64]) -> Vec<f64> {
        let mut slope: Vec<_> = logits.iter().map(|x| PRIOR_GAMES * (0.5 - share(*x))).collect();
        for (a, b) in self.pairs() {
            let more = self.points(a, b) - self.games(a, b) * share(logits[a] - logits[b]);
            slope[a] += more;
            slope[b] -= more;
        }
        slope
    }

    /// The observed information: how sharply the log likelihood bends, in pairs of ratings.
    fn information(&self, logits: &[f64]) -> Vec<f64> {
        let n = self.bots;
        let bend = |x: f64| share(x) * share(-x);
        let mut matrix = vec![0.0; n * n];
        for (a, x) in logits.iter().enumerate() {
            matrix[a * n + a] = PRIOR_GAMES * bend(*x);
        }
        for (a, b) in self.pairs() {
            let more = self.games(a, b) * bend(logits[a] - logits[b]);
            matrix[a * n + a] += more;
            matrix[b * n + b] += more;
            matrix[a * n + b] -= more;
            matrix[b * n + a] -= more;
        }
        matrix
    }

    /// All pairs of bots, each once.
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let n = self.bots;
        (0..n).flat_map(move |a| (a + 1..n).map(move |b| (a, b)))
    }

    /// The bots that met, directly or through others, in groups.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.bots];
        let mut groups = Vec::new();
        for first in 0..self.bots {
            if seen[first] {
                continue;
            }
            seen[first] = true;
            let mut group = vec![first];
            let mut next = 0;
            while let Some(&a) = group.get(next) {
                next += 1;
                for (b, seen) in seen.iter_mut().enumerate() {
                    if !*seen && self.games(a, b) > 0.0 {
                        *seen = true;
                        group.push(b);
                    }
                }
            }
            group.sort_unstable();
            groups.push(group);
        }
        groups
    }
}

/// The ratings of a set of bots, in Elo; their mean is 0.
///
/// The intervals are of normal approximation with the inverse of the observed information, which takes games for
/// independent and decided; draws and seats that win by themselves only make them wider than need be. Games of one unit
/// that end alike make them too narrow: [`by_units`](Self::by_units) corrects that.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// In logits; their mean is 0.
    logits: Vec<f64>,
    /// In squares of logits, row by row.
    covariance: Vec<f64>,
    groups: Vec<Vec<usize>>,
    units: Option<Units>,
}

impl Ratings {
    /// Moves the mean to 0, and the uncertainty of that mean out of the covariance.
    fn anchored(logits: &[f64], mut covariance: Vec<f64>, groups: Vec<Vec<usize>>) -> Self {
        let n = logits.len();
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / n.max(1) as f64;
        let centre = mean(&mut logits.iter().copied());
        let logits = logits.iter().map(|x| x - centre).collect();
        for row in covariance.chunks_mut(n.max(1)) {
            let middle = mean(&mut row.iter().copied());
            for x in row {
                *x -= middle;
            }
        }
        for b in 0..n {
            let middle = mean(&mut (0..n).map(|a| covariance[a * n + b]));
            (0..n).for_each(|a| covariance[a * n + b] -= middle);
        }
        Self { logits, covariance, groups, units: None }
    }

    /// The same ratings with intervals that count units and not games: the games of a unit may depend on each other.
    /// The units have all games from which the ratings come.
    #[must_use]
    pub fn by_units(mut self, units: impl Iterator<Item = Vec<Meeting>>) -> Self {
        self.units = Some(Units::new(units, &self.logits, &self.covariance));
        self
    }

    /// The rating of a bot and its confidence interval.
    ///
    /// # Panics
    /// If there is no such bot or `confidence` does not lie between 0 and 1.
    pub fn rating(&self, bot: usize, confidence: f64) -> Estimate {
        self.estimate([bot, bot], self.logits[bot], self.covariance(bot, bot), confidence)
    }

    /// By how much `a` is better than `b`, and its confidence interval, which is narrower than the
    /// two ratings' own if they met often.
    ///
    /// # Panics
    /// If there is no such bot or `confidence` does not lie between 0 and 1.
    pub fn difference(&self, a: usize, b: usize, confidence: f64) -> Estimate {
        let value = self.logits[a] - self.logits[b];
        self.estimate([a, b], value, self.variance_of_difference(a, b), confidence)
    }

    /// The bots that met, directly or through others. If there is more than one group, ratings of
    /// different groups rest on nothing but the assumption that their means are equal.
    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    fn covariance(&self, a: usize, b: usize) -> f64 {
        self.covariance[a * self.logits.len() + b]
    }

    fn variance_of_difference(&self, a: usize, b: usize) -> f64 {
        let covariance = |a, b| self.covariance(a, b);
        (covariance(a, a) + covariance(b, b) - 2.0 * covariance(a, b)).max(0.0)
    }

    /// An estimate in Elo from a value and its variance in logits.
    fn estimate(&self, bots: [usize; 2], value: f64, variance: f64, confidence: f64) -> Estimate {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
        let half = match &self.units {
            Some(units) => units.half(bots, variance, confidence),
            None => normal::quantile(f64::midpoint(1.0, confidence)) * variance.max(0.0).sqrt(),
        };
        let [value, half] = [value, half].map(|logits| logits * ELO_PER_LOGIT);
        Estimate { value, interval: Interval { low: value - half, high: value + half } }
    }
}

#[cfg(test)]
mod tests;

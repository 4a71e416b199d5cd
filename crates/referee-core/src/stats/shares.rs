//! One bot's share of the points, counted in units.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Estimate, Interval, normalised_elo, student};

/// How many units' worth of ignorance is mixed into what was observed, spread evenly over the
/// levels: see [`Shares::smoothed`].
const PRIOR_UNITS: f64 = 0.5;

/// How often each result of a unit was seen.
///
/// A unit is one seed played in every seat order; its result for a bot is its points counted in
/// half points, an integer from 0 to `levels`. Two seats make two games and `levels` 4, the
/// *pentanomial* of chess engine testing:
///
/// ```text
/// points of 2   0    ½    1    1½   2
/// level         0    1    2    3    4
/// ```
///
/// More seats, or more rotations, only make more levels: four rotations in each of which A and B
/// meet have 8. What they share is that units are independent of each other and games are not.
///
/// As JSON it is the array of the counts.
///
/// ```
/// use referee_core::stats::shares::Shares;
///
/// let mut shares = Shares::new(4);
/// shares.add(3);
/// shares.add(2);
/// assert_eq!((shares.units(), shares.mean()), (2, 0.625));
/// assert_eq!(serde_json::to_string(&shares).unwrap(), "[0,0,1,1,0]");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u64>", into = "Vec<u64>")]
pub struct Shares {
    counts: Vec<u64>,
}

/// Why counts are no [`Shares`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadCounts {
    /// There are fewer than two levels, so that nothing could be won.
    #[error("counts of unit results need at least two levels, from all lost to all won")]
    TooFewLevels,
    /// The counts do not fit together into 64 bits.
    #[error("counts of unit results add up to more than 2^53; the file is damaged")]
    TooMany,
}

impl TryFrom<Vec<u64>> for Shares {
    type Error = BadCounts;

    fn try_from(counts: Vec<u64>) -> Result<Self, BadCounts> {
        if counts.len() < 2 {
            return Err(BadCounts::TooFewLevels);
        }
        let units = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        match units {
            Some(units) if units <= 1 << f64::MANTISSA_DIGITS => Ok(Self { counts }),
            _ => Err(BadCounts::TooMany),
        }
    }
}

impl From<Shares> for Vec<u64> {
    fn from(shares: Shares) -> Self {
        shares.counts
    }
}

impl Shares {
    /// No units yet; a unit holds `levels` half points.
    ///
    /// # Panics
    /// If `levels` is 0.
    pub fn new(levels: usize) -> Self {
        assert!(levels > 0, "a unit holds at least one half point");
        Self { counts: vec![0; levels + 1] }
    }

    /// Counts a unit in which the bot made `half_points`.
    ///
    /// # Panics
    /// If these are more than a unit holds.
    pub fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// Counts all units that `other` has counted.
    ///
    /// # Panics
    /// If a unit there holds another number of points.
    pub fn merge(&mut self, other: &Self) {
        assert_eq!(self.levels(), other.levels(), "units of different games cannot be mixed");
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// The half points that a unit holds.
    pub fn levels(&self) -> usize {
        self.counts.len() - 1
    }

    /// The number of units at each level, from all lost to all won.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same units as the opponent of a two-sided comparison sees them.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { counts: self.counts.iter().rev().copied().collect() }
    }

    /// The share of the points, from 0 to 1; one half if there are no units.
    pub fn mean(&self) -> f64 {
        let units = self.units();
        if units == 0 {
            return 0.5;
        }
        let points: f64 = self.levelled().map(|(share, count)| share * count).sum();
        points / units as f64
    }

    /// The normalised Elo that the units of this many games show, and its confidence interval;
    /// `None` if they are fewer than two or all equal.
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1, or a unit has no games.
    pub fn normalised_elo(&self, games_per_unit: u32, confidence: f64) -> Option<Estimate> {
        let units = self.units();
        let freedom = units.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let deviation = (self.unit_variance() * units as f64 / freedom as f64).sqrt();
        normalised_elo::estimate(self.mean() - 0.5, deviation, units, games_per_unit, confidence)
    }

    /// The variance of one unit's share, as observed; 0 if there are no units.
    pub fn unit_variance(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 =
            self.levelled().map(|(share, count)| count * (share - mean) * (share - mean)).sum();
        squares / self.units().max(1) as f64
    }

    /// The variance of [`mean`](Self::mean), estimated without bias from how the units differ;
    /// nothing can be said from fewer than two.
    pub fn variance_of_mean(&self) -> Option<f64> {
        let units = self.units();
        (units > 1).then(|| self.unit_variance() / (units - 1) as f64)
    }

    /// Each level's share of the points, and how many units were there.
    fn levelled(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        let levels = self.levels() as f64;
        self.counts.iter().enumerate().map(move |(k, &count)| (k as f64 / levels, count as f64))
    }

    /// The observed distribution with half a unit mixed in, spread evenly over the levels: each
    /// level's share of the points and its weight, in units.
    ///
    /// A few units that happen to be equal (all won, or all 1–1) would say that units never
    /// differ, and every test and interval would be too sure of itself. The half unit is Jeffreys'
    /// idea with a smaller weight; after a hundred units it is as good as gone.
    pub(super) fn smoothed(&self) -> impl Iterator<Item = (f64, f64)> + Clone + '_ {
        let levels = self.levels() as f64;
        let each = PRIOR_UNITS / self.counts.len() as f64;
        let level = move |(k, &count): (usize, &u64)| (k as f64 / levels, count as f64 + each);
        self.counts.iter().enumerate().map(level)
    }

    /// The weight of all levels of [`smoothed`](Self::smoothed).
    pub(super) fn smoothed_units(&self) -> f64 {
        self.units() as f64 + PRIOR_UNITS
    }

    /// The variance of a unit's share, from the smoothed distribution.
    pub(super) fn smoothed_variance(&self) -> f64 {
        let total = self.smoothed_units();
        let mean = self.smoothed().map(|(share, weight)| share * weight).sum::<f64>() / total;
        self.smoothed().map(|(x, weight)| weight * (x - mean) * (x - mean)).sum::<f64>() / total
    }

    /// As many independent win-or-lose games as would tell as much about the share as the units do.
    ///
    /// A unit's variance is compared with the variance of a single game without draws at the same
    /// share, the greatest that is possible (Kish's *design effect*).
    pub(super) fn effective_games(&self) -> f64 {
        let total = self.smoothed_units();
        let mean = self.smoothed().map(|(share, weight)| share * weight).sum::<f64>() / total;
        self.units() as f64 * mean * (1.0 - mean) / self.smoothed_variance()
    }

    /// The degrees of freedom with which the units tell their own variance.
    pub(super) fn freedom(&self) -> u64 {
        self.units().saturating_sub(1).max(1)
    }

    /// The interval that holds the true share with the given confidence (0.95 for 95 %).
    ///
    /// E. B. Wilson's score interval ("Probable Inference", J. Am. Stat. Assoc. 22, 1927) on the
    /// number of independent games that the units are worth, with Student's t in place of the
    /// normal deviate since the units' variance is guessed from themselves. It stays within
    /// 0 to 1, is never of zero width, and is the whole range if there are no units.
    ///
    /// ```
    /// use referee_core::stats::shares::Shares;
    ///
    /// let mut shares = Shares::new(4);
    /// (0..20).for_each(|_| shares.add(4));
    /// let interval = shares.interval(0.95);
    /// assert!(interval.low > 0.8 && interval.low < 0.95 && interval.high == 1.0);
    /// ```
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn interval(&self, confidence: f64) -> Interval {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
        let units = self.units();
        if units == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (mean, games) = (self.mean(), self.effective_games());
        let t = student::quantile(f64::midpoint(1.0, confidence), self.freedom());
        let pull = t * t / games;
        let centre = (mean + pull / 2.0) / (1.0 + pull);
        let spread = (pull * mean * (1.0 - mean) + pull * pull / 4.0).sqrt() / (1.0 + pull);
        // At the very ends rounding must not take away what the formula gives exactly.
        let low = if self.counts[0] == units { 0.0 } else { (centre - spread).max(0.0) };
        let high =
            if self.counts[self.levels()] == units { 1.0 } else { (centre + spread).min(1.0) };
        Interval { low, high }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn shares(counts: &[u64]) -> Shares {
        Shares::try_from(counts.to_vec()).unwrap()
    }

    #[test]
    fn mean_and_variance_are_those_of_the_list() {
        let shares = shares(&[1, 0, 2, 1, 0]);
        let list = [0.0, 0.5, 0.5, 0.75];
        let mean = list.iter().sum::<f64>() / 4.0;
        let squares: f64 = list.iter().map(|x| (x - mean) * (x - mean)).sum();
        assert!((shares.mean() - mean).abs() < 1e-15);
        assert!((shares.unit_variance() - squares / 4.0).abs() < 1e-15);
        assert!((shares.variance_of_mean().unwrap() - squares / 3.0 / 4.0).abs() < 1e-15);
        assert_eq!(self::shares(&[1, 0]).variance_of_mean(), None);
        let freedom =
            [[0, 0], [1, 0], [2, 0], [3, 4]].map(|counts| self::shares(&counts).freedom());
        assert_eq!(freedom, [1, 1, 1, 6]);
    }

    #[test]
    fn with_many_units_the_interval_is_the_normal_one() {
        let shares = shares(&[9_000, 21_000, 40_000, 20_000, 10_000]);
        let interval = shares.interval(0.95);
        let half = 1.959_964 * shares.variance_of_mean().unwrap().sqrt();
        assert!((interval.high - shares.mean() - half).abs() < half * 1e-3);
        assert!((shares.mean() - interval.low - half).abs() < half * 1e-3);
    }

    #[test]
    fn on_single_games_it_is_wilsons_interval() {
        // 500 wins of 1000 games: ½ ± z·√(1000/4 + z²/4) / (1000 + z²).
        let interval = shares(&[500, 500]).interval(0.95);
        let z: f64 = 1.962_341; // t with 999 degrees of freedom
        let half = z * (250.0 + z * z / 4.0).sqrt() / (1000.0 + z * z);
        assert!((interval.high - 0.5 - half).abs() < 1e-7, "{interval:?} {half}");
    }

    #[test]
    fn damaged_counts_are_refused() {
        let read = |text| serde_json::from_str::<Shares>(text).map_err(|error| error.to_string());
        assert_eq!(read("[1,2,3,2,1]").unwrap().units(), 9);
        assert!(read("[1]").unwrap_err().contains("at least two levels"));
        assert!(read("[18446744073709551615,2]").unwrap_err().contains("2^53"));
    }

    #[test]
    fn merged_units_are_all_units() {
        let mut sum = shares(&[1, 2, 3]);
        sum.merge(&shares(&[4, 0, 1]));
        assert_eq!(sum, shares(&[5, 2, 4]));
    }

    proptest! {
        #[test]
        fn every_interval_is_sound(
            counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1_000_000_000_u64], 2..30),
            confidence in 0.01..0.999_f64,
        ) {
            let shares = shares(&counts);
            let Interval { low, high } = shares.interval(confidence);
            let mean = shares.mean();
            prop_assert!(0.0 <= low && low <= mean && mean <= high && high <= 1.0, "{low} {high}");
            prop_assert!(high > low);
            let wider = shares.interval(f64::midpoint(confidence, 1.0));
            prop_assert!(wider.low <= low && high <= wider.high);
            let mirrored = shares.reversed().interval(confidence);
            prop_assert!((1.0 - mirrored.low - high).abs() < 1e-9);
        }
    }
}

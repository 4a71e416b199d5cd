//! Two bots against the same field of opponents: which of them does better there?
//!
//! The candidate and the champion never meet. Each plays the same opponents on the same seeds from the
//! same seats, and what counts is the difference:
//!
//! ```text
//!                       candidate   champion
//! seed 7  against v1    1½ of 2     1  of 2    ─► +¼   ┐
//! seed 9  against boss  0  of 2     ½  of 2    ─► -¼   ├ a round: a seed for each group of opponents
//! seed 4  against v2    2  of 2     1  of 2    ─► +½   ┘
//! ```
//!
//! A *unit* is a seed and a group of opponents that fills the other seats, in every seat order, once with
//! each of the two bots. A *round* is one unit of every group, so every group has the same weight.
//!
//! # What Elo means here
//!
//! The field counts as one opponent: a bot's Elo against it is the [Elo](super::elo) of its share of the
//! points, averaged over the groups. The question is about the difference of the two bots' Elo. Where one
//! of them wins nearly everything a point more is worth more Elo, as it is in a duel.
//!
//! # The estimate
//!
//! The groups are strata of equal size, and the difference of the means is the mean of the differences
//! (W. G. Cochran, "Sampling Techniques", 1977, chapter 5). Opponents that are stronger than others add
//! nothing to its variance, because only the spread within a group counts. A map that is hard for both
//! bots adds nothing either, because the two results on a seed are subtracted: with a correlation of ρ the
//! variance is `1 - ρ` of that on different seeds (common random numbers: P. Glasserman and D. D. Yao,
//! Management Science 38, 1992).
//!
//! A difference in Elo is no mean, so each hypothesis is tested where it is true, as in a score test (E. B. Wilson's
//! idea, which is in [`shares`](super::shares), too): at the two shares that are apart by the hypothesis and have the
//! observed sum, the logistic curve is replaced by its tangent, and the observed shares are compared with
//! them. Shares near 0 and 1, where the curve is steep, do no harm then. The ends of an interval are the differences
//! that such a test refuses.
//!
//! Units of the same seed against several groups need not be independent; they are, as in a list of seeds,
//! added up before they are squared (K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986).
//!
//! # The test
//!
//! The bounds are those of Wald's test, as in a duel's [`Sprt`]. The deviation is unknown, and so
//! are the means of the groups relative to each other. Both are integrated out with their right Haar
//! measure (J. O. Berger, B. Liseo and R. L. Wolpert, "Integrated Likelihood Methods", Statistical Science
//! 14, 1999), and what is left is Student's density: with an estimate `e`, its standard error `s` and `f`
//! degrees of freedom, the likelihood of a true difference `d` is `(1 + ((e - d) / s)² / f) ^ (-(f + 1) / 2)`.
//! For scores, whose hypotheses are in deviations, it is the density of the non-central t, which is the
//! sequential t test that [`score`](super::score) describes.

mod moments;

use super::score::{ScoreSprt, log_integral, variance_of_equal};
use super::sprt::Sprt;
use super::{Estimate, Interval, elo, normalised_elo, student};
use moments::{Measured, ShareMoments, Spread, sum, weighted};

pub use moments::MOST_ELO;

/// The results of both bots in a unit: first the candidate's, then the champion's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairedUnit {
    /// A number of the seed. Units with equal numbers need not be independent.
    pub seed: usize,
    /// Shares of the points, from 0 to 1.
    pub shares: [f64; 2],
    /// Mean scores of a game.
    pub scores: [f64; 2],
}

/// The units of whole rounds.
///
/// ```
/// use referee_core::stats::field::{FieldResults, PairedUnit};
/// use referee_core::stats::sprt::Sprt;
///
/// let test = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
/// let mut field = FieldResults::new(4);
/// let unit = |seed, shares| PairedUnit { seed, shares, ..PairedUnit::default() };
/// for round in 0..12 {
///     // Better against the first opponent by half a point, equal against the second.
///     field.add_round(&[unit(2 * round, [0.75, 0.5]), unit(2 * round + 1, [1.0, 1.0])]);
/// }
/// assert_eq!(field.shares(), [0.875, 0.75]);
/// assert!(field.elo_ratio(&test) > test.bounds()[1]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FieldResults {
    /// Half points of a unit.
    levels: usize,
    /// Units by round, then by group.
    rounds: Vec<Vec<PairedUnit>>,
}

impl FieldResults {
    /// No rounds yet; a bot can make `levels` half points in a unit.
    ///
    /// # Panics
    /// If `levels` is 0.
    pub fn new(levels: usize) -> Self {
        assert!(levels > 0, "a unit holds at least one half point");
        Self { levels, rounds: Vec::new() }
    }

    /// Adds a round: a unit of each group, in the order of the groups.
    ///
    /// # Panics
    /// If there is no group, or another number of groups than in the round before.
    pub fn add_round(&mut self, units: &[PairedUnit]) {
        let groups = self.rounds.first().map_or(units.len(), Vec::len);
        assert!(groups > 0 && groups == units.len(), "a round has a unit of each group");
        self.rounds.push(units.to_vec());
    }

    /// Number of rounds.
    pub fn rounds(&self) -> u64 {
        self.rounds.len() as u64
    }

    /// Number of units.
    pub fn units(&self) -> u64 {
        self.rounds.iter().map(Vec::len).sum::<usize>() as u64
    }

    /// Each bot's share of the points; one half if there are no units.
    pub fn shares(&self) -> [f64; 2] {
        if self.rounds.is_empty() { [0.5; 2] } else { self.mean(|unit| unit.shares) }
    }

    /// Each bot's mean score of a game; 0 if there are no units.
    pub fn scores(&self) -> [f64; 2] {
        self.mean(|unit| unit.scores)
    }

    /// Each bot's Elo against the field, from shares with half a unit of ignorance mixed in.
    pub fn elos(&self) -> [f64; 2] {
        self.moments().smoothed.map(elo::of_share)
    }

    /// The candidate's share of the points less the champion's; the interval is at most -1 to 1.
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn share_difference(&self, confidence: f64) -> Estimate {
        let Estimate { value, interval } = self.moments().weighted([1.0; 2]).estimate(confidence);
        Estimate { value, interval: interval.map(|end| end.clamp(-1.0, 1.0)) }
    }

    /// The candidate's Elo against the field less the champion's. An end beyond ±[`MOST_ELO`] is infinite.
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn elo_difference(&self, confidence: f64) -> Estimate {
        assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
        let [candidate, champion] = self.elos();
        let interval = self.moments().elo_interval(confidence);
        Estimate { value: candidate - champion, interval }
    }

    /// The candidate's mean score of a game less the champion's. The interval of equal differences is that of
    /// [`ScoreDifferences`](super::score::ScoreDifferences::estimate).
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn score_difference(&self, confidence: f64) -> Estimate {
        let measured = self.score_measured();
        let Measured { value, variance, freedom } = measured;
        if freedom == 0 || variance > 0.0 {
            return measured.estimate(confidence);
        }
        let variance = variance_of_equal(value, self.units(), freedom);
        Measured { variance: variance.unwrap_or(f64::INFINITY), ..measured }.estimate(confidence)
    }

    /// The difference of the scores in normalised Elo: in units of its own standard deviation, such that it
    /// is about Elo in even games without draws on seeds that say nothing. `None` for fewer than two rounds,
    /// or equal differences. The interval is that of [`normalised_elo::estimate`].
    ///
    /// # Panics
    /// If `confidence` does not lie between 0 and 1.
    pub fn normalised_elo_of_scores(&self, test: &ScoreSprt, confidence: f64) -> Option<Estimate> {
        let measured = self.score_measured();
        let units = self.units() as f64;
        let ratio = measured.value / (measured.variance * units).sqrt();
        (measured.freedom > 0 && measured.variance > 0.0).then(|| {
            let t = student::quantile(f64::midpoint(1.0, confidence), measured.freedom);
            let half = t * ((1.0 + ratio * ratio / 2.0) / units).sqrt();
            let interval = Interval { low: ratio - half, high: ratio + half };
            Estimate { value: ratio, interval }.map(|ratio| ratio / deviations_per_elo(test))
        })
    }

    /// How likely it is, from 0 to 1, that the candidate is the better one against this field.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let even = self.moments().at_elo(0.0);
        if even.freedom == 0 { 0.5 } else { student::cdf(even.t(), even.freedom) }
    }

    /// The part of the games that the pairing saves, from the correlation of the two results of a unit: a test on
    /// different seeds would need `1 / (1 - part)` times as many. Negative if the two bots do badly
    /// on each other's good seeds. `None` for fewer than two rounds, or if nothing varies.
    pub fn saved_by_pairing(&self) -> Option<f64> {
        let spread = self.spread(|unit| unit.shares);
        let [own, both, others] = spread.squares;
        (spread.freedom > 0 && own + others > 0.0).then(|| 2.0 * both / (own + others))
    }

    /// The log of how much likelier the points are under H1 than under H0 of a test in Elo; 0 for fewer than
    /// two rounds.
    pub fn elo_ratio(&self, test: &Sprt) -> f64 {
        let moments = self.moments();
        let [low, high] = test.hypotheses().map(|elo| moments.at_elo(elo).log_likelihood());
        high - low
    }

    /// The same for a test by scores, whose hypotheses are in normalised Elo.
    pub fn score_ratio(&self, test: &ScoreSprt) -> f64 {
        let Measured { value, variance, freedom } = self.score_measured();
        if freedom == 0 {
            return 0.0;
        }
        let freedom = freedom as f64;
        // t / √(t² + f), which exists even if all differences are equal.
        let size = (value * value + variance * freedom).sqrt();
        let direction = if size == 0.0 { 0.0 } else { value / size };
        let root = (self.units() as f64).sqrt();
        let [low, high] = test.test().hypotheses().map(|elo| {
            let shift = elo * deviations_per_elo(test) * root;
            log_integral(freedom + 1.0, shift * direction) - shift * shift / 2.0
        });
        high - low
    }

    fn mean(&self, of: impl Fn(&PairedUnit) -> [f64; 2]) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for unit in self.rounds.iter().flatten() {
            let [candidate, champion] = of(unit);
            sums = [sums[0] + candidate, sums[1] + champion];
        }
        sums.map(|sum| sum / self.units().max(1) as f64)
    }

    fn moments(&self) -> ShareMoments {
        ShareMoments::new(self.shares(), self.units(), self.levels, self.spread(|unit| unit.shares))
    }

    fn score_measured(&self) -> Measured {
        let spread = self.spread(|unit| unit.scores);
        let value = weighted(self.scores(), [1.0; 2]);
        Measured { value, variance: spread.variance([1.0; 2], 0.0), freedom: spread.freedom }
    }

    /// How two numbers of each unit spread, each around the mean of its group.
    fn spread(&self, of: impl Fn(&PairedUnit) -> [f64; 2]) -> Spread {
        let rounds = self.rounds.len() as f64;
        let groups = self.rounds.first().map_or(0, Vec::len);
        let means: Vec<[f64; 2]> = (0..groups)
            .map(|group| {
                let of_group = self.rounds.iter().map(|round| of(&round[group]));
                of_group.fold([0.0; 2], sum).map(|sum| sum / rounds)
            })
            .collect();
        let excess = |(unit, mean): (&PairedUnit, &[f64; 2])| {
            (unit.seed, sum(of(unit), mean.map(|mean| -mean)))
        };
        let mut excesses: Vec<(usize, [f64; 2])> =
            self.rounds.iter().flat_map(|round| round.iter().zip(&means).map(excess)).collect();
        excesses.sort_by_key(|(seed, _)| *seed);
        let seeds = excesses.chunk_by(|a, b| a.0 == b.0);
        let (mut squares, mut count) = ([0.0; 3], 0.0);
        for seed in seeds {
            let [candidate, champion] = seed.iter().map(|(_, excess)| *excess).fold([0.0; 2], sum);
            squares[0] += candidate * candidate;
            squares[1] += candidate * champion;
            squares[2] += champion * champion;
            count += 1.0;
        }
        if rounds < 2.0 {
            return Spread { squares, groups: groups as f64, scale: f64::INFINITY, freedom: 0 };
        }
        let units = rounds * groups as f64;
        let scale = rounds / (rounds - 1.0) / (units * units);
        // Each seed on its own: units less groups. The same seeds for all groups: rounds less one.
        let freedom = count * (rounds - 1.0) / rounds;
        Spread { squares, groups: groups as f64, scale, freedom: (freedom as u64).max(1) }
    }
}

/// The standard deviations of a unit's difference that one normalised Elo is. The games of a unit are those of
/// both bots, and the difference of two independent results has √2 times the deviation of one.
fn deviations_per_elo(test: &ScoreSprt) -> f64 {
    normalised_elo::deviations_per_elo(test.games_per_unit()) / 2.0
}

#[cfg(test)]
mod tests;

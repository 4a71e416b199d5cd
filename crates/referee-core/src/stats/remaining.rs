//! How many more units a sequential test will probably take.
//!
//! The log likelihood ratio of a test is nearly a random walk with a steady drift between two bounds. Wald's identity says
//! how long such a walk takes on average: with the probability `p` of ending at the upper bound, the distance `x` from the
//! lower bound, the width `w` and the drift `m` of a step, `(p·w - x) / m` steps (A. Wald, "Sequential Analysis", 1947; `p` is
//! that of Brownian motion). The drift is known only from the units so far, so the result is a range.

/// Units before which the drift is a guess.
const LEAST_UNITS: u64 = 4;

/// Where the walk of a test is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walk {
    /// Number of units so far.
    pub units: u64,
    /// The log likelihood ratio.
    pub ratio: f64,
    /// The ratios at which the test ends.
    pub bounds: [f64; 2],
    /// The mean change of the ratio in a unit.
    pub drift: f64,
    /// The variance of that change.
    pub variance: f64,
}

impl Walk {
    /// The least and the greatest expected number of further units, for drifts up to one standard error away from the
    /// present one; `None` if there are too few units for that.
    pub fn units_left(&self) -> Option<[f64; 2]> {
        let is_known =
            self.units >= LEAST_UNITS && self.variance > 0.0 && self.variance.is_finite();
        if !is_known || !self.drift.is_finite() {
            return None;
        }
        let error = (self.variance / self.units as f64).sqrt();
        let (low, high) = (self.drift - error, self.drift + error);
        // Without a drift the walk takes longest.
        let drifts = [low, self.drift, high, 0.0_f64.clamp(low, high)];
        let expected = drifts.map(|drift| self.expected(drift));
        Some([
            expected.into_iter().fold(f64::MAX, f64::min),
            expected.into_iter().fold(0.0, f64::max),
        ])
    }

    /// The expected number of further units if the drift is this.
    fn expected(&self, drift: f64) -> f64 {
        let [low, high] = self.bounds;
        let width = high - low;
        let from_low = (self.ratio - low).clamp(0.0, width);
        // Seen from the other side the drift turns.
        let (from, drift) =
            if drift < 0.0 { (width - from_low, -drift) } else { (from_low, drift) };
        let pull = 2.0 * drift / self.variance;
        if pull * width < 1e-6 {
            return from * (width - from) / self.variance;
        }
        let up = (-pull * from).exp_m1() / (-pull * width).exp_m1();
        ((up * width - from) / drift).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn walk(drift: f64) -> Walk {
        Walk { units: 100, ratio: 0.5, bounds: [-2.0, 3.0], drift, variance: 0.01 }
    }

    /// The mean number of steps of simulated walks.
    fn simulated(walk: &Walk) -> f64 {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut steps = 0;
        for _ in 0..400 {
            let mut ratio = walk.ratio;
            while walk.bounds[0] < ratio && ratio < walk.bounds[1] {
                let up = if random.random::<bool>() { 1.0 } else { -1.0 };
                ratio += walk.drift + up * walk.variance.sqrt();
                steps += 1;
            }
        }
        f64::from(steps) / 400.0
    }

    #[test]
    fn a_walk_takes_as_long_as_simulated_ones() {
        for drift in [-0.02, -0.001, 0.0, 0.0003, 0.004, 0.05] {
            let walk = walk(drift);
            let (expected, found) = (walk.expected(drift), simulated(&walk));
            assert!((expected / found - 1.0).abs() < 0.12, "{drift}: {expected} and {found}");
        }
    }

    #[test]
    #[allow(clippy::float_cmp)] // the same sums of the same numbers
    fn the_range_has_the_drift_and_its_standard_error() {
        let [low, high] = walk(0.02).units_left().unwrap();
        assert_eq!([low, high], [0.03, 0.01].map(|drift| walk(0.02).expected(drift)));
        // With a drift of nothing within the range the longest time is that of no drift.
        let [_, high] = walk(0.005).units_left().unwrap();
        assert_eq!(high, walk(0.0).expected(0.0));
        assert_eq!(Walk { units: 3, ..walk(0.02) }.units_left(), None);
        assert_eq!(Walk { variance: 0.0, ..walk(0.02) }.units_left(), None);
    }
}

//! The chi-square distribution and the test whether two rows of counts have the same shares.

use std::f64::consts::TAU;

use super::normal;

/// The least number that is expected in a cell. Columns with fewer are joined. Five is the usual rule; but small probabilities
/// that are corrected for many tests are then too small.
const LEAST_EXPECTED: f64 = 10.0;

/// The probability of a value of at least `x`, with that many degrees of freedom (at least 1).
///
/// The finite sums of Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.4.4 for an odd number of degrees
/// and 26.4.5 for an even one.
///
/// ```
/// use referee_core::stats::chi_square;
///
/// assert!((chi_square::upper_tail(3.841_458_820_694_124, 1) - 0.05).abs() < 1e-12);
/// ```
///
/// # Panics
/// If `freedom` is 0.
pub fn upper_tail(x: f64, freedom: u64) -> f64 {
    assert!(freedom > 0, "one degree of freedom is the least");
    if x <= 0.0 {
        return 1.0;
    }
    // The logarithm of the next term: a sum with many degrees has terms that an f64 cannot hold.
    let (mut log, mut sum, mut degree) = if freedom.is_multiple_of(2) {
        (-x / 2.0, 0.0, 0)
    } else {
        let root = x.sqrt();
        ((2.0 * root).ln() - x / 2.0 - TAU.sqrt().ln(), 2.0 * normal::cdf(-root), 1)
    };
    while degree < freedom {
        sum += log.exp();
        degree += 2;
        log += (x / degree as f64).ln();
    }
    sum.min(1.0)
}

/// Pearson's statistic of two rows of counts, with its degrees of freedom: how far the shares of the columns differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// The statistic.
    pub statistic: f64,
    /// Its degrees of freedom; 0 if the rows cannot be compared.
    pub freedom: u64,
}

impl Difference {
    /// The difference of two rows. The columns have an order: neighbours with few counts are joined, until ten are
    /// expected in each cell. What is left of that may be one column, which cannot be compared.
    ///
    /// ```
    /// use referee_core::stats::chi_square::Difference;
    ///
    /// let difference = Difference::of(&[30, 20], &[20, 30]);
    /// assert_eq!((difference.statistic, difference.freedom), (4.0, 1));
    /// assert_eq!(Difference::of(&[5, 4, 1], &[6, 3, 0]).freedom, 0);
    /// ```
    pub fn of(one: &[u64], other: &[u64]) -> Self {
        let totals = [one, other].map(|row| row.iter().sum::<u64>() as f64);
        let all = totals[0] + totals[1];
        let least = totals[0].min(totals[1]);
        if least <= 0.0 {
            return Self::default();
        }
        let enough = |column: [f64; 2]| (column[0] + column[1]) * least / all >= LEAST_EXPECTED;
        let mut columns: Vec<[f64; 2]> = Vec::new();
        let mut open = [0.0; 2];
        for (a, b) in one.iter().zip(other) {
            open = [open[0] + *a as f64, open[1] + *b as f64];
            if enough(open) {
                columns.push(open);
                open = [0.0; 2];
            }
        }
        let Some(last) = columns.last_mut() else { return Self::default() };
        *last = [last[0] + open[0], last[1] + open[1]];
        let cell = |column: &[f64; 2], row: usize| {
            let expected = (column[0] + column[1]) * totals[row] / all;
            (column[row] - expected).powi(2) / expected
        };
        let statistic = columns.iter().map(|column| cell(column, 0) + cell(column, 1)).sum();
        Self { statistic, freedom: columns.len() as u64 - 1 }
    }

    /// The difference of rows that are made of independent parts, such as results against several opponents.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            statistic: self.statistic + if other.freedom > 0 { other.statistic } else { 0.0 },
            freedom: self.freedom + other.freedom,
        }
    }

    /// The probability of such a difference by chance; `None` if the rows cannot be compared.
    pub fn probability(self) -> Option<f64> {
        (self.freedom > 0).then(|| upper_tail(self.statistic, self.freedom))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_published_quantiles() {
        // Abramowitz and Stegun, table 26.8.
        for (x, freedom, tail) in [
            (3.84146, 1, 0.05),
            (6.63490, 1, 0.01),
            (10.828, 1, 0.001),
            (5.99147, 2, 0.05),
            (7.81473, 3, 0.05),
            (11.3449, 3, 0.01),
            (9.48773, 4, 0.05),
            (18.467, 4, 0.001),
            (18.3070, 10, 0.05),
            (24.9958, 15, 0.05),
            (29.588, 10, 0.001),
            (124.342, 100, 0.05),
            (0.003_932_1, 1, 0.95),
            (77.9295, 100, 0.95),
        ] {
            let ours = upper_tail(x, freedom);
            assert!((ours / tail - 1.0).abs() < 3e-4, "{x} with {freedom}: {ours}");
        }
        assert!(upper_tail(0.0, 3) >= 1.0);
        // Far from what an f64 can hold as a power.
        assert!((0.49..0.5).contains(&upper_tail(4000.0, 4000)));
        assert!((0.49..0.5).contains(&upper_tail(4001.0, 4001)));
    }

    /// The second method: the density, integrated by Simpson's rule.
    #[test]
    fn the_tail_is_the_integral_of_the_density() {
        let density = |x: f64, freedom: u64| {
            let half = freedom as f64 / 2.0;
            // The logarithm of the gamma function at a half of a whole number.
            let mut gamma =
                if freedom.is_multiple_of(2) { 0.0 } else { std::f64::consts::PI.ln() / 2.0 };
            let mut at = if freedom.is_multiple_of(2) { 1.0 } else { 0.5 };
            while at < half - 0.1 {
                gamma += f64::ln(at);
                at += 1.0;
            }
            ((half - 1.0) * x.ln() - x / 2.0 - half * 2_f64.ln() - gamma).exp()
        };
        for freedom in 2..20 {
            for from in [0.5, 3.0, 12.0] {
                let (steps, width) = (40_000, 0.005);
                let inner: f64 = (1..steps)
                    .map(|i| {
                        f64::from(2 + 2 * (i % 2)) * density(from + width * f64::from(i), freedom)
                    })
                    .sum();
                let integral = width / 3.0 * (density(from, freedom) + inner);
                let tail = upper_tail(from, freedom);
                assert!((integral - tail).abs() < 1e-7, "{from} with {freedom}: {integral} {tail}");
            }
        }
    }

    #[test]
    fn columns_with_few_counts_join_their_neighbours() {
        let joined = Difference::of(&[1, 29, 10, 12, 2], &[0, 20, 25, 9, 0]);
        assert_eq!(joined, Difference::of(&[30, 10, 14], &[20, 25, 9]));
        assert_eq!(joined.freedom, 2);
        assert_eq!(Difference::of(&[0, 0], &[7, 9]).probability(), None);
        assert_eq!(Difference::of(&[40, 0], &[40, 0]).probability(), None);
        let both = Difference::of(&[30, 20], &[20, 30]).and(Difference::of(&[1, 0], &[0, 1]));
        assert_eq!(both, Difference::of(&[30, 20], &[20, 30]));
    }
}

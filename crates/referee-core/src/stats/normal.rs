//! The standard normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// Where the power series hands over to the continued fraction, in standard deviations.
const TAIL: f64 = 2.5;

/// Terms of the continued fraction; at [`TAIL`] 100 are exact to the last bits of an `f64`.
const TERMS: u32 = 120;

/// The density at `x`.
pub fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (SQRT_2 * PI.sqrt())
}

/// The probability of a value below `x`, exact to about 1e-15, in the lower tail even relatively.
///
/// In the middle the series `½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)`, in the tails the continued
/// fraction of Laplace `φ(x) / (x + 1/(x + 2/(x + 3/(x + …))))`; both are in Abramowitz and
/// Stegun, "Handbook of Mathematical Functions", 26.2.11 and 26.2.14.
///
/// ```
/// use referee_core::stats::normal;
///
/// assert!((normal::cdf(1.96) - 0.975_002_104_851_779_5).abs() < 1e-15);
/// ```
pub fn cdf(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x.abs() > TAIL {
        let fraction = (1..=TERMS).rev().fold(x.abs(), |rest, k| x.abs() + f64::from(k) / rest);
        let tail = density(x) / fraction;
        return if x < 0.0 { tail } else { 1.0 - tail };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-18 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    0.5 + density(x) * sum
}

/// The value below which lies the share `p` of the distribution: the inverse of [`cdf`].
///
/// Infinite at 0 and 1, not a number outside. A rational first guess (Abramowitz and Stegun
/// 26.2.23, good to 4.5e-4) is refined by Halley's method, whose error falls to its cube in each step.
///
/// ```
/// use referee_core::stats::normal;
///
/// assert!((normal::quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-14);
/// ```
pub fn quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -lower_quantile(1.0 - p);
    }
    lower_quantile(p)
}

/// [`quantile`] for `p` up to one half.
fn lower_quantile(p: f64) -> f64 {
    if p == 0.0 {
        return f64::NEG_INFINITY;
    }
    if !(0.0..=0.5).contains(&p) {
        return f64::NAN;
    }
    let t = (-2.0 * p.ln()).sqrt();
    let numerator = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let denominator = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let mut x = numerator / denominator - t;
    for _ in 0..3 {
        // Newton's step; its own half times x is the correction for the curve of the distribution.
        let step = (cdf(x) - p) / density(x);
        x -= step / (1.0 + x * step / 2.0);
    }
    x
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Simpson's rule from 0 to `x`: the second method.
    fn integral(x: f64) -> f64 {
        let steps = 4000;
        let width = x / f64::from(steps);
        let inner: f64 =
            (1..steps).map(|i| f64::from(2 + 2 * (i % 2)) * density(width * f64::from(i))).sum();
        0.5 + width / 3.0 * (density(0.0) + inner + density(x))
    }

    #[test]
    fn agrees_with_published_values() {
        // Abramowitz and Stegun, tables 26.1 and 26.2, and for the tail the log of the integral.
        for (x, p) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013),
            (1.0, 0.841_344_746_068_543),
            (2.0, 0.977_249_868_051_821),
            (3.0, 0.998_650_101_968_370),
        ] {
            assert!((cdf(x) - p).abs() < 1e-14, "{x}: {}", cdf(x));
        }
        for (x, p) in [(-5.0, 2.866_515_718_79e-7), (-6.0, 9.865_876_450_38e-10)] {
            assert!((cdf(x) / p - 1.0).abs() < 1e-11, "{x}: {}", cdf(x));
        }
    }

    #[test]
    fn the_ends_are_ends() {
        assert_eq!((quantile(0.0), quantile(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(quantile(-0.1).is_nan() && quantile(1.1).is_nan() && quantile(f64::NAN).is_nan());
        assert_eq!((cdf(f64::NEG_INFINITY), cdf(f64::INFINITY)), (0.0, 1.0));
        assert!(cdf(f64::NAN).is_nan());
    }

    proptest! {
        #[test]
        fn the_distribution_is_the_integral_of_the_density(x in -8.0..8.0_f64) {
            prop_assert!((cdf(x) - integral(x)).abs() < 1e-12);
        }

        #[test]
        fn the_quantile_is_the_inverse(exponent in -300.0..-0.31_f64) {
            let p = 10_f64.powf(exponent);
            prop_assert!((cdf(quantile(p)) / p - 1.0).abs() < 1e-10, "{}", quantile(p));
            prop_assert!((cdf(quantile(1.0 - p)) - (1.0 - p)).abs() < 1e-12);
        }
    }
}

//! Student's t distribution: the normal distribution where the spread is estimated, too.

use std::cell::Cell;
use std::f64::consts::PI;

use super::normal;

/// Up to this many degrees of freedom the finite sums are used, above Hill's expansion, whose
/// error is below 1e-9 there.
const SUMMED: u64 = 30;

/// The probability of a value below `t`, with that many degrees of freedom (at least 1).
///
/// Up to 30 degrees the finite sums of Abramowitz and Stegun 26.7.3 and 26.7.4; above, the normal
/// deviate of G. W. Hill, "Algorithm 395: Student's t-distribution", Comm. ACM 13 (1970).
///
/// ```
/// use referee_core::stats::student;
///
/// assert!((student::cdf(1.0, 1) - 0.75).abs() < 1e-15);
/// ```
///
/// # Panics
/// If `freedom` is 0.
pub fn cdf(t: f64, freedom: u64) -> f64 {
    assert!(freedom > 0, "one degree of freedom is the least");
    if freedom > SUMMED {
        return normal::cdf(normal_deviate(t, freedom as f64));
    }
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sin, cos) = angle.sin_cos();
    let odd = freedom % 2;
    // The terms climb by two degrees: cos, ⅔·cos³, … for an odd number of them, 1, ½·cos², … else.
    let (mut term, mut sum) = (if odd == 1 { cos } else { 1.0 }, 0.0);
    for degree in (2 + odd..=freedom).step_by(2) {
        sum += term;
        let degree = degree as f64;
        term *= cos * cos * (degree - 1.0) / degree;
    }
    let inside = if odd == 1 { (angle + sin * sum) * 2.0 / PI } else { sin * sum };
    0.5 + inside / 2.0
}

/// The value of a normal variable that is as rare as `t`.
fn normal_deviate(t: f64, freedom: f64) -> f64 {
    let a = freedom - 0.5;
    let b = 48.0 * a * a;
    let y = a * (t * t / freedom).ln_1p();
    let high = (((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b);
    (((high + y + 3.0) / b) + 1.0) * y.sqrt() * t.signum()
}

/// The value below which lies the share `p` of the distribution: the inverse of [`cdf`].
///
/// Infinite at 0 and 1, not a number outside.
///
/// ```
/// use referee_core::stats::student;
///
/// assert!((student::quantile(0.975, 10) - 2.228_138_852).abs() < 1e-9);
/// ```
///
/// # Panics
/// If `freedom` is 0.
pub fn quantile(p: f64, freedom: u64) -> f64 {
    if !(0.0..=1.0).contains(&p) {
        return f64::NAN;
    }
    if p < 0.5 {
        return -quantile(1.0 - p, freedom);
    }
    // All intervals of a table are asked for with one confidence, and many with one number of units.
    thread_local!(static LAST: Cell<(f64, u64, f64)> = const { Cell::new((f64::NAN, 0, 0.0)) });
    match LAST.get() {
        (same, number, value) if same.to_bits() == p.to_bits() && number == freedom => value,
        _ => {
            let value = upper_quantile(p, freedom);
            LAST.set((p, freedom, value));
            value
        }
    }
}

fn upper_quantile(p: f64, freedom: u64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while cdf(high, freedom) < p {
        (low, high) = (high, high * 2.0);
        if high > 1e18 {
            return f64::INFINITY;
        }
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    // Halving 60 times leaves nothing of an f64's 53 bits.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if cdf(middle, freedom) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_published_quantiles() {
        // Abramowitz and Stegun, table 26.10 (two-sided 95 % and 99 %).
        for (freedom, q975, q995) in [
            (1, 12.706, 63.657),
            (2, 4.303, 9.925),
            (3, 3.182, 5.841),
            (5, 2.571, 4.032),
            (10, 2.228, 3.169),
            (30, 2.042, 2.750),
            (40, 2.021, 2.704),
            (60, 2.000, 2.660),
            (120, 1.980, 2.617),
        ] {
            assert!((quantile(0.975, freedom) - q975).abs() < 6e-4, "{freedom}");
            assert!((quantile(0.995, freedom) - q995).abs() < 6e-4, "{freedom}");
        }
        assert!((quantile(0.975, 1_000_000_000) - normal::quantile(0.975)).abs() < 1e-8);
    }

    #[test]
    fn the_ends_are_ends() {
        for freedom in [1, 2, 31] {
            let ends = (quantile(0.0, freedom), quantile(1.0, freedom));
            assert_eq!(ends, (f64::NEG_INFINITY, f64::INFINITY));
            assert!(quantile(1.5, freedom).is_nan() && quantile(f64::NAN, freedom).is_nan());
        }
    }

    proptest! {
        #[test]
        fn the_quantile_is_the_inverse(p in 1e-6..0.999_999_f64, freedom in 1..200_u64) {
            prop_assert!((cdf(quantile(p, freedom), freedom) - p).abs() < 1e-9);
        }

        #[test]
        fn the_sums_and_the_expansion_agree(t in -8.0..8.0_f64) {
            let summed = cdf(t, SUMMED);
            let expanded = normal::cdf(normal_deviate(t, SUMMED as f64));
            prop_assert!((summed - expanded).abs() < 1e-9, "{summed} {expanded}");
        }

        #[test]
        fn fewer_degrees_have_heavier_tails(t in 0.1..20.0_f64, freedom in 1..100_u64) {
            prop_assert!(cdf(t, freedom) < cdf(t, freedom + 1) + 1e-9);
        }
    }
}

//! `exp`, `ln`, `pow` and `log2` that give the same bits on every machine.
//!
//! The methods of [`f64`] with these names call the system's library, and such libraries differ in the last bit: glibc
//! from musl, both from those of Windows and macOS, and glibc on one processor from glibc on another. A search that
//! compares such values then plays another move. The functions here only add, multiply and divide, which IEEE 754
//! defines to the last bit.
//!
//! Each function says how exact it is. [`exp`] takes as long as that of glibc, [`ln`] and [`pow`] take four times as long.

use std::f64::consts::{LOG2_E, SQRT_2};

/// `LN_2` in two parts: a multiple of the first by a whole number up to 2^20 is exact.
const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// The sum of it and a number below 2^51 is rounded to a whole number, since no bits are left for a
/// fraction.
const WHOLE: f64 = 1.5 * (1_u64 << 52) as f64;

/// 2^power, for powers of normal numbers.
#[inline]
fn power_of_two(power: i32) -> f64 {
    f64::from_bits(((power + 1023) as u64) << 52)
}

/// The sum of two numbers, and its rounding error.
#[inline]
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// The product of two numbers, and its rounding error (Dekker 1971).
fn product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let large = x * ((1 << 27) + 1) as f64;
        let high = large - (large - x);
        (high, x - high)
    };
    let ((a_high, a_low), (b_high, b_low)) = (halves(a), halves(b));
    let product = a * b;
    let rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, rest)
}

/// The numbers E and O with `e^rest = (E + O) / (E - O)`, for a rest of at most 0.35: a Padé approximant of order 6,
/// whose own error is below 1e-18.
#[inline]
fn even_and_odd(rest: f64, square: f64) -> (f64, f64) {
    let even = 665_280.0 + square * (75_600.0 + square * (840.0 + square));
    (even, rest * (332_640.0 + square * (10_080.0 + square * 42.0)))
}

/// e^x. The relative error is at most 4e-16.
#[inline]
pub fn exp(x: f64) -> f64 {
    if !(-708.0..=709.0).contains(&x) {
        return beyond(x, 0.0);
    }
    let twos = (x * LOG2_E + WHOLE) - WHOLE;
    let rest = (x - twos * LN_2_HIGH) - twos * LN_2_LOW;
    let (even, odd) = even_and_odd(rest, rest * rest);
    (1.0 + 2.0 * odd / (even - odd)) * power_of_two(twos as i32)
}

/// e^(x + low), where `low` is below the last bit of x. It is more exact than [`exp`] and takes twice as long.
fn exp_of_sum(x: f64, low: f64) -> f64 {
    if !(-708.0..=709.0).contains(&x) {
        return beyond(x, low);
    }
    let twos = (x * LOG2_E + WHOLE) - WHOLE;
    let (rest, rest_low) = sum(x - twos * LN_2_HIGH, -twos * LN_2_LOW);
    let square = rest * rest;
    let (even, odd) = even_and_odd(rest, square);
    // `1 + rest + higher`: 2 O - E + rest O, but without the terms that cancel each other.
    let less = square * (55_440.0 + square * (756.0 + square));
    let higher = rest * (odd - less) / (even - odd) + (rest_low + low) * (1.0 + rest);
    let (all, all_low) = sum(rest, higher);
    let (one, one_low) = sum(1.0, all);
    (one + (one_low + all_low)) * power_of_two(twos as i32)
}

/// The same where the result is not a normal number, or close to that.
#[cold]
fn beyond(x: f64, low: f64) -> f64 {
    if x.is_nan() {
        x
    } else if x > 710.0 {
        f64::INFINITY
    } else if x < -746.0 {
        0.0
    } else {
        let half = exp_of_sum(x / 2.0, low / 2.0);
        half * half
    }
}

/// The natural logarithm; `NaN` below zero. The error is at most 0.6 of the last bit.
pub fn ln(x: f64) -> f64 {
    let (high, low) = ln_in_parts(x);
    high + low
}

/// The natural logarithm as a number and a smaller one; the relative error of their sum is at most
/// 1e-18.
///
/// x is a power of two and a factor m from the root of 1/2 to the root of 2, and
/// `ln m = 2 atanh((m - 1) / (m + 1))` is a series.
fn ln_in_parts(x: f64) -> (f64, f64) {
    if x.is_nan() || x < 0.0 {
        return (f64::NAN, 0.0);
    }
    if x == 0.0 {
        return (f64::NEG_INFINITY, 0.0);
    }
    if x == f64::INFINITY {
        return (x, 0.0);
    }
    // A number below the normal ones becomes one.
    let (x, scaled) = if x < f64::MIN_POSITIVE { (x * power_of_two(64), 64) } else { (x, 0) };
    let bits = x.to_bits();
    let mut twos = (bits >> 52) as i32 - 1023 - scaled;
    let mut factor = f64::from_bits(bits & 0x000F_FFFF_FFFF_FFFF | 1023 << 52);
    if factor > SQRT_2 {
        factor /= 2.0;
        twos += 1;
    }
    let (above, (below, below_low)) = (factor - 1.0, sum(factor, 1.0));
    let part = above / below;
    let (back, back_low) = product(part, below);
    let part_low = ((above - back) - back_low - part * below_low) / below;
    let square = part * part;
    let mut series = 0.0;
    for term in (1..=11).rev() {
        series = square * (series + 1.0 / f64::from(2 * term + 1));
    }
    let twos = f64::from(twos);
    let (high, high_low) = sum(twos * LN_2_HIGH, 2.0 * part);
    sum(high, high_low + (2.0 * part * series + (2.0 * part_low + twos * LN_2_LOW)))
}

/// The logarithm to base 2; `NaN` below zero. The error is at most 2 of the last bit.
pub fn log2(x: f64) -> f64 {
    ln(x) * LOG2_E
}

/// x to the power y, for x from 0 on. The error is at most 0.7 of the last bit where the result is
/// a normal number: `@mo` of the fruit game plays as the same program does in JavaScript, with the
/// powers of its engine.
pub fn pow(x: f64, y: f64) -> f64 {
    let (ln, ln_low) = ln_in_parts(x);
    if y == 0.0 {
        1.0
    } else if ln.is_finite() {
        let (power, power_low) = product(y, ln);
        exp_of_sum(power, power_low + y * ln_low)
    } else {
        exp(y * ln)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::float_cmp)] // equal bits are what is promised

    use super::{exp, ln, log2, pow};
    use crate::Rng;

    /// Demands that a function differs from the system's by at most this relative error. It has to leave room for the error of
    /// the system: that of Windows is 2e-15 in powers.
    fn is_near(own: f64, of_system: f64, most: f64) {
        let difference = (own - of_system).abs() / of_system.abs().max(f64::MIN_POSITIVE);
        assert!(own == of_system || difference <= most, "{own:e} should be {of_system:e}");
    }

    #[test]
    fn they_are_as_exact_as_those_of_the_system() {
        let mut random = Rng::new(1);
        for _ in 0..200_000 {
            let (near, far, unit) =
                (4.0 * random.unit() - 2.0, 1400.0 * random.unit() - 700.0, random.unit());
            is_near(exp(near), near.exp(), 1e-15);
            is_near(exp(far), far.exp(), 1e-15);
            is_near(ln(unit), unit.ln(), 1e-15);
            is_near(ln(far.exp()), far.exp().ln(), 1e-15);
            is_near(log2(1.0 + 1000.0 * unit), (1.0 + 1000.0 * unit).log2(), 1e-15);
            is_near(pow(1.0 + 100.0 * unit, near), (1.0 + 100.0 * unit).powf(near), 4e-15);
        }
    }

    #[test]
    fn at_the_ends_they_are_what_the_system_has() {
        for x in [0.0, -0.0, 708.5, 709.7, 709.8, 711.0, f64::INFINITY, f64::NEG_INFINITY] {
            is_near(exp(x), x.exp(), 1e-12);
        }
        assert_eq!((exp(-747.0), ln(0.0), ln(1.0)), (0.0, f64::NEG_INFINITY, 0.0));
        // Numbers below the normal ones have fewer bits.
        assert!((exp(-740.0) / (-740_f64).exp() - 1.0).abs() < 0.01);
        is_near(ln(5e-324), 5e-324_f64.ln(), 1e-15);
        is_near(ln(f64::MAX), f64::MAX.ln(), 1e-15);
        assert_eq!(ln(f64::INFINITY), f64::INFINITY);
        assert!(ln(-1.0).is_nan() && exp(f64::NAN).is_nan() && ln(f64::NAN).is_nan());
        assert_eq!((pow(0.0, 2.0), pow(0.0, 0.0), pow(7.0, 0.0)), (0.0, 1.0, 1.0));
        assert_eq!(pow(0.0, -1.5), f64::INFINITY);
    }

    /// These bits were printed on one machine; every other machine has to get the same.
    #[test]
    fn the_bits_are_the_same_everywhere() {
        let mut bits = 0_u64;
        for step in 1..=1000 {
            let x = f64::from(step) * 0.0137;
            for value in [exp(x), exp(-x), ln(x), log2(x), pow(x, -1.1)] {
                bits = bits.rotate_left(7) ^ value.to_bits();
            }
        }
        assert_eq!(bits, 3_173_359_490_218_932_370);
    }
}

//! Elo: the share of the points on a scale on which differences add up.
//!
//! A. E. Elo's logistic curve: `share = 1 / (1 + 10^(-elo / 400))`.
//!
//! ```text
//! elo     0     10     50     100    200    400    800
//! share  .500   .514   .571   .640   .760   .909   .990
//! ```

use super::shares::Shares;
use super::{ELO_PER_LOGIT, Estimate, student};

/// The share of the points, from 0 to 1, that a bot makes which is `elo` better.
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_LOGIT).exp())
}

/// The difference in Elo that makes this share of the points; infinite at 0 and 1.
///
/// ```
/// use referee_core::stats::elo;
///
/// assert!((elo::of_share(0.75) - 190.848_501_9).abs() < 1e-7);
/// ```
pub fn of_share(share: f64) -> f64 {
    ELO_PER_LOGIT * (share.ln() - (-share).ln_1p())
}

/// By how much Elo the bot of these shares is better than its opponent, with the given confidence.
///
/// The interval is that of the [share](Shares::interval). A bot that won everything has an
/// infinite difference, yet a lower end that can be trusted.
///
/// # Panics
/// If `confidence` does not lie between 0 and 1.
pub fn difference(shares: &Shares, confidence: f64) -> Estimate {
    Estimate { value: of_share(shares.mean()), interval: shares.interval(confidence).map(of_share) }
}

/// How likely it is, from 0 to 1, that the bot of these shares is the better one.
///
/// It is above 97.5 % just where the 95 % interval of the share lies above one half, and so on:
/// both stand on the same t statistic, with the variance that the units would have at one half.
///
/// ```
/// use referee_core::stats::{elo, shares::Shares};
///
/// let mut shares = Shares::new(4);
/// assert_eq!(elo::likelihood_of_superiority(&shares), 0.5);
/// (0..9).for_each(|_| shares.add(3));
/// assert!(elo::likelihood_of_superiority(&shares) > 0.99);
/// ```
pub fn likelihood_of_superiority(shares: &Shares) -> f64 {
    if shares.units() == 0 {
        return 0.5;
    }
    let deviations = (shares.mean() - 0.5) / (0.25 / shares.effective_games()).sqrt();
    student::cdf(deviations, shares.freedom())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn agrees_with_published_shares() {
        // The logistic table of the rating lists: difference, expected score.
        for (elo, share) in
            [(0.0, 0.5), (100.0, 0.640_065), (200.0, 0.759_747), (400.0, 10.0 / 11.0)]
        {
            assert!((share_of(elo) - share).abs() < 1e-6);
            assert!((share_of(-elo) - 1.0 + share).abs() < 1e-6);
        }
        assert_eq!((of_share(0.0), of_share(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert!(of_share(0.5).abs() < 1e-12);
    }

    #[test]
    fn the_ends_are_those_of_the_share() {
        let shares = Shares::try_from(vec![1, 2, 9, 4, 3]).unwrap();
        for confidence in [0.5, 0.95] {
            let Estimate { value, interval } = difference(&shares, confidence);
            let share = shares.interval(confidence);
            let expected = (of_share(share.low), of_share(shares.mean()), of_share(share.high));
            assert_eq!((interval.low, value, interval.high), expected);
        }
    }

    #[test]
    fn who_won_everything_has_a_lower_end() {
        let mut shares = Shares::new(4);
        (0..50).for_each(|_| shares.add(4));
        let Estimate { value, interval } = difference(&shares, 0.95);
        assert_eq!((value, interval.high), (f64::INFINITY, f64::INFINITY));
        assert!(interval.low > 300.0 && interval.low < 1000.0, "{interval:?}");
    }

    proptest! {
        #[test]
        fn elo_and_share_are_inverse(elo in -2000.0..2000.0_f64) {
            prop_assert!((of_share(share_of(elo)) - elo).abs() < 1e-6);
        }

        #[test]
        fn superiority_and_interval_say_the_same(
            counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1_000_000_u64], 2..12),
            confidence in 0.5..0.999_f64,
        ) {
            let shares = Shares::try_from(counts).unwrap();
            let superiority = likelihood_of_superiority(&shares);
            prop_assert!((0.0..=1.0).contains(&superiority));
            let limit = f64::midpoint(1.0, confidence);
            prop_assume!((superiority - limit).abs() > 1e-9);
            prop_assert_eq!(superiority > limit, shares.interval(confidence).low > 0.5);
        }
    }
}

//! Exact tests of counts.

/// Probability of at least `hits` successes in `trials` independent trials that each succeed with probability `chance`.
///
/// ```
/// # use referee_core::stats::binomial::at_least;
/// assert!((at_least(3, 3, 0.5) - 0.125).abs() < 1e-15);
/// assert_eq!(at_least(0, 3, 0.5), 1.0);
/// ```
pub fn at_least(hits: u64, trials: u64, chance: f64) -> f64 {
    if hits == 0 || chance >= 1.0 {
        return 1.0;
    }
    if hits > trials || chance <= 0.0 {
        return 0.0;
    }
    let odds = (chance / (1.0 - chance)).ln();
    // The logarithm of the probability of exactly `number` successes.
    let mut log = trials as f64 * (1.0 - chance).ln();
    let mut sum = 0.0;
    for number in 0..=trials {
        if number >= hits {
            sum += log.exp();
        }
        log += ((trials - number) as f64 / (number + 1) as f64).ln() + odds;
    }
    sum.min(1.0)
}

/// The probabilities of several tests, corrected for their number: if each is compared with a level, the risk that any
/// of them is wrong is at most that level.
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", 1979.
///
/// ```
/// # use referee_core::stats::binomial::holm;
/// assert_eq!(holm(&[0.5, 0.01, 0.02]), [0.5, 0.03, 0.04]);
/// ```
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b]));
    let mut corrected = vec![1.0; probabilities.len()];
    let mut least: f64 = 0.0;
    for (place, &at) in order.iter().enumerate() {
        let tests = (probabilities.len() - place) as f64;
        least = least.max((tests * probabilities[at]).min(1.0));
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same probability, from the binomial coefficients.
    fn plain(hits: u64, trials: u64, chance: f64) -> f64 {
        let choose =
            |of: u64| (0..of).fold(1.0, |it, at| it * (trials - at) as f64 / (at + 1) as f64);
        let of = |number: u64| {
            choose(number)
                * chance.powi(number as i32)
                * (1.0 - chance).powi((trials - number) as i32)
        };
        (hits..=trials).map(of).sum()
    }

    #[test]
    fn the_tail_is_the_sum_of_its_probabilities() {
        for trials in 1..30 {
            for hits in 0..=trials + 1 {
                for chance in [0.01, 0.25, 0.5, 0.9] {
                    let (ours, theirs) =
                        (at_least(hits, trials, chance), plain(hits, trials, chance));
                    assert!((ours - theirs).abs() < 1e-12, "{hits} of {trials} at {chance}");
                }
            }
        }
        assert_eq!((at_least(1, 9, 0.0), at_least(9, 9, 1.0)), (0.0, 1.0));
        let far = at_least(5_000, 100_000, 0.05);
        assert!((0.49..0.51).contains(&far), "{far}");
    }

    #[test]
    fn a_corrected_probability_is_never_below_a_smaller_one() {
        assert_eq!(holm(&[0.01, 0.011, 1.0]), [0.03, 0.03, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
    }
}

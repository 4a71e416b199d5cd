use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

fn test(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
}

fn shares(counts: &[u64]) -> Shares {
    Shares::try_from(counts.to_vec()).unwrap()
}

fn near_ratio(test: &Sprt, shares: &Shares) -> f64 {
    test.near_ratio(&shares.smoothed().collect::<Vec<_>>())
}

/// The units after which a test accepts a hypothesis if each of them is at one level.
fn units_alike(test: &Sprt, levels: usize, level: usize) -> u64 {
    let mut units = Shares::new(levels);
    while test.verdict(&units) == TestVerdict::Running {
        units.add(level);
    }
    units.units()
}

#[test]
fn a_bot_that_wins_or_loses_everything_is_known_after_a_few_units() {
    for (elo0, elo1, won, lost) in [(0.0, 10.0, 13, 13), (0.0, 3.0, 13, 13), (-5.0, 0.0, 13, 13)] {
        let test = test(elo0, elo1);
        assert_eq!([4, 0].map(|level| units_alike(&test, 4, level)), [won, lost], "{elo0}");
    }
    // One that wins three quarters of the points in the same way each time.
    assert_eq!(units_alike(&test(0.0, 10.0), 4, 3), 25);
}

#[test]
fn in_a_close_contest_the_ratio_is_that_of_the_two_differences_less_a_fiftieth() {
    let (test, close) = (test(0.0, 10.0), shares(&[40, 210, 500, 220, 45]));
    let (near, ratio) = (near_ratio(&test, &close), test.log_likelihood_ratio(&close));
    assert!((near.abs() - ratio.abs() - 0.02).abs() < 0.005, "{near} {ratio}");
    // At first there is no more than nothing.
    assert!(test.log_likelihood_ratio(&shares(&[0, 0, 1, 0, 0])).abs() < 1e-12);
}

#[test]
fn the_bounds_are_walds() {
    let [low, high] = test(0.0, 5.0).bounds();
    assert!((low + 2.944_438_979).abs() < 1e-9 && (high - 2.944_438_979).abs() < 1e-9);
    let [low, high] = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap().bounds();
    assert!((low - (0.1_f64 / 0.99).ln()).abs() < 1e-12 && (high - 90_f64.ln()).abs() < 1e-12);
}

#[test]
fn a_bound_itself_decides() {
    let test = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap();
    let [low, high] = test.bounds();
    assert_eq!(test.verdict_at(low), TestVerdict::AcceptedH0);
    assert_eq!(test.verdict_at(high), TestVerdict::AcceptedH1);
    assert_eq!(test.verdict_at(low + 1e-9), TestVerdict::Running);
    assert_eq!(test.verdict_at(high - 1e-9), TestVerdict::Running);
}

#[test]
fn agrees_with_published_ratios() {
    // Counts of game pairs whose ratio the tests of a chess match runner state to one percent.
    let ratio = |elo0, elo1, counts: &[u64]| near_ratio(&test(elo0, elo1), &shares(counts));
    assert!((ratio(0.5, 2.5, &[223, 9863, 21279, 10037, 246]) / -3.07 - 1.0).abs() < 0.01);
    assert!((ratio(0.0, 2.0, &[871, 26175, 55983, 26678, 821]) / -4.98 - 1.0).abs() < 0.01);
    // Single games: the trinomial, with as many levels as there are results.
    assert!((ratio(0.5, 2.5, &[21184, 40708, 21404]) / -1.57 - 1.0).abs() < 0.01);
    assert!((ratio(0.0, 2.0, &[57030, 106_593, 57433]) / -2.59 - 1.0).abs() < 0.01);
}

/// The greatest log likelihood of three levels with that mean, by looking everywhere: wins are
/// free, draws and losses follow from the mean.
fn searched(shares: &Shares, mean: f64) -> f64 {
    let weights: Vec<_> = shares.smoothed().map(|(_, weight)| weight).collect();
    let likelihood = |wins: f64| {
        let draws = 2.0 * (mean - wins);
        let levels = [1.0 - draws - wins, draws, wins];
        weights.iter().zip(levels).map(|(weight, p)| weight * p.ln()).sum::<f64>()
    };
    let (mut low, mut high) = ((2.0 * mean - 1.0).max(0.0), mean);
    for _ in 0..30 {
        // A tenth around the best of a hundred places.
        let place = |i: i32| low + (high - low) * f64::from(i) / 100.0;
        let best = (1..100)
            .max_by(|&i, &j| likelihood(place(i)).total_cmp(&likelihood(place(j))))
            .unwrap();
        (low, high) = (place((best - 5).max(0)), place((best + 5).min(100)));
    }
    likelihood(f64::midpoint(low, high))
}

#[test]
fn bad_tests_are_refused_in_a_sentence() {
    let error =
        |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
    assert!(error(5.0, 5.0, 0.05, 0.05).contains("the first number must be below the second"));
    assert!(error(5.0, f64::NAN, 0.05, 0.05).contains("not NaN"));
    assert!(error(-2000.5, 0.0, 0.05, 0.05).contains("from -2000 to 2000"));
    assert!(error(0.0, 5.0, 0.5, 0.05).starts_with("--alpha is the risk"));
    assert!(error(0.0, 5.0, 0.05, 0.0).starts_with("--beta is the risk"));
    assert!(error(0.0, 5.0, 0.05, f64::NAN).contains("not NaN"));
}

#[test]
fn a_test_is_read_back_and_checked() {
    let text = serde_json::to_string(&test(0.0, 5.0)).unwrap();
    assert_eq!(text, r#"{"elo0":0.0,"elo1":5.0,"alpha":0.05,"beta":0.05}"#);
    assert_eq!(serde_json::from_str::<Sprt>(&text).unwrap(), test(0.0, 5.0));
    let swapped = text.replace("5.0", "-5.0");
    assert!(serde_json::from_str::<Sprt>(&swapped).is_err());
}

#[test]
fn whoever_wins_everything_ends_the_test() {
    for levels in [1, 4, 30] {
        for (elo0, elo1) in [(0.0, 5.0), (-1500.0, -500.0), (500.0, 1500.0), (-5.0, 0.0)] {
            let test = test(elo0, elo1);
            let mut counts = vec![0; levels + 1];
            counts[levels] = 1_000_000;
            assert_eq!(test.verdict(&shares(&counts)), TestVerdict::AcceptedH1);
            counts.reverse();
            assert_eq!(test.verdict(&shares(&counts)), TestVerdict::AcceptedH0);
        }
    }
}

proptest! {
    #[test]
    fn every_ratio_is_a_number_of_the_right_sign(
        counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1_000_000_000_000_u64], 2..30),
        elo0 in -1900.0..1900.0_f64,
        width in 0.01..100.0_f64,
    ) {
        let shares = shares(&counts);
        let ratio = test(elo0, elo0 + width).log_likelihood_ratio(&shares);
        prop_assert!(ratio.is_finite());
        // Half a unit of prior can only turn what is as good as undecided.
        if shares.units() > 1000 {
            if shares.mean() > elo::share_of(elo0 + width) + 1e-3 {
                prop_assert!(ratio > 0.0);
            }
            if shares.mean() < elo::share_of(elo0) - 1e-3 {
                prop_assert!(ratio < 0.0);
            }
        }
    }

    #[test]
    fn the_weighed_levels_are_a_distribution_of_the_right_mean(
        counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1_000_000_u64], 2..30),
        mean in 0.001..0.999_f64,
    ) {
        let shares = shares(&counts);
        let levels: Vec<_> = shares.smoothed().collect();
        let multiplier = multiplier(&levels, mean);
        let total = shares.smoothed_units();
        let weighed: Vec<_> = levels
            .iter()
            .map(|&(x, weight)| (x, weight / total / (1.0 + multiplier * (x - mean))))
            .collect();
        prop_assert!(weighed.iter().all(|&(_, p)| (0.0..=1.000_001).contains(&p)));
        prop_assert!((weighed.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-6);
        prop_assert!((weighed.iter().map(|(x, p)| x * p).sum::<f64>() - mean).abs() < 1e-6);
    }

    #[test]
    fn no_distribution_of_that_mean_is_likelier(
        counts in vec(prop_oneof![Just(0), 0..5_u64, 0..1000_u64], 3),
        elo0 in -400.0..400.0_f64, width in 1.0..200.0_f64,
    ) {
        let shares = shares(&counts);
        prop_assume!(shares.units() > 0);
        let ratio = near_ratio(&test(elo0, elo0 + width), &shares);
        let [low, high] = [elo0, elo0 + width].map(|elo| searched(&shares, elo::share_of(elo)));
        prop_assert!((ratio - (high - low)).abs() < 1e-6 * ratio.abs().max(1.0));
    }

    #[test]
    fn seen_from_the_other_side_the_ratio_turns(
        counts in vec(0..100_000_u64, 5), elo0 in -50.0..50.0_f64, width in 1.0..50.0_f64,
    ) {
        let shares = shares(&counts);
        let there = test(elo0, elo0 + width).log_likelihood_ratio(&shares);
        let back = test(-elo0 - width, -elo0).log_likelihood_ratio(&shares.reversed());
        prop_assert!((there + back).abs() < 1e-6 * there.abs().max(1.0));
    }
}

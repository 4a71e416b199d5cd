use proptest::collection::vec;
use proptest::prelude::*;

use super::super::score::ScoreDifferences;
use super::*;

fn unit(seed: usize, shares: [f64; 2]) -> PairedUnit {
    PairedUnit { seed, shares, scores: shares.map(|share| 10.0 * share) }
}

/// Rounds of which each has these differences, by group; the champion always makes half of the points.
fn field(rounds: &[&[f64]]) -> FieldResults {
    let mut results = FieldResults::new(4);
    for (number, differences) in rounds.iter().enumerate() {
        let units = differences.iter().enumerate();
        let seed = |group| number * differences.len() + group;
        let units = units.map(|(group, difference)| unit(seed(group), [0.5 + difference, 0.5]));
        results.add_round(&units.collect::<Vec<_>>());
    }
    results
}

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
}

#[test]
fn the_error_is_that_of_a_stratified_mean() {
    // Scores of two groups: means 4 and -1, deviations √2 and √2 · 2, two units of each.
    let results = field(&[&[0.3, 0.1], &[0.5, -0.3]]);
    let Estimate { value, interval } = results.score_difference(0.95);
    assert!((value - 1.5).abs() < 1e-12);
    // Variance of the mean: (2 / 2 + 8 / 2) / 4, with two degrees of freedom.
    let half = 4.302_652_73 * 1.25_f64.sqrt();
    assert!((interval.high - value - half).abs() < 1e-6, "{interval:?}");
}

#[test]
fn units_of_the_same_seed_are_added_before_they_are_squared() {
    let mut results = FieldResults::new(4);
    for (seed, difference) in [0.3, 0.1, 0.2].into_iter().enumerate() {
        results.add_round(&[unit(seed, [0.5 + difference, 0.5]); 2]);
    }
    let Estimate { value, interval } = results.score_difference(0.95);
    assert!((value - 2.0).abs() < 1e-12);
    // As three units of one group: a deviation of 1, two degrees of freedom.
    assert!((interval.high - value - 4.302_652_73 / 3_f64.sqrt()).abs() < 1e-6, "{interval:?}");
}

#[test]
fn a_few_equal_differences_leave_doubt() {
    let results = field(&[&[0.1, 0.3][..]; 3]);
    let Estimate { value, interval } = results.score_difference(0.95);
    assert!((value - 2.0).abs() < 1e-12, "{value}");
    // Six units of 2 and half a unit of 0: a variance of 4 · 6 · ½ / 6.5², with four degrees of freedom.
    let half = 2.776_445_1 * (12.0 / 6.5_f64.powi(2) / 4.0).sqrt();
    assert!((interval.high - 2.0 - half).abs() < 1e-6, "{interval:?}");
    let even = field(&[&[0.0]; 3].map(|row| &row[..])).score_difference(0.95).interval;
    assert_eq!((even.low, even.high), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn elo_is_that_of_the_mean_share() {
    let mut results = FieldResults::new(4);
    for round in 0..1000 {
        results.add_round(&[unit(2 * round, [1.0, 0.5]), unit(2 * round + 1, [0.5, 0.5])]);
    }
    let [candidate, champion] = results.elos();
    assert!((candidate - elo::of_share(0.75)).abs() < 0.1 && champion.abs() < 1e-9);
    assert!((results.elo_difference(0.95).value - candidate).abs() < 1e-9);
    assert_eq!(results.units(), 2000);
}

#[test]
fn one_round_says_nothing() {
    let results = field(&[&[0.5, 0.5]]);
    assert!(results.elo_ratio(&sprt(0.0, 10.0)).abs() < 1e-12);
    assert!((results.likelihood_of_superiority() - 0.5).abs() < 1e-12);
    assert!(results.elo_difference(0.95).interval.low < -1e300);
    let Interval { low, high } = results.share_difference(0.95).interval;
    assert!(low <= -1.0 && high >= 1.0);
    assert_eq!(results.saved_by_pairing(), None);
}

#[test]
fn equal_bots_are_not_better() {
    let (test, mut rounds) = (sprt(0.0, 10.0), 0);
    let mut results = FieldResults::new(4);
    while results.elo_ratio(&test) > test.bounds()[0] {
        results.add_round(&[unit(rounds, [0.75; 2])]);
        rounds += 1;
    }
    // Not after a few, and not after as many as chance would need.
    assert!((30..300).contains(&rounds), "{rounds}");
    assert!((results.likelihood_of_superiority() - 0.5).abs() < 1e-9);
}

#[test]
fn pairing_saves_what_both_have_in_common() {
    let mut results = FieldResults::new(4);
    for (round, shares) in [[0.0, 0.0], [1.0, 1.0], [0.5, 0.0], [0.5, 1.0]].into_iter().enumerate()
    {
        results.add_round(&[unit(round, shares)]);
    }
    // Variances 1/6 and 1/3, and of the difference 1/6.
    assert!((results.saved_by_pairing().unwrap() - 2.0 / 3.0).abs() < 1e-12);
}

proptest! {
    #[test]
    fn one_group_by_score_is_the_sequential_t_test(
        list in vec(-0.5..0.5_f64, 2..40), elo0 in -50.0..50.0_f64, width in 1.0..100.0_f64,
    ) {
        let rounds: Vec<&[f64]> = list.chunks(1).collect();
        let mut differences = ScoreDifferences::default();
        for it in &list {
            differences.add(10.0 * it);
        }
        // Twice the games have √2 times the Elo; a difference of two bots has √2 times the deviation.
        let of_both = ScoreSprt::new(sprt(elo0, elo0 + width), 4);
        let of_one = ScoreSprt::new(sprt(elo0, elo0 + width), 1);
        let ratio = field(&rounds).score_ratio(&of_both);
        let plain = of_one.log_likelihood_ratio(&differences);
        prop_assert!((ratio - plain).abs() < 1e-6 * plain.abs().max(1.0), "{ratio} {plain}");
    }

    #[test]
    fn the_ratio_turns_with_the_sides(
        list in vec(vec(-0.5..0.5_f64, 3), 2..20), elo0 in -50.0..50.0_f64, width in 1.0..100.0_f64,
    ) {
        let there: Vec<&[f64]> = list.iter().map(|it| &it[..]).collect();
        let there = field(&there);
        let mut back = FieldResults::new(4);
        for round in &there.rounds {
            let turned = |it: &PairedUnit| unit(it.seed, [it.shares[1], it.shares[0]]);
            back.add_round(&round.iter().map(turned).collect::<Vec<_>>());
        }
        let ratio = there.elo_ratio(&sprt(elo0, elo0 + width));
        let turned = back.elo_ratio(&sprt(-elo0 - width, -elo0));
        prop_assert!((ratio + turned).abs() < 1e-9 * ratio.abs().max(1.0));
    }
}

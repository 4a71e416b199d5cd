use proptest::collection::vec;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::*;

/// The American League of 1987: row's wins over column, from Milwaukee to Baltimore (A. Agresti,
/// "Categorical Data Analysis").
const BASEBALL: [[f64; 7]; 7] = [
    [0., 7., 9., 7., 7., 9., 11.],
    [6., 0., 7., 5., 11., 9., 9.],
    [4., 6., 0., 7., 7., 8., 12.],
    [6., 8., 6., 0., 6., 7., 10.],
    [6., 2., 6., 7., 0., 7., 12.],
    [4., 4., 5., 6., 6., 0., 6.],
    [2., 4., 1., 3., 1., 7., 0.],
];

#[test]
fn agrees_with_the_published_fit() {
    // A thousand times the games: the same fit, and the prior as good as gone.
    let mut pairings = Pairings::new(7);
    for (a, row) in BASEBALL.iter().enumerate() {
        for (b, wins) in row.iter().enumerate().skip(a + 1) {
            pairings.add(a, b, 1000.0 * wins, 13_000);
        }
    }
    let ratings = pairings.fit();
    // Log abilities above Baltimore and their standard errors, as published.
    let published = [
        (1.5814, 0.3433),
        (1.4364, 0.3396),
        (1.2945, 0.3367),
        (1.2476, 0.3359),
        (1.1077, 0.3339),
        (0.6839, 0.3319),
    ];
    for (team, (ability, error)) in published.into_iter().enumerate() {
        let Estimate { value, interval } = ratings.difference(team, 6, 0.95);
        assert!((value / ELO_PER_LOGIT - ability).abs() < 1e-3, "{team}: {value}");
        let half = (interval.high - value) / ELO_PER_LOGIT / 1.959_964 * 1000_f64.sqrt();
        assert!((half - error).abs() < 1e-3, "{team}: {half}");
    }
    assert_eq!(ratings.groups(), [[0, 1, 2, 3, 4, 5, 6]]);
}

#[test]
fn who_won_everything_has_a_finite_rating() {
    let mut pairings = Pairings::new(2);
    pairings.add(0, 1, 50.0, 50);
    let ratings = pairings.fit();
    let lead = ratings.difference(0, 1, 0.95);
    assert!(lead.value > 500.0 && lead.value < 2000.0 && lead.interval.low > 0.0, "{lead:?}");
    assert!((ratings.rating(0, 0.95).value + ratings.rating(1, 0.95).value).abs() < 1e-9);
}

#[test]
fn bots_that_never_met_are_reported() {
    let mut pairings = Pairings::new(5);
    pairings.add(0, 3, 1.0, 2);
    pairings.add(4, 1, 2.0, 2);
    let ratings = pairings.fit();
    assert_eq!(ratings.groups(), [vec![0, 3], vec![1, 4], vec![2]]);
    // Nothing is known of bot 2; its interval says so.
    assert!(ratings.rating(2, 0.95).value.abs() < 1e-9);
    assert!(ratings.rating(2, 0.95).interval.high > 400.0);
}

#[test]
fn no_bots_and_one_bot_have_ratings_too() {
    assert!(Pairings::new(0).fit().groups().is_empty());
    let alone = Pairings::new(1).fit().rating(0, 0.95);
    assert!(alone.value.abs() < 1e-9 && alone.interval.contains(0.0));
}

/// Games of a few bots: first, second, half points, games.
fn games(bots: usize) -> impl Strategy<Value = Vec<(usize, usize, u32, u32)>> {
    let game = (0..bots, 1..bots, 1..100_u32, 0..=100_u32);
    vec(game, 1..12).prop_map(move |list| {
        let game = |(a, step, games, percent): (usize, usize, u32, u32)| {
            (a, (a + step) % bots, games * 2 * percent / 100, games)
        };
        list.into_iter().map(game).collect()
    })
}

fn pairings(bots: usize, games: &[(usize, usize, u32, u32)]) -> Pairings {
    let mut pairings = Pairings::new(bots);
    for &(a, b, half_points, games) in games {
        pairings.add(a, b, f64::from(half_points) / 2.0, games);
    }
    pairings
}

proptest! {
    #[test]
    fn nothing_near_is_likelier(games in games(4), off in vec(-0.5..0.5_f64, 4)) {
        let pairings = pairings(4, &games);
        let ratings = pairings.fit();
        let logits: Vec<_> = (0..4).map(|bot| ratings.rating(bot, 0.5).value / ELO_PER_LOGIT).collect();
        // The prior has its own centre: the second method finds it by trisection.
        let shifted = |shift: f64| logits.iter().map(|x| x + shift).collect::<Vec<_>>();
        let (mut low, mut high) = (-20.0, 20.0);
        for _ in 0..200 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if pairings.log_likelihood(&shifted(a)) < pairings.log_likelihood(&shifted(b)) {
                low = a;
            } else {
                high = b;
            }
        }
        let best = shifted(low);
        let top = pairings.log_likelihood(&best);
        for scale in [1.0, 0.1, 0.01, 0.001] {
            let near: Vec<_> = best.iter().zip(&off).map(|(x, d)| x + scale * d).collect();
            prop_assert!(pairings.log_likelihood(&near) <= top + 1e-9);
        }
    }

    #[test]
    fn the_order_of_the_games_plays_no_part(games in games(5)) {
        let there = pairings(5, &games).fit();
        let back: Vec<_> = games.iter().rev().copied().collect();
        let back = pairings(5, &back).fit();
        for bot in 0..5 {
            let (there, back) = (there.rating(bot, 0.95), back.rating(bot, 0.95));
            prop_assert!((there.value - back.value).abs() < 1e-6);
            prop_assert!((there.interval.low - back.interval.low).abs() < 1e-6);
        }
    }

    #[test]
    fn every_rating_is_a_number(
        list in vec((0..6_usize, 1..6_usize, any::<bool>(), 0..u32::MAX), 0..20),
    ) {
        let mut pairings = Pairings::new(6);
        for (a, step, won, games) in list {
            pairings.add(a, (a + step) % 6, if won { f64::from(games) } else { 0.0 }, games);
        }
        let ratings = pairings.fit();
        let sum: f64 = (0..6).map(|bot| ratings.rating(bot, 0.95).value).sum();
        prop_assert!(sum.abs() < 1e-6);
        for bot in 0..6 {
            let Estimate { value, interval } = ratings.rating(bot, 0.95);
            prop_assert!(value.is_finite() && interval.low <= value && value <= interval.high);
        }
    }
}

/// Bots of which the first is better: in each unit one of them is lucky, and takes so much of `games` games from the other.
fn unit(random: &mut Pcg64Mcg, games: usize, is_alike: bool) -> Vec<Meeting> {
    let mut wins = || f64::from(u8::from(random.random_bool(0.6)));
    let first = wins();
    (0..games)
        .map(|_| Meeting {
            bots: [0, 1],
            points: if is_alike { first } else { wins() },
            games: 1.0,
        })
        .collect()
}

/// How often of 400 times the interval holds the true difference, by games and by units.
fn coverage(units: usize, games: usize, is_alike: bool) -> [u32; 2] {
    let mut random = Pcg64Mcg::seed_from_u64(9);
    let truth = (0.6_f64 / 0.4).ln() * ELO_PER_LOGIT;
    let mut covered = [0; 2];
    for _ in 0..400 {
        let units: Vec<Vec<Meeting>> =
            (0..units).map(|_| unit(&mut random, games, is_alike)).collect();
        let mut pairings = Pairings::new(2);
        for meeting in units.iter().flatten() {
            pairings.add(0, 1, meeting.points, 1);
        }
        let ratings = pairings.fit();
        covered[0] += u32::from(ratings.difference(0, 1, 0.95).interval.contains(truth));
        let ratings = ratings.by_units(units.into_iter());
        covered[1] += u32::from(ratings.difference(0, 1, 0.95).interval.contains(truth));
    }
    covered
}

#[test]
fn games_of_a_unit_that_end_alike_make_no_rating_certain() {
    for (units, games) in [(10, 6), (40, 6), (40, 24)] {
        let [by_games, by_units] = coverage(units, games, true);
        assert!(by_games < 300, "{units} units of {games}: {by_games}");
        assert!((368..=398).contains(&by_units), "{units} units of {games}: {by_units}");
        let [by_games, by_units] = coverage(units, games, false);
        assert!(by_games > 368 && by_units >= by_games, "{by_games} and {by_units}");
    }
    // One unit says what one game would.
    let all = |games: usize| {
        let mut pairings = Pairings::new(2);
        pairings.add(0, 1, games as f64 / 2.0, games as u32);
        let meeting = Meeting { bots: [0, 1], points: games as f64 / 2.0, games: games as f64 };
        let interval = |ratings: Ratings| ratings.difference(0, 1, 0.95).interval;
        let half = |it: Interval| (it.high - it.low) / 2.0;
        let plain = half(interval(pairings.fit()));
        half(interval(pairings.fit().by_units(std::iter::once(vec![meeting])))) / plain
    };
    assert!((all(1) - 1.0).abs() < 1e-9 && (all(16) - 4.0).abs() < 1e-9);
}

#[test]
fn a_bot_that_won_everything_is_not_certain_by_units() {
    let mut pairings = Pairings::new(2);
    pairings.add(0, 1, 50.0, 50);
    let unit = || vec![Meeting { bots: [0, 1], points: 5.0, games: 5.0 }];
    let lead = pairings.fit().difference(0, 1, 0.95);
    let by_units = pairings.fit().by_units((0..10).map(|_| unit())).difference(0, 1, 0.95);
    assert!(by_units.interval.low <= lead.interval.low && by_units.interval.low > 0.0);
}

//! The statistics, tested on simulated duels whose truth is known.
//!
//! Every simulation has a fixed seed, so a test here passes always or never. If the bound on a share is close
//! to it, 5,000 duels are simulated, and the bound leaves room for at most two standard errors. If it is
//! further away, there are enough duels for three standard errors.

use std::f64::consts::SQRT_2;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use referee::stats::bradley_terry::Pairings;
use referee::stats::elo;
use referee::stats::score::{ScoreDifferences, ScoreSprt};
use referee::stats::shares::Shares;
use referee::stats::sprt::{Sprt, TestVerdict};
use referee::testkit::cases::cases;

fn duels() -> u32 {
    cases(2_500, 5_000)
}

/// For a test whose risks are well below their bounds.
fn fewer_duels() -> u32 {
    cases(600, 2_000)
}

/// A contest between two bots: properties of its games, and how much better A is.
#[derive(Clone, Copy)]
struct Contest {
    name: &'static str,
    /// Games in a unit; every second one is played from the worse seat.
    games: usize,
    /// The share of games that are drawn.
    draws: f64,
    /// How much better the better seat is, in Elo.
    seat: f64,
}

const CONTESTS: [Contest; 5] = [
    Contest { name: "no draws, fair seats", games: 2, draws: 0.0, seat: 0.0 },
    Contest { name: "no draws, the first seat mostly wins", games: 2, draws: 0.0, seat: 300.0 },
    Contest { name: "some draws", games: 2, draws: 0.2, seat: 50.0 },
    Contest { name: "mostly drawn", games: 2, draws: 0.6, seat: 100.0 },
    Contest { name: "four rotations", games: 4, draws: 0.1, seat: 100.0 },
];

impl Contest {
    /// The probability of each level of a unit if A makes this share of the points on the whole.
    fn levels(&self, share: f64) -> Vec<f64> {
        let (mut low, mut high) = (-3000.0, 3000.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            *(if mean(&self.levels_at(middle)) < share { &mut low } else { &mut high }) = middle;
        }
        let levels = self.levels_at(high);
        assert!((mean(&levels) - share).abs() < 1e-12, "{}: {share} cannot be had", self.name);
        levels
    }

    /// The same if A is better by this much in fair games without draws.
    fn levels_at(&self, better: f64) -> Vec<f64> {
        let mut levels = vec![1.0];
        for game in 0..self.games {
            let seat = if game % 2 == 0 { self.seat } else { -self.seat };
            let win = (1.0 - self.draws) * elo::share_of(better + seat);
            let loss = 1.0 - self.draws - win;
            let mut longer = vec![0.0; levels.len() + 2];
            for (level, p) in levels.iter().enumerate() {
                longer[level] += p * loss;
                longer[level + 1] += p * self.draws;
                longer[level + 2] += p * win;
            }
            levels = longer;
        }
        levels
    }
}

/// The mean share of the points.
fn mean(levels: &[f64]) -> f64 {
    let points: f64 = levels.iter().enumerate().map(|(k, p)| k as f64 * p).sum();
    points / (levels.len() - 1) as f64
}

/// Draws a level by its probability.
fn draw(levels: &[f64], random: &mut Pcg64Mcg) -> usize {
    let mut left: f64 = random.random();
    for (level, p) in levels.iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return level;
        }
    }
    levels.len() - 1
}

/// The first verdict that ends a test. `next` plays a unit; it returns a verdict if the test looks after this unit.
fn decided(mut next: impl FnMut() -> Option<TestVerdict>) -> TestVerdict {
    loop {
        match next() {
            None | Some(TestVerdict::Running) => {}
            Some(verdict) => return verdict,
        }
    }
}

/// The share of duels of units with these levels that end in the wrong verdict, and their mean length in units.
fn wrong_verdicts(test: &Sprt, levels: &[f64], duels: u32, wrong: TestVerdict) -> (f64, f64) {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let (mut errors, mut units) = (0, 0);
    for _ in 0..duels {
        let mut shares = Shares::new(levels.len() - 1);
        let verdict = decided(|| {
            shares.add(draw(levels, &mut random));
            Sprt::looks_after(shares.units()).then(|| test.verdict(&shares))
        });
        errors += u32::from(verdict == wrong);
        units += shares.units();
    }
    (f64::from(errors) / f64::from(duels), units as f64 / f64::from(duels))
}

/// Both risks of a test in every contest, or in every second one if only some cases run.
fn risks_are_kept(elo0: f64, elo1: f64, alpha: f64, beta: f64, duels: u32) {
    let test = Sprt::new(elo0, elo1, alpha, beta).unwrap();
    for contest in CONTESTS.iter().step_by(cases(2, 1)) {
        let [at0, at1] = [elo0, elo1].map(|elo| contest.levels(elo::share_of(elo)));
        let (false_h1, units0) = wrong_verdicts(&test, &at0, duels, TestVerdict::AcceptedH1);
        let (false_h0, units1) = wrong_verdicts(&test, &at1, duels, TestVerdict::AcceptedH0);
        println!(
            "{}: H1 wrongly {false_h1:.4} after {units0:.0} units, H0 {false_h0:.4} after {units1:.0}",
            contest.name
        );
        assert!(false_h1 <= alpha, "{}: {false_h1}", contest.name);
        assert!(false_h0 <= beta, "{}: {false_h0}", contest.name);
    }
}

#[test]
fn a_duel_for_fifty_elo_keeps_its_risks() {
    risks_are_kept(0.0, 50.0, 0.05, 0.05, duels());
}

#[test]
fn a_duel_with_uneven_risks_keeps_them() {
    risks_are_kept(-20.0, 60.0, 0.02, 0.1, fewer_duels());
}

/// Units of which most are alike and a few outweigh them look lopsided for longest.
#[test]
fn a_duel_of_skewed_units_keeps_its_risks() {
    let test = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
    // By level; each has a mean of one half.
    for (name, levels) in [
        ("a seed decides both games", vec![0.5, 0.0, 0.0, 0.0, 0.5]),
        ("mostly won by a little", vec![1.0 / 3.0, 0.0, 0.0, 2.0 / 3.0, 0.0]),
        ("mostly lost by a little", vec![0.0, 2.0 / 3.0, 0.0, 0.0, 1.0 / 3.0]),
    ] {
        assert!((mean(&levels) - 0.5).abs() < 1e-12);
        let (wrong, units) = wrong_verdicts(&test, &levels, duels(), TestVerdict::AcceptedH1);
        println!("{name}: H1 wrongly {wrong:.4} after {units:.0} units");
        assert!(wrong <= 0.05, "{name}: {wrong}");
    }
}

/// A bot that is much better is known soon: a test of 10 Elo takes thousands of games between equal bots.
#[test]
fn the_better_the_bot_the_shorter_the_duel() {
    let test = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
    let games = [50.0, 100.0, 200.0, 400.0].map(|better| {
        let levels = CONTESTS[0].levels_at(better);
        let (wrong, units) = wrong_verdicts(&test, &levels, 200, TestVerdict::AcceptedH0);
        assert!(wrong <= 0.05, "{better}: {wrong}");
        2.0 * units
    });
    println!("games at 50, 100, 200 and 400 Elo: {games:.0?}");
    for (games, most) in games.into_iter().zip([800.0, 220.0, 75.0, 35.0]) {
        assert!(games < most, "{games} and not {most}");
    }
}

#[test]
fn the_interval_of_a_share_holds_the_truth_as_often_as_it_says() {
    for contest in &CONTESTS {
        for (share, units) in [(0.5, 30), (0.55, 100), (0.6, 50), (0.65, 200)] {
            let held = share_held(contest, share, units);
            println!("{}, share {share}, {units} units: {held:.4}", contest.name);
            assert!((0.94..=0.965).contains(&held), "{}: {held}", contest.name);
        }
        // With few units it may contain the truth more often, never less often.
        for (share, units) in [(0.5, 2), (0.5, 5), (0.65, 10)] {
            let held = share_held(contest, share, units);
            println!("{}, share {share}, {units} units: {held:.4}", contest.name);
            assert!(held >= 0.94, "{}: {held}", contest.name);
        }
    }
}

/// How often the 95 % interval holds the true share.
fn share_held(contest: &Contest, share: f64, units: u32) -> f64 {
    let levels = contest.levels(share);
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let held = (0..duels()).filter(|_| {
        let mut shares = Shares::new(levels.len() - 1);
        (0..units).for_each(|_| shares.add(draw(&levels, &mut random)));
        shares.interval(0.95).contains(share)
    });
    held.count() as f64 / f64::from(duels())
}

/// A random score difference of mean 0 and deviation 1.
type Noise = fn(&mut Pcg64Mcg) -> f64;

const NOISES: [(&str, Noise); 4] = [
    ("normal", |random| (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0),
    ("skewed", |random| -random.random::<f64>().ln() - 1.0),
    ("heavy tails", |random| (random.random::<f64>() / random.random::<f64>()).ln() / SQRT_2),
    ("mostly equal", |random| match random.random_range(0..10) {
        0 => -5_f64.sqrt(),
        1 => 5_f64.sqrt(),
        _ => 0.0,
    }),
];

#[test]
fn a_duel_by_score_keeps_its_risks() {
    let test = ScoreSprt::new(Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap(), 2);
    for (name, noise) in NOISES {
        for (elo, wrong) in [(0.0, TestVerdict::AcceptedH1), (60.0, TestVerdict::AcceptedH0)] {
            let mean = elo * std::f64::consts::LN_10 / 800.0 * SQRT_2;
            let mut random = Pcg64Mcg::seed_from_u64(3);
            let (mut errors, mut units) = (0, 0);
            for _ in 0..fewer_duels() {
                let mut differences = ScoreDifferences::default();
                let verdict = decided(|| {
                    differences.add(1000.0 * (mean + noise(&mut random)));
                    Sprt::looks_after(differences.units()).then(|| test.verdict(&differences))
                });
                errors += u32::from(verdict == wrong);
                units += differences.units();
            }
            let (errors, units) =
                (f64::from(errors) / f64::from(fewer_duels()), units / u64::from(fewer_duels()));
            println!("{name}, at {elo}: wrong {errors:.4}, {units} units");
            assert!(errors <= 0.05, "{name} at {elo}: {errors}");
        }
    }
}

#[test]
fn the_intervals_of_ratings_hold_the_truth_as_often_as_they_say() {
    let truth = [-150.0, -40.0, 0.0, 60.0, 130.0];
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let (trials, mut ratings_held, mut differences_held) = (fewer_duels(), 0, 0);
    for _ in 0..trials {
        let mut pairings = Pairings::new(truth.len());
        for a in 0..truth.len() {
            for b in a + 1..truth.len() {
                let share = elo::share_of(truth[a] - truth[b]);
                let won = (0..60).filter(|_| random.random_bool(share)).count();
                pairings.add(a, b, won as f64, 60);
            }
        }
        let ratings = pairings.fit();
        for (bot, elo) in truth.into_iter().enumerate() {
            ratings_held += u32::from(ratings.rating(bot, 0.95).interval.contains(elo));
            let first = ratings.difference(bot, (bot + 1) % truth.len(), 0.95).interval;
            differences_held += u32::from(first.contains(elo - truth[(bot + 1) % truth.len()]));
        }
    }
    for held in [ratings_held, differences_held] {
        let held = f64::from(held) / f64::from(trials) / truth.len() as f64;
        println!("ratings: {held:.4}");
        assert!((0.94..=0.965).contains(&held), "{held}");
    }
}

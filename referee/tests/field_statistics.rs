//! The statistics of `referee try` against simulated fields whose truth is known.
//!
//! Every simulation has a fixed seed, so a test here passes always or never.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use referee::stats::elo;
use referee::stats::field::{FieldResults, PairedUnit};
use referee::stats::score::ScoreSprt;
use referee::stats::sprt::{Sprt, TestVerdict};
use referee::testkit::cases::cases;

/// Elo of the maps that are hard for both bots, for none, and for their opponent, and how often each comes.
const MAPS: [(f64, f64); 3] = [(-1.0, 0.25), (0.0, 0.5), (1.0, 0.25)];

/// A field: how much better the champion is than each opponent, and what the games are like.
struct Field {
    name: &'static str,
    /// Elo of the champion less that of each opponent.
    opponents: &'static [f64],
    /// By how much a map changes the Elo of both bots.
    map: f64,
    /// By how much it changes the Elo of one bot alone.
    own: f64,
    /// By how much the better seat is better.
    seat: f64,
    /// The share of games that are drawn.
    draws: f64,
    /// Games of a unit for each bot.
    games: usize,
}

const FIELDS: [Field; 5] = [
    Field {
        name: "one equal opponent",
        opponents: &[0.0],
        map: 0.0,
        own: 0.0,
        seat: 0.0,
        draws: 0.0,
        games: 2,
    },
    Field {
        name: "one weak opponent",
        opponents: &[400.0],
        map: 100.0,
        own: 0.0,
        seat: 50.0,
        draws: 0.0,
        games: 2,
    },
    Field {
        name: "three opponents, maps decide",
        opponents: &[-200.0, 50.0, 300.0],
        map: 300.0,
        own: 50.0,
        seat: 50.0,
        draws: 0.2,
        games: 2,
    },
    Field {
        name: "six opponents, many draws",
        opponents: &[-300.0, -100.0, 0.0, 50.0, 100.0, 500.0],
        map: 100.0,
        own: 50.0,
        seat: 100.0,
        draws: 0.5,
        games: 2,
    },
    Field {
        name: "four weak opponents in six orders",
        opponents: &[300.0, 350.0, 400.0, 450.0],
        map: 200.0,
        own: 0.0,
        seat: 100.0,
        draws: 0.1,
        games: 6,
    },
];

/// How the seeds of a round are drawn.
#[derive(Clone, Copy, PartialEq)]
enum Seeds {
    /// A seed for each opponent, the same for both bots.
    Paired,
    /// One seed for all opponents and both bots.
    OneForAll,
    /// A seed for each opponent and each bot.
    Apart,
}

impl Field {
    /// The share of the points against an opponent on a map from a seat, for a bot that is `better` than the champion.
    fn win(&self, opponent: f64, better: f64, map: f64, game: usize) -> f64 {
        let seat = if game.is_multiple_of(2) { self.seat } else { -self.seat };
        elo::share_of(opponent + better + map + seat)
    }

    /// The mean share of the points against the field of a bot that is `better` than the champion.
    fn share(&self, better: f64) -> f64 {
        let mut share = 0.0;
        for &opponent in self.opponents {
            for (map, p) in MAPS {
                for (own, q) in MAPS {
                    for game in 0..2 {
                        let win = self.win(opponent, better, map * self.map + own * self.own, game);
                        share += p * q / 2.0 * ((1.0 - self.draws) * win + self.draws / 2.0);
                    }
                }
            }
        }
        share / self.opponents.len() as f64
    }

    /// How much better in each game a bot is that has this much more Elo against the field.
    fn better_by(&self, elo: f64) -> f64 {
        let wanted = elo::of_share(self.share(0.0)) + elo;
        let (mut low, mut high) = (-3000.0, 3000.0);
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            let reached = elo::of_share(self.share(middle));
            *(if reached < wanted { &mut low } else { &mut high }) = middle;
        }
        high
    }

    /// A bot's share of the points in a unit.
    fn play(&self, opponent: f64, better: f64, map: f64, random: &mut Pcg64Mcg) -> f64 {
        let map = map * self.map + drawn_map(random) * self.own;
        let points = (0..self.games).map(|game| {
            let win = (1.0 - self.draws) * self.win(opponent, better, map, game);
            match random.random::<f64>() {
                it if it < win => 1.0,
                it if it < win + self.draws => 0.5,
                _ => 0.0,
            }
        });
        points.sum::<f64>() / self.games as f64
    }

    fn round(
        &self,
        better: f64,
        seeds: Seeds,
        number: usize,
        random: &mut Pcg64Mcg,
    ) -> Vec<PairedUnit> {
        let for_all = drawn_map(random);
        let groups = self.opponents.len();
        (0..groups)
            .map(|group| {
                let map = if seeds == Seeds::OneForAll { for_all } else { drawn_map(random) };
                let other = if seeds == Seeds::Apart { drawn_map(random) } else { map };
                let opponent = self.opponents[group];
                let shares = [
                    self.play(opponent, better, map, random),
                    self.play(opponent, 0.0, other, random),
                ];
                let seed = if seeds == Seeds::OneForAll { number } else { number * groups + group };
                PairedUnit { seed, shares, scores: shares.map(|share| 100.0 * share) }
            })
            .collect()
    }

    fn results(&self) -> FieldResults {
        FieldResults::new(2 * self.games)
    }
}

fn drawn_map(random: &mut Pcg64Mcg) -> f64 {
    match random.random_range(0..4) {
        0 => -1.0,
        1 => 1.0,
        _ => 0.0,
    }
}

/// The share of tests that end in the wrong verdict, and their mean length in games.
fn wrong_verdicts(
    field: &Field,
    seeds: Seeds,
    tests: u32,
    (truth, wrong): (f64, TestVerdict),
    verdict: impl Fn(&FieldResults) -> TestVerdict,
) -> (f64, f64) {
    let better = field.better_by(truth);
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let (mut errors, mut units) = (0, 0);
    for _ in 0..tests {
        let mut results = field.results();
        let found = loop {
            let number = results.rounds() as usize;
            results.add_round(&field.round(better, seeds, number, &mut random));
            if Sprt::looks_after(results.rounds()) {
                let found = verdict(&results);
                if found != TestVerdict::Running {
                    break found;
                }
            }
        };
        errors += u32::from(found == wrong);
        units += results.units();
    }
    let games = units as f64 * (2 * field.games) as f64 / f64::from(tests);
    (f64::from(errors) / f64::from(tests), games)
}

fn tests() -> u32 {
    cases(600, 3_000)
}

/// Where what is measured is further from its bound.
fn fewer_tests() -> u32 {
    cases(500, 1_500)
}

fn risks_are_kept(seeds: Seeds, elo1: f64, tests: u32, fields: &[Field]) {
    let test = Sprt::new(0.0, elo1, 0.05, 0.05).unwrap();
    let verdict = |results: &FieldResults| test.verdict_at(results.elo_ratio(&test));
    for field in fields {
        for truth in [(0.0, TestVerdict::AcceptedH1), (elo1, TestVerdict::AcceptedH0)] {
            let (wrong, games) = wrong_verdicts(field, seeds, tests, truth, verdict);
            println!("{}, at {}: wrong {wrong:.4} after {games:.0} games", field.name, truth.0);
            assert!(wrong <= 0.05, "{} at {}: {wrong}", field.name, truth.0);
        }
    }
}

#[test]
fn a_try_by_points_keeps_its_risks() {
    risks_are_kept(Seeds::Paired, 120.0, tests(), &FIELDS[..2]);
    risks_are_kept(Seeds::Paired, 80.0, fewer_tests(), &FIELDS[2..cases(3, 5)]);
}

#[test]
fn a_try_on_one_seed_for_the_whole_field_keeps_its_risks() {
    risks_are_kept(Seeds::OneForAll, 80.0, fewer_tests(), &FIELDS[2..]);
}

#[test]
fn a_try_by_score_keeps_its_risks() {
    let test = ScoreSprt::new(Sprt::new(0.0, 80.0, 0.05, 0.05).unwrap(), 4);
    let verdict = |results: &FieldResults| test.test().verdict_at(results.score_ratio(&test));
    let field = &FIELDS[3];
    // Scores of which each group has its own scale and mean.
    let noise = |random: &mut Pcg64Mcg| (0..12).map(|_| random.random::<f64>()).sum::<f64>() - 6.0;
    for (truth, wrong) in [(0.0, TestVerdict::AcceptedH1), (80.0, TestVerdict::AcceptedH0)] {
        let mut random = Pcg64Mcg::seed_from_u64(8);
        let (mut errors, groups) = (0, field.opponents.len());
        // The mean difference of a unit in its own deviations: a root of two for two games, less by a
        // root of two for two bots, as 800 / ln 10 is for the two games of one.
        let mean = truth * std::f64::consts::LN_10 / 800.0 * 2_f64.sqrt() / 2_f64.sqrt();
        for _ in 0..fewer_tests() {
            let mut results = field.results();
            let found = loop {
                let number = results.rounds() as usize;
                let unit = |group| {
                    let apart = 1000.0 * group as f64;
                    let scores = [apart + 50.0 * (mean + noise(&mut random)), apart];
                    PairedUnit { seed: number * groups + group, shares: [0.5; 2], scores }
                };
                results.add_round(&(0..groups).map(unit).collect::<Vec<_>>());
                if Sprt::looks_after(results.rounds()) && verdict(&results) != TestVerdict::Running
                {
                    break verdict(&results);
                }
            };
            errors += u32::from(found == wrong);
        }
        let errors = f64::from(errors) / f64::from(fewer_tests());
        println!("by score, at {truth}: wrong {errors:.4}");
        assert!(errors <= 0.05, "at {truth}: {errors}");
    }
}

/// On maps that decide much, different seeds for the two bots need more games for the same verdict.
#[test]
fn pairing_saves_games() {
    let test = Sprt::new(0.0, 80.0, 0.05, 0.05).unwrap();
    let verdict = |results: &FieldResults| test.verdict_at(results.elo_ratio(&test));
    for (field, least) in [(&FIELDS[2], 1.25), (&FIELDS[4], 1.2)] {
        let games = |seeds| {
            let truth = (0.0, TestVerdict::AcceptedH1);
            wrong_verdicts(field, seeds, fewer_tests(), truth, verdict).1
        };
        let (paired, apart) = (games(Seeds::Paired), games(Seeds::Apart));
        println!("{}: {paired:.0} games, on different seeds {apart:.0}", field.name);
        assert!(apart > least * paired, "{}: {paired} and {apart}", field.name);
        // The results themselves say about how many.
        let mut results = field.results();
        let mut random = Pcg64Mcg::seed_from_u64(9);
        for number in 0..2000 {
            results.add_round(&field.round(0.0, Seeds::Paired, number, &mut random));
        }
        let saved = results.saved_by_pairing().unwrap();
        println!("{}: {saved:.3} saved", field.name);
        assert!((saved - (1.0 - paired / apart)).abs() < 0.08, "{saved}");
    }
}

/// A field whose opponents are unlike each other needs no more games than one whose opponents are alike: only the
/// spread within a group counts.
#[test]
fn opponents_of_different_strength_add_nothing_to_the_error() {
    let unit = |seed, shares| PairedUnit { seed, shares, ..PairedUnit::default() };
    let mut random = Pcg64Mcg::seed_from_u64(10);
    let (mut alike, mut unlike) = (FieldResults::new(4), FieldResults::new(4));
    for round in 0..50 {
        let [a, b] = [0, 1].map(|_| f64::from(random.random_range(0..3)) / 4.0);
        alike.add_round(&[unit(2 * round, [a, 0.0]), unit(2 * round + 1, [b, 0.0])]);
        unlike.add_round(&[unit(2 * round, [a, 0.0]), unit(2 * round + 1, [b, 0.5])]);
    }
    let width = |results: &FieldResults| {
        let it = results.share_difference(0.95).interval;
        it.high - it.low
    };
    assert!((width(&alike) - width(&unlike)).abs() < 1e-12);
}

#[test]
fn the_interval_holds_the_truth_as_often_as_it_says() {
    for (field, seeds) in
        FIELDS.iter().map(|field| (field, Seeds::Paired)).chain([(&FIELDS[2], Seeds::OneForAll)])
    {
        for (truth, rounds) in [(0.0, 40), (60.0, 150)] {
            let better = field.better_by(truth);
            let mut random = Pcg64Mcg::seed_from_u64(11);
            let held = (0..fewer_tests()).filter(|_| {
                let mut results = field.results();
                for number in 0..rounds {
                    results.add_round(&field.round(better, seeds, number, &mut random));
                }
                results.elo_difference(0.95).interval.contains(truth)
            });
            let held = held.count() as f64 / f64::from(fewer_tests());
            println!("{}, {truth} Elo, {rounds} rounds: {held:.4}", field.name);
            assert!((0.93..=0.98).contains(&held), "{}: {held}", field.name);
        }
    }
}

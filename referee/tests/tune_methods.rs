//! The methods of tuning, on games drawn from a hill with a known top: do they find the top?

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use referee::testkit::cases::cases;
use referee::tune::{Breeding, Drift, Gains, Method, Moment, Parameter, RoundTally, Settings};

/// A parameter from 0 to 10.
fn parameter(name: &str, whole: bool, start: f64) -> Parameter {
    Parameter { name: name.to_owned(), whole, low: 0.0, high: 10.0, start, step: 0.5 }
}

/// Strength in units of which one gives a share of 0.73: highest at the tops, and falling with the square of
/// the distance (17 Elo at 1, 70 at 2).
fn strength(values: &[f64], tops: &[f64]) -> f64 {
    values.iter().zip(tops).map(|(value, top)| -0.1 * (value - top).powi(2)).sum()
}

/// Half points of a against b in two games for each of some pairs; a third of the games are draws.
fn play(difference: f64, pairs: u64, random: &mut Pcg64Mcg) -> u64 {
    let share = 1.0 / (1.0 + (-difference).exp());
    let game = |random: &mut Pcg64Mcg| {
        if random.random::<f64>() < 1.0 / 3.0 {
            return 1;
        }
        2 * u64::from(random.random::<f64>() < share)
    };
    (0..2 * pairs).map(|_| game(random)).sum()
}

/// The opponents of the candidates.
#[derive(Clone, Copy)]
enum Company {
    EachOther,
    /// One bot of this strength.
    Pool(f64),
    /// The candidates themselves, as a team whose points are a hundred times its strength and the seed's
    /// luck, plus luck of its own.
    Themselves,
}

/// Points of some teams on some seeds.
fn earn(strengths: &[f64], seeds: u64, random: &mut Pcg64Mcg) -> RoundTally {
    let luck = |random: &mut Pcg64Mcg| (0..12).map(|_| random.random::<f64>() - 0.5).sum::<f64>();
    let mut points = vec![Vec::new(); strengths.len()];
    for _ in 0..seeds {
        let kitchen = 9_000.0 + 1_500.0 * luck(random);
        for (points, strength) in points.iter_mut().zip(strengths) {
            points.push((kitchen + 100.0 * (strength + 2.0 * luck(random))) as i64);
        }
    }
    RoundTally::TeamPoints(points)
}

/// Plays all rounds.
fn tune(
    settings: &Settings,
    parameters: &[Parameter],
    tops: &[f64],
    company: Company,
    seed: u64,
) -> Box<dyn Method> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let by_itself = !matches!(company, Company::Pool(_));
    let mut method = settings.start(&[], parameters, seed, by_itself);
    for _ in 0..settings.rounds() {
        let strengths: Vec<f64> =
            method.candidates().iter().map(|values| strength(values, tops)).collect();
        let mut points = vec![0; strengths.len()];
        for a in 0..strengths.len() {
            if let Company::Pool(pool) = company {
                points[a] = play(strengths[a] - pool, settings.pairs(), &mut random);
                continue;
            }
            for b in a + 1..strengths.len() {
                let made = play(strengths[a] - strengths[b], settings.pairs(), &mut random);
                points[a] += made;
                points[b] += 4 * settings.pairs() - made;
            }
        }
        for values in method.candidates() {
            for (value, parameter) in values.iter().zip(parameters) {
                assert!((parameter.low..=parameter.high).contains(value), "{value}");
                assert!(!parameter.whole || value.fract() == 0.0, "{value} is not whole");
            }
        }
        method.tell(&match company {
            Company::Themselves => earn(&strengths, settings.pairs(), &mut random),
            _ => RoundTally::HalfPoints(points),
        });
    }
    assert_eq!(method.trail().len() as u64, settings.rounds() + 1);
    let sound = |it: &Moment| it.value.is_finite() && it.low <= it.high;
    assert!(method.trail().iter().flatten().all(sound));
    method
}

fn spsa(iterations: u64) -> Settings {
    Settings::Spsa(Gains::new(iterations, 8))
}

fn breeding(generations: u64, pairs: u64) -> Settings {
    Settings::Genetic(Breeding::new(generations, pairs))
}

/// Where some parameters end on average over some seeds.
fn mean_end(
    settings: &Settings,
    parameters: &[Parameter],
    tops: &[f64],
    company: Company,
) -> Vec<f64> {
    let seeds = 6;
    let mut mean = vec![0.0; parameters.len()];
    for seed in 1..=seeds {
        let method = tune(settings, parameters, tops, company, seed);
        for ((mean, value), parameter) in mean.iter_mut().zip(method.values()).zip(parameters) {
            assert!((parameter.low..=parameter.high).contains(&value));
            *mean += value / seeds as f64;
        }
    }
    mean
}

/// One real parameter, one whole one, and one whose top is outside its range; all begin three away from their
/// best value.
fn four() -> (Vec<Parameter>, Vec<f64>) {
    let parameters = vec![
        parameter("real", false, 3.5),
        parameter("whole", true, 7.0),
        parameter("beyond", false, 7.0),
    ];
    (parameters, vec![6.5, 4.0, 12.0])
}

fn assert_near(found: &[f64], expected: &[f64], by: f64) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < by, "{found} should be {expected} ± {by}");
    }
}

#[test]
fn spsa_finds_the_top_against_itself() {
    let (parameters, tops) = four();
    assert_near(
        &mean_end(&spsa(500), &parameters, &tops, Company::EachOther),
        &[6.5, 4.0, 10.0],
        0.6,
    );
}

#[test]
fn spsa_finds_the_top_against_a_pool() {
    let (parameters, tops) = four();
    let found = mean_end(&spsa(500), &parameters, &tops, Company::Pool(-1.7));
    assert_near(&found, &[6.5, 4.0, 10.0], 0.6);
}

#[test]
fn the_genetic_method_finds_the_top_against_each_other() {
    let (parameters, tops) = four();
    assert_near(
        &mean_end(&breeding(25, 1), &parameters, &tops, Company::EachOther),
        &[6.5, 4.0, 10.0],
        0.8,
    );
}

#[test]
fn the_genetic_method_finds_the_top_against_a_pool() {
    let (parameters, tops) = four();
    let found = mean_end(&breeding(25, 12), &parameters, &tops, Company::Pool(-1.7));
    assert_near(&found, &[6.5, 4.0, 10.0], 0.8);
}

#[test]
fn both_methods_find_the_top_in_a_team() {
    let (parameters, tops) = four();
    for settings in [spsa(500), breeding(25, 12)] {
        let found = mean_end(&settings, &parameters, &tops, Company::Themselves);
        assert_near(&found, &[6.5, 4.0, 10.0], 0.8);
    }
}

/// Points of a team have no fixed scale: ten times as many points lead to the same values.
#[test]
fn the_scale_of_points_does_not_matter() {
    let parameters = vec![parameter("a", false, 3.0), parameter("b", true, 7.0)];
    let end = |factor: i64| {
        let mut method = spsa(20).start(&[], &parameters, 1, true);
        for round in 0..20_i64 {
            let points = [[31, 28, round], [30, 30, 7]].map(|seeds| seeds.map(|it| factor * it));
            method.tell(&RoundTally::TeamPoints(points.map(|seeds| seeds.to_vec()).to_vec()));
        }
        method.values()
    };
    assert_near(&end(10), &end(1), 1e-9);
    assert_ne!(end(1), [3.0, 7.0]);
}

/// A parameter without effect moves by chance, as far as the page states.
#[test]
fn luck_is_as_great_as_is_said() {
    for (iterations, company) in
        [(50, Company::EachOther), (400, Company::EachOther), (400, Company::Themselves)]
    {
        let parameters = vec![parameter("idle", false, 5.0)];
        let drifts: Vec<Drift> = (0..cases(100, 200))
            .map(|seed| {
                let method = tune(&spsa(iterations), &parameters, &[], company, seed);
                Drift::of_all(&parameters, method.as_ref()).remove(0)
            })
            .collect();
        let all = drifts.len() as f64;
        let spread = (drifts.iter().map(|it| it.steps.powi(2)).sum::<f64>() / all).sqrt();
        let said = drifts.iter().filter_map(|it| it.luck).sum::<f64>() / all;
        assert!((spread / said - 1.0).abs() < 0.2, "{spread} said {said}");
        assert!((0.5..4.0).contains(&said), "{said}");
    }
}

/// The same seed and points give the same course, and another seed gives another course.
#[test]
fn a_course_depends_on_seed_and_points_alone() {
    let (parameters, tops) = four();
    for settings in [spsa(30), breeding(6, 2)] {
        let course =
            |seed| tune(&settings, &parameters, &tops, Company::EachOther, seed).trail().to_vec();
        assert_eq!(course(3), course(3));
        assert_ne!(course(3), course(4));
    }
}

#[test]
fn draws_move_nothing() {
    let parameters = vec![parameter("a", false, 3.0), parameter("b", true, 7.0)];
    let mut method = spsa(20).start(&[], &parameters, 1, true);
    (0..20).for_each(|_| method.tell(&RoundTally::HalfPoints(vec![16, 16])));
    assert_eq!(method.values(), [3.0, 7.0]);
    (0..20).for_each(|_| method.tell(&RoundTally::TeamPoints(vec![vec![9000, 8000]; 2])));
    assert_eq!(method.values(), [3.0, 7.0]);
    assert_eq!(method.luck(), Some(vec![0.0, 0.0]));
    let mut method = breeding(20, 1).start(&[], &parameters, 1, true);
    (0..20).for_each(|_| method.tell(&RoundTally::HalfPoints(vec![22; 12])));
    let values = method.values();
    assert!((0.0..=10.0).contains(&values[0]) && values[1].fract() == 0.0, "{values:?}");
}

/// Empty ranges, one parameter, one round, one pair, only wins: all values remain numbers.
#[test]
fn odd_tunings_stay_sound() {
    let fixed = |whole| Parameter {
        name: "fixed".to_owned(),
        whole,
        low: 4.0,
        high: 4.0,
        start: 4.0,
        step: 0.0,
    };
    let small = Breeding {
        generations: 1,
        pairs: 1,
        population: 2,
        elite: 5,
        tournament: 0,
        mutation: 0.0,
        blend: 0.0,
    };
    let all = [
        Settings::Spsa(Gains::new(1, 1)),
        Settings::Spsa(Gains::new(5, 1)),
        Settings::Spsa(Gains { stability: 0.0, alpha: 0.0, gamma: 0.0, ..Gains::new(5, 1) }),
        Settings::Genetic(small),
        breeding(5, 1),
    ];
    for settings in &all {
        for parameters in [
            vec![fixed(false), fixed(true)],
            vec![parameter("one", false, 0.0)],
            vec![parameter("one", true, 10.0), fixed(false)],
        ] {
            for won in [true, false] {
                let mut method = settings.start(&[], &parameters, 9, true);
                for _ in 0..settings.rounds() {
                    let mut points = vec![0; method.candidates().len()];
                    points[usize::from(won)] = 4;
                    method.tell(&RoundTally::HalfPoints(points));
                    for values in method.candidates() {
                        for (value, it) in values.iter().zip(&parameters) {
                            assert!((it.low..=it.high).contains(value));
                        }
                    }
                }
                for drift in Drift::of_all(&parameters, method.as_ref()) {
                    assert!((drift.low..=drift.high).contains(&drift.now), "{drift:?}");
                    assert!(drift.steps.is_finite() && drift.share.is_finite());
                    assert!(drift.luck.is_none_or(f64::is_finite));
                }
            }
        }
    }
}

/// If both sides have the same value of a parameter, their games teach nothing about it.
#[test]
fn a_parameter_that_is_not_perturbed_stays() {
    let step = 1e-9;
    let parameters = vec![Parameter { step, ..parameter("still", true, 5.0) }];
    let mut method = spsa(10).start(&[], &parameters, 1, true);
    (0..10).for_each(|_| method.tell(&RoundTally::HalfPoints(vec![32, 0])));
    assert_eq!(method.values(), [5.0]);
}

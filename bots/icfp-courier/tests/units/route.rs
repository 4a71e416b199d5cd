//! Routes: the effect of an insertion is the one that its fit predicts.

use gridkit::Rng;
use icfp_courier::route::{Fit, Job, Problem, Route};

/// Nodes on a line, with packages between them whose value is their weight.
fn problem(rng: &mut Rng) -> Problem {
    let nodes = 6;
    let at: Vec<i32> = (0..nodes).map(|_| rng.between(0, 20)).collect();
    let mut problem = Problem { nodes, capacity: 20, turns: 60, ..Problem::default() };
    problem.steps =
        (0..nodes * nodes).map(|cell| at[cell / nodes].abs_diff(at[cell % nodes])).collect();
    for _ in 0..8 {
        let mut node = || 1 + rng.below(nodes - 1) as u16;
        let (from, to) = (node(), node());
        let carried = rng.chance(0.3);
        let weight = i64::from(rng.between(1, 9));
        let is_look = !carried && rng.chance(0.2);
        problem.load += if carried { weight } else { 0 };
        problem.jobs.push(Job {
            from: if carried || is_look { None } else { Some(from) },
            to,
            weight: if is_look { 0 } else { weight },
            value: weight as f64,
            decay: rng.unit() * 0.01,
            is_look,
        });
    }
    problem.capacity = problem.capacity.max(problem.load);
    problem
}

/// Every place is tried; the first-order estimate of [`Route::fit`] must be near the best.
#[test]
fn a_fit_is_the_effect_of_its_insertion() {
    let mut rng = Rng::new(3);
    let mut checked = 0;
    for _ in 0..400 {
        let problem = problem(&mut rng);
        let mut route = Route::default();
        route.weigh(&problem);
        let mut order: Vec<u16> = (0..problem.jobs.len() as u16).collect();
        rng.shuffle(&mut order);
        for &job in &order {
            let found = route.fit(&problem, job);
            let best = best_of_all(&route, &problem, job);
            assert_eq!(found.is_some(), best.is_some());
            if let (Some(fit), Some(best)) = (found, best) {
                let before = route.clone();
                route.insert(&problem, job, &fit);
                assert!(route.fits && route.turns() == before.turns() + fit.turns);
                let really = route.worth - before.worth;
                assert!((really - fit.gain).abs() < 0.6, "{really} {}", fit.gain);
                assert!(best - really < 0.8, "{best} {really}");
                checked += 1;
            }
        }
    }
    assert!(checked > 1_000, "{checked}");
}

fn best_of_all(route: &Route, problem: &Problem, job: u16) -> Option<f64> {
    let mut best: Option<f64> = None;
    for drop in 0..=route.events.len() {
        for pick in 0..=drop {
            let fit = Fit { pick, drop, turns: 0, gain: 0.0 };
            let mut changed = route.clone();
            changed.insert(problem, job, &fit);
            if changed.fits && changed.turns() <= problem.turns {
                let gain = changed.worth - route.worth;
                best = Some(best.map_or(gain, |best| best.max(gain)));
            }
        }
    }
    best
}

//! The search for routes, compared with trying every route.

use gridkit::{Deadline, Rng};
use icfp_courier::improve::Improver;
use icfp_courier::route::{Event, Job, Kind, Problem, Route};

/// Four packages between places on a line, one of them already carried, and a place to look at. Turns and
/// room are too few for all of them.
fn problem(seed: u64) -> Problem {
    let mut rng = Rng::new(seed);
    let nodes = 7;
    let at: Vec<i32> = (0..nodes).map(|_| rng.between(0, 16)).collect();
    let mut problem = Problem { nodes, capacity: 12, turns: 34, ..Problem::default() };
    problem.steps =
        (0..nodes * nodes).map(|cell| at[cell / nodes].abs_diff(at[cell % nodes])).collect();
    for number in 0..5 {
        let weight = i64::from(rng.between(2, 9));
        let (is_carried, is_look) = (number == 0, number == 4);
        let mut node = || 1 + rng.below(nodes - 1) as u16;
        let (from, to) = (node(), node());
        problem.load += if is_carried { weight } else { 0 };
        problem.jobs.push(Job {
            from: if is_carried || is_look { None } else { Some(from) },
            to,
            weight: if is_look { 0 } else { weight },
            value: if is_look { 3.0 } else { weight as f64 },
            decay: 0.01,
            is_look,
        });
    }
    problem
}

/// The value of the best route that begins with `route`.
fn best_from(problem: &Problem, route: &mut Route, done: &mut [u8]) -> f64 {
    route.weigh(problem);
    if !route.fits && !route.events.is_empty() || route.turns() > problem.turns {
        return f64::NEG_INFINITY;
    }
    let mut best = if route.fits { route.worth } else { f64::NEG_INFINITY };
    for (number, job) in problem.jobs.iter().enumerate() {
        let before = done[number];
        let (node, kind) = match (before, job.from) {
            (0, Some(from)) => (from, Kind::Pick),
            (0 | 1, _) => (job.to, if job.is_look { Kind::Look } else { Kind::Drop }),
            _ => continue,
        };
        done[number] = if kind == Kind::Pick { 1 } else { 2 };
        route.events.push(Event { node, kind, job: number as u16 });
        best = best.max(best_from(problem, route, done));
        route.events.pop();
        done[number] = before;
    }
    best
}

fn improved(problem: &Problem, seed: u64, trials: u64) -> Route {
    let mut improver = Improver::new(seed, 0.02);
    let mut route = Route::default();
    improver.begin();
    improver.improve(problem, &mut route, &mut Deadline::after_nodes(trials), u32::MAX);
    route
}

#[test]
fn the_best_of_all_routes_is_found() {
    for seed in 0..12 {
        let problem = problem(seed);
        let best = best_from(&problem, &mut Route::default(), &mut [0; 5]);
        let found = improved(&problem, seed, 3_000);
        assert!(found.fits && found.turns() <= problem.turns);
        assert!((found.worth - best).abs() < 1e-9, "seed {seed}: {} of {best}", found.worth);
    }
}

#[test]
fn trials_end_when_they_have_failed_as_often_as_patience_allows() {
    let problem = problem(1);
    let mut improver = Improver::new(1, 0.02);
    let mut route = Route::default();
    let mut spent = |improver: &mut Improver| {
        let mut deadline = Deadline::after_nodes(100_000);
        improver.improve(&problem, &mut route, &mut deadline, 50);
        deadline.nodes()
    };
    let first = spent(&mut improver);
    assert!((50..5_000).contains(&first), "{first}");
    assert_eq!(spent(&mut improver), 0, "what failed before counts");
    improver.begin();
    assert!(spent(&mut improver) >= 50, "a new problem is tried anew");
}

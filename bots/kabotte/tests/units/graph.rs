//! Tests of the graph of all motions.

use kabotte::graph::{Graph, Terms};
use kabotte::motion::{passage, Motion, Vector};
use kabotte::rules::{MoveNumber, Rule, Rules};
use kabotte::track::{Cell, Tile, Track};

fn graph(code: &str) -> Graph {
    let track = Track::parse(code).unwrap();
    let starts: Vec<Cell> = track.cells_of(Tile::Start).collect();
    Graph::new(&track, Terms::PLAIN, &starts)
}

#[test]
fn successors_and_predecessors_are_each_others_inverse_and_complete() {
    let code = "XSOOOOX\nOOX1OOO\nOOOOXOF\nXOOOOOO\nOOO2OOX";
    let track = Track::parse(code).unwrap();
    let graph = graph(code);
    for node in graph.nodes() {
        let motion = graph.motion(node);
        let legal = motion.vector.nearby().filter(|vector| {
            *vector != Vector::ZERO && passage(&track, motion.at, *vector, true).is_some()
        });
        let mut plain: Vec<Motion> = legal.map(|vector| motion.next(vector)).collect();
        let mut fast: Vec<Motion> = graph.successors(node).map(|next| graph.motion(next)).collect();
        plain.sort_unstable();
        fast.sort_unstable();
        assert_eq!(plain, fast, "after {motion:?}");
        assert!(graph.successors(node).all(|next| graph.predecessors(next).any(|it| it == node)));
        let back = graph.predecessors(node);
        assert!(back.into_iter().all(|it| graph.successors(it).any(|next| next == node)));
        let mut after: Vec<Motion> = graph
            .after(motion, MoveNumber::FIRST)
            .into_iter()
            .map(|next| graph.motion(next))
            .collect();
        after.sort_unstable();
        assert_eq!(after, fast);
    }
}

#[test]
fn a_car_off_the_map_or_the_road_goes_nowhere() {
    let graph = graph("SOF\nXXX");
    for (x, y) in [(0, 1), (-1, 0), (3, 0), (0, 7)] {
        assert!(graph.after(Motion::at_rest(Cell { x, y }), MoveNumber::FIRST).is_empty());
    }
}

/// All motions up to a speed that can follow from a car, found step by step.
fn plainly(track: &Track, car: Motion, top: i8) -> Vec<Motion> {
    let speed = |vector: Vector| vector.x.abs().max(vector.y.abs());
    let (mut found, mut next) = (vec![car], 0);
    while next < found.len() {
        let from = found[next];
        next += 1;
        let top = top.max(speed(from.vector) - 1);
        for vector in from.vector.nearby().filter(|it| *it != Vector::ZERO && speed(*it) <= top) {
            let motion = from.next(vector);
            if passage(track, from.at, vector, true).is_some() && !found.contains(&motion) {
                found.push(motion);
            }
        }
    }
    found.remove(0);
    found.sort_unstable();
    found
}

fn motions(track: &Track, car: Motion, most_motions: usize) -> (Vec<Motion>, bool) {
    let graph = Graph::after_cars(track, Terms { most_motions, ..Terms::PLAIN }, &[car]);
    let mut motions: Vec<Motion> = graph.nodes().map(|node| graph.motion(node)).collect();
    motions.sort_unstable();
    (motions, graph.is_cut())
}

#[test]
fn of_too_many_motions_the_slow_ones_are_kept() {
    let rows = ["SOOOOOOOOOOOO", "OOOXOOOOOXXOO", "OOOOOOOOOOOOO", "OXOOOOOXOOOOF"];
    let track = Track::parse(&rows.repeat(3).join("\n")).unwrap();
    let car = Motion::at_rest(Cell { x: 0, y: 0 });
    let all: Vec<Vec<Motion>> = (1..8).map(|top| plainly(&track, car, top)).collect();
    let fastest = all.iter().position(|kept| kept.len() == all[6].len()).unwrap();
    assert!((3..6).contains(&fastest), "motions of {} speeds", fastest + 1);
    for (top, kept) in all[..fastest].iter().enumerate() {
        let more = all[top + 1].len();
        for room in [kept.len(), (kept.len() + more) / 2, more - 1] {
            assert_eq!(motions(&track, car, room), (kept.clone(), true), "room for {room}");
        }
    }
    assert_eq!(motions(&track, car, all[6].len()), (all[6].clone(), false));
    // Each motion is two nodes where odd moves are told from even ones.
    let rules = Rules::NONE.with(Rule::Doppelzug);
    let terms = Terms { rules, most_motions: all[6].len(), ..Terms::PLAIN };
    assert!(Graph::after_cars(&track, terms, &[car]).len() <= all[6].len());
    // There is always room for the slowest.
    assert_eq!(motions(&track, car, 0), (all[0].clone(), true));
}

#[test]
fn a_car_that_is_faster_than_the_motions_that_are_kept_can_slow_down() {
    let track = Track::parse(&["SOOOOOOOOOOOOOOOOOOF"; 4].join("\n")).unwrap();
    let car = Motion { at: Cell { x: 4, y: 0 }, vector: Vector { x: 4, y: 0 } };
    for top in [1, 2, 4] {
        let kept = plainly(&track, car, top);
        assert_eq!(motions(&track, car, kept.len()), (kept, true), "up to {top}");
    }
    let slower = Motion { at: Cell { x: 7, y: 0 }, vector: Vector { x: 3, y: 0 } };
    assert!(motions(&track, car, 0).0.contains(&slower));
}

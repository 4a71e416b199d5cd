//! Tests of the graph of all motions.

use kabotte::graph::{Graph, Terms};
use kabotte::motion::{passage, Motion, Vector};
use kabotte::rules::MoveNumber;
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

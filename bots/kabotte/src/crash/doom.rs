//! How soon a car can be in a dead end.

use crate::graph::{Graph, Node};

/// For each node a bit for each number of moves, up to some, in which a car can be in a dead end.
pub fn doom(graph: &Graph, moves: u16) -> Vec<u32> {
    let dead = |node| u32::from(graph.successors(node).next().is_none());
    let mut doom: Vec<u32> = graph.nodes().map(dead).collect();
    for _ in 0..moves.min(31) {
        let next = |node: Node| {
            let later = graph.successors(node).fold(0, |bits, next| bits | doom[next.index()]);
            later << 1 | dead(node)
        };
        doom = graph.nodes().map(next).collect();
    }
    doom
}

//! The shortest way from a situation, alone on the track.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use gridkit::FastMap;

use super::chart::{Chart, FAR, Open, Situation};
use crate::games::karo::motion::Motion;

/// The shortest way from one of some situations: the motion of that situation, those that follow it,
/// and the number of moves that are left after the first.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) moves: u32,
    pub(super) way: Vec<Motion>,
}

/// A state and what is open in it.
type Node = (u32, Open);

/// How a node was reached.
#[derive(Clone, Copy)]
struct Reached {
    moves: u32,
    before: Option<Node>,
}

/// The shortest way home from the best of some situations; `None` if there is none without a crash. A*
/// with the bound of the chart, which never says too much. With more than `most` looked at, the way ends
/// there and its number of moves is that bound.
pub(super) fn shortest(chart: &Chart, from: &[Situation], most: usize) -> Option<Route> {
    let mut reached: FastMap<Node, Reached> = FastMap::default();
    let mut queue = BinaryHeap::new();
    for Situation { motion, open } in from {
        let Some(open) = *open else { return Some(Route { moves: 0, way: vec![*motion] }) };
        let Some(state) = chart.state(*motion) else { continue };
        reached.insert((state, open), Reached { moves: 0, before: None });
        queue.push(Reverse((chart.bound(state, open), Reverse(0), (state, open))));
    }
    let mut looked_at = 0;
    while let Some(Reverse((bound, Reverse(moves), node))) = queue.pop() {
        if bound >= FAR {
            return None;
        }
        if reached[&node].moves != moves {
            continue;
        }
        looked_at += 1;
        if looked_at > most {
            return Some(Route { moves: bound, way: way(chart, &reached, node) });
        }
        for next in chart.after_state(node.0) {
            let Some(open) = chart.pass(node.1, chart.marks[*next as usize]) else {
                let mut way = way(chart, &reached, node);
                way.push(chart.motions[*next as usize]);
                return Some(Route { moves: moves + 1, way });
            };
            let (next, moves) = ((*next, open), moves + 1);
            if reached.get(&next).is_none_or(|it| moves < it.moves) {
                reached.insert(next, Reached { moves, before: Some(node) });
                let bound = moves.saturating_add(chart.bound(next.0, open));
                queue.push(Reverse((bound, Reverse(moves), next)));
            }
        }
    }
    None
}

/// The motions up to a node.
fn way(chart: &Chart, reached: &FastMap<Node, Reached>, last: Node) -> Vec<Motion> {
    let nodes = std::iter::successors(Some(last), |node| reached[node].before);
    let mut way: Vec<Motion> = nodes.map(|node| chart.motions[node.0 as usize]).collect();
    way.reverse();
    way
}

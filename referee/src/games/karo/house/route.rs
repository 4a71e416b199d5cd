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

/// The shortest way home from the best of some situations; `None` if there is none without a crash. With
/// more than `most` looked at, the way ends there and its number of moves is a bound.
pub(super) fn shortest(chart: &Chart, from: &[Situation], most: usize) -> Option<Route> {
    search(chart, from, EXACT, most).map(|it| it.0)
}

/// A short way home from the best of some situations; `None` if there is none without a crash. It is the
/// shortest if that can be found among `most` states, and else at most a quarter longer: on the largest
/// maps of the site the shortest way takes minutes.
pub(super) fn short(chart: &Chart, from: &[Situation], most: usize) -> Option<Route> {
    match search(chart, from, EXACT, most)? {
        (route, true) => Some(route),
        (_, false) => search(chart, from, QUARTER_LONGER, usize::MAX).map(|it| it.0),
    }
}

/// How much the moves made and those left count: see [`search`].
type Weights = (u32, u32);
const EXACT: Weights = (4, 4);
const QUARTER_LONGER: Weights = (4, 5);

/// A* with the bound of the chart, which never says too much. If the bound counts more than the moves
/// made, fewer states are looked at, and the way is longer by that ratio at most. (The idea is that
/// of weighted A*, by Pohl.) Says also whether the way goes home, and does not end after `most`
/// states.
fn search(
    chart: &Chart,
    from: &[Situation],
    weights: Weights,
    most: usize,
) -> Option<(Route, bool)> {
    let total = |moves: u32, left: u32| weights.0 * moves + weights.1 * left;
    let mut reached: FastMap<Node, Reached> = FastMap::default();
    let mut queue = BinaryHeap::new();
    for Situation { motion, open } in from {
        let Some(open) = *open else {
            return Some((Route { moves: 0, way: vec![*motion] }, true));
        };
        let Some(state) = chart.state(*motion) else { continue };
        let left = chart.bound(state, open);
        if left < FAR {
            reached.insert((state, open), Reached { moves: 0, before: None });
            queue.push(Reverse((total(0, left), Reverse(0), (state, open))));
        }
    }
    let mut looked_at = 0;
    while let Some(Reverse((_, Reverse(moves), node))) = queue.pop() {
        if reached[&node].moves != moves {
            continue;
        }
        looked_at += 1;
        if looked_at > most {
            let moves = moves + chart.bound(node.0, node.1);
            return Some((Route { moves, way: way(chart, &reached, node) }, false));
        }
        for next in chart.after_state(node.0) {
            let Some(open) = chart.pass(node.1, chart.marks[*next as usize]) else {
                let mut way = way(chart, &reached, node);
                way.push(chart.motions[*next as usize]);
                return Some((Route { moves: moves + 1, way }, true));
            };
            let (next, moves) = ((*next, open), moves + 1);
            if reached.get(&next).is_none_or(|it| moves < it.moves) {
                let left = chart.bound(next.0, open);
                if left < FAR {
                    reached.insert(next, Reached { moves, before: Some(node) });
                    queue.push(Reverse((total(moves, left), Reverse(moves), next)));
                }
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::super::situations;
    use super::super::view::View;
    use super::*;
    use crate::game::Step;
    use crate::games::karo::Karo;
    use crate::testkit::start;

    /// The shortest way and that of a driver who has no states to find it with.
    #[test]
    fn a_short_way_is_a_quarter_longer_at_most() {
        let mut longer = 0;
        for seed in 0..30 {
            let mut game = start(&Karo, &seed.to_string(), json!({}));
            let Step::Ask(requests) = game.advance(&[]) else { panic!("somebody is asked") };
            let view = View::read(&requests[0].lines).unwrap();
            let chart = Chart::shared(&view, &view.rests().collect::<HashSet<_>>());
            let moves: Vec<Motion> = view.free_moves().collect();
            let from = situations(&view, &chart, &moves);
            let best = shortest(&chart, &from, usize::MAX).unwrap();
            let near = short(&chart, &from, 0).unwrap();
            let (least, most) = (4 * best.moves, 5 * best.moves);
            assert!((least..=most).contains(&(4 * near.moves)), "{best:?} {near:?}");
            assert_eq!(near.way.len(), near.moves as usize + 1);
            assert!(
                near.way
                    .windows(2)
                    .all(|pair| { pair[0].successors(&view.track).any(|next| next == pair[1]) })
            );
            assert_eq!(short(&chart, &from, usize::MAX).unwrap().moves, best.moves);
            longer += u32::from(near.moves > best.moves);
        }
        assert!(longer > 0, "the test sees a difference");
    }
}

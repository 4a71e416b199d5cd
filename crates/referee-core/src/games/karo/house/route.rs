//! The shortest way from a situation, alone on the track.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::{Hash, Hasher};

use gridkit::FastMap;

use super::chart::{Chart, FAR, Open, Situation};
use crate::games::karo::motion::Motion;

/// The shortest way from one of some situations: the motion of that situation and those that follow it, and the
/// number of moves after the first motion.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub(super) moves: u32,
    pub(super) way: Vec<Motion>,
}

/// A state and the stops that are open in it, in one word, so that a comparison is one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Node(u64);

impl Hash for Node {
    /// A fast map finds a slot by the lowest bits, so these have to depend on state and stops.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        hasher.write_u64((self.0 >> Open::BITS).wrapping_add((self.0 & OPEN).wrapping_mul(FACTOR)));
    }
}

const OPEN: u64 = Open::MAX as u64;

impl Node {
    fn new(state: u32, open: Open) -> Self {
        Self(u64::from(state) << Open::BITS | u64::from(open))
    }

    fn state(self) -> u32 {
        (self.0 >> Open::BITS) as u32
    }

    fn open(self) -> Open {
        self.0 as Open
    }
}

/// A node in the queue. The least total comes first, then the most moves, then the least node; all three are in
/// one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting(Reverse<u128>);

impl Waiting {
    fn new(total: u32, moves: u32, node: Node) -> Self {
        Self(Reverse(u128::from(total) << 96 | u128::from(!moves) << 64 | u128::from(node.0)))
    }

    fn moves(self) -> u32 {
        !((self.0.0 >> 64) as u32)
    }

    fn node(self) -> Node {
        Node(self.0.0 as u64)
    }
}

/// How a node was reached.
#[derive(Clone, Copy)]
struct Reached {
    moves: u32,
    before: Option<Node>,
}

/// The shortest way to the finish from the best of some situations; `None` if every way ends in a crash. After
/// `most` visited nodes the way ends where the search is, and its number of moves is a lower bound.
pub(super) fn shortest(chart: &Chart, from: &[Situation], most: usize) -> Option<Route> {
    search(chart, from, EXACT, most).map(|it| it.0)
}

/// The length of the shortest way; `None` if there is no way, or if it is not found within `most` nodes.
pub(super) fn fewest(chart: &Chart, from: &[Situation], most: usize) -> Option<u32> {
    search(chart, from, EXACT, most).filter(|it| it.1).map(|it| it.0.moves)
}

/// A short way to the finish from the best of some situations; `None` if every way ends in a crash. It is the
/// shortest way if a search finds it within `most` nodes; otherwise it is at most a quarter longer, because
/// on the site's largest maps the search for the shortest way takes minutes.
pub(super) fn short(chart: &Chart, from: &[Situation], most: usize) -> Option<Route> {
    match search(chart, from, EXACT, most)? {
        (route, true) => Some(route),
        (_, false) => search(chart, from, QUARTER_LONGER, usize::MAX).map(|it| it.0),
    }
}

/// The weights of the moves made and of the moves left: see [`search`].
type Weights = (u32, u32);
const EXACT: Weights = (4, 4);
const QUARTER_LONGER: Weights = (4, 5);

/// A* with the lower bound of the chart. If the bound has the greater weight, the search visits fewer nodes, and
/// the way is longer by at most the ratio of the weights (weighted A*, by Pohl). Returns also whether the way
/// reaches the finish; it does not if the search ended after `most` nodes.
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
            let node = Node::new(state, open);
            reached.insert(node, Reached { moves: 0, before: None });
            queue.push(Waiting::new(total(0, left), 0, node));
        }
    }
    let mut visited = 0;
    while let Some(waiting) = queue.pop() {
        let (moves, node) = (waiting.moves(), waiting.node());
        if reached[&node].moves != moves {
            continue;
        }
        visited += 1;
        if visited > most {
            let moves = moves + chart.bound(node.state(), node.open());
            return Some((Route { moves, way: way(chart, &reached, node) }, false));
        }
        for next in chart.after_state(node.state()) {
            let Some(open) = chart.pass(node.open(), chart.marks[*next as usize]) else {
                let mut way = way(chart, &reached, node);
                way.push(chart.motions[*next as usize]);
                return Some((Route { moves: moves + 1, way }, true));
            };
            let (state, next, moves) = (*next, Node::new(*next, open), moves + 1);
            if reached.get(&next).is_none_or(|it| moves < it.moves) {
                let left = chart.bound(state, open);
                if left < FAR {
                    reached.insert(next, Reached { moves, before: Some(node) });
                    queue.push(Waiting::new(total(moves, left), moves, next));
                }
            }
        }
    }
    None
}

/// The motions up to a node.
fn way(chart: &Chart, reached: &FastMap<Node, Reached>, last: Node) -> Vec<Motion> {
    let nodes = std::iter::successors(Some(last), |node| reached[node].before);
    let mut way: Vec<Motion> = nodes.map(|node| chart.motions[node.state() as usize]).collect();
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use serde_json::json;

    use super::super::driver::situations;
    use super::super::layers::Layers;
    use super::super::view::View;
    use super::*;
    use crate::game::Step;
    use crate::games::karo::Karo;
    use crate::testkit::cases::cases;
    use crate::testkit::start;

    #[test]
    fn a_short_way_is_a_quarter_longer_at_most() {
        let mut longer = 0;
        for seed in 0..cases(12, 30) {
            let mut game = start(&Karo, &seed.to_string(), json!({}));
            let Step::Ask(requests) = game.advance(&[]) else { panic!("somebody is asked") };
            let view = View::read(&requests[0].lines).unwrap();
            let chart = Layers::shared(&view, &view.rests().collect::<HashSet<_>>());
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
        assert!(longer > 0, "some ways are longer");
    }
}

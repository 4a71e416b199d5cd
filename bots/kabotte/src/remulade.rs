//! The special rule `REmulAde` in plans: in any round a car may have to repeat its last vector.
//!
//! Who has to is drawn anew in each round. With three players and fewer nobody has to twice in a row; with
//! more it is seldom. So a plan keeps to *safe* motions, which withstand one repetition: after one of
//! them the car has a safe move, and if the repetition of its vector is legal, a way on without a crash
//! after that, too. A car counts on the finish only when every stop is behind it.
//!
//! Alone on the track nobody is ever obliged: with three players and fewer who was first in the last round
//! is free, and a car alone is first in every round. `kabotte solve --rule remulade` tells the fewest
//! moves of a car in company that is never obliged but always ready for it.

use crate::graph::{Graph, Node};

/// For each motion whether it is safe.
pub struct Safe {
    /// Of a car that has stops left.
    racing: Vec<bool>,
    /// Of a car that finishes by the next crossing.
    going_home: Vec<bool>,
}

impl Safe {
    /// Finds the safe motions.
    pub fn new(graph: &Graph) -> Safe {
        let of = |ends: &dyn Fn(Node) -> bool| {
            let alive = largest(graph, ends, |_| true);
            let survives = |node| graph.repetition(node).map_or(true, |next| alive[next.index()]);
            largest(graph, ends, survives)
        };
        Safe { racing: of(&|_| false), going_home: of(&|node| graph.mark(node).finishes()) }
    }

    /// Whether a motion is safe for a car that goes home or has stops left.
    #[inline]
    pub fn is_safe(&self, node: Node, goes_home: bool) -> bool {
        if goes_home {
            self.going_home[node.index()]
        } else {
            self.racing[node.index()]
        }
    }
}

/// The largest set of motions that fulfil a condition and have another of the set after them, but for
/// those that end the race. Motions are taken out of the set of all until nothing changes.
fn largest(
    graph: &Graph,
    ends: impl Fn(Node) -> bool,
    condition: impl Fn(Node) -> bool,
) -> Vec<bool> {
    let mut set = vec![true; graph.len()];
    let holds = |set: &[bool], node: Node| {
        let goes_on = || graph.successors(node).any(|next| set[next.index()]);
        ends(node) || (condition(node) && goes_on())
    };
    let mut out: Vec<Node> = graph.nodes().filter(|node| !holds(&set, *node)).collect();
    for node in &out {
        set[node.index()] = false;
    }
    while let Some(node) = out.pop() {
        for before in graph.predecessors(node) {
            if set[before.index()] && !holds(&set, before) {
                set[before.index()] = false;
                out.push(before);
            }
        }
    }
    set
}

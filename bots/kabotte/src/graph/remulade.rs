//! The special rule `REmulAde` in plans: in any round a car may have to repeat its last vector.
//!
//! A draw in each round decides which cars have to. With at most three players no car has to twice in a row; with
//! more it is rare. So a plan keeps to *safe* motions, which withstand one repetition: after one of them the car
//! has a safe move. If the repetition of its vector is legal, it also has a way on without a crash after that. A car
//! counts on the finish only when it has passed every stop.
//!
//! A car that is alone on the track never has to repeat: with at most three players the one that was first in the
//! last round is exempt, and a car alone is first in every round. `cargo kanalysator solve --rule remulade` finds
//! the fewest moves of a car in company that never has to repeat but is always ready for it.

use super::motions::Graph;
use super::node::Node;
use super::safe::Safe;

/// Finds the safe motions.
pub fn safe_motions(graph: &Graph) -> Safe {
    let of = |ends: &dyn Fn(Node) -> bool| {
        let alive = largest(graph, ends, |_| true);
        let survives = |node| graph.repetition(node).map_or(true, |next| alive[next.index()]);
        largest(graph, ends, survives)
    };
    Safe { racing: of(&|_| false), going_home: of(&|node| graph.mark(node).finishes()) }
}

/// The largest set of motions in which each ends the race, or fulfils the condition and is followed by another one
/// of the set. Motions are removed from the set of all until nothing changes.
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

//! The moves that all rules leave, those as well that look at the number of a move.

use crate::graph::{Graph, Node};
use crate::reached::Key;
use crate::rules::{length, MoveNumber};
use crate::tour::Tour;

/// The moves that the rules leave after a state, with the states that they lead to; `None` after a
/// finish.
pub fn moves_after<'a>(
    graph: &'a Graph,
    tour: &'a Tour,
    key: Key,
) -> impl Iterator<Item = (Node, Option<Key>)> + 'a {
    let number = if key.number() == UNNUMBERED { UNNUMBERED } else { key.number().next() };
    successors(graph, key.node(), number).map(move |next| {
        let open = tour.course().after(key.open(), graph.mark(next));
        (next, open.map(|open| Key::new(next, open, number)))
    })
}

/// The moves that all rules leave after a node, as the move with this number.
pub fn successors(
    graph: &Graph,
    node: Node,
    number: MoveNumber,
) -> impl Iterator<Item = Node> + '_ {
    let most = most_length(graph, node, number);
    let fits =
        move |next: &Node| most.map_or(true, |most| length(graph.motion(*next).vector) <= most);
    graph.successors(node).filter(fits)
}

/// The number of every move if no rule depends on the number.
pub const UNNUMBERED: MoveNumber = MoveNumber(0);

/// How long a vector the rule of primes leaves after a node, squared; `None` if it leaves all.
#[inline]
pub fn most_length(graph: &Graph, node: Node, number: MoveNumber) -> Option<i32> {
    if number == UNNUMBERED || !graph.terms().rules.hold_back(number) {
        return None;
    }
    let most = length(graph.motion(node).vector);
    let fits = graph.successors(node).any(|next| length(graph.motion(next).vector) <= most);
    Some(most).filter(|_| fits)
}

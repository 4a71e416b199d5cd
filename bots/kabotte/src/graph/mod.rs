//! All motions that a car can make on a track, and which follows which.

mod build;
mod lookup;
mod mark;
mod neighbours;
mod terms;

pub use mark::Mark;
pub use terms::Terms;

use crate::explore::{explore, number_road};
use crate::motion::Motion;
use crate::numbering::{Numbering, Run};
use crate::remulade::Safe;
use crate::rules::{MoveNumber, Rule};
use crate::track::{Cell, Track};

/// A motion, by its number in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(pub u32);

impl Node {
    /// As an index into lists of all nodes.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Every motion that can be reached, as a graph.
///
/// Whether a motion is legal and what it counts as depend on the motion alone, so they are found
/// once, when it is met first. Nodes are numbered by the cell where they *begin*, so that the
/// successors of a node are up to three runs of nodes, near each other in memory. Predecessors are
/// such runs in a second numbering, by the cell where motions *end*.
///
/// Special rules that look at the vector before leave a part of the runs, which is a mask of each
/// node. Where a rule tells odd moves from even ones, each motion is two nodes.
pub struct Graph {
    width: usize,
    terms: Terms,
    /// Number of different motions: half of the nodes if odd and even moves are told apart.
    count: usize,
    /// By node, a bit for each change of the vector that the rules leave; empty if they leave all.
    permitted: Vec<u16>,
    safe: Option<Safe>,
    /// Number among the cells of road, by cell of the map.
    road: Vec<u16>,
    by_source: Numbering,
    by_end: Numbering,
    /// The node of each number by end.
    node_by_end: Vec<Node>,
    successors: Vec<[Run; 3]>,
    /// By number by end.
    predecessors: Vec<[Run; 3]>,
    marks: Vec<Mark>,
    motions: Vec<Motion>,
}

impl Graph {
    /// All motions that can follow from cars at rest on the given cells.
    ///
    /// ```
    /// use kabotte::graph::{Graph, Terms};
    /// use kabotte::track::{Tile, Track};
    ///
    /// let track = Track::parse("SOOF").unwrap();
    /// let starts: Vec<_> = track.cells_of(Tile::Start).collect();
    /// let graph = Graph::new(&track, Terms::PLAIN, &starts);
    /// // To the second cell with vector 1, to the third with 1, to the last with 1 or 2.
    /// assert_eq!(graph.len(), 4);
    /// ```
    pub fn new(track: &Track, terms: Terms, rests: &[Cell]) -> Graph {
        let rests: Vec<Motion> = rests.iter().map(|cell| Motion::at_rest(*cell)).collect();
        Graph::after_cars(track, terms, &rests)
    }

    /// All motions that can follow from cars in any state on the road.
    pub fn after_cars(track: &Track, terms: Terms, cars: &[Motion]) -> Graph {
        let (road, roads) = number_road(track);
        let found = explore(track, terms, cars, &road, roads);
        let mut graph = Graph::of(track, terms, road, found);
        if terms.rules.has(Rule::Doppelzug) {
            graph.tell_odd_from_even();
        }
        if terms.rules.look_back() {
            graph.permitted =
                graph.nodes().map(|node| graph.permitted_after(track, node)).collect();
        }
        if terms.rules.has(Rule::Remulade) {
            graph.safe = Some(Safe::new(&graph));
        }
        graph
    }

    /// Whether the number of a node's move is odd, where that is told apart; else the number 1
    /// stands for all.
    fn number(&self, node: Node) -> MoveNumber {
        MoveNumber(1 + u16::from(node.index() >= self.count))
    }

    /// What decides which moves are legal.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// Number of motions.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether a car cannot move at all.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.len() as u32).map(Node)
    }

    /// What a motion counts as.
    #[inline]
    pub fn mark(&self, node: Node) -> Mark {
        self.marks[node.index()]
    }

    /// The motion of a node.
    #[inline]
    pub fn motion(&self, node: Node) -> Motion {
        self.motions[node.index()]
    }

    /// The motions after which a car can obey `REmulAde`, where that is in force.
    pub fn safe(&self) -> Option<&Safe> {
        self.safe.as_ref()
    }
}

//! How a graph is made from the motions that were found.

use super::explore::{explore, Found};
use super::mark::Mark;
use super::motions::Graph;
use super::neighbours::change;
use super::node::Node;
use super::remulade::safe_motions;
use super::terms::Terms;
use crate::motion::{Motion, Vector};
use crate::numbering::{row, Numbering, Run, MIDDLE, TOP_SPEED};
use crate::rules::Rule;
use crate::track::{Cell, Track};

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

    /// All motions that can follow from cars in any state on the road. If they are more than the terms
    /// allow, only those up to some speed.
    pub fn after_cars(track: &Track, terms: Terms, cars: &[Motion]) -> Graph {
        let mut graph = Graph::of(track, terms, explore(track, terms, cars));
        if terms.rules.has(Rule::Doppelzug) {
            graph.tell_odd_from_even();
        }
        if terms.rules.look_back() {
            graph.permitted =
                graph.nodes().map(|node| graph.permitted_after(track, node)).collect();
        }
        if terms.rules.has(Rule::Remulade) {
            graph.safe = Some(safe_motions(&graph));
        }
        graph
    }

    fn of(track: &Track, terms: Terms, found: Found) -> Graph {
        let (road, is_cut) = (found.road, found.is_cut);
        let width = track.width();
        let road_of = |cell: Cell| road[cell.y as usize * width + cell.x as usize];
        let by_source = Numbering::new(&found.legal);
        let count = found.motions.len();
        let none = Motion::at_rest(Cell { x: 0, y: 0 });
        let (mut marks, mut motions) = (vec![Mark::NONE; count], vec![none; count]);
        let mut ending = found.legal;
        ending.fill(0);
        for (motion, mark) in found.motions {
            let (x, y) = (i32::from(motion.vector.x), i32::from(motion.vector.y));
            let node = by_source.number(row(road_of(motion.source()), y), x) as usize;
            (marks[node], motions[node]) = (mark, motion);
            ending[row(road_of(motion.at), y)] |= 1 << (x + MIDDLE);
        }
        let by_end = Numbering::new(&ending);
        let mut node_by_end = vec![Node(0); count];
        let mut successors = vec![[Run::default(); 3]; count];
        let mut predecessors = vec![[Run::default(); 3]; count];
        // In the order of the nodes, so that what is near is looked up together.
        for (node, motion) in motions.iter().enumerate() {
            let (x, y) = (i32::from(motion.vector.x), i32::from(motion.vector.y));
            let (end, source) = (road_of(motion.at), road_of(motion.source()));
            let number = by_end.number(row(end, y), x) as usize;
            node_by_end[number] = Node(node as u32);
            for (slot, near) in (y - 1..=y + 1).enumerate() {
                if near.abs() <= TOP_SPEED {
                    successors[node][slot] = by_source.run(row(end, near), x);
                    predecessors[number][slot] = by_end.run(row(source, near), x);
                }
            }
        }
        Graph {
            width,
            terms,
            is_cut,
            count,
            permitted: Vec::new(),
            safe: None,
            by_source,
            by_end,
            node_by_end,
            successors,
            predecessors,
            marks,
            motions,
            road,
        }
    }

    /// Doubles the nodes: the first half are motions with an odd number, the second half those with
    /// an even one, and each leads to the other half.
    fn tell_odd_from_even(&mut self) {
        let count = self.count as u32;
        let double = |runs: &mut Vec<[Run; 3]>| {
            let even = runs.clone();
            runs.iter_mut().flatten().for_each(|run| run.shift(count));
            runs.extend(even);
        };
        double(&mut self.successors);
        double(&mut self.predecessors);
        self.marks.extend_from_within(..);
        self.motions.extend_from_within(..);
        let even: Vec<Node> = self.node_by_end.iter().map(|node| Node(node.0 + count)).collect();
        self.node_by_end.extend(even);
    }

    /// The changes of the vector that the rules leave after a node.
    fn permitted_after(&self, track: &Track, node: Node) -> u16 {
        let car = self.motion(node);
        let mut next: Vec<Vector> =
            self.successors(node).map(|next| self.motion(next).vector).collect();
        self.terms.rules.filter_by_last(track, car, self.number(node).next(), &mut next);
        next.iter().fold(0, |mask, vector| mask | change(car.vector, *vector))
    }
}

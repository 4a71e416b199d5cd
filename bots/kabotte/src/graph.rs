//! All motions that a car can make on a track, and which follows which.

use crate::circuit::LineRule;
use crate::explore::{explore, number_road, Found, OFF_ROAD};
use crate::motion::{Event, Events, Motion, Passage, Vector};
use crate::numbering::{row, Numbering, Run, MIDDLE, ROWS, TOP_SPEED};
use crate::remulade::Safe;
use crate::rules::{MoveNumber, Rule, Rules};
use crate::track::{Cell, Checkpoint, Track};

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

/// What a motion counts as: a bit for each checkpoint that it collects, and two for the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub u16);

impl Mark {
    /// It counts as nothing.
    pub const NONE: Mark = Mark(0);
    /// It passes a finish cell, although another event may be the one that counts.
    pub const LINE: Mark = Mark(1 << 14);
    /// It counts as crossing the finish alone.
    pub const FINISH: Mark = Mark(1 << 15 | Mark::LINE.0);

    /// That of what a move passes, where one event of it counts or all.
    pub fn of(passage: Passage, events: Events) -> Mark {
        let line = if passage.crosses_finish { Mark::LINE.0 } else { 0 };
        match (events, passage.event) {
            (Events::All, _) if passage.crosses_finish => {
                Mark(passage.checkpoints | Mark::FINISH.0)
            }
            (Events::All, _) => Mark(passage.checkpoints),
            (Events::Last, Event::None) => Mark::NONE,
            (Events::Last, Event::Checkpoint(Checkpoint(number))) => Mark(1 << number | line),
            (Events::Last, Event::Finish) => Mark::FINISH,
        }
    }

    /// Whether it counts as crossing the finish.
    #[inline]
    pub fn finishes(self) -> bool {
        self.0 >> 15 != 0
    }

    /// Whether it passes the line, which is what a Formula 1 race begins with.
    #[inline]
    pub fn crosses_line(self) -> bool {
        self.0 & Mark::LINE.0 != 0
    }

    /// The checkpoints, a bit each.
    #[inline]
    pub fn checkpoints(self) -> u16 {
        self.0 & (Mark::LINE.0 - 1)
    }
}

/// What decides which moves are legal, apart from the track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Whether checkpoints count; else they are road.
    pub checkpoints: bool,
    /// Which of the events of a move count.
    pub events: Events,
    /// In which direction the finish line may be crossed.
    pub line: LineRule,
    /// The special rules.
    pub rules: Rules,
}

impl Terms {
    /// Checkpoints count, and there are no rules.
    pub const PLAIN: Terms =
        Terms { checkpoints: true, events: Events::Last, line: LineRule::FREE, rules: Rules::NONE };
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
        let mut graph = Graph::of(track, terms, road, roads, found);
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

    fn of(track: &Track, terms: Terms, road: Vec<u16>, roads: usize, found: Found) -> Graph {
        let width = track.width();
        let road_of = |cell: Cell| road[cell.y as usize * width + cell.x as usize];
        let mut ending = vec![0_u64; roads * ROWS];
        for (motion, _) in &found.motions {
            let speeds = (i32::from(motion.vector.x), i32::from(motion.vector.y));
            ending[row(road_of(motion.at), speeds.1)] |= 1 << (speeds.0 + MIDDLE);
        }
        let by_source = Numbering::new(found.legal);
        let by_end = Numbering::new(ending);
        let count = found.motions.len();
        let none = Motion::at_rest(Cell { x: 0, y: 0 });
        let mut graph = Graph {
            width,
            terms,
            count,
            permitted: Vec::new(),
            safe: None,
            by_source,
            by_end,
            node_by_end: vec![Node(0); count],
            successors: vec![[Run::default(); 3]; count],
            predecessors: vec![[Run::default(); 3]; count],
            marks: vec![Mark::NONE; count],
            motions: vec![none; count],
            road: Vec::new(),
        };
        for (motion, mark) in found.motions {
            let (x, y) = (i32::from(motion.vector.x), i32::from(motion.vector.y));
            let (end, source) = (road_of(motion.at), road_of(motion.source()));
            let by_end = graph.by_end.number(row(end, y), x) as usize;
            let node = graph.by_source.number(row(source, y), x) as usize;
            graph.node_by_end[by_end] = Node(node as u32);
            graph.marks[node] = mark;
            graph.motions[node] = motion;
            for (slot, near) in (y - 1..=y + 1).enumerate() {
                if near.abs() <= TOP_SPEED {
                    graph.successors[node][slot] = graph.by_source.run(row(end, near), x);
                    graph.predecessors[by_end][slot] = graph.by_end.run(row(source, near), x);
                }
            }
        }
        graph.road = road;
        graph
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

    /// Whether the number of a node's move is odd, where that is told apart; else the number 1
    /// stands for all.
    fn number(&self, node: Node) -> MoveNumber {
        MoveNumber(1 + u16::from(node.index() >= self.count))
    }

    /// The changes of the vector that the rules leave after a node.
    fn permitted_after(&self, track: &Track, node: Node) -> u16 {
        let car = self.motion(node);
        let mut next: Vec<Vector> =
            self.successors(node).map(|next| self.motion(next).vector).collect();
        self.terms.rules.filter_by_last(track, car, self.number(node).next(), &mut next);
        next.iter().fold(0, |mask, vector| mask | change(car.vector, *vector))
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

    /// The legal motions that can follow, without those that the rules take away.
    #[inline]
    pub fn successors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let next = self.successors[node.index()].iter().flat_map(|run| run.numbers().map(Node));
        next.filter(move |next| self.permits(node, *next))
    }

    /// Whether the rules leave one legal motion after another.
    #[inline]
    fn permits(&self, node: Node, next: Node) -> bool {
        self.permitted.is_empty()
            || self.permitted[node.index()]
                & change(self.motion(node).vector, self.motion(next).vector)
                != 0
    }

    /// Whether rules that look back leave a part of the runs alone.
    pub fn is_restricted(&self) -> bool {
        !self.permitted.is_empty()
    }

    /// The legal motions that can follow, as up to three runs of nodes.
    #[inline]
    pub fn runs_after(&self, node: Node) -> &[Run; 3] {
        &self.successors[node.index()]
    }

    /// The numbers by end of the motions that can have come before one with a number by end, as up
    /// to three runs.
    #[inline]
    pub fn runs_before_end(&self, end: u32) -> &[Run; 3] {
        &self.predecessors[end as usize]
    }

    /// The motions that can have come before.
    #[inline]
    pub fn predecessors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        self.predecessor_ends(node).map(move |number| self.node_of_end(number))
    }

    /// The motion that repeats the vector of another one, if it is legal; rules that look back take
    /// nothing away.
    pub fn repetition(&self, node: Node) -> Option<Node> {
        let vector = self.motion(node).vector;
        let next = self.successors[node.index()].iter().flat_map(|run| run.numbers().map(Node));
        next.clone().find(|next| self.motion(*next).vector == vector)
    }

    /// The motions after which a car can obey `REmulAde`, where that is in force.
    pub fn safe(&self) -> Option<&Safe> {
        self.safe.as_ref()
    }

    /// The node with a number by end.
    #[inline]
    pub fn node_of_end(&self, number: u32) -> Node {
        self.node_by_end[number as usize]
    }

    /// The number by end of a node.
    #[inline]
    fn end_of_node(&self, node: Node) -> usize {
        let Motion { at, vector } = self.motion(node);
        let road = self.road[at.y as usize * self.width + at.x as usize];
        let end = self.by_end.number(row(road, i32::from(vector.y)), i32::from(vector.x)) as usize;
        if node.index() < self.count {
            end
        } else {
            end + self.count
        }
    }

    /// The numbers by end of the motions that can have come before.
    #[inline]
    pub fn predecessor_ends(&self, node: Node) -> impl Iterator<Item = u32> + '_ {
        let end = self.end_of_node(node);
        let ends = self.predecessors[end].iter().flat_map(|run| run.numbers());
        ends.filter(move |end| {
            self.permitted.is_empty() || self.permits(self.node_of_end(*end), node)
        })
    }

    /// The legal motions that can follow from any state of a car, also one that is no node itself,
    /// such as a car at rest, in a move of a given number; rules that look back take nothing away.
    /// Empty off the road.
    pub fn after(&self, car: Motion, number: MoveNumber) -> Vec<Node> {
        let Motion { at, vector } = car;
        if at.x < 0 || at.y < 0 || at.x as usize >= self.width {
            return Vec::new();
        }
        let road = match self.road.get(at.y as usize * self.width + at.x as usize) {
            Some(road) if *road != OFF_ROAD => *road,
            _ => return Vec::new(),
        };
        let (x, y) = (i32::from(vector.x), i32::from(vector.y));
        if x.abs() > TOP_SPEED {
            return Vec::new();
        }
        (y - 1..=y + 1)
            .filter(|near| near.abs() <= TOP_SPEED)
            .flat_map(|near| self.by_source.run(row(road, near), x).numbers())
            .map(|node| Node(node + self.half(number)))
            .collect()
    }

    /// The node of a motion, in a move of a given number, if it can be reached.
    pub fn node(&self, motion: Motion, number: MoveNumber) -> Option<Node> {
        let before = Motion { at: motion.source(), vector: motion.vector };
        self.after(before, number).into_iter().find(|node| self.motion(*node) == motion)
    }

    /// Where the nodes of moves with this number begin.
    fn half(&self, number: MoveNumber) -> u32 {
        if self.len() > self.count && !number.is_odd() {
            self.count as u32
        } else {
            0
        }
    }
}

/// The bit of a change of the vector by one at most along each axis.
#[inline]
fn change(from: Vector, to: Vector) -> u16 {
    1 << ((to.y - from.y + 1) * 3 + (to.x - from.x + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::passage;
    use crate::track::Tile;

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
            let mut fast: Vec<Motion> =
                graph.successors(node).map(|next| graph.motion(next)).collect();
            plain.sort_unstable();
            fast.sort_unstable();
            assert_eq!(plain, fast, "after {motion:?}");
            assert!(graph
                .successors(node)
                .all(|next| graph.predecessors(next).any(|it| it == node)));
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
}

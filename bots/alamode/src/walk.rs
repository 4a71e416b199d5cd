//! Walks: where a walk ends and how long it is, for all cells of both chefs and all destinations.
//!
//! A chef walks at most four cells a turn and cannot pass the other chef. Where a longer walk ends
//! depends on how the server breaks ties: it takes cells of equal distance in the order in which a
//! binary heap gives them. Therefore the server's search is repeated here, once for each of the 930
//! pairs of cells, in the first second of a game.

use crate::kitchen::{Cell, Floor, Kitchen, Place, CELLS, FLOORS, TABLES};

/// The distance of a cell that cannot be reached.
pub const FAR: u8 = u8::MAX;

/// The longest walk of one turn in the server's unit, which counts 2 for a step.
const TURN: u16 = 9;

/// The neighbours in the server's order: west, north, south, east, then the corners.
const AROUND: [(i32, i32); 8] =
    [(-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The result of the server's search from one cell, in the order in which it reached the others.
struct Field {
    order: Vec<(Cell, u16)>,
    distance: [Option<u16>; CELLS],
}

/// A binary heap with the server's order of ties: an entry moves up while it is smaller, and down to
/// the left child unless the right one is smaller.
#[derive(Default)]
struct Heap(Vec<(u16, Cell)>);

impl Heap {
    fn push(&mut self, distance: u16, cell: Cell) {
        let mut hole = self.0.len();
        self.0.push((distance, cell));
        while hole > 0 {
            let parent = (hole - 1) / 2;
            if distance >= self.0[parent].0 {
                break;
            }
            self.0.swap(hole, parent);
            hole = parent;
        }
    }

    fn pop(&mut self) -> Option<(u16, Cell)> {
        let last = self.0.pop()?;
        let top = match self.0.first_mut() {
            Some(first) => std::mem::replace(first, last),
            None => return Some(last),
        };
        let mut hole = 0;
        loop {
            let mut child = 2 * hole + 1;
            if child >= self.0.len() {
                break;
            }
            if child + 1 < self.0.len() && self.0[child].0 > self.0[child + 1].0 {
                child += 1;
            }
            if last.0 <= self.0[child].0 {
                break;
            }
            self.0.swap(hole, child);
            hole = child;
        }
        Some(top)
    }
}

fn is_floor(kitchen: &Kitchen, cell: Cell) -> bool {
    matches!(kitchen.place(cell), Place::Floor(_))
}

/// The neighbours of a cell by the server's rules, with the cost of a step there.
fn beside(kitchen: &Kitchen, cell: Cell) -> impl Iterator<Item = (Cell, u16)> + '_ {
    let (x, y) = cell.xy();
    let floor = is_floor(kitchen, cell);
    AROUND.iter().enumerate().filter_map(move |(i, &(dx, dy))| {
        let next = Cell::new(x + dx, y + dy)?;
        let corner = i >= 4;
        if corner && floor && is_floor(kitchen, next) {
            return None;
        }
        Some((next, if corner { 3 } else { 2 }))
    })
}

fn search(kitchen: &Kitchen, from: Cell, blocked: Option<Cell>) -> Field {
    let mut field = Field { order: Vec::with_capacity(CELLS), distance: [None; CELLS] };
    let mut heap = Heap::default();
    heap.push(0, from);
    while let Some((distance, cell)) = heap.pop() {
        if field.distance[usize::from(cell.0)].is_some() {
            continue;
        }
        field.distance[usize::from(cell.0)] = Some(distance);
        field.order.push((cell, distance));
        if cell == from || is_floor(kitchen, cell) && Some(cell) != blocked {
            for (next, cost) in beside(kitchen, cell) {
                if Some(next) != blocked && field.distance[usize::from(next.0)].is_none() {
                    heap.push(distance + cost, next);
                }
            }
        }
    }
    field
}

/// All walks of a kitchen. The first index is the own floor cell, the second the partner's, which may
/// be nowhere.
pub struct Walks {
    /// The cell where a walk towards a target ends after one turn: `[own][partner][target]`.
    landing: Vec<[[Floor; CELLS]; FLOORS + 1]>,
    /// Steps to each floor cell; [`FAR`] if there is no way.
    pub steps: Vec<[[u8; FLOORS]; FLOORS + 1]>,
    /// Steps to the nearest cell from which each table can be used; [`FAR`] if there is no such cell.
    pub steps_to_use: Vec<[[u8; TABLES]; FLOORS + 1]>,
    /// The floor cells at most four steps away, as a set.
    pub reach: Vec<[u32; FLOORS + 1]>,
    /// The floor cells exactly four steps away, as a set.
    pub rim: Vec<[u32; FLOORS + 1]>,
}

impl Walks {
    pub fn new(kitchen: &Kitchen) -> Walks {
        let mut walks = Walks {
            landing: vec![[[Floor(0); CELLS]; FLOORS + 1]; FLOORS],
            steps: vec![[[FAR; FLOORS]; FLOORS + 1]; FLOORS],
            steps_to_use: vec![[[FAR; TABLES]; FLOORS + 1]; FLOORS],
            reach: vec![[0; FLOORS + 1]; FLOORS],
            rim: vec![[0; FLOORS + 1]; FLOORS],
        };
        let cells: Vec<Cell> =
            (0..FLOORS).map(|floor| kitchen.floor_cell(Floor(floor as u8))).collect();
        for partner in 0..=FLOORS {
            let blocked = cells.get(partner).copied();
            let fields: Vec<Field> =
                cells.iter().map(|&from| search(kitchen, from, blocked)).collect();
            for own in (0..FLOORS).filter(|&own| own != partner) {
                walks.measure(kitchen, own, partner, &fields);
                for cell in 0..CELLS {
                    let target = Cell(cell as u8);
                    walks.landing[own][partner][cell] =
                        land(kitchen, &fields, own, target, blocked);
                }
            }
        }
        walks
    }

    fn measure(&mut self, kitchen: &Kitchen, own: usize, partner: usize, fields: &[Field]) {
        for to in (0..FLOORS).filter(|&to| to != partner) {
            let cell = kitchen.floor_cell(Floor(to as u8));
            let steps = match fields[own].distance[usize::from(cell.0)] {
                Some(distance) => (distance / 2) as u8,
                None => continue,
            };
            self.steps[own][partner][to] = steps;
            if steps <= 4 {
                self.reach[own][partner] |= 1 << to;
            }
            if steps == 4 {
                self.rim[own][partner] |= 1 << to;
            }
            for table in crate::kitchen::bits(kitchen.near[to]) {
                let least = &mut self.steps_to_use[own][partner][usize::from(table)];
                *least = steps.min(*least);
            }
        }
    }

    /// The cell where a walk from `own` towards `target` ends after one turn, with the partner at
    /// `partner`.
    #[inline]
    pub fn landing(&self, own: Floor, partner: Floor, target: Cell) -> Floor {
        self.landing[own.index()][partner.index()][usize::from(target.0)]
    }
}

/// The server's `MOVE`: where a walk towards a target ends after one turn.
fn land(
    kitchen: &Kitchen,
    fields: &[Field],
    own: usize,
    target: Cell,
    blocked: Option<Cell>,
) -> Floor {
    let here = &fields[own];
    let distance = |cell: Cell| here.distance[usize::from(cell.0)];
    let own = Floor(own as u8);
    // If no way leads to the target, the server walks towards the chef that is in the way.
    for target in [Some(target), blocked].into_iter().flatten() {
        let goal = match kitchen.place(target) {
            Place::Floor(_) if Some(target) != blocked => Some(target),
            _ => beside(kitchen, target)
                .map(|(cell, _)| cell)
                .filter(|&cell| is_floor(kitchen, cell) && distance(cell).is_some())
                .min_by_key(|&cell| distance(cell)),
        };
        let (goal, far) = match goal.and_then(|goal| Some((goal, distance(goal)?))) {
            Some(found) => found,
            None => continue,
        };
        let floor = |cell: Cell| match kitchen.place(cell) {
            Place::Floor(floor) => Some(floor),
            Place::Table(_) => None,
        };
        if far <= TURN {
            return floor(goal).unwrap_or(own);
        }
        let there = match floor(goal) {
            Some(floor) => &fields[floor.index()],
            None => continue,
        };
        return here
            .order
            .iter()
            .filter(|(_, distance)| *distance <= TURN)
            .filter_map(|&(cell, _)| Some((floor(cell)?, there.distance[usize::from(cell.0)]?)))
            .min_by_key(|&(_, rest)| rest)
            .map_or(own, |(floor, _)| floor);
    }
    own
}

//! Walks: where a walk ends and how long it is, for all cells of both chefs and all destinations.
//!
//! A chef walks at most four cells a turn and cannot pass the other chef. Where a longer walk ends
//! depends on how the server breaks ties: it takes cells of equal distance in the order in which a
//! binary heap gives them. Therefore the server's search is repeated here, once for each of the 930
//! pairs of cells, in the first second of a game.

use crate::kitchen::{bits, Cell, Floor, Kitchen, Place, CELLS, FLOORS, TABLES};

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

/// The walks from one floor cell while the other chef is at one place. There is no walk if that is the same cell.
#[derive(Clone)]
pub struct Ways {
    /// The floor cells at most four steps away, as a set.
    pub reach: u32,
    /// The floor cells exactly four steps away, as a set.
    pub rim: u32,
    /// Steps to the nearest cell from which each table can be used; [`FAR`] if there is no such cell.
    pub to_use: [u8; TABLES],
    /// Steps to each floor cell; [`FAR`] if there is no way.
    pub to: [u8; FLOORS],
    /// The cell where a walk towards each cell of the grid ends after one turn.
    landing: [Floor; CELLS],
}

impl Ways {
    /// The cell where a walk towards a cell ends after one turn.
    #[inline]
    pub fn landing(&self, target: Cell) -> Floor {
        self.landing[usize::from(target.0)]
    }

    fn new(kitchen: &Kitchen, fields: &[Field], own: Floor, blocked: Option<Cell>) -> Ways {
        let mut ways = Ways {
            reach: 0,
            rim: 0,
            to_use: [FAR; TABLES],
            to: [FAR; FLOORS],
            landing: [own; CELLS],
        };
        if Some(kitchen.floor_cell(own)) == blocked {
            return ways;
        }
        for to in Floor::all() {
            let cell = kitchen.floor_cell(to);
            if Some(cell) == blocked {
                continue;
            }
            let steps = match fields[own.index()].distance[usize::from(cell.0)] {
                Some(distance) => (distance / 2) as u8,
                None => continue,
            };
            ways.to[to.index()] = steps;
            if steps <= 4 {
                ways.reach |= to.bit();
            }
            if steps == 4 {
                ways.rim |= to.bit();
            }
            for table in bits(kitchen.near(to)) {
                let least = &mut ways.to_use[usize::from(table)];
                *least = steps.min(*least);
            }
        }
        for (cell, end) in (0..).map(Cell).zip(&mut ways.landing) {
            *end = land(kitchen, fields, own, cell, blocked);
        }
        ways
    }
}

/// All walks of a kitchen: for each place of the other chef those from each floor cell.
pub struct Walks(Vec<[Ways; FLOORS]>);

impl Walks {
    pub fn new(kitchen: &Kitchen) -> Walks {
        let places = std::iter::once(None).chain(Floor::all().map(Some));
        Walks(places.map(|other| around(kitchen, other)).collect())
    }

    /// The walks from a cell with the other chef at that place, which may be nowhere.
    #[inline]
    pub fn from(&self, own: Floor, other: Option<Floor>) -> &Ways {
        &self.0[Floor::place_index(other)][own.index()]
    }
}

/// The walks from each floor cell with the other chef at that place.
fn around(kitchen: &Kitchen, other: Option<Floor>) -> [Ways; FLOORS] {
    let blocked = other.map(|floor| kitchen.floor_cell(floor));
    let field = |own| search(kitchen, kitchen.floor_cell(own), blocked);
    let fields: Vec<Field> = Floor::all().map(field).collect();
    let mut owns = Floor::all();
    [(); FLOORS].map(|()| {
        let own = owns.next().expect("as many floor cells");
        Ways::new(kitchen, &fields, own, blocked)
    })
}

/// The server's `MOVE`: where a walk towards a target ends after one turn.
fn land(
    kitchen: &Kitchen,
    fields: &[Field],
    own: Floor,
    target: Cell,
    blocked: Option<Cell>,
) -> Floor {
    let here = &fields[own.index()];
    let distance = |cell: Cell| here.distance[usize::from(cell.0)];
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

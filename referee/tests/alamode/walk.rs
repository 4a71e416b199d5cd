//! Walking in Code à la Mode, compared with a plain twin: it searches again for every step, with lists and
//! pairs of numbers instead of the referee's tables.

use std::collections::HashMap;

use gridkit::{Point, Square11x7 as Square};
use referee::games::alamode::{FLOOR, destination};

type Cell = (i32, i32);

const KITCHEN: [&str; 7] = [
    "###########",
    "#.........#",
    "#.####.##.#",
    "#.#..#..#.#",
    "#.##.####.#",
    "#.........#",
    "###########",
];

fn inside((x, y): Cell) -> bool {
    (0..11).contains(&x) && (0..7).contains(&y)
}

fn is_floor((x, y): Cell) -> bool {
    KITCHEN[y as usize].as_bytes()[x as usize] == b'.'
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..7).flat_map(|y| (0..11).map(move |x| (x, y)))
}

/// West, north, south, east, then the corners: north-west, south-west, north-east, south-east.
fn neighbours((x, y): Cell) -> Vec<(Cell, i32)> {
    let straight = [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)].map(|cell| (cell, 2));
    let corners =
        [(x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)].map(|cell| (cell, 3));
    let mut all: Vec<(Cell, i32)> = straight.into_iter().chain(corners).collect();
    all.retain(|(cell, _)| inside(*cell));
    all.retain(|(cell, cost)| *cost == 2 || !is_floor((x, y)) || !is_floor(*cell));
    all
}

/// The platform's priority queue, a heap as its documentation describes it: a list in which entry k is above
/// the entries 2k+1 and 2k+2.
#[derive(Default)]
struct Queue(Vec<(i32, Cell)>);

impl Queue {
    fn offer(&mut self, entry: (i32, Cell)) {
        self.0.push(entry);
        self.rise(self.0.len() - 1);
    }

    fn rise(&mut self, k: usize) {
        if k > 0 && self.0[k].0 < self.0[(k - 1) / 2].0 {
            self.0.swap(k, (k - 1) / 2);
            self.rise((k - 1) / 2);
        }
    }

    fn poll(&mut self) -> (i32, Cell) {
        let last = self.0.pop().unwrap();
        if self.0.is_empty() {
            return last;
        }
        let first = std::mem::replace(&mut self.0[0], last);
        self.sink(0);
        first
    }

    fn sink(&mut self, k: usize) {
        let below = [2 * k + 1, 2 * k + 2].into_iter().filter(|child| *child < self.0.len());
        // The left child, unless the right one is smaller.
        let Some(child) = below.min_by_key(|child| self.0[*child].0) else { return };
        if self.0[child].0 < self.0[k].0 {
            self.0.swap(child, k);
            self.sink(child);
        }
    }
}

/// The search from a cell, with another cell blocked.
fn distances(from: Cell, blocked: Option<Cell>) -> Visited {
    let mut visited = Visited::new();
    let mut queue = Queue::default();
    queue.offer((0, from));
    while !queue.0.is_empty() {
        let (distance, cell) = queue.poll();
        if visited.iter().any(|(it, _)| *it == cell) {
            continue;
        }
        visited.push((cell, distance));
        if (is_floor(cell) && Some(cell) != blocked) || cell == from {
            for (next, cost) in neighbours(cell) {
                if Some(next) != blocked && !visited.iter().any(|(it, _)| *it == next) {
                    queue.offer((distance + cost, next));
                }
            }
        }
    }
    visited
}

/// Cells with their distances, in the order in which they are visited.
type Visited = Vec<(Cell, i32)>;

/// The searches that have been done.
#[derive(Default)]
struct Twin(HashMap<(Cell, Option<Cell>), Visited>);

impl Twin {
    fn distances(&mut self, from: Cell, blocked: Option<Cell>) -> Visited {
        self.0.entry((from, blocked)).or_insert_with(|| distances(from, blocked)).clone()
    }

    fn destination(&mut self, from: Cell, partner: Option<Cell>, target: Cell) -> Cell {
        let map = self.distances(from, partner);
        let distance = |cell: Cell| map.iter().find(|(it, _)| *it == cell).map(|(_, far)| *far);
        let goal = if is_floor(target) && Some(target) != partner {
            distance(target).map(|far| (far, target))
        } else {
            let mut best: Option<(i32, Cell)> = None;
            for (cell, _) in neighbours(target) {
                if let (true, Some(far)) = (is_floor(cell), distance(cell))
                    && best.is_none_or(|(least, _)| far < least)
                {
                    best = Some((far, cell));
                }
            }
            best
        };
        let Some((far, goal)) = goal else {
            return self.destination(from, partner, partner.unwrap());
        };
        if far <= 9 {
            return goal;
        }
        let rest = self.distances(goal, partner);
        let rest = |cell: Cell| rest.iter().find(|(it, _)| *it == cell).unwrap().1;
        let mut best: Option<(i32, Cell)> = None;
        for (cell, far) in map {
            if is_floor(cell) && far <= 9 && best.is_none_or(|(least, _)| rest(cell) < least) {
                best = Some((rest(cell), cell));
            }
        }
        best.unwrap().1
    }
}

fn square((x, y): Cell) -> Square {
    Square::at(Point::new(x, y)).unwrap()
}

#[test]
fn the_floor_of_the_drawing_is_that_of_the_kitchen() {
    for cell in cells() {
        assert_eq!(FLOOR.contains(square(cell)), is_floor(cell), "{cell:?}");
    }
    assert_eq!(FLOOR.count(), 30);
}

/// Every chef, every partner or no partner, every target: 69,300 walks.
#[test]
fn every_walk_ends_where_the_plain_twin_ends() {
    let mut twin = Twin::default();
    let mut walks = 0;
    for from in cells().filter(|cell| is_floor(*cell)) {
        let partners = cells().filter(|cell| is_floor(*cell) && *cell != from).map(Some);
        for partner in partners.chain([None]) {
            for target in cells() {
                let expected = twin.destination(from, partner, target);
                let found = destination(square(from), partner.map(square), square(target));
                assert_eq!(found, square(expected), "{from:?} {partner:?} {target:?}");
                walks += 1;
            }
        }
    }
    assert_eq!(walks, 30 * 30 * 77);
}

/// The cells of some walks, drawn: the chef `c`, its partner `p`, the target `t`, the end `e`.
#[test]
fn drawn_walks_end_where_they_should() {
    let walk = |picture: &str| {
        let find = |mark: char| {
            let rows = picture.split_whitespace().enumerate();
            let mut found =
                rows.flat_map(|(y, row)| row.chars().enumerate().map(move |it| (y, it)));
            let (y, (x, _)) = found.find(|(_, (_, char))| *char == mark)?;
            Some(square((x as i32, y as i32)))
        };
        let target = find('t').or(find('p')).unwrap();
        assert_eq!(destination(find('c').unwrap(), find('p'), target), find('e').unwrap());
    };
    // Four steps towards a table.
    walk(
        "###########
         #c...e....t
         #.####.##.#
         #.#..#..#.#
         #.##.####.#
         #.........#
         ###########",
    );
    // To the floor cell from which the chef reaches a table across a corner.
    walk(
        "###########
         #.........#
         #.####.##.#
         #.#..#..#.#
         #.##.####p#
         #....c...e#
         ##########t",
    );
    // The other way around the ring, because the partner blocks the shorter one.
    walk(
        "###########
         #..e......#
         #.####.##.#
         #c#..#..#.#
         #p##.####.#
         #t........#
         ###########",
    );
    // Out of a dead end that is cut off: as far as the partner.
    walk(
        "###########
         #.e...p...#
         #.####.##.#
         #.#..#.t#.#
         #c##.####.#
         #.........#
         ###########",
    );
}

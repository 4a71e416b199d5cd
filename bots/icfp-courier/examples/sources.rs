//! Many sources at once by one bit a source against one search for each: the distances between 64
//! points of a board, which a plan needs.
//!
//! ```text
//! cargo run --release -p icfp-courier --features measure --example sources
//! ```
//!
//! `waves` keeps a list of the cells that a wave has reached, `sweeps` goes over the whole board with
//! each wave. Both must find the distances that the searches find.

// Examples are built by today's compiler, whatever the library promises.
#![allow(clippy::incompatible_msrv)]

use std::time::{Duration, Instant};

use gridkit::{DistanceSearch, Distances, Point, Rng, Walls};

const SOURCES: usize = 64;

/// A board with a border of walls.
struct Map {
    width: usize,
    height: usize,
    walls: Walls,
    /// For each cell: all bits set on land, no bit in a wall.
    land: Vec<u64>,
    points: Vec<Point>,
}

type Table = Vec<u32>;

impl Map {
    fn random(width: usize, height: usize, share: f64) -> Self {
        let mut rng = Rng::new(5);
        let mut walls = Walls::none(width, height);
        for cell in 0..width * height {
            let point = Point::new((cell % width) as i32, (cell / width) as i32);
            walls.set(point, rng.chance(share));
        }
        let any = |rng: &mut Rng| Point::new(rng.below(width) as i32, rng.below(height) as i32);
        let mut points: Vec<Point> = Vec::new();
        while points.len() < SOURCES {
            let point = any(&mut rng);
            if walls.is_open(point) && !points.contains(&point) {
                points.push(point);
            }
        }
        let cells = (0..height as i32 + 2).flat_map(|y| (0..width as i32 + 2).map(move |x| (x, y)));
        let is_land = |(x, y)| walls.is_open(Point::new(x - 1, y - 1));
        let land = cells.map(|cell| if is_land(cell) { u64::MAX } else { 0 }).collect();
        Self { width, height, walls, land, points }
    }

    fn stride(&self) -> usize {
        self.width + 2
    }

    /// The cells of the points.
    fn cells(&self) -> Vec<usize> {
        let cell = |point: &Point| (point.y as usize + 1) * self.stride() + point.x as usize + 1;
        self.points.iter().map(cell).collect()
    }
}

fn searches(map: &Map) -> Table {
    let (mut search, mut field) = (DistanceSearch::new(), Distances::new());
    let mut table = Table::new();
    for &source in &map.points {
        search.run(&map.walls, &[source], &mut field);
        table.extend(map.points.iter().map(|&point| field.get(point).unwrap_or(u32::MAX)));
    }
    table
}

/// Writes the distances of the sources in `bits` to the point of this number.
fn note(table: &mut Table, mut bits: u64, point: usize, steps: u32) {
    while bits != 0 {
        table[bits.trailing_zeros() as usize * SOURCES + point] = steps;
        bits &= bits - 1;
    }
}

fn waves(map: &Map) -> Table {
    let mut table = vec![u32::MAX; SOURCES * SOURCES];
    let mut seen: Vec<u64> = map.land.iter().map(|land| !land).collect();
    let (mut now, mut next) = (vec![0_u64; seen.len()], vec![0_u64; seen.len()]);
    let mut number_of = vec![usize::MAX; seen.len()];
    let mut wave = map.cells();
    for (number, &cell) in wave.iter().enumerate() {
        (now[cell], number_of[cell]) = (1 << number, number);
        seen[cell] |= 1 << number;
        note(&mut table, 1 << number, number, 0);
    }
    let stride = map.stride();
    for steps in 1.. {
        let mut reached = Vec::new();
        for &cell in &wave {
            let bits = std::mem::take(&mut now[cell]);
            for to in [cell - 1, cell + 1, cell - stride, cell + stride] {
                let new = bits & !seen[to];
                if new != 0 && next[to] == 0 {
                    reached.push(to);
                }
                next[to] |= new;
            }
        }
        for &cell in &reached {
            seen[cell] |= next[cell];
            if number_of[cell] != usize::MAX {
                note(&mut table, next[cell], number_of[cell], steps);
            }
        }
        if reached.is_empty() {
            break;
        }
        wave = reached;
        std::mem::swap(&mut now, &mut next);
    }
    table
}

fn sweeps(map: &Map) -> Table {
    let mut table = vec![u32::MAX; SOURCES * SOURCES];
    let (mut seen, mut next) = (vec![0_u64; map.land.len()], vec![0_u64; map.land.len()]);
    let cells = map.cells();
    for (number, &cell) in cells.iter().enumerate() {
        seen[cell] = 1 << number;
        note(&mut table, 1 << number, number, 0);
    }
    let mut known: Vec<u64> = cells.iter().map(|&cell| seen[cell]).collect();
    let stride = map.stride();
    for steps in 1.. {
        let mut changed = 0;
        for cell in stride..stride * (map.height + 1) {
            let around =
                seen[cell - 1] | seen[cell + 1] | seen[cell - stride] | seen[cell + stride];
            next[cell] = (seen[cell] | around) & map.land[cell];
            changed |= next[cell] ^ seen[cell];
        }
        if changed == 0 {
            break;
        }
        std::mem::swap(&mut seen, &mut next);
        for (number, &cell) in cells.iter().enumerate() {
            note(&mut table, seen[cell] & !known[number], number, steps);
            known[number] = seen[cell];
        }
    }
    table
}

/// The fastest of some rounds, and what was found.
fn time(rounds: usize, way: fn(&Map) -> Table, map: &Map) -> (Duration, Table) {
    let round = |_| {
        let start = Instant::now();
        let table = way(map);
        (start.elapsed(), table)
    };
    (0..rounds).map(round).min_by_key(|(time, _)| *time).expect("a round")
}

fn main() {
    for (width, height, share) in
        [(79, 24, 0.03), (79, 24, 0.25), (138, 62, 0.02), (1000, 1000, 0.0), (1000, 1000, 0.25)]
    {
        let map = Map::random(width, height, share);
        let rounds = if width < 500 { 20 } else { 2 };
        let (plain, table) = time(rounds, searches, &map);
        print!("{width}x{height}, {:2.0} % walls: searches {plain:9.3?}", share * 100.0);
        for (name, way) in [("waves", waves as fn(&Map) -> Table), ("sweeps", sweeps)] {
            // A sweep over the largest board for each of 2,000 waves takes minutes.
            if name == "sweeps" && width > 500 {
                continue;
            }
            let (bits, found) = time(rounds, way, &map);
            assert!(found == table, "{name} find other distances");
            print!(", {name} {bits:9.3?} ({:.2}x)", plain.as_secs_f64() / bits.as_secs_f64());
        }
        println!();
    }
}

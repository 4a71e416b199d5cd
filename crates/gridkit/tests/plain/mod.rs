//! Plain twins of the kernels: simple versions of the same algorithms. The kernels must agree with
//! them, and the benches measure against them.
//!
//! They use only [`Point`], [`Rng`] and [`Walls`] of the crate.

#![allow(dead_code)] // Each test and bench uses some of them.

use gridkit::{Point, Rng, Walls};
use std::collections::{BinaryHeap, VecDeque};

/// A map as a list of cells, row by row; true is a wall.
#[derive(Clone, Debug)]
pub struct Map {
    pub width: usize,
    pub height: usize,
    pub wall: Vec<bool>,
}

impl Map {
    /// A map in which each cell is a wall with probability `share`.
    pub fn random(width: usize, height: usize, share: f64, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let wall = (0..width * height).map(|_| rng.chance(share)).collect();
        Self { width, height, wall }
    }

    pub fn walls(&self) -> Walls {
        Walls::from_fn(self.width, self.height, |point| self.wall[self.index(point)])
    }

    pub fn index(&self, point: Point) -> usize {
        point.y as usize * self.width + point.x as usize
    }

    /// Every point, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        (0..self.width * self.height)
            .map(move |i| Point::new((i % self.width) as i32, (i / self.width) as i32))
    }

    fn beside(&self, x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        [(0, -1), (0, 1), (-1, 0), (1, 0)].into_iter().filter_map(move |(dx, dy)| {
            let (x, y) = (x as i32 + dx, y as i32 + dy);
            let inside = x >= 0 && y >= 0 && x < self.width as i32 && y < self.height as i32;
            inside.then(|| (x as usize, y as usize))
        })
    }
}

/// Breadth-first search with a queue of coordinates; `u32::MAX` for an unreached cell.
pub fn distances(map: &Map, sources: &[Point]) -> Vec<u32> {
    let mut distance = vec![u32::MAX; map.width * map.height];
    let mut queue = VecDeque::new();
    for source in sources {
        distance[map.index(*source)] = 0;
        queue.push_back((source.x as usize, source.y as usize));
    }
    while let Some((x, y)) = queue.pop_front() {
        let next = distance[y * map.width + x] + 1;
        for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            let (x, y) = (x as i32 + dx, y as i32 + dy);
            if x < 0 || y < 0 || x >= map.width as i32 || y >= map.height as i32 {
                continue;
            }
            let (x, y) = (x as usize, y as usize);
            let index = y * map.width + x;
            if !map.wall[index] && distance[index] == u32::MAX {
                distance[index] = next;
                queue.push_back((x, y));
            }
        }
    }
    distance
}

/// Dijkstra's search with a heap; entering a cell costs `cost`, 0 is a wall.
pub fn weighted(map: &Map, cost: &[u8], sources: &[Point]) -> Vec<u32> {
    let mut best = vec![u32::MAX; cost.len()];
    let mut heap = BinaryHeap::new();
    for &source in sources {
        best[map.index(source)] = 0;
        heap.push((std::cmp::Reverse(0), source.x as usize, source.y as usize));
    }
    while let Some((std::cmp::Reverse(spent), x, y)) = heap.pop() {
        if spent > best[y * map.width + x] {
            continue;
        }
        for (x, y) in map.beside(x, y) {
            let index = y * map.width + x;
            let total = spent + u32::from(cost[index]);
            if cost[index] > 0 && total < best[index] {
                best[index] = total;
                heap.push((std::cmp::Reverse(total), x, y));
            }
        }
    }
    best
}

/// A board of 15 x 15 as lists of cells; true is a wall.
pub type Small = [[bool; 15]; 15];

/// Flood fill of a small board with a queue of bytes and bounds tests. The start must not be a wall.
pub fn small_flood(wall: &Small, x: u8, y: u8) -> Small {
    let mut reached = [[false; 15]; 15];
    let mut queue = [(0_u8, 0_u8); 225];
    let (mut head, mut tail) = (0, 1);
    queue[0] = (x, y);
    reached[y as usize][x as usize] = true;
    while head < tail {
        let (x, y) = queue[head];
        head += 1;
        for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            let (x, y) = (x as i8 + dx, y as i8 + dy);
            if x < 0 || y < 0 || x >= 15 || y >= 15 {
                continue;
            }
            let (column, row) = (x as usize, y as usize);
            if !wall[row][column] && !reached[row][column] {
                reached[row][column] = true;
                queue[tail] = (x as u8, y as u8);
                tail += 1;
            }
        }
    }
    reached
}

/// Distances on a small board with a queue of bytes; 255 for an unreached cell.
pub fn small_distances(wall: &Small, x: u8, y: u8) -> [[u8; 15]; 15] {
    let mut distance = [[255; 15]; 15];
    let mut queue = [(0_u8, 0_u8); 225];
    let (mut head, mut tail) = (0, 1);
    queue[0] = (x, y);
    distance[y as usize][x as usize] = 0;
    while head < tail {
        let (x, y) = queue[head];
        head += 1;
        let next = distance[y as usize][x as usize] + 1;
        for (dx, dy) in [(0, -1), (0, 1), (-1, 0), (1, 0)] {
            let (x, y) = (x as i8 + dx, y as i8 + dy);
            if x < 0 || y < 0 || x >= 15 || y >= 15 {
                continue;
            }
            let (column, row) = (x as usize, y as usize);
            if !wall[row][column] && distance[row][column] == 255 {
                distance[row][column] = next;
                queue[tail] = (x as u8, y as u8);
                tail += 1;
            }
        }
    }
    distance
}

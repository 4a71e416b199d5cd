//! Boards and packages for the bench, from a seed. The referee has its own.

use gridkit::{Dir, DistanceSearch, Distances, Point, Rng};

use crate::board::{Board, Ground};
use crate::protocol::{Listed, PackageId};
use crate::world::Parcel;

/// What a board looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terrain {
    /// Nothing in the way.
    Open,
    /// Walls here and there.
    Scattered,
    /// Lakes of all sizes.
    Lakes,
    /// Corridors one tile wide, without a loop but for a few.
    Maze,
    /// Rooms with doors.
    Rooms,
}

/// What to make.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// What it looks like.
    pub terrain: Terrain,
    /// Columns and rows.
    pub size: (i32, i32),
    /// Home bases.
    pub bases: usize,
    /// Packages.
    pub packages: usize,
    /// The heaviest package; each is from 1 up to it.
    pub heaviest: i32,
    /// The most weight that a robot carries.
    pub capacity: i64,
}

/// A board with packages and places to start from.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The board.
    pub board: Board,
    /// The packages, all of which can be delivered.
    pub parcels: Vec<Parcel>,
    /// Land from which every base is reached, in random order, at least 8 tiles if there are.
    pub starts: Vec<Point>,
    /// The most weight that a robot carries.
    pub capacity: i64,
}

/// Makes a board. Equal seeds give equal boards.
pub fn make(recipe: &Recipe, seed: u64) -> Setting {
    let mut rng = Rng::new(seed ^ 0x626f_6172_6400);
    let (width, height) = recipe.size;
    let mut ground = match recipe.terrain {
        Terrain::Open => vec![vec![Ground::Plain; width as usize]; height as usize],
        Terrain::Scattered => scattered(&mut rng, width, height),
        Terrain::Lakes => lakes(&mut rng, width, height),
        Terrain::Maze => maze(&mut rng, width, height),
        Terrain::Rooms => rooms(&mut rng, width, height),
    };
    let land = mainland(&ground, &mut rng);
    for &base in land.iter().take(recipe.bases) {
        ground[base.y as usize][base.x as usize] = Ground::Base;
    }
    let board = board_of(&ground);
    let bases = board.bases().to_vec();
    let parcels = (0..recipe.packages)
        .map(|number| {
            let dest = land[rng.below(land.len())];
            let weight = i64::from(rng.between(1, recipe.heaviest));
            let label = Listed { id: PackageId(number as u64), dest, weight };
            Parcel { label, base: bases[rng.below(bases.len())] }
        })
        .collect();
    let starts = land.iter().rev().take(16).copied().collect();
    Setting { board, parcels, starts, capacity: recipe.capacity }
}

type Rows = Vec<Vec<Ground>>;

fn board_of(ground: &Rows) -> Board {
    let rows: Vec<Vec<u8>> = ground
        .iter()
        .rev()
        .map(|row| row.iter().map(|tile| tile.letter() as u8).collect())
        .collect();
    Board::from_south(&rows).unwrap_or_else(|(row, why)| unreachable!("row {row}: {why}"))
}

/// The land of the largest part that hangs together, in random order.
fn mainland(ground: &Rows, rng: &mut Rng) -> Vec<Point> {
    let board = board_of(ground);
    let mut all: Vec<Point> = (0..board.height())
        .flat_map(|y| (0..board.width()).map(move |x| Point::new(x, y)))
        .filter(|&point| board.is_land(point))
        .collect();
    rng.shuffle(&mut all);
    let (mut search, mut field) = (DistanceSearch::new(), Distances::new());
    let mut best: Vec<Point> = Vec::new();
    let mut left = all.clone();
    while left.len() > best.len() {
        search.run(board.walls(), &[left[0]], &mut field);
        let (part, rest) = left.iter().partition(|&&point| field.get(point).is_some());
        left = rest;
        let part: Vec<Point> = part;
        if part.len() > best.len() {
            best = part;
        }
    }
    best
}

fn scattered(rng: &mut Rng, width: i32, height: i32) -> Rows {
    let mut tile = || if rng.chance(0.22) { Ground::Wall } else { Ground::Plain };
    (0..height).map(|_| (0..width).map(|_| tile()).collect()).collect()
}

fn lakes(rng: &mut Rng, width: i32, height: i32) -> Rows {
    let mut rows = vec![vec![Ground::Plain; width as usize]; height as usize];
    for _ in 0..width * height / 90 {
        let (x, y) = (rng.between(0, width - 1), rng.between(0, height - 1));
        let (wide, high) = (rng.between(1, 7), rng.between(1, 4));
        let ground = if rng.chance(0.25) { Ground::Wall } else { Ground::Water };
        for row in rows.iter_mut().take((y + high) as usize).skip(y as usize) {
            for tile in row.iter_mut().take((x + wide) as usize).skip(x as usize) {
                *tile = ground;
            }
        }
    }
    rows
}

/// A maze by a random walk that digs and backs out of dead ends, with some more holes.
fn maze(rng: &mut Rng, width: i32, height: i32) -> Rows {
    let mut rows = vec![vec![Ground::Wall; width as usize]; height as usize];
    let mut path = vec![Point::new(0, 0)];
    rows[0][0] = Ground::Plain;
    while let Some(&at) = path.last() {
        let far = |dir: Dir| at.step(dir).step(dir);
        let is_new = |dir: &Dir| {
            let to = far(*dir);
            (0..width).contains(&to.x)
                && (0..height).contains(&to.y)
                && rows[to.y as usize][to.x as usize] == Ground::Wall
        };
        let ways: Vec<Dir> = Dir::ALL.iter().copied().filter(is_new).collect();
        match rng.choose(&ways) {
            None => {
                path.pop();
            }
            Some(&dir) => {
                for to in [at.step(dir), far(dir)] {
                    rows[to.y as usize][to.x as usize] = Ground::Plain;
                }
                path.push(far(dir));
            }
        }
    }
    for _ in 0..width * height / 40 {
        let (x, y) = (rng.below(width as usize), rng.below(height as usize));
        rows[y][x] = Ground::Plain;
    }
    rows
}

fn rooms(rng: &mut Rng, width: i32, height: i32) -> Rows {
    const ROOM: i32 = 9;
    let wall = |x: i32, y: i32| x % ROOM == ROOM - 1 || y % ROOM == ROOM - 1;
    let mut rows: Rows = (0..height)
        .map(|y| {
            (0..width).map(|x| if wall(x, y) { Ground::Wall } else { Ground::Plain }).collect()
        })
        .collect();
    for top in (0..height).step_by(ROOM as usize) {
        for left in (0..width).step_by(ROOM as usize) {
            let (x, y) = (left + rng.between(0, ROOM - 2), top + rng.between(0, ROOM - 2));
            for (x, y) in [(x, top + ROOM - 1), (left + ROOM - 1, y)] {
                if x < width && y < height && rng.chance(0.9) {
                    rows[y as usize][x as usize] = Ground::Plain;
                }
            }
        }
    }
    rows
}

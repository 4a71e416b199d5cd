//! The source of packages: a file, or chance; at the start, and again in a continuous game.

use gridkit::Rng;

use super::board::{Board, Cell, Tile};
use super::files::PlacedPackage;
use super::packages::{Package, PackageId, Packages};
use super::world::World;

/// The parameters of random packages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scatter {
    /// Their number.
    pub count: usize,
    /// The greatest weight. Weights are from 1 to this, with equal probabilities.
    pub heaviest: u64,
    /// Whether destinations may be unreachable. Otherwise each is connected with its base.
    pub anywhere: bool,
}

impl Scatter {
    /// Draws packages on the home bases of a board, with ids from `first` on in random order. A board without home
    /// bases gets no packages.
    pub fn draw(&self, board: &Board, random: &mut Rng, first: u64) -> Vec<PlacedPackage> {
        let bases: Vec<Cell> = board.bases().collect();
        if bases.is_empty() {
            return Vec::new();
        }
        let lands = Lands::of(board);
        let package = |id: u64, random: &mut Rng| {
            let base = bases[random.below(bases.len())];
            let cells = if self.anywhere { &lands.all } else { lands.around(board, base) };
            let destination = loop {
                let cell = cells[random.below(cells.len())];
                if cell != base || cells.len() == 1 {
                    break cell;
                }
            };
            let weight = 1 + random.below(self.heaviest as usize) as u64;
            (base, Package { id: PackageId(id), destination, weight })
        };
        (0..self.count as u64).map(|offset| package(first + offset, random)).collect()
    }
}

/// The land of a board in connected parts.
pub struct Lands {
    /// All land, row by row from the south.
    pub all: Vec<Cell>,
    /// The land of each part.
    pub parts: Vec<Vec<Cell>>,
    /// The part of each cell of the board, if it is land.
    part_of: Vec<Option<u32>>,
}

impl Lands {
    /// The land of a board.
    pub fn of(board: &Board) -> Self {
        let all: Vec<Cell> = board.cells().filter(|cell| board.tile(*cell).is_land()).collect();
        let mut lands = Self { all, parts: Vec::new(), part_of: vec![None; board.area()] };
        for start in 0..lands.all.len() {
            let start = lands.all[start];
            if lands.part_of[board.index(start)].is_none() {
                lands.flood(board, start);
            }
        }
        lands
    }

    fn flood(&mut self, board: &Board, start: Cell) {
        let number = Some(self.parts.len() as u32);
        self.part_of[board.index(start)] = number;
        let mut part = vec![start];
        let mut done = 0;
        while done < part.len() {
            for direction in super::board::Direction::ALL {
                let next = part[done].step(direction);
                if board.tile(next).is_land() && self.part_of[board.index(next)].is_none() {
                    self.part_of[board.index(next)] = number;
                    part.push(next);
                }
            }
            done += 1;
        }
        self.parts.push(part);
    }

    /// The part around a cell; all land if the cell is not land.
    pub fn around(&self, board: &Board, cell: Cell) -> &[Cell] {
        match self.number(board, cell) {
            Some(number) => &self.parts[number],
            None => &self.all,
        }
    }

    /// The number of the part around a cell.
    pub fn number(&self, board: &Board, cell: Cell) -> Option<usize> {
        if board.has(cell) { self.part_of[board.index(cell)].map(|it| it as usize) } else { None }
    }

    /// The largest part; empty if there is no land.
    pub fn largest(&self) -> &[Cell] {
        self.parts.iter().max_by_key(|part| part.len()).map_or(&[], Vec::as_slice)
    }
}

/// The packages that a continuous game adds when a robot joins and when no package is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refill {
    /// None: the game is not a continuous one.
    Never,
    /// Packages drawn at random.
    Drawn(Scatter),
    /// The packages of the start again, with new ids.
    Again,
}

/// The packages of the start, and the source of more.
#[derive(Clone, Debug)]
pub struct Stock {
    start: Vec<PlacedPackage>,
    refill: Refill,
    /// The first unused id.
    next: u64,
}

impl Stock {
    /// A stock.
    pub fn new(start: Vec<PlacedPackage>, refill: Refill) -> Self {
        let next = start.iter().map(|(_, package)| package.id.0.saturating_add(1)).max();
        Self { start, refill, next: next.unwrap_or(0) }
    }

    /// Whether more packages come when none is left.
    pub fn has_more(&self) -> bool {
        self.refill != Refill::Never
    }

    /// The packages of the start on their bases.
    pub fn packages(&self) -> Packages {
        let mut packages = Packages::default();
        for (base, package) in &self.start {
            packages.add(*base, *package);
        }
        packages
    }

    /// The weights of the start.
    pub fn weight_at_start(&self) -> u64 {
        self.start.iter().map(|(_, package)| package.weight).sum()
    }

    /// Adds more packages to a board; returns their weight.
    pub fn refill(&mut self, world: &mut World) -> u64 {
        let drawn = match &self.refill {
            Refill::Never => return 0,
            Refill::Drawn(scatter) => {
                let (board, random) = world.board_and_random();
                scatter.draw(board, random, self.next)
            }
            Refill::Again => {
                let again = self.start.iter().zip(self.next..);
                let again = again.map(|((base, package), id)| {
                    (*base, Package { id: PackageId(id), ..*package })
                });
                again.collect()
            }
        };
        self.next += drawn.len() as u64;
        for (base, package) in &drawn {
            world.add_package(*base, *package);
        }
        drawn.iter().map(|(_, package)| package.weight).sum()
    }
}

/// Whether packages can be on a base.
pub fn can_hold(board: &Board, cell: Cell) -> bool {
    matches!(board.tile(cell), Tile::Base | Tile::Plain)
}

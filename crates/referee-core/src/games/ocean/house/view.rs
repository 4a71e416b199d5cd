//! The state of a game as a house player knows it, with its own submarine.

use crate::games::ocean::cell::{Cell, Dir};
use crate::games::ocean::commands::Device;
use crate::games::ocean::sea::{CellSet, Sea};

/// One player's knowledge before it answers.
pub(super) struct View {
    pub sea: Sea,
    pub cell: Cell,
    /// Its own lives and the opponent's.
    pub lives: [u32; 2],
    /// The missing charge of each device; -1 if the league does not have the device.
    missing: [i32; 4],
    /// The opponent's last visible orders.
    pub seen: Vec<String>,
    trail: CellSet,
    /// Own mines; those laid this turn are not armed yet.
    mines: Vec<(Cell, bool)>,
}

impl View {
    /// Reads the first input: a line of sizes, then the map.
    pub fn of_map(sent: &[String]) -> Self {
        Self {
            sea: Sea::from_rows(&sent[1..]),
            cell: Cell::new(0, 0),
            lives: [6, 6],
            missing: [0; 4],
            seen: Vec::new(),
            trail: CellSet::EMPTY,
            mines: Vec::new(),
        }
    }

    /// Reads the three lines of a turn.
    pub fn take_turn(&mut self, sent: &[String]) {
        let numbers: Vec<i32> = sent[0]
            .split(' ')
            .map(|word| word.parse().expect("the referee sends numbers"))
            .collect();
        self.visit(Cell::new(numbers[0], numbers[1]));
        self.lives = [numbers[2].unsigned_abs(), numbers[3].unsigned_abs()];
        self.missing = [numbers[4], numbers[5], numbers[6], numbers[7]];
        self.seen = sent[2].split('|').map(str::to_owned).collect();
        for (_, armed) in &mut self.mines {
            *armed = true;
        }
    }

    pub fn is_ready(&self, device: Device) -> bool {
        self.missing[device as usize] == 0
    }

    /// Whether the league has the device and its charge is not full.
    pub fn wants_charge(&self, device: Device) -> bool {
        self.missing[device as usize] > 0
    }

    /// Whether the submarine may enter the cell.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.sea.is_water(cell) && !self.trail.contains(cell)
    }

    pub fn moves(&self) -> Vec<Dir> {
        Dir::ALL.into_iter().filter(|dir| self.is_free(self.cell.step(*dir))).collect()
    }

    pub fn visit(&mut self, cell: Cell) {
        self.cell = cell;
        self.trail.insert(cell);
    }

    pub fn surface(&mut self) {
        self.trail = CellSet::EMPTY;
        self.trail.insert(self.cell);
    }

    /// The cells in the reach of a torpedo.
    pub fn targets(&self) -> Vec<Cell> {
        let within = self.sea.within(self.cell, 4);
        Cell::all().filter(|cell| within.contains(*cell)).collect()
    }

    /// Directions in which a mine can be laid.
    pub fn mine_sites(&self) -> Vec<Dir> {
        Dir::ALL
            .into_iter()
            .filter(|dir| {
                let there = self.cell.step(*dir);
                self.sea.is_water(there) && self.mines.iter().all(|(mine, _)| *mine != there)
            })
            .collect()
    }

    pub fn lay_mine(&mut self, dir: Dir) {
        self.mines.push((self.cell.step(dir), false));
    }

    /// All own mines that have not exploded.
    pub fn mines(&self) -> impl Iterator<Item = Cell> {
        self.mines.iter().map(|(cell, _)| *cell)
    }

    pub fn armed_mines(&self) -> Vec<Cell> {
        self.mines.iter().filter(|(_, armed)| *armed).map(|(cell, _)| *cell).collect()
    }

    pub fn trigger(&mut self, cell: Cell) {
        self.mines.retain(|(mine, _)| *mine != cell);
    }

    /// All free cells, row by row.
    pub fn free_cells(&self) -> Vec<Cell> {
        Cell::all().filter(|cell| self.is_free(*cell)).collect()
    }

    /// The free cells of the largest lake, row by row.
    pub fn largest_lake(&self) -> Vec<Cell> {
        let cells = self.free_cells();
        let room = cells.iter().map(|cell| self.space_from(*cell)).max();
        cells.into_iter().filter(|cell| Some(self.space_from(*cell)) == room).collect()
    }

    /// Number of free cells connected to a free cell, itself included.
    pub fn space_from(&self, cell: Cell) -> usize {
        let mut closed = self.sea.land_and(&self.trail);
        closed.insert(cell);
        let mut stack = vec![cell];
        let mut count = 0;
        while let Some(cell) = stack.pop() {
            count += 1;
            for dir in &Dir::ALL {
                let there = cell.step(*dir);
                if closed.insert_new(there) {
                    stack.push(there);
                }
            }
        }
        count
    }
}

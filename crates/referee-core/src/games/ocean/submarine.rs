//! One player's submarine: its cell, trail, lives, charges and mines.

use super::cell::{Cell, Dir};
use super::commands::{Cause, Device, League, Order, Piece};
use super::sea::{CellSet, Sea};

/// Lives at the start.
const LIVES: i32 = 6;

/// A mine that has not been triggered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mine {
    /// Its cell.
    pub cell: Cell,
    /// Whether it can be triggered: from its owner's next turn on.
    pub armed: bool,
}

/// One player's submarine.
#[derive(Clone)]
pub struct Submarine {
    cell: Cell,
    trail: CellSet,
    lives: i32,
    charges: [i32; 4],
    mines: Vec<Mine>,
}

/// The verdict on a piece in the present state.
pub(super) enum Check {
    /// It will be executed.
    Executable(Order),
    /// It is dropped without an effect.
    Dropped,
}

impl Submarine {
    /// A submarine before the choice of its starting cell; it is off the board.
    pub(super) fn unplaced() -> Self {
        let cell = Cell::new(-1, -1);
        Self { cell, trail: CellSet::EMPTY, lives: LIVES, charges: [0; 4], mines: Vec::new() }
    }

    pub(super) fn place(&mut self, cell: Cell) {
        self.cell = cell;
        self.trail.insert(cell);
    }

    /// Its cell.
    pub fn cell(&self) -> Cell {
        self.cell
    }

    /// The lives left.
    pub fn lives(&self) -> i32 {
        self.lives
    }

    /// Its mines that have not been triggered, in the order in which they were laid.
    pub fn mines(&self) -> &[Mine] {
        &self.mines
    }

    /// Whether it has visited a cell since its start or its last surfacing.
    pub fn has_visited(&self, cell: Cell) -> bool {
        self.trail.contains(cell)
    }

    /// Charge of a device, up to [`Device::full`].
    pub fn charge(&self, device: Device) -> i32 {
        self.charges[device as usize]
    }

    fn is_ready(&self, device: Device) -> bool {
        self.charge(device) == device.full()
    }

    pub(super) fn arm_mines(&mut self) {
        for mine in &mut self.mines {
            mine.armed = true;
        }
    }

    /// Loses lives, but not more than there are.
    pub(super) fn hurt(&mut self, damage: i32) {
        self.lives = (self.lives - damage).max(0);
    }

    /// Checks a piece that is not a message. The charge is checked first: the arguments of a device that is not ready
    /// are not parsed. Illegal steps are found only on execution.
    pub(super) fn check(&self, piece: &Piece, league: League, sea: &Sea) -> Result<Check, Cause> {
        if !piece.known_in(league) {
            return Err(Cause::UnknownCommand);
        }
        if piece.device().is_some_and(|device| !self.is_ready(device)) {
            return Ok(Check::Dropped);
        }
        let order = piece.order(league)?;
        let executable = match order {
            Order::Torpedo(target) => sea.torpedo_reaches(self.cell, target),
            Order::Mine(dir) => {
                let there = self.cell.step(dir);
                sea.is_water(there) && self.mines.iter().all(|mine| mine.cell != there)
            }
            Order::Trigger(cell) => self.mines.iter().any(|mine| mine.armed && mine.cell == cell),
            Order::Move(..) | Order::Surface | Order::Sonar(_) | Order::Silence(..) => true,
        };
        Ok(if executable { Check::Executable(order) } else { Check::Dropped })
    }

    /// Applies the effect of an order on its own submarine. The game applies explosions and answers.
    ///
    /// # Errors
    /// A step leads onto land, off the board or onto the trail. The rest of the order is not applied then.
    pub(super) fn execute(&mut self, order: Order, sea: &Sea) -> Result<(), Cause> {
        match order {
            Order::Move(dir, device) => {
                self.step(dir, sea)?;
                if let Some(device) = device {
                    let charge = &mut self.charges[device as usize];
                    *charge = (*charge + 1).min(device.full());
                }
            }
            Order::Surface => {
                self.trail = CellSet::EMPTY;
                self.trail.insert(self.cell);
                self.hurt(1);
            }
            Order::Torpedo(_) => self.discharge(Device::Torpedo),
            Order::Sonar(_) => self.discharge(Device::Sonar),
            Order::Silence(dir, distance) => {
                for _ in 0..distance {
                    self.step(dir, sea)?;
                }
                self.discharge(Device::Silence);
            }
            Order::Mine(dir) => {
                self.mines.push(Mine { cell: self.cell.step(dir), armed: false });
                self.discharge(Device::Mine);
            }
            Order::Trigger(cell) => self.mines.retain(|mine| mine.cell != cell),
        }
        Ok(())
    }

    fn discharge(&mut self, device: Device) {
        self.charges[device as usize] = 0;
    }

    fn step(&mut self, dir: Dir, sea: &Sea) -> Result<(), Cause> {
        let there = self.cell.step(dir);
        if !sea.is_water(there) {
            return Err(Cause::Blocked);
        }
        if self.trail.contains(there) {
            return Err(Cause::Revisit);
        }
        self.cell = there;
        self.trail.insert(there);
        Ok(())
    }
}

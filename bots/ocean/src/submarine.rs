//! One submarine, and what the rules let it do.

use std::fmt;

use gridkit::{Board15, Dir};

use crate::device::{Charges, Device};
use crate::map::{damage, Cell, Map};
use crate::orders::{Order, Seen};

/// Lives at the start.
pub const LIVES: u8 = 6;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submarine {
    /// Where it is.
    pub at: Cell,
    /// Cells it has visited since its start or its last surfacing, the present one included.
    pub trail: Board15,
    /// Lives left, 0 to 6.
    pub lives: u8,
    /// What its devices still miss.
    pub charges: Charges,
    /// Its mines that can be triggered now.
    pub armed: Board15,
    /// Its mines laid this turn, armed from its next turn on.
    pub fresh: Board15,
}

/// What became of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was executed, and this is what the opponent sees.
    Done(Seen),
    /// It cannot be executed and vanished without harm.
    Dropped,
    /// It loses the game.
    Fatal(Mistake),
}

/// An order that loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A step onto land or off the map.
    Blocked,
    /// A step onto the own trail.
    Revisit,
    /// The league does not have the device.
    NoSuchDevice,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mistake::Blocked => "a step onto land or off the map",
            Mistake::Revisit => "a step onto the own trail",
            Mistake::NoSuchDevice => "a device that this league does not have",
        })
    }
}

impl Submarine {
    pub fn new(at: Cell, charges: Charges) -> Submarine {
        let (armed, fresh) = (Board15::EMPTY, Board15::EMPTY);
        Submarine { at, trail: Board15::of(at), lives: LIVES, charges, armed, fresh }
    }

    /// To be called at the start of its turn: the mines it laid in the last one become armed.
    pub fn begin_turn(&mut self) {
        self.armed |= self.fresh;
        self.fresh = Board15::EMPTY;
    }

    /// Its unspent mines.
    pub fn mines(&self) -> Board15 {
        self.armed | self.fresh
    }

    /// The cells it may step on: water off its trail.
    pub fn free(&self, map: &Map) -> Board15 {
        map.water() - self.trail
    }

    /// The directions in which it can move.
    pub fn exits(&self, map: &Map) -> impl Iterator<Item = Dir> {
        let (at, free) = (self.at, self.free(map));
        Dir::ALL.iter().copied().filter(move |&dir| free.step(at, dir).is_some())
    }

    /// Takes lives for an explosion, if it is near enough.
    pub fn suffer(&mut self, explosion: Cell) {
        self.lives = self.lives.saturating_sub(damage(explosion, self.at));
    }

    /// Executes one order. Explosions are left to the caller, who knows both submarines: when the
    /// outcome is `Done` with a torpedo or a trigger, both must [`suffer`](Self::suffer) it.
    ///
    /// A submarine that an order loses for is left where the order broke off.
    pub fn execute(&mut self, map: &Map, order: Order) -> Outcome {
        let seen_from = self.at;
        match self.carry_out(map, order) {
            Ok(true) => Outcome::Done(order.seen(seen_from)),
            Ok(false) => Outcome::Dropped,
            Err(mistake) => Outcome::Fatal(mistake),
        }
    }

    /// Whether the order could be executed.
    fn carry_out(&mut self, map: &Map, order: Order) -> Result<bool, Mistake> {
        match order {
            Order::Move(dir, device) => {
                if let Some(device) = device {
                    self.demand(device)?;
                }
                self.step(map, dir)?;
                if let Some(device) = device {
                    self.charges.add(device);
                }
                Ok(true)
            }
            Order::Surface => {
                self.trail = Board15::of(self.at);
                self.lives = self.lives.saturating_sub(1);
                Ok(true)
            }
            Order::Torpedo(target) => {
                Ok(map.reach(self.at).contains(target) && self.use_device(Device::Torpedo))
            }
            Order::Sonar(_) => {
                self.demand(Device::Sonar)?;
                Ok(self.use_device(Device::Sonar))
            }
            Order::Silence(dir, steps) => {
                self.demand(Device::Silence)?;
                let ready = self.use_device(Device::Silence);
                if ready {
                    (0..steps).try_for_each(|_| self.step(map, dir))?;
                }
                Ok(ready)
            }
            Order::Mine(dir) => {
                self.demand(Device::Mine)?;
                match (map.water() - self.mines()).step(self.at, dir) {
                    Some(spot) if self.use_device(Device::Mine) => {
                        self.fresh.set(spot);
                        Ok(true)
                    }
                    _ => Ok(false),
                }
            }
            Order::Trigger(target) => {
                self.demand(Device::Mine)?;
                let armed = self.armed.contains(target);
                self.armed.clear(target);
                Ok(armed)
            }
        }
    }

    /// An order for a device that the league lacks loses the game.
    fn demand(&self, device: Device) -> Result<(), Mistake> {
        if self.charges.has(device) {
            Ok(())
        } else {
            Err(Mistake::NoSuchDevice)
        }
    }

    fn step(&mut self, map: &Map, dir: Dir) -> Result<(), Mistake> {
        let next = map.water().step(self.at, dir).ok_or(Mistake::Blocked)?;
        if self.trail.contains(next) {
            return Err(Mistake::Revisit);
        }
        self.at = next;
        self.trail.set(next);
        Ok(())
    }

    fn use_device(&mut self, device: Device) -> bool {
        let ready = self.charges.ready(device);
        if ready {
            self.charges.spend(device);
        }
        ready
    }
}

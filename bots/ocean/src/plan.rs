//! All ways to go on in one turn: surface, silence and move in every sensible order.

use gridkit::{Board15, Dir};

use crate::device::{Charges, Device};
use crate::map::{silence_ends, Cell, Map};
use crate::orders::Order;
use crate::submarine::Submarine;

/// The most orders of a plan: a surfacing, a silence and a move.
pub const LEGS: usize = 3;

/// One way to go on. Torpedoes, mines and sonars are put between its orders later: *stop* `i` is
/// the moment before order `i`, the last stop the end of the turn.
///
/// ```text
/// stop 0   SURFACE   stop 1   MOVE E   stop 2   SILENCE N 3   stop 3
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    orders: [Order; LEGS],
    length: usize,
    stops: [Cell; LEGS + 1],
    /// The trail at the end.
    pub trail: Board15,
    /// The device that the plan's own silence needs to be charged by its move.
    pub must_charge: Option<Device>,
}

impl Plan {
    /// The plan to stay, which is lawful together with some other order only.
    pub fn stay(own: &Submarine) -> Plan {
        Plan {
            orders: [Order::Surface; LEGS],
            length: 0,
            stops: [own.at; LEGS + 1],
            trail: own.trail,
            must_charge: None,
        }
    }

    pub fn orders(&self) -> &[Order] {
        &self.orders[..self.length]
    }

    /// Where the submarine is at each stop.
    pub fn stops(&self) -> &[Cell] {
        &self.stops[..=self.length]
    }

    /// Where the turn ends.
    pub fn end(&self) -> Cell {
        self.stops[self.length]
    }

    /// The stop before its move, if it has one.
    pub fn move_at(&self) -> Option<usize> {
        self.orders().iter().position(|order| matches!(order, Order::Move(..)))
    }

    /// Whether it surfaces.
    pub fn surfaces(&self) -> bool {
        self.orders().contains(&Order::Surface)
    }

    /// Whether it uses the silence.
    pub fn is_silent(&self) -> bool {
        self.orders().iter().any(|order| matches!(order, Order::Silence(..)))
    }

    fn then(mut self, order: Order, at: Cell, passed: Board15) -> Plan {
        self.orders[self.length] = order;
        self.length += 1;
        self.stops[self.length] = at;
        self.trail |= passed.with(at);
        self
    }

    fn surfaced(mut self) -> Plan {
        self.trail = Board15::of(self.end());
        let at = self.end();
        self.then(Order::Surface, at, Board15::EMPTY)
    }
}

/// All plans of a submarine, plain steps first, those with a silence last. The one to stay is not
/// among them.
pub fn all(own: &Submarine, map: &Map) -> Vec<Plan> {
    let stay = Plan::stay(own);
    let mut bases = vec![stay];
    if own.lives > 1 {
        bases.push(stay.surfaced());
    }
    let mut plans = Vec::with_capacity(400);
    for base in &bases {
        moves(base, map, &mut plans);
    }
    plans.extend_from_slice(&bases[1..]);
    if ready_within_move(own.charges, Device::Silence) {
        let silent_at_once = own.charges.ready(Device::Silence);
        for base in &bases {
            let mut moved = Vec::new();
            moves(base, map, &mut moved);
            for mut plan in moved {
                plan.must_charge = Some(Device::Silence).filter(|_| !silent_at_once);
                silences(&plan, map, &mut plans);
            }
            if silent_at_once {
                let mut gone = Vec::new();
                silences(base, map, &mut gone);
                for plan in &gone {
                    moves(plan, map, &mut plans);
                }
                plans.append(&mut gone);
            }
        }
    }
    plans
}

/// Whether a device is ready now or after one more charge.
fn ready_within_move(charges: Charges, device: Device) -> bool {
    charges.missing(device).map_or(false, |missing| missing <= 1)
}

fn moves(base: &Plan, map: &Map, into: &mut Vec<Plan>) {
    let free = map.water() - base.trail;
    for dir in Dir::ALL {
        if let Some(next) = free.step(base.end(), dir) {
            into.push(base.then(Order::Move(dir, None), next, Board15::EMPTY));
        }
    }
}

fn silences(base: &Plan, map: &Map, into: &mut Vec<Plan>) {
    let free = map.water() - base.trail;
    into.push(base.then(Order::Silence(Dir::North, 0), base.end(), Board15::EMPTY));
    for dir in Dir::ALL {
        for (steps, (at, passed)) in (1..).zip(silence_ends(base.end(), dir, free)) {
            into.push(base.then(Order::Silence(dir, steps), at, passed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use crate::submarine::Outcome;
    use gridkit::Rng;

    /// Every plan, executed order by order, is lawful and ends where it says.
    #[test]
    fn plans_keep_the_rules() {
        let mut rng = Rng::new(3);
        for league in [1, 4] {
            for _ in 0..40 {
                let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(0.2)).collect();
                let map = Map::new(water.with(cell_at(7, 7).unwrap()));
                let mut charges = Charges::empty(league);
                for _ in 0..rng.below(8) {
                    charges.add(Device::Silence);
                }
                let mut own = Submarine::new(cell_at(7, 7).unwrap(), charges);
                own.trail |= map.water().iter().filter(|_| rng.chance(0.2)).collect::<Board15>();
                for plan in all(&own, &map) {
                    let mut submarine = own.clone();
                    for (index, &order) in plan.orders().iter().enumerate() {
                        assert_eq!(submarine.at, plan.stops()[index]);
                        let order = match order {
                            Order::Move(dir, None) => Order::Move(dir, plan.must_charge),
                            other => other,
                        };
                        let outcome = submarine.execute(&map, order);
                        assert!(
                            matches!(outcome, Outcome::Done(_)),
                            "{:?}: {outcome:?}",
                            plan.orders()
                        );
                    }
                    assert_eq!((submarine.at, submarine.trail), (plan.end(), plan.trail));
                }
            }
        }
    }
}

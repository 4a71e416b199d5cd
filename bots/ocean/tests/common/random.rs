//! Random data for several tests.

use gridkit::{Dir, Rng};
use ocean::device::Device;
use ocean::map::Map;
use ocean::orders::Order;
use ocean::submarine::{Outcome, Submarine};

/// A few lawful orders of distinct kinds, drawn at random; explosions near the own submarine too.
pub fn random_line(rng: &mut Rng, map: &Map, own: &Submarine) -> Vec<Order> {
    let mut own = own.clone();
    own.begin_turn();
    let mut kinds: Vec<u8> = (0..7).collect();
    rng.shuffle(&mut kinds);
    let mut orders = Vec::new();
    for kind in kinds.into_iter().take(5) {
        let charge = if rng.chance(0.6) { Device::Mine } else { Device::ALL[rng.below(4)] };
        let order = match kind {
            0 | 1 if orders.iter().any(|order| matches!(order, Order::Move(..))) => continue,
            0 | 1 => match own.exits(map).collect::<Vec<Dir>>() {
                exits if exits.is_empty() => continue,
                exits => Order::Move(exits[rng.below(exits.len())], Some(charge)),
            },
            2 if rng.chance(0.05) => Order::Surface,
            3 if rng.chance(0.3) => {
                let reach = map.reach(own.at);
                match reach.nth(rng.below(reach.count() as usize) as u32) {
                    Some(target) => Order::Torpedo(target),
                    None => continue,
                }
            }
            4 => {
                let dir = Dir::ALL[rng.below(4)];
                let mut steps = 0;
                let mut probe = own.clone();
                while steps < 4 && rng.chance(0.8) {
                    match probe.execute(map, Order::Move(dir, None)) {
                        Outcome::Done(_) => steps += 1,
                        _ => break,
                    }
                }
                Order::Silence(dir, steps)
            }
            5 => Order::Mine(Dir::ALL[rng.below(4)]),
            6 if rng.chance(0.03) => match own.armed.nth(rng.below(40) as u32) {
                Some(mine) => Order::Trigger(mine),
                None => continue,
            },
            _ => continue,
        };
        if let Outcome::Done(_) = own.execute(map, order) {
            orders.push(order);
        }
    }
    orders
}

//! Tests of plans: all of them are lawful.

use gridkit::{Board15, Rng};
use ocean::device::{Charges, Device};
use ocean::map::{cell_at, Map};
use ocean::orders::Order;
use ocean::plan::all;
use ocean::submarine::{Outcome, Submarine};

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

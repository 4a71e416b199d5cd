//! How many points a robot alone can make at most for its money: [`bound`].
//!
//! It is the least of three bounds, each of an easier problem than the robot's:
//!
//! * `legs`: walks from base to base by fractions, on which packages may be delivered before they
//!   are picked up;
//! * `excursions`: walks from empty hands to empty hands by fractions, which carry what they
//!   deliver;
//! * `horizon`, on small boards: one walk for the money, which may deliver a package again for less
//!   than its worth.
//!
//! All three know every package from the start. They hold for robots that pick up at home bases alone
//! and put packages down at their destinations; a robot gains little by leaving one on the way.

mod excursions;
mod hands;
mod horizon;
mod legs;
pub mod simplex;
mod stock;

use icfp_courier::generator::Setting;
use stock::Stock;

/// An upper bound of the points that a robot alone makes from the first start of a setting.
pub fn bound(setting: &Setting, money: i64) -> f64 {
    let by_legs = legs::bound(setting, money);
    let stock = Stock::new(setting);
    let (by_excursions, fees) = excursions::bound(&stock, money);
    let least = by_legs.min(by_excursions);
    // Points are whole numbers.
    horizon::bound(&stock, money, &fees, least).floor()
}

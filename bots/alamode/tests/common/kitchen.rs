//! Kitchens for tests that drive the bot by hand.

use alamode::chef::Pair;
use alamode::kitchen::{Floor, Kitchen, PLAN};

/// The rows of a kitchen, as the server sends them: the dishwasher, the oven and the strawberries in a
/// row, a crate of blueberries between the two floors, the chopping board in a corner.
const KITCHEN: &str = "\
I####DOS###
#.........#
#.###B.##.#
#.#..#..#.#
#.##.####.#
#..1.....0#
###H#W####C
";

/// The first input with these customers: their number, and a line for each.
pub fn input(orders: &str) -> String {
    orders.to_owned() + KITCHEN
}

/// The chefs on the floor cells with these numbers, the bot's own first.
pub fn at(own: u8, partner: u8) -> Pair<Option<Floor>> {
    Pair([own, partner].map(|number| Some(Floor::new(number))))
}

/// A kitchen without equipment.
pub fn bare() -> Kitchen {
    Kitchen::from_rows(&PLAN).unwrap()
}

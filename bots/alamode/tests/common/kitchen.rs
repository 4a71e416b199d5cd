//! Kitchens for tests that drive the bot by hand.

use alamode::kitchen::{Kitchen, PLAN};

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

/// A kitchen without equipment.
pub fn bare() -> Kitchen {
    Kitchen::from_rows(&PLAN).unwrap()
}

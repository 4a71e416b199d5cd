//! A kitchen for tests by hand: the dishwasher, the oven and the strawberries in a row, a crate of
//! blueberries between the two floors, the chopping board in a corner.

/// Its rows, as the server sends them.
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

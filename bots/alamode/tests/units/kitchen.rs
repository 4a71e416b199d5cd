//! A kitchen read from its rows.

use alamode::kitchen::{bits, Cell, Floor, Kind, Kitchen};

const ROWS: [&str; 7] = [
    "I####DOS###",
    "#.........#",
    "#.###B.##.#",
    "#.#..#..#.#",
    "#.##.####.#",
    "#..1.....0#",
    "###H#W####C",
];

#[test]
fn the_corner_crate_is_touched_from_the_corner() {
    let kitchen = Kitchen::from_rows(&ROWS).unwrap();
    let crate_ = kitchen.one(Kind::IceCream).unwrap();
    assert_eq!(kitchen.table_cell(crate_), Cell(0));
    assert_eq!(kitchen.around[crate_.index()], 1);
    let touches: u32 = Floor::all().map(|floor| kitchen.near(floor).count_ones()).sum();
    assert_eq!(touches, kitchen.around.iter().map(|set| set.count_ones()).sum::<u32>());
    assert_eq!(bits(kitchen.near(Floor::new(0))).count(), 5 + 1);
    assert_eq!(kitchen.near(None), 0);
}

#[test]
fn a_wrong_row_is_named() {
    let mut rows = ROWS;
    rows[3] = "#.#..#..#.";
    assert_eq!(Kitchen::from_rows(&rows).unwrap_err().0, 3);
    rows[3] = "#.#..#..##.";
    assert_eq!(Kitchen::from_rows(&rows).unwrap_err().0, 3);
    assert!(Kitchen::from_rows(&rows[1..]).is_err());
}

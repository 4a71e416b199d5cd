//! The cells that headlights light.

use std::collections::BTreeSet;

use referee::games::karo::{Cell, Motion, Vector, lit_cells};

fn lit(x: i32, y: i32, xv: i32, yv: i32) -> BTreeSet<(i32, i32)> {
    let motion = Motion::new(Cell::new(x, y), Vector::new(xv, yv));
    lit_cells(motion).into_iter().map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn the_published_example() {
    let columns =
        [(0, 0..=2), (1, 0..=2), (2, 0..=3), (3, 0..=4), (4, 1..=4), (5, 2..=4), (6, 2..=4)];
    let expected = columns.into_iter().flat_map(|(x, rows)| rows.map(move |y| (x, y)));
    assert_eq!(lit(3, 2, 2, 1), expected.collect());
}

#[test]
fn a_standing_car_lights_the_block_around_it() {
    let square = (3..=7).flat_map(|x| (1..=5).map(move |y| (x, y)));
    assert_eq!(lit(5, 3, 0, 0), square.collect());
}

#[test]
fn the_light_does_not_grow_with_the_speed() {
    let slow = lit(1, 0, 1, 0);
    assert_eq!(slow, (-1..=6).flat_map(|x| (-1..=1).map(move |y| (x, y))).collect());
    assert_eq!(slow, lit(12, 0, 12, 0));
    assert_eq!(lit(-1, 0, -1, 0), slow.into_iter().map(|(x, y)| (-x, y)).collect());
}

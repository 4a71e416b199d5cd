//! Tests of the room that is left, against its plain twin.

use gridkit::{Board15, Dir, Rng};
use ocean::map::{cell_at, Cell, Map};
use ocean::space::{room, walk};
use proptest::prelude::*;

/// The plain twin: tries every path.
fn longest(at: Cell, free: Board15) -> u32 {
    Dir::ALL
        .iter()
        .filter_map(|&dir| at.step(dir))
        .filter(|&next| free.contains(next))
        .map(|next| 1 + longest(next, free.without(next)))
        .max()
        .unwrap_or(0)
}

#[test]
fn only_one_of_two_chambers_counts() {
    let drawing = "
        . . x . . . x . .
        . . . . S . . . .
        . . x . . . x . ."
        .lines()
        .map(|row| format!("{:x<15}", row.replace(char::is_whitespace, "").replace('S', ".")))
        .filter(|row| row.contains('.'));
    let mut rows: Vec<String> = drawing.collect();
    rows.resize(15, "x".repeat(15));
    let water = Map::from_rows(&rows).unwrap().water();
    let at = cell_at(4, 1).unwrap();
    // The middle chamber has 8 other cells and two doors; beyond a door there are 7 more, of
    // which the colours let a path use 6... or it stays in the middle.
    let estimate = room(at, water.without(at));
    let truth = longest(at, water.without(at));
    assert!(truth <= estimate && estimate < water.count() - 1, "{truth} {estimate}");
}

#[test]
fn an_open_sea_is_filled_but_for_the_parity() {
    let sea = Board15::FULL;
    let corner = cell_at(0, 0).unwrap();
    assert_eq!(room(corner, sea.without(corner)), 224);
    let beside = cell_at(1, 0).unwrap();
    assert_eq!(room(beside, sea.without(beside)), 223);
}

proptest! {
    #[test]
    fn the_truth_lies_between_walk_and_room(seed in any::<u64>()) {
        let mut rng = Rng::new(seed);
        let pool: Board15 = (0..5).flat_map(|y| (0..5).filter_map(move |x| cell_at(x, y))).collect();
        let free: Board15 = pool.iter().filter(|_| !rng.chance(0.3)).collect();
        let at = pool.nth(rng.below(25) as u32).unwrap();
        let free = free.without(at);
        let truth = longest(at, free);
        prop_assert!(truth <= room(at, free));
        prop_assert!(walk(at, free) <= truth);
    }
}

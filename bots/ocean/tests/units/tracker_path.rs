//! Tests of the mines of a path.

use gridkit::Board15;
use ocean::map::{cell_at, Cell};
use ocean::tracker::Mine;

fn cell(x: i32, y: i32) -> Cell {
    cell_at(x, y).unwrap()
}

#[test]
fn a_mine_is_on_a_neighbour() {
    let spots = Board15::of(cell(4, 3)) | Board15::of(cell(5, 4));
    let mine = Mine::laid(cell(4, 4), spots);
    assert_eq!(mine.spots(Board15::EMPTY), spots);
    assert!(
        mine.can_be_at(cell(4, 3), Board15::EMPTY) && !mine.can_be_at(cell(3, 4), Board15::EMPTY)
    );
    let mine = mine.not_at(cell(4, 3));
    assert_eq!(mine.only_spot(), Some(cell(5, 4)));
    assert!(!mine.not_at(cell(5, 4)).exists());
    assert!(!Mine::laid(cell(4, 4), Board15::EMPTY).exists());
}

#[test]
fn folding_keeps_every_spot() {
    let mut slot = Board15::EMPTY;
    let a = Mine::laid(cell(4, 4), Board15::of(cell(4, 3)));
    let b = Mine::laid(cell(4, 4), Board15::of(cell(4, 5)));
    let both = a.either(b, &mut slot);
    assert!(slot.is_empty() && both.spots(slot) == a.spots(slot) | b.spots(slot));
    let far = Mine::laid(cell(9, 9), Board15::of(cell(9, 8)));
    let all = both.either(far, &mut slot);
    assert!(all.is_loose());
    assert_eq!(all.spots(slot), both.spots(slot) | far.spots(slot));
    assert_eq!(all.not_at(cell(9, 8)), all);
    assert_eq!(Mine::NONE.either(far, &mut slot), far);
}

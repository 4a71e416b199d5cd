//! Tests of how maps are read.

use kabotte::track::{Cell, Checkpoint, Tile, Track};

#[test]
fn short_rows_are_filled_with_grass() {
    let track = Track::parse("SOF\nO\r\nOOO").unwrap();
    assert_eq!(track.tile(Cell { x: 1, y: 1 }), Tile::Blocked);
    assert_eq!(track.tile(Cell { x: 1, y: 2 }), Tile::Road);
}

#[test]
fn numbers_may_have_gaps() {
    let track = Track::parse("S7F\n2O2").unwrap();
    assert_eq!(track.numbers(), b"27");
    assert_eq!(track.tile(Cell { x: 1, y: 0 }), Tile::Checkpoint(Checkpoint(1)));
}

#[test]
fn a_text_that_is_not_a_map_is_refused_with_a_sentence() {
    let refused = |code: &str| Track::parse(code).unwrap_err().0;
    assert_eq!(refused("SOO"), "the map has no finish cell 'F'");
    assert_eq!(refused("FOO"), "the map has no start cell 'S'");
    assert_eq!(refused(""), "the map has no start cell 'S'");
    assert_eq!(refused("SF\nO?"), "row 2, column 2: '?' is not a cell of a map");
    assert_eq!(refused(&"S".repeat(501)), "the map has 501x1 cells: more than 500 a side");
}

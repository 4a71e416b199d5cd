//! The board: its coordinates, its water, and its rows.

use gridkit::{Dir, Point};
use icfp_courier::board::{Board, Ground};

#[test]
fn coordinates_count_from_the_south_west() {
    let board = Board::from_south(&["..@", "#~."]).unwrap();
    assert_eq!(board.bases(), [Point::new(2, 1)]);
    assert_eq!(board.point(3, 1), Point::new(2, 1));
    assert_eq!(board.place(Point::new(0, 0)), (1, 2));
    assert_eq!(board.ground(board.point(1, 2)), Ground::Wall);
    for (x, y) in [(0, 1), (1, 0), (4, 1), (1, 3), (i64::MAX, 1), (1, i64::MIN)] {
        assert_eq!(board.ground(board.point(x, y)), Ground::Wall, "({x}, {y})");
    }
    assert_eq!(Board::from_drawing("#~.\n..@").unwrap(), board);
}

/// ```text
/// . . ~ .     South of the water in the middle a push north drowns, but not from the east,
/// . a . #     as b has a wall behind it where a pusher would stand.
/// . # # b
/// ~ c . ~
/// ```
#[test]
fn a_push_drowns_only_if_there_is_a_place_to_push_from() {
    let board = Board::from_drawing("..~.\n...#\n.##.\n~..~").unwrap();
    assert!(board.drowns(Point::new(1, 0), Dir::East));
    assert!(!board.drowns(Point::new(2, 1), Dir::North), "a wall is south of it");
    assert!(!board.drowns(Point::new(3, 2), Dir::South), "a wall is north of it");
    assert!(board.drowns(Point::new(1, 3), Dir::West));
    assert!(!board.drowns(Point::new(1, 3), Dir::East));
    assert!(board.is_perilous(Point::new(2, 3)) && !board.is_perilous(Point::new(1, 1)));
    assert!(!board.is_perilous(Point::new(2, 0)), "nobody stands in water");
}

#[test]
fn wrong_rows_are_named() {
    let error = Board::from_south(&["..", "..."]).unwrap_err();
    assert_eq!(error, (1, "it has 3 tiles in place of 2".to_owned()));
    assert_eq!(Board::from_south(&["..", ".x"]).unwrap_err().0, 1);
    assert!(Board::from_south::<&str>(&[]).is_err());
    assert!(Board::from_south(&[""]).is_err());
}

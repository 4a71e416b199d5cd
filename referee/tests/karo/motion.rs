//! The cells that a move passes, and the vectors that may follow one another.

use std::collections::BTreeSet;

use referee::games::karo::{Cell, Motion, Track, Vector, passed};

fn cells(x: i32, y: i32) -> Vec<(i32, i32)> {
    passed(Cell::new(0, 0), Vector::new(x, y)).map(|cell| (cell.x, cell.y)).collect()
}

#[test]
fn the_published_examples() {
    for ((x, y), expected) in [
        ((1, 1), "00 11"),
        ((0, 3), "00 01 02 03"),
        ((4, 4), "00 11 22 33 44"),
        ((2, 1), "00 10 11 21"),
        ((3, 1), "00 10 21 31"),
        ((3, 2), "00 10 11 21 22 32"),
        ((4, 2), "00 10 11 21 31 32 42"),
        ((5, 2), "00 10 11 21 31 41 42 52"),
        ((5, 3), "00 10 11 21 32 42 43 53"),
        ((7, 3), "00 10 11 21 31 42 52 62 63 73"),
    ] {
        let text: Vec<String> = cells(x, y).iter().map(|(x, y)| format!("{x}{y}")).collect();
        assert_eq!(text.join(" "), expected, "({x}, {y})");
    }
    assert_eq!(cells(-2, 1), [(0, 0), (-1, 0), (-1, 1), (-2, 1)]);
}

/// The definition itself: the segment from centre to centre runs through the open interior of a cell.
/// In units of half cells, the cell (a, b) is the open square (2a-1, 2a+1) x (2b-1, 2b+1) and the
/// segment goes from (0, 0) to (2x, 2y).
fn runs_through(x: i64, y: i64, a: i64, b: i64) -> bool {
    // The segment has points with 2a-1 < 2xt < 2a+1 and likewise for y, 0 <= t <= 1. Both are open
    // intervals of t; they must overlap. As fractions with a common denominator.
    let interval = |way: i64, cell: i64, other: i64| -> Option<(i64, i64)> {
        let (low, high) = (2 * cell - 1, 2 * cell + 1);
        let scale = other.abs().max(1);
        match way.signum() {
            0 => (cell == 0).then_some((i64::MIN / 4, i64::MAX / 4)),
            1 => Some((low * scale, high * scale)),
            _ => Some((-high * scale, -low * scale)),
        }
    };
    let (Some(in_x), Some(in_y)) = (interval(x, a, y), interval(y, b, x)) else { return false };
    // t = value / (2 |x| |y|), where a component of 0 counts as 1.
    let whole = 2 * x.abs().max(1) * y.abs().max(1);
    let (low, high) = (in_x.0.max(in_y.0), in_x.1.min(in_y.1));
    // The ends of the segment are inside their cells, so that a closed end at t = 0 or 1 is enough.
    low < high && low < whole && high > 0
}

#[test]
fn a_cell_is_passed_if_the_line_runs_through_its_open_interior() {
    for (x, y) in (-20..=20).flat_map(|x| (-20..=20).map(move |y| (x, y))) {
        let list = cells(x, y);
        let set: BTreeSet<(i32, i32)> = list.iter().copied().collect();
        assert_eq!(set.len(), list.len(), "({x}, {y}): each cell once");
        assert_eq!((list[0], list[list.len() - 1]), ((0, 0), (x, y)));
        for (a, b) in (-21..=21).flat_map(|a| (-21..=21).map(move |b| (a, b))) {
            let through = runs_through(x.into(), y.into(), a.into(), b.into());
            assert_eq!(set.contains(&(a, b)), through, "({x}, {y}) and the cell ({a}, {b})");
        }
    }
}

#[test]
fn the_way_back_passes_the_same_cells() {
    for (x, y) in (-12..=12).flat_map(|x| (-12..=12).map(move |y| (x, y))) {
        let there: BTreeSet<(i32, i32)> = cells(x, y).into_iter().collect();
        let back = passed(Cell::new(x, y), Vector::new(-x, -y));
        assert_eq!(there, back.map(|cell| (cell.x, cell.y)).collect(), "({x}, {y})");
    }
}

/// Two blocks of road that touch at a corner, with a start and a finish elsewhere.
fn corner() -> Track {
    Track::parse("OOXX\nOOXX\nXXOO\nXXOO\nSFXX").unwrap()
}

#[test]
fn a_car_squeezes_between_blocked_cells_only_through_the_very_corner() {
    let fits = |x: i32, y: i32, xv: i32, yv: i32| {
        Motion::at_rest(Cell::new(x, y)).next(Vector::new(xv, yv)).fits(&corner())
    };
    assert!(fits(1, 1, 1, 1) && fits(0, 1, 3, 1) && fits(1, 0, 1, 3));
    assert!(!fits(0, 0, 1, 3) && !fits(0, 0, 2, 3));
    assert!(!fits(1, 0, 2, 3) && !fits(0, 1, 3, 2));
}

#[test]
fn a_move_that_starts_or_ends_off_the_road_does_not_fit() {
    let track = Track::parse("SOX\nOFX").unwrap();
    let from = |x: i32, y: i32| Motion::at_rest(Cell::new(x, y));
    assert!(from(0, 0).next(Vector::new(1, 0)).fits(&track));
    assert!(!from(1, 0).next(Vector::new(1, 0)).fits(&track));
    assert!(!from(2, 0).next(Vector::new(-1, 0)).fits(&track));
    assert!(!from(0, 0).next(Vector::new(0, -1)).fits(&track), "off the map");
}

#[test]
fn vectors_change_by_one_in_the_order_of_the_site_and_no_car_stands_still() {
    let after = |x: i32, y: i32| -> Vec<(i32, i32)> {
        Vector::new(x, y).successors().map(|vector| (vector.x, vector.y)).collect()
    };
    let nine = [(4, -2), (5, -2), (6, -2), (4, -1), (5, -1), (6, -1), (4, 0), (5, 0), (6, 0)];
    assert_eq!(after(5, -1), nine);
    let eight = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    assert_eq!(after(0, 0), eight);
    assert!(!after(1, 1).contains(&(0, 0)) && after(1, 1).len() == 8);
}

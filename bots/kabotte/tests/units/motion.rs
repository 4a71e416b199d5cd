//! Tests of the cells that a move passes, and of its events.

use kabotte::motion::{passage, passed, Event, Passage, Vector};
use kabotte::track::{Cell, Checkpoint, Track};

fn offsets(x: i8, y: i8) -> Vec<(i16, i16)> {
    let cells = passed(Cell { x: 0, y: 0 }, Vector { x, y });
    let mut cells: Vec<(i16, i16)> = cells.map(|cell| (cell.x, cell.y)).collect();
    cells.reverse();
    cells
}

#[test]
fn the_published_examples() {
    assert_eq!(offsets(1, 1), [(0, 0), (1, 1)]);
    assert_eq!(offsets(0, 3), [(0, 0), (0, 1), (0, 2), (0, 3)]);
    assert_eq!(offsets(2, 1), [(0, 0), (1, 0), (1, 1), (2, 1)]);
    assert_eq!(offsets(-2, 1), [(0, 0), (-1, 0), (-1, 1), (-2, 1)]);
    assert_eq!(offsets(3, 1), [(0, 0), (1, 0), (2, 1), (3, 1)]);
    assert_eq!(offsets(3, 2), [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)]);
    let long = [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (4, 2)];
    assert_eq!(offsets(4, 2), long);
    let steep = [(0, 0), (1, 0), (1, 1), (2, 1), (3, 2), (4, 2), (4, 3), (5, 3)];
    assert_eq!(offsets(5, 3), steep);
    let flat = [(0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (6, 3), (7, 3)];
    assert_eq!(offsets(7, 3), flat);
}

/// The definition itself: the line from centre to centre runs through the open interior of a cell.
fn runs_through(x: i32, y: i32, cell: (i32, i32)) -> bool {
    // The four corners of the cell, doubled; strictly on both sides of the line, within its ends.
    let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let sides: Vec<i32> = corners
        .iter()
        .map(|corner| {
            let (cx, cy) = (2 * cell.0 + corner.0, 2 * cell.1 + corner.1);
            (x * cy - y * cx).signum()
        })
        .collect();
    let within = |at: i32, end: i32| at >= end.min(0) && at <= end.max(0);
    let line = sides.contains(&1) && sides.contains(&-1);
    line && within(cell.0, x) && within(cell.1, y)
}

#[test]
fn the_cells_are_those_whose_inside_the_line_crosses() {
    for x in -20..=20_i8 {
        for y in -20..=20_i8 {
            if x == 0 && y == 0 {
                continue;
            }
            let mut stepped = offsets(x, y);
            stepped.sort_unstable();
            let mut crossed = Vec::new();
            for cx in -20..=20_i16 {
                for cy in -20..=20_i16 {
                    let cell = (i32::from(cx), i32::from(cy));
                    if runs_through(i32::from(x), i32::from(y), cell) {
                        crossed.push((cx, cy));
                    }
                }
            }
            crossed.sort_unstable();
            assert_eq!(stepped, crossed, "vector {x} {y}");
        }
    }
}

#[test]
fn only_the_event_nearest_to_the_target_counts() {
    let track = Track::parse("O1F\nSOO").unwrap();
    let from = Cell { x: 0, y: 0 };
    let passage = |x, cps| passage(&track, from, Vector { x, y: 0 }, cps).unwrap();
    assert_eq!(passage(1, true).event, Event::Checkpoint(Checkpoint(0)));
    let finish = Passage { event: Event::Finish, checkpoints: 1, crosses_finish: true };
    assert_eq!(passage(2, true), finish);
    assert_eq!(passage(1, false).event, Event::None);
}

#[test]
fn a_line_through_a_corner_squeezes_between_blocked_cells() {
    let track = Track::parse("OOXX\nOOXX\nXXOO\nXXOO\nSFXX").unwrap();
    let legal =
        |x, y, vx, vy| passage(&track, Cell { x, y }, Vector { x: vx, y: vy }, true).is_some();
    assert!(legal(0, 1, 3, 1) && legal(1, 0, 1, 3));
    assert!(!legal(0, 0, 1, 3) && !legal(0, 0, 2, 3));
    assert!(!legal(1, 0, 2, 3) && !legal(0, 1, 3, 2));
}

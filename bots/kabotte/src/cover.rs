//! Whether other cars can take every way on from a car, so that it crashes.

use crate::motion::Motion;
use crate::track::Cell;

/// Whether the cars can occupy all of some cells: each car one of those that it can reach. (A
/// matching of cars to cells, found by paths that hand a cell over from car to car.)
///
/// ```
/// use kabotte::cover::can_take_all;
/// use kabotte::track::Cell;
///
/// let cell = |x| Cell { x, y: 0 };
/// let both = vec![cell(1), cell(2)];
/// assert!(can_take_all(&[cell(1), cell(2)], &[both.clone(), vec![cell(1)]]));
/// // One car cannot be in two places, and two that reach the same cell take only that one.
/// assert!(!can_take_all(&[cell(1), cell(2)], &[both]));
/// assert!(!can_take_all(&[cell(1), cell(2)], &[vec![cell(1)], vec![cell(1)]]));
/// ```
pub fn can_take_all(wanted: &[Cell], reach: &[Vec<Cell>]) -> bool {
    if wanted.len() > reach.len() {
        return false;
    }
    let mut cell_of: Vec<Option<usize>> = vec![None; reach.len()];
    (0..wanted.len()).all(|cell| {
        let mut tried = vec![false; reach.len()];
        take(cell, wanted, reach, &mut cell_of, &mut tried)
    })
}

fn take(
    cell: usize,
    wanted: &[Cell],
    reach: &[Vec<Cell>],
    cell_of: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for car in 0..reach.len() {
        if tried[car] || !reach[car].contains(&wanted[cell]) {
            continue;
        }
        tried[car] = true;
        let is_free = match cell_of[car] {
            None => true,
            Some(other) => take(other, wanted, reach, cell_of, tried),
        };
        if is_free {
            cell_of[car] = Some(cell);
            return true;
        }
    }
    false
}

/// Whether two cars can get in each other's way in this round or the next.
pub fn is_near(car: Motion, other: Motion) -> bool {
    /// A car changes its speed by one in each of two moves.
    const REACH: i16 = 3;
    let ahead = |car: Motion, moves: i16| {
        let (x, y) = (i16::from(car.vector.x), i16::from(car.vector.y));
        (car.at.x + moves * x, car.at.y + moves * y)
    };
    let near = |one: (i16, i16), two: (i16, i16), reach: i16| {
        (one.0 - two.0).abs() <= 2 * reach && (one.1 - two.1).abs() <= 2 * reach
    };
    near(ahead(car, 1), ahead(other, 1), 1)
        || near(ahead(car, 2), ahead(other, 1), REACH - 1)
        || near(ahead(car, 2), ahead(other, 2), REACH)
}

//! The cells of a night map that players see.

use std::collections::BTreeSet;

use super::motion::Motion;
use super::track::{Cell, block};

/// The reach of the light, in cells.
const REACH: i32 = 5;

/// The cells in the light of a car: the 5x5 block around a car at rest, otherwise the 3x3 blocks along the direction
/// of the move, from its source. The area does not grow with the speed.
///
/// ```
/// use referee_core::games::karo::{Cell, Motion, Vector, lit_cells};
///
/// let lit = lit_cells(Motion::new(Cell::new(3, 2), Vector::new(2, 1)));
/// assert!(lit.contains(&Cell::new(6, 4)) && !lit.contains(&Cell::new(6, 1)));
/// ```
pub fn lit_cells(motion: Motion) -> BTreeSet<Cell> {
    let source = motion.source();
    let length = f64::from(motion.vector.length_squared()).sqrt();
    if length == 0.0 {
        let square = (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y)));
        return square.map(|(x, y)| Cell::new(source.x + x, source.y + y)).collect();
    }
    // `round` rounds halves away from zero, like the site.
    let scaled = |component: i32| (f64::from(component) / length * f64::from(REACH)).round();
    let (along_x, along_y) = (scaled(motion.vector.x), scaled(motion.vector.y));
    let on_ray = |from: i32, along: f64, step: i32| {
        (f64::from(from) + along * f64::from(step) / f64::from(REACH)).round() as i32
    };
    let ray = (0..=REACH)
        .map(|step| Cell::new(on_ray(source.x, along_x, step), on_ray(source.y, along_y, step)));
    ray.flat_map(block).collect()
}

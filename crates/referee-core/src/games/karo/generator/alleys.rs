//! Narrow alleys between blocks: a tree of crossings with additional openings, and dead ends.

use gridkit::Rng;

use super::canvas::Canvas;
use crate::games::karo::track::Cell;

/// The distance between two crossings, in cells.
const BLOCK: i32 = 7;
/// The cells on each side of the middle of an alley, which is three cells wide.
const RADIUS: f64 = 1.5;

pub(super) fn draw(canvas: &mut Canvas, starts: usize, random: &mut Rng) {
    let columns = ((canvas.width - 6) / BLOCK + 1).max(2);
    let rows = ((canvas.height - 6) / BLOCK + 1).max(2);
    let crossing =
        |number: i32| Cell::new(3 + number % columns * BLOCK, 3 + number / columns * BLOCK);
    let count = columns * rows;
    // A tree grows from the first crossing; some alleys close a circle.
    let mut grown = vec![0];
    for _ in 0..40 * count {
        let from = grown[random.below(grown.len())];
        let (column, row) = (from % columns, from / columns);
        let (dx, dy) = [(1, 0), (-1, 0), (0, 1), (0, -1)][random.below(4)];
        if !(0..columns).contains(&(column + dx)) || !(0..rows).contains(&(row + dy)) {
            continue;
        }
        let to = from + dx + columns * dy;
        let is_new = !grown.contains(&to);
        if is_new || random.chance(0.02) {
            canvas.road(crossing(from), crossing(to), RADIUS);
        }
        if is_new {
            grown.push(to);
        }
    }
    let last = grown.pop().unwrap_or(0);
    canvas.fill(Cell::new(crossing(last).x - 1, crossing(last).y - 1), 3, 3, b'F');
    random.shuffle(&mut grown[1..]);
    let checkpoints = random.between(0, 3).min(grown.len() as i32 - 1);
    for (number, place) in grown[1..].iter().take(checkpoints as usize).enumerate() {
        let corner = Cell::new(crossing(*place).x - 1, crossing(*place).y - 1);
        canvas.fill(corner, 3, 3, b'1' + number as u8);
    }
    let mut wanted = starts;
    for column in 1..canvas.width {
        canvas.starts(column, 1, 6, &mut wanted);
    }
}

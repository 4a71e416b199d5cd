//! A circuit: a closed road around an uneven middle. Cars start behind the line and come back to it
//! from the other side.

use std::f64::consts::PI;

use gridkit::Rng;

use super::canvas::Canvas;
use crate::games::karo::track::Cell;

/// The number of corners of the lap in addition to the straight of start and finish.
const CORNERS: u32 = 8;

pub(super) fn draw(canvas: &mut Canvas, starts: usize, random: &mut Rng) {
    let (x, y) = (canvas.width / 2, canvas.height / 2);
    let (wide, high) = (f64::from(x - 4), f64::from(y - 4));
    let top = y - high as i32;
    let mut corners = vec![Cell::new(x - 6, top), Cell::new(x + 6, top)];
    for corner in 0..CORNERS {
        // From the upper right around to the upper left.
        let angle = (-0.2 + 1.4 * f64::from(corner) / f64::from(CORNERS - 1)) * PI;
        let far = 0.72 + 0.28 * random.unit();
        let along = |middle: i32, way: f64| middle + (way * far).round() as i32;
        corners.push(Cell::new(along(x, wide * angle.cos()), along(y, high * angle.sin())));
    }
    let radius = 1.6 + 0.8 * random.unit();
    for (number, corner) in corners.iter().enumerate() {
        canvas.road(*corner, corners[(number + 1) % corners.len()], radius);
    }
    canvas.across(Cell::new(x, top), 0, 1, b'F');
    let mut wanted = starts;
    for column in x + 1..x + 8 {
        canvas.starts(column, top - 3, top + 3, &mut wanted);
    }
    checkpoints(canvas, Cell::new(x, y), random);
}

/// Lines across the road, one or more of: at the right, at the bottom, at the left.
fn checkpoints(canvas: &mut Canvas, middle: Cell, random: &mut Rng) {
    let most = random.between(0, 3);
    for (number, (dx, dy)) in [(0, 1), (1, 0), (-1, 0)].into_iter().enumerate().take(most as usize)
    {
        // The first road cell on the ray from the middle.
        let ray =
            (2..canvas.width).map(|step| Cell::new(middle.x + step * dx, middle.y + step * dy));
        let letter = b'1' + number as u8;
        if let Some(cell) = ray.into_iter().find(|cell| canvas.is_road(*cell)) {
            canvas.across(cell, dx, dy, letter);
        }
    }
}

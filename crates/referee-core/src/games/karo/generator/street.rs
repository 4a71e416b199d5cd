//! A winding street from one side to the other, with checkpoints across it.

use gridkit::Rng;

use super::canvas::Canvas;
use crate::games::karo::track::Cell;

pub(super) fn draw(canvas: &mut Canvas, starts: usize, random: &mut Rng) {
    let (width, height) = (canvas.width, canvas.height);
    let bends = random.between(3, 6);
    let bend = |number: i32, random: &mut Rng| {
        Cell::new(4 + (width - 9) * number / bends, random.between(4, height - 5))
    };
    let corners: Vec<Cell> = (0..=bends).map(|number| bend(number, random)).collect();
    let radius = 1.6 + random.unit();
    for pair in corners.windows(2) {
        canvas.road(pair[0], pair[1], radius);
    }
    canvas.road(corners[0], Cell::new(2, corners[0].y), 2.3);
    canvas.across(corners[bends as usize], 0, 1, b'F');
    let mut wanted = starts;
    for column in 1..9 {
        canvas.starts(column, corners[0].y - 4, corners[0].y + 4, &mut wanted);
    }
    let checkpoints = random.between(0, (bends - 1).min(4));
    for number in 0..checkpoints {
        let corner = corners[1 + number as usize];
        canvas.across(corner, 0, 1, b'1' + number as u8);
    }
}

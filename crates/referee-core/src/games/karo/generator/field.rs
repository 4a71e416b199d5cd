//! A wide field with obstacles. Checkpoints are small and at random places, so players have to find the best order;
//! their numbers may have gaps.

use gridkit::Rng;

use super::canvas::Canvas;
use crate::games::karo::track::Cell;

pub(super) fn draw(canvas: &mut Canvas, starts: usize, random: &mut Rng) {
    let (width, height) = (canvas.width, canvas.height);
    canvas.fill(Cell::new(1, 1), width, height, b'O');
    for _ in 0..width * height / 30 {
        let corner = Cell::new(random.between(5, width - 6), random.between(1, height - 2));
        let letter = b"XYWV"[random.below(4)];
        canvas.fill(corner, random.between(1, 5), random.between(1, 4), letter);
    }
    let mut numbers: Vec<u8> = (b'1'..=b'6').collect();
    random.shuffle(&mut numbers);
    for number in &numbers[..random.between(1, 4) as usize] {
        let corner = Cell::new(random.between(6, width - 8), random.between(2, height - 4));
        canvas.fill(corner, 2, 2, *number);
    }
    let finish = Cell::new(width - 4, random.between(2, height - 6));
    canvas.fill(finish, 2, 4, b'F');
    let mut wanted = starts;
    for column in 2..6 {
        canvas.starts(column, 2, height - 3, &mut wanted);
    }
}

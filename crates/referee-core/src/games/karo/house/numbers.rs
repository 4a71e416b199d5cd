//! The numbers of states, by cell and vector.

use crate::games::karo::motion::{Motion, Vector};
use crate::games::karo::track::{Cell, Track};

/// The number of a state that has none.
const NONE: u32 = u32::MAX;

/// A number for each known state. On a large open map there are tens of millions of states; a look into a table
/// takes a fraction of the time and of the memory of a hash map.
pub(super) struct Numbers {
    width: i32,
    height: i32,
    /// Row by row.
    cells: Vec<Square>,
}

/// The numbers of the states on one cell, for all vectors whose components are at most the radius.
#[derive(Clone, Default)]
struct Square {
    radius: i32,
    /// Row by row; empty before the first state.
    numbers: Vec<u32>,
}

impl Numbers {
    /// No state of this track has a number.
    pub(super) fn new(track: &Track) -> Self {
        let cells = vec![Square::default(); track.width() * track.height()];
        Self { width: track.width() as i32, height: track.height() as i32, cells }
    }

    /// The number of a state.
    pub(super) fn get(&self, motion: Motion) -> Option<u32> {
        let square = &self.cells[self.place(motion.at)?];
        let number = *square.numbers.get(square.place(motion.vector)?)?;
        (number != NONE).then_some(number)
    }

    /// The number of a state, which is on the track. If it has none, it gets this one.
    pub(super) fn get_or_insert(&mut self, motion: Motion, new: u32) -> u32 {
        let place = self.place(motion.at).expect("cars are on the track");
        let number = self.cells[place].slot(motion.vector);
        if *number == NONE {
            *number = new;
        }
        *number
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let is_inside = (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y);
        is_inside.then(|| (cell.y * self.width + cell.x) as usize)
    }
}

impl Square {
    fn place(&self, vector: Vector) -> Option<usize> {
        let range = -self.radius..=self.radius;
        let is_inside = range.contains(&vector.x) && range.contains(&vector.y);
        let place = (vector.y + self.radius) * (2 * self.radius + 1) + vector.x + self.radius;
        is_inside.then_some(place as usize)
    }

    fn slot(&mut self, vector: Vector) -> &mut u32 {
        if self.numbers.is_empty() || self.place(vector).is_none() {
            self.grow(vector.x.abs().max(vector.y.abs()));
        }
        let place = self.place(vector).expect("the square has grown to it");
        &mut self.numbers[place]
    }

    fn grow(&mut self, radius: i32) {
        let side = (2 * radius + 1) as usize;
        let old = std::mem::replace(self, Self { radius, numbers: vec![NONE; side * side] });
        let old_side = (2 * old.radius + 1) as usize;
        for (row, numbers) in (-old.radius..).zip(old.numbers.chunks(old_side)) {
            let place = self.place(Vector::new(-old.radius, row)).expect("it only grows");
            self.numbers[place..place + old_side].copy_from_slice(numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_keeps_its_number_while_faster_ones_come() {
        let mut numbers = Numbers::new(&Track::parse("OSF\nOOO").unwrap());
        let states: Vec<Motion> = [(2, 1, 0, 0), (2, 1, -1, 1), (2, 1, 3, -7), (0, 0, 0, 2)]
            .map(|(x, y, xv, yv)| Motion::new(Cell::new(x, y), Vector::new(xv, yv)))
            .into();
        for (number, state) in (0..).zip(&states) {
            assert_eq!(numbers.get(*state), None);
            assert_eq!(numbers.get_or_insert(*state, number), number);
        }
        for (number, state) in (0..).zip(&states) {
            assert_eq!(numbers.get(*state), Some(number));
            assert_eq!(numbers.get_or_insert(*state, 9), number, "it has one already");
        }
        let others = [(2, 1, 0, 1), (2, 1, 8, 0), (0, 1, 0, 0), (-1, 0, 0, 0), (3, 0, 0, 0)];
        for (x, y, xv, yv) in others {
            assert_eq!(numbers.get(Motion::new(Cell::new(x, y), Vector::new(xv, yv))), None);
        }
    }
}

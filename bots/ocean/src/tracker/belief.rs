//! The probabilities that follow from a tracker's paths.

use gridkit::Board15;

use super::path::{Path, SLOTS};
use crate::map::Cell;

/// Where a submarine and its mines probably are.
#[derive(Clone)]
pub struct Belief {
    /// Per cell: the probability that the submarine is there.
    at: [f32; 256],
    /// Per cell: the probability that one of its mines is there.
    mines: [f32; 256],
    /// The cells with a probability above zero.
    cells: Board15,
}

impl Belief {
    /// What those paths say; `loose` are the boards of mines without a known origin.
    pub fn of(paths: &[Path], loose: &[Board15; SLOTS]) -> Belief {
        let mut belief = Belief { at: [0.0; 256], mines: [0.0; 256], cells: Board15::EMPTY };
        // Loose mines share one board per slot, so their weight is summed up first.
        let mut on_board = [0.0_f32; SLOTS];
        for path in paths {
            belief.at[path.cell.index()] += path.weight;
            belief.cells.set(path.cell);
            for (slot, mine) in path.mines.iter().enumerate() {
                if mine.is_loose() {
                    on_board[slot] += path.weight;
                } else if mine.exists() {
                    belief.spread(mine.spots(Board15::EMPTY), path.weight);
                }
            }
        }
        for (weight, &board) in on_board.iter().zip(loose) {
            if *weight > 0.0 {
                belief.spread(board, *weight);
            }
        }
        for chance in &mut belief.mines {
            *chance = chance.min(1.0);
        }
        belief
    }

    fn spread(&mut self, spots: Board15, weight: f32) {
        let share = weight / spots.count().max(1) as f32;
        for cell in spots {
            self.mines[cell.index()] += share;
        }
    }

    pub fn cells(&self) -> Board15 {
        self.cells
    }

    /// The probability that the submarine is on that cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> f32 {
        self.at[cell.index()]
    }

    /// The probability that one of its mines is on that cell.
    #[inline]
    pub fn mine(&self, cell: Cell) -> f32 {
        self.mines[cell.index()]
    }

    /// The probability that the submarine is on one of those cells.
    pub fn within(&self, cells: Board15) -> f32 {
        (cells & self.cells).iter().map(|cell| self.at(cell)).sum()
    }

    /// The number of cells that would be as telling if all were equally probable: one over the
    /// sum of the squared probabilities.
    pub fn spread_over(&self) -> f32 {
        let squares: f32 = self.cells.iter().map(|cell| self.at(cell) * self.at(cell)).sum();
        1.0 / squares.max(f32::MIN_POSITIVE)
    }
}

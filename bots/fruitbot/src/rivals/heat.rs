//! A robot that follows a heat map: the bot "mo" (Sean Haufler, May 2012), with which this bot began.
//!
//! Every live piece heats the whole board: more if its category is rare or has few pieces left, and
//! less with the distance. The robot goes where it is hottest. Sums and products are computed in the
//! order of the original, so that ties of floating-point numbers are broken as there. The powers come
//! from tables.

use gridkit::floats;

use crate::board::Board;
use crate::cell::{Cell, Move};
use crate::piece::MOST_PIECES;
use crate::state::{Side, State};

/// The four numbers of the heat map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeatWeights {
    /// How much hotter pieces of rare categories are: an exponent.
    pub rarity: f64,
    /// How much hotter pieces are of whose category few are left: an exponent.
    pub few_left: f64,
    /// How fast the heat falls with the distance: an exponent.
    pub distance: f64,
    /// The heat on the piece's own cell, if that one step away is 1.
    pub own_cell: f64,
}

impl HeatWeights {
    /// The author's numbers in the contest.
    pub const ORIGINAL: HeatWeights =
        HeatWeights { rarity: 1.6, few_left: 1.5, distance: 1.2, own_cell: 3.0 };

    /// The numbers after 25 generations of 16 (96,000 games against the original, the nearest-fruit
    /// and the greedy robot), by the genetic method that the author planned to use:
    ///
    /// ```text
    /// referee tune fruit "fruitbot --style mo"
    ///     --only heat_rarity,heat_few_left,heat_distance,heat_own_cell
    ///     --method genetic --iterations 25 --population 16 --pairs 120 --pool @mo --pool @nearest --pool @greedy --final-games 2000
    /// ```
    ///
    /// 58.2 % against the original (95 %: 56.1 to 60.3). SPSA came to 2.382, 0.974, 0.1, 2.335 and
    /// 57.6 %: rarity counts more than in the author's numbers, and distance hardly counts. There 0.1 is the
    /// bound of `heat_distance`; 0.05, 0.02 and 0.005 are worse with either set of the other numbers.
    pub const EVOLVED: HeatWeights =
        HeatWeights { rarity: 2.108, few_left: 0.766, distance: 0.203, own_cell: 2.58 };
}

/// The heat map of one board.
#[derive(Clone, Debug)]
pub struct Heat {
    /// The share of a piece's heat at each distance.
    by_distance: Vec<f64>,
    /// `[category][pieces left]`: the heat of one piece.
    of_piece: Vec<[f64; MOST_PIECES + 1]>,
}

impl Heat {
    /// The own cell and its neighbours, by the move that leads there, in the order of the original.
    pub const AROUND: [Move; 5] = [Move::Take, Move::North, Move::South, Move::East, Move::West];

    pub fn new(board: &Board, weights: HeatWeights) -> Heat {
        let longest = board.width() as usize + board.height() as usize;
        let mut by_distance: Vec<f64> =
            (0..longest).map(|steps| floats::pow(steps as f64, -weights.distance)).collect();
        by_distance[0] = weights.own_cell;
        let of_piece = |category: usize| {
            let total = f64::from(board.total(category));
            let mut by_left = [0.0; MOST_PIECES + 1];
            for (left, heat) in by_left.iter_mut().enumerate() {
                let few_left = floats::pow(total / left as f64, weights.few_left);
                *heat = floats::pow(total, -weights.rarity) * few_left;
            }
            by_left
        };
        Heat { by_distance, of_piece: (0..board.kinds()).map(of_piece).collect() }
    }

    /// The move to the hottest neighbouring cell, or `Take` if the own cell is hottest.
    pub fn choose(&self, board: &Board, state: &State, side: Side) -> Move {
        let at = state.at[side];
        let cells = Heat::AROUND.map(|step| at.after(step));
        let heat = self.heat(board, state, &cells);
        let mut most = heat.iter().fold(f64::NEG_INFINITY, |most, heat| most.max(*heat));
        if heat[0] >= most {
            if state.under(board, side).is_some() {
                return Move::Take;
            }
            most = heat[1..].iter().fold(f64::NEG_INFINITY, |most, heat| most.max(*heat));
        }
        let hottest = (1..5).find(|index| heat[*index] >= most);
        hottest.map_or(Move::Pass, |index| Heat::AROUND[index])
    }

    /// The heat of every cell, row by row from the top.
    pub fn map(&self, board: &Board, state: &State) -> Vec<f64> {
        let columns = |y| (0..board.width()).map(move |x| Cell { x, y });
        let cells = (0..board.height()).flat_map(columns);
        cells.map(|cell| self.at(board, state, cell)).collect()
    }

    /// The heat of one cell; -1 off the board.
    pub fn at(&self, board: &Board, state: &State, cell: Cell) -> f64 {
        self.heat(board, state, &[cell])[0]
    }

    /// The heat of some cells; -1 off the board.
    fn heat<const N: usize>(&self, board: &Board, state: &State, cells: &[Cell; N]) -> [f64; N] {
        let mut left = [0; 8];
        for (category, left) in left.iter_mut().enumerate().take(board.kinds()) {
            *left = (state.left & board.of_category(category)).count_ones() as usize;
        }
        let mut heat = [0.0; N];
        for piece in board.by_column().iter().map(|piece| usize::from(*piece)) {
            if state.live >> piece & 1 == 0 {
                continue;
            }
            let category = board.category(piece);
            let of_piece = self.of_piece[category][left[category]];
            let there = board.cell(piece);
            for (heat, cell) in heat.iter_mut().zip(cells) {
                // The distance of a cell off the board may be one more than the longest in the table.
                let steps = usize::from(cell.distance(there)).min(self.by_distance.len() - 1);
                *heat += self.by_distance[steps] * of_piece;
            }
        }
        for (heat, cell) in heat.iter_mut().zip(cells) {
            if !board.has(*cell) {
                *heat = -1.0;
            }
        }
        heat
    }
}

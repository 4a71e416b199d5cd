//! The heat-map bot "mo" (Sean Haufler, May 2012), with which this bot began.
//!
//! Every piece that matters warms the whole board: more if its category is rare or nearly finished,
//! less with the distance. The robot goes where it is warmest. Sums and products are formed in the
//! order of the original, so that even ties of floating-point numbers fall as they did there; the
//! powers come from tables.

use crate::board::{Board, Cell, Move, MOST_PIECES};
use crate::state::{Side, State};

/// The author's four numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Traits {
    /// `c1`: how much the rarity of a category counts.
    pub rarity: f64,
    /// `c2`: how much it counts that few pieces of a category are left.
    pub clinch: f64,
    /// `c3`: how fast the heat falls with the distance.
    pub distance: f64,
    /// `c4`: the heat on the piece's own cell.
    pub own_cell: f64,
}

impl Traits {
    /// As they were in the contest.
    pub const ORIGINAL: Traits = Traits { rarity: 1.6, clinch: 1.5, distance: 1.2, own_cell: 3.0 };

    /// As they evolved in 25 generations of 16 (96,000 games against the original, the nearest-fruit
    /// and the greedy robot), the genetic way that the author had in mind:
    ///
    /// ```text
    /// referee tune fruit "fruitbot --style mo" --only c1,c2,c3,c4 --method genetic --iterations 25
    ///     --population 16 --pairs 120 --pool @mo --pool @nearest --pool @greedy --final-games 2000
    /// ```
    ///
    /// 58.2 % against the original (95 %: 56.1 to 60.3). SPSA came to 2.382, 0.974, 0.1, 2.335 and
    /// 57.6 %: rarity counts more than the author thought, and distance hardly.
    pub const EVOLVED: Traits =
        Traits { rarity: 2.108, clinch: 0.766, distance: 0.203, own_cell: 2.58 };
}

/// A robot that follows the heat on one board.
#[derive(Clone, Debug)]
pub struct Heat {
    /// What is left of a piece's heat at each distance.
    fall: Vec<f64>,
    /// `[category][pieces left]`: the heat of one piece.
    importance: Vec<[f64; MOST_PIECES + 1]>,
}

impl Heat {
    /// The tables for a board.
    pub fn new(board: &Board, traits: Traits) -> Heat {
        let longest = board.width() as usize + board.height() as usize;
        let mut fall: Vec<f64> =
            (0..longest).map(|steps| (steps as f64).powf(-traits.distance)).collect();
        fall[0] = traits.own_cell;
        let importance = |category: usize| {
            let total = f64::from(board.total(category));
            let mut by_left = [0.0; MOST_PIECES + 1];
            for (left, importance) in by_left.iter_mut().enumerate() {
                let clinch = (total / left as f64).powf(traits.clinch);
                *importance = total.powf(-traits.rarity) * clinch;
            }
            by_left
        };
        Heat { fall, importance: (0..board.kinds()).map(importance).collect() }
    }

    /// Where it goes.
    pub fn choose(&self, board: &Board, state: &State, side: Side) -> Move {
        const AROUND: [Move; 5] = [Move::Take, Move::North, Move::South, Move::East, Move::West];
        let at = state.at[side];
        let cells = AROUND.map(|step| at.after(step));
        let heat = self.heat(board, state, &cells);
        let mut most = heat.iter().fold(f64::NEG_INFINITY, |most, heat| most.max(*heat));
        if heat[0] >= most {
            if state.under(board, side).is_some() {
                return Move::Take;
            }
            most = heat[1..].iter().fold(f64::NEG_INFINITY, |most, heat| most.max(*heat));
        }
        let warmest = (1..5).find(|index| heat[*index] >= most);
        warmest.map_or(Move::Pass, |index| AROUND[index])
    }

    /// The heat of some cells; -1 off the board.
    fn heat(&self, board: &Board, state: &State, cells: &[Cell; 5]) -> [f64; 5] {
        let mut left = [0; 8];
        for (category, left) in left.iter_mut().enumerate().take(board.kinds()) {
            *left = (state.left & board.of_category(category)).count_ones() as usize;
        }
        let mut heat = [0.0; 5];
        for piece in board.by_column().iter().map(|piece| usize::from(*piece)) {
            if state.live >> piece & 1 == 0 {
                continue;
            }
            let category = board.category(piece);
            let importance = self.importance[category][left[category]];
            let there = board.cell(piece);
            for (heat, cell) in heat.iter_mut().zip(cells) {
                // Off the board the distance is one more than the table may hold.
                let steps = usize::from(cell.distance(there)).min(self.fall.len() - 1);
                *heat += self.fall[steps] * importance;
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

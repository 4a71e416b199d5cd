//! One formula, and what it looks at.

use gridkit::{floats, Rng};

use crate::board::{Board, MOST_CATEGORIES};
use crate::cell::{Cell, Move};
use crate::piece::{pieces_of, Piece, MOST_PIECES};
use crate::state::{Side, State};

/// Pieces are equal to a formula if it likes them by less than this differently.
const EQUAL: f32 = 1e-4;

/// In place of the logarithm of what a category needs that cannot be won any more.
const HOPELESS: f32 = 4.0;

/// A factor that leaves no room for the others: the nearest piece, or the cheapest category.
const ABOVE_ALL: f64 = 30.0;

/// A formula: a robot that follows it walks to the piece with the greatest sum of these, each with its factor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Formula {
    /// Whether pieces of settled categories count, too.
    takes_all: bool,
    /// Less for the logarithm of the distance plus 1.
    distance: f32,
    /// Less for the logarithm of the number of pieces that win the category, for the robot and for the other one.
    need: [f32; 2],
    /// Less for the logarithm of the number of pieces of the category at the start.
    total: f32,
    /// Less for the logarithm of the number of them that are left.
    left: f32,
    /// More for other pieces nearby.
    company: f32,
    /// Less for a piece to which the other robot is nearer.
    lost_race: f32,
}

impl Formula {
    pub fn draw(rng: &mut Rng) -> Formula {
        let mut is = |chance: f64| rng.unit() < chance;
        let (takes_all, nearest, cheapest, no_races) = (is(0.1), is(0.15), is(0.08), is(0.1));
        let mut factor = |chance: f64, low: f64, high: f64| {
            let (is_there, share) = (rng.unit() < chance, rng.unit());
            if is_there {
                (low + (high - low) * share) as f32
            } else {
                0.0
            }
        };
        let above_all = ABOVE_ALL as f32;
        Formula {
            takes_all,
            distance: if nearest { above_all } else { factor(1.0, 0.4, 2.5) },
            need: [if cheapest { above_all } else { factor(0.5, 0.3, 2.5) }, factor(0.3, 0.3, 1.5)],
            total: factor(0.3, 0.3, 2.5),
            left: factor(0.3, 0.3, 2.5),
            company: factor(0.4, 0.3, 1.5),
            lost_race: if no_races { above_all } else { factor(0.35, 0.3, 1.5) },
        }
    }
}

/// Functions of whole numbers up to the longest distance.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Logarithms; that of 0 is 0.
    logarithms: [f32; 130],
    /// What a piece at a distance adds to the company of another one.
    nearness: [f32; 130],
}

impl Tables {
    pub fn new() -> Tables {
        let (mut logarithms, mut nearness) = ([0.0; 130], [0.0; 130]);
        for number in 1..logarithms.len() {
            logarithms[number] = floats::ln(number as f64) as f32;
            nearness[number - 1] = 1.0 / number as f32;
        }
        Tables { logarithms, nearness }
    }
}

impl Default for Tables {
    fn default() -> Tables {
        Tables::new()
    }
}

/// How much formulas like the pieces in a position.
pub struct Liking<'a> {
    board: &'a Board,
    state: &'a State,
    tables: &'a Tables,
    /// The cells of the robot and of the other one.
    at: [Cell; 2],
    /// Of each category the logarithms of what it still needs for the robot and for the other one, of its size, and
    /// of what is left.
    categories: [[f32; 4]; MOST_CATEGORIES],
}

impl<'a> Liking<'a> {
    /// For a side that moves in a position.
    pub fn new(board: &'a Board, state: &'a State, side: Side, tables: &'a Tables) -> Liking<'a> {
        let mut categories = [[0.0; 4]; MOST_CATEGORIES];
        let logarithms = &tables.logarithms;
        for (category, it) in categories.iter_mut().enumerate().take(board.kinds()) {
            let need = |side| match state.to_win(board, category, side) {
                Some(count) if count > 0 => logarithms[usize::from(count)],
                _ => HOPELESS,
            };
            let left = (state.left & board.of_category(category)).count_ones() as usize;
            let total = logarithms[usize::from(board.total(category)).min(129)];
            *it = [need(side), need(1 - side), total, logarithms[left]];
        }
        Liking { board, state, tables, at: [state.at[side], state.at[1 - side]], categories }
    }

    /// Calls `each` with every piece that counts for a formula, and how much the formula likes it.
    #[inline]
    pub fn each(&self, formula: &Formula, mut each: impl FnMut(Piece, f32)) {
        let mut by_category = [0.0_f32; MOST_CATEGORIES];
        for (it, of) in by_category.iter_mut().zip(&self.categories) {
            let needs = formula.need[0] * of[0] + formula.need[1] * of[1];
            *it = -(needs + formula.total * of[2] + formula.left * of[3]);
        }
        for piece in pieces_of(if formula.takes_all { self.state.left } else { self.state.live }) {
            let cell = self.board.cell(piece);
            let [own, other] = self.at.map(|at| at.distance(cell));
            let mut liked = by_category[self.board.category(piece)]
                - formula.distance * self.tables.logarithms[usize::from(own) + 1];
            if formula.company > 0.0 {
                liked += formula.company * self.company(piece);
            }
            if other < own {
                liked -= formula.lost_race;
            }
            each(piece, liked);
        }
    }

    /// How many other pieces are near: each counts the less, the farther it is.
    fn company(&self, piece: Piece) -> f32 {
        let between = self.board.between(piece);
        let near = |other: Piece| self.tables.nearness[usize::from(between[other])];
        pieces_of(self.state.live & !(1 << piece)).map(near).sum()
    }

    /// The probability of a move of a robot that follows a formula. It is 0 if the formula makes another move.
    pub fn chance(&self, formula: &Formula, made: Move) -> f64 {
        let (mut all, mut most) = ([f32::NEG_INFINITY; MOST_PIECES], f32::NEG_INFINITY);
        self.each(formula, |piece, liked| {
            all[piece] = liked;
            most = liked.max(most);
        });
        let (mut moves, mut count) = ([Move::Pass; 5], 0);
        for piece in pieces_of(self.state.left).filter(|piece| all[*piece] >= most - EQUAL) {
            for step in self.at[0].steps_toward(self.board.cell(piece)).iter().flatten() {
                if !moves[..count].contains(step) {
                    moves[count] = *step;
                    count += 1;
                }
            }
        }
        // With nothing to take, it passes.
        let moves = &moves[..count.max(1)];
        if moves.contains(&made) {
            1.0 / moves.len() as f64
        } else {
            0.0
        }
    }
}

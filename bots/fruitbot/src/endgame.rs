//! Exact solutions of endgames: all moves of both sides, at the same time, up to a horizon.
//!
//! The value of a position with `n` turns to go is the value of a matrix game. Its choices are the
//! moves of both sides, and its payoffs are the values of the positions after them, with one turn
//! less. With no turn to go the current result counts. These savings change no value:
//!
//! * A robot in the rectangle around the live pieces does not leave it, and one outside does not go
//!   away from it. A cell outside can be replaced by the nearest cell of the rectangle: this moves no
//!   live piece and puts no two cells farther apart, so any plan becomes a plan that takes the same
//!   pieces at the same times.
//! * The last live piece is a race: the nearer robot takes it. At equal distance both share it.
//! * The payoffs are computed one by one until a row and a column have the same value. Only if none
//!   have, all payoffs are computed, and the value is found by linear programming.

use gridkit::{Deadline, FastMap};

use crate::board::{Board, MOST_CATEGORIES};
use crate::cell::{Cell, Move};
use crate::matrix::{self, Payoffs, MOST};
use crate::piece::pieces_of;
use crate::state::{Side, State};

/// Values are equal up to this rounding.
pub const NEAR: f64 = 1e-9;

/// A solver, with the values of the positions that it has solved.
#[derive(Clone, Debug, Default)]
pub struct Endgame {
    values: FastMap<Key, f64>,
}

/// The part of a position on which its value depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    at: [Cell; 2],
    live: u32,
    /// The lead of open categories; 100, 0 or -100 for the others.
    lead: [i8; MOST_CATEGORIES],
    turns: u8,
}

/// The solution of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The result that side 0 gets on average if both sides play well: from -1, a loss, to 1, a win.
    pub value: f64,
    /// The moves of side 0. For each its probability if both sides play well, and the least value that
    /// it can lead to.
    pub moves: Vec<(Move, f64, f64)>,
}

impl Solution {
    /// The moves that keep the value whatever the other side does in this turn. Empty if only a random
    /// choice keeps it on average.
    pub fn certain(&self) -> impl Iterator<Item = Move> + '_ {
        let holds = move |least: f64| least >= self.value - NEAR;
        self.moves.iter().filter(move |(_, _, least)| holds(*least)).map(|(step, _, _)| *step)
    }
}

/// The moves of a side, in the order in which they are tried.
struct Moves {
    list: [Move; MOST],
    count: usize,
}

impl Endgame {
    pub fn new() -> Endgame {
        Endgame::default()
    }

    /// Solves a position of an open game with at least one turn to go. `None` if the deadline expires;
    /// a position with all its moves counts as one node. The values of all positions are stored.
    pub fn solve(
        &mut self,
        board: &Board,
        state: &State,
        turns: u8,
        deadline: &mut Deadline,
    ) -> Option<Solution> {
        let moves = [Moves::of(board, state, 0), Moves::of(board, state, 1)];
        let (rows, columns) = (moves[0].count, moves[1].count);
        let mut payoffs = Payoffs::default();
        for (ours, fields) in moves[0].iter().zip(&mut payoffs) {
            for (theirs, field) in moves[1].iter().zip(fields) {
                *field = self.after(board, state, [ours, theirs], turns, deadline)?;
            }
        }
        let mix = matrix::solve(&payoffs, rows, columns);
        let least = |row: usize| payoffs[row][..columns].iter().fold(1.0_f64, |a, b| a.min(*b));
        let moves = (0..rows).map(|row| (moves[0].list[row], mix.rows[row], least(row))).collect();
        Some(Solution { value: mix.value, moves })
    }

    /// The value for side 0 of the position after a pair of moves.
    fn after(
        &mut self,
        board: &Board,
        state: &State,
        pair: [Move; 2],
        turns: u8,
        deadline: &mut Deadline,
    ) -> Option<f64> {
        let mut next = *state;
        next.turn(board, pair);
        self.value(board, &next, turns - 1, deadline)
    }

    fn value(
        &mut self,
        board: &Board,
        state: &State,
        turns: u8,
        deadline: &mut Deadline,
    ) -> Option<f64> {
        if let Some(result) = state.verdict() {
            return Some(f64::from(result));
        }
        if state.live.is_power_of_two() {
            return Some(race(board, state, turns));
        }
        if turns == 0 {
            return Some(f64::from(state.current_result()));
        }
        let key = Key::of(board, state, turns);
        if let Some(value) = self.values.get(&key) {
            return Some(*value);
        }
        if deadline.expired() {
            return None;
        }
        let value = self.matrix_value(board, state, turns, deadline)?;
        self.values.insert(key, value);
        Some(value)
    }

    /// The value of a position, computed from as few of the payoffs as possible.
    fn matrix_value(
        &mut self,
        board: &Board,
        state: &State,
        turns: u8,
        deadline: &mut Deadline,
    ) -> Option<f64> {
        let moves = [Moves::of(board, state, 0), Moves::of(board, state, 1)];
        let (rows, columns) = (moves[0].count, moves[1].count);
        let mut payoffs = [[f64::NAN; MOST]; MOST];
        let mut field = |this: &mut Endgame, payoffs: &mut Payoffs, row: usize, column: usize| {
            if payoffs[row][column].is_nan() {
                let pair = [moves[0].list[row], moves[1].list[column]];
                payoffs[row][column] = this.after(board, state, pair, turns, deadline)?;
            }
            Some(payoffs[row][column])
        };
        let (worst, best) = state.bounds();
        let (mut low, mut high) = (f64::from(worst), f64::from(best));
        for row in 0..rows {
            let mut least = high;
            for column in 0..columns {
                least = least.min(field(self, &mut payoffs, row, column)?);
                if least <= low {
                    break;
                }
            }
            low = low.max(least);
            if low >= high - NEAR {
                return Some(high);
            }
        }
        for column in 0..columns {
            let mut most = low;
            for row in 0..rows {
                most = most.max(field(self, &mut payoffs, row, column)?);
                if most >= high {
                    break;
                }
            }
            high = high.min(most);
            if high <= low + NEAR {
                return Some(low);
            }
        }
        for row in 0..rows {
            for column in 0..columns {
                field(self, &mut payoffs, row, column)?;
            }
        }
        Some(matrix::solve(&payoffs, rows, columns).value)
    }

    /// The number of positions whose values are stored.
    pub fn stored(&self) -> usize {
        self.values.len()
    }
}

/// The result of the race for the last live piece.
fn race(board: &Board, state: &State, turns: u8) -> f64 {
    let piece = state.live.trailing_zeros() as usize;
    let ways = [0, 1].map(|side: Side| state.at[side].distance(board.cell(piece)));
    let in_time = |side: Side| ways[side] < turns && ways[side] < ways[1 - side];
    let mut end = *state;
    if in_time(0) {
        end.lead[board.category(piece)] += 1;
    } else if in_time(1) {
        end.lead[board.category(piece)] -= 1;
    }
    f64::from(end.current_result())
}

impl Key {
    fn of(board: &Board, state: &State, turns: u8) -> Key {
        let mut lead = [0; MOST_CATEGORIES];
        for (category, lead) in lead.iter_mut().enumerate().take(board.kinds()) {
            let settled = state.live & board.of_category(category) == 0;
            let is = state.lead[category];
            *lead = if settled { is.signum() * 100 } else { is };
        }
        Key { at: state.at, live: state.live, lead, turns }
    }
}

impl Moves {
    /// A take first, then the steps toward the nearest live piece, the other steps, and waiting.
    fn of(board: &Board, state: &State, side: Side) -> Moves {
        let at = state.at[side];
        let (mut west, mut east, mut north, mut south) = (i8::MAX, 0, i8::MAX, 0);
        let mut nearest = (u8::MAX, at);
        for piece in pieces_of(state.live) {
            let cell = board.cell(piece);
            west = west.min(cell.x);
            east = east.max(cell.x);
            north = north.min(cell.y);
            south = south.max(cell.y);
            if at.distance(cell) < nearest.0 {
                nearest = (at.distance(cell), cell);
            }
        }
        let mut moves = Moves { list: [Move::Pass; MOST], count: 0 };
        if state.under(board, side).map_or(false, |piece| state.live >> piece & 1 == 1) {
            moves.push(Move::Take);
        }
        let steps = [
            (Move::North, at.y > north),
            (Move::South, at.y < south),
            (Move::West, at.x > west),
            (Move::East, at.x < east),
        ];
        for toward in [true, false] {
            for (step, allowed) in steps {
                let way = at.after(step).distance(nearest.1);
                if allowed && (way < nearest.0) == toward {
                    moves.push(step);
                }
            }
        }
        moves.push(Move::Pass);
        moves
    }

    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.list[..self.count].iter().copied()
    }

    fn push(&mut self, step: Move) {
        self.list[self.count] = step;
        self.count += 1;
    }
}

//! A position, and the rules: what a turn makes of it. It is small, so the search copies it.

use crate::board::{Board, MOST_CATEGORIES};
use crate::cell::{Cell, Move};
use crate::piece::Piece;

/// The index of a robot: 0 is the bot's own, 1 the opponent's.
pub type Side = usize;

/// The robots, the pieces that are left, and the lead in each category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub at: [Cell; 2],
    /// The pieces that are left, as a set.
    pub left: u32,
    /// Those of them whose category is not settled.
    pub live: u32,
    /// How many pieces more side 0 has of each category than side 1. It is a whole number: a robot that
    /// takes a piece alone gains one, and a shared piece changes nothing.
    pub lead: [i8; MOST_CATEGORIES],
    /// Categories won minus lost for side 0 if it won all pieces that are left.
    best: i8,
    /// The same if side 1 won all pieces that are left.
    worst: i8,
}

impl State {
    pub fn new(board: &Board, at: [Cell; 2], left: u32, lead: [i8; MOST_CATEGORIES]) -> State {
        let mut state = State { at, left, live: 0, lead, best: 0, worst: 0 };
        state.settle(board);
        state
    }

    /// The result if it is certain: 1 if side 0 wins, -1 if it loses, 0 for a draw; `None` while the
    /// game is open.
    ///
    /// The contest's framework ends a game by this test, which compares the best and the worst case.
    #[inline]
    pub fn verdict(&self) -> Option<i8> {
        if self.worst > 0 {
            Some(1)
        } else if self.best < 0 {
            Some(-1)
        } else if self.best == 0 && self.worst == 0 {
            Some(0)
        } else {
            None
        }
    }

    /// The least and the greatest result that side 0 can still get: -1, 0 or 1 each.
    #[inline]
    pub fn bounds(&self) -> (i8, i8) {
        (self.worst.signum(), self.best.signum())
    }

    /// The result if the game stopped here: 1 if side 0 leads in more categories, -1 if in fewer, else 0.
    pub fn current_result(&self) -> i8 {
        self.lead.iter().map(|lead| lead.signum()).sum::<i8>().signum()
    }

    fn settle(&mut self, board: &Board) {
        let (mut best, mut worst, mut live) = (0, 0, 0);
        for category in 0..board.kinds() {
            let pieces = self.left & board.of_category(category);
            let left = pieces.count_ones() as i8;
            let lead = self.lead[category];
            let (high, low) = ((lead + left).signum(), (lead - left).signum());
            best += high;
            worst += low;
            if high != low {
                live |= pieces;
            }
        }
        self.best = best;
        self.worst = worst;
        self.live = live;
    }

    /// The piece on a robot's cell, if it is still there.
    #[inline]
    pub fn under(&self, board: &Board, side: Side) -> Option<Piece> {
        board.piece_at(self.at[side]).filter(|piece| self.left >> piece & 1 == 1)
    }

    /// Both robots move at the same time. Says whether a piece was taken.
    #[inline]
    pub fn turn(&mut self, board: &Board, moves: [Move; 2]) -> bool {
        let mut taken = false;
        if moves[0] == Move::Take || moves[1] == Move::Take {
            let pieces = [self.under(board, 0), self.under(board, 1)];
            for side in 0..2 {
                let piece = match pieces[side] {
                    Some(piece) if moves[side] == Move::Take => piece,
                    _ => continue,
                };
                // If both robots take the same piece, the lead rises and falls by one.
                self.lead[board.category(piece)] += if side == 0 { 1 } else { -1 };
                self.left &= !(1 << piece);
                taken = true;
            }
            if taken {
                self.settle(board);
            }
        }
        for (at, step) in self.at.iter_mut().zip(moves) {
            let there = at.after(step);
            if board.has(there) {
                *at = there;
            }
        }
        taken
    }

    /// The fewest pieces of a category that a side must take to win it for certain; `None` if fewer
    /// are left.
    #[inline]
    pub fn to_win(&self, board: &Board, category: usize, side: Side) -> Option<u8> {
        self.fewest_for(board, category, side, 1)
    }

    /// The fewest pieces that a side must take so that it cannot lose a category.
    #[inline]
    pub fn to_tie(&self, board: &Board, category: usize, side: Side) -> Option<u8> {
        self.fewest_for(board, category, side, 0)
    }

    #[inline]
    fn fewest_for(&self, board: &Board, category: usize, side: Side, margin: i8) -> Option<u8> {
        let left = (self.left & board.of_category(category)).count_ones() as i8;
        let lead = if side == 0 { self.lead[category] } else { -self.lead[category] };
        // The smallest count with lead + count >= left - count + margin.
        let count = ((left + margin - lead).max(0) + 1) / 2;
        if count <= left {
            Some(count as u8)
        } else {
            None
        }
    }
}

//! A position in the search: small, copied freely, and what a turn does to it.

use crate::board::{Board, Cell, Move, Piece, MOST_CATEGORIES};

/// Index of a robot: 0 is the own one, 1 the opponent's.
pub type Side = usize;

/// Where the robots are, which pieces are left, and how the categories stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The robots' cells.
    pub at: [Cell; 2],
    /// The pieces that are left.
    pub left: u32,
    /// Those of them whose category is not settled.
    pub live: u32,
    /// What side 0 has more of each category than side 1, in pieces: whoever takes a piece alone
    /// gains one, whoever shares it with the other gains nothing, so no halves arise.
    pub lead: [i8; MOST_CATEGORIES],
    /// Categories won minus lost for side 0, if all open ones went its way.
    best: i8,
    /// The same if they all went the other way.
    worst: i8,
}

impl State {
    /// The position with these robots, pieces and leads.
    pub fn new(board: &Board, at: [Cell; 2], left: u32, lead: [i8; MOST_CATEGORIES]) -> State {
        let mut state = State { at, left, live: 0, lead, best: 0, worst: 0 };
        state.settle(board);
        state
    }

    /// What is certain about the end: 1 side 0 wins, -1 it loses, 0 a draw; `None` while it is open.
    ///
    /// The bound test of the contest's framework: a category whose lead cannot change its sign any
    /// more is settled; the best and the worst case of all others drift apart.
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

    /// The least and the most that side 0 can still get: -1, 0 or 1 each.
    #[inline]
    pub fn bounds(&self) -> (i8, i8) {
        (self.worst.signum(), self.best.signum())
    }

    /// The result if the game stopped here: the sign of categories led minus categories trailed.
    pub fn as_it_stands(&self) -> i8 {
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

    /// The piece under a robot, if it is still there.
    #[inline]
    pub fn under(&self, board: &Board, side: Side) -> Option<Piece> {
        board.piece_at(self.at[side]).filter(|piece| self.left >> piece & 1 == 1)
    }

    /// Both robots move at the same time. True if a piece has left the board.
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
                // Both who take the same piece get half of it: the lead stays as it is.
                let shared = pieces[0] == pieces[1] && moves[0] == moves[1];
                if !shared {
                    self.lead[board.category(piece)] += if side == 0 { 1 } else { -1 };
                }
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

    /// Fewest pieces of a category with which a side wins it for certain: a piece adds to the lead
    /// and leaves one less. `None` if there are not so many.
    #[inline]
    pub fn to_win(&self, board: &Board, category: usize, side: Side) -> Option<u8> {
        self.fewest_for(board, category, side, 1)
    }

    /// Fewest pieces with which a side cannot lose a category any more.
    #[inline]
    pub fn to_tie(&self, board: &Board, category: usize, side: Side) -> Option<u8> {
        self.fewest_for(board, category, side, 0)
    }

    #[inline]
    fn fewest_for(&self, board: &Board, category: usize, side: Side, sure: i8) -> Option<u8> {
        let left = (self.left & board.of_category(category)).count_ones() as i8;
        let lead = if side == 0 { self.lead[category] } else { -self.lead[category] };
        // Smallest count with lead + count >= left - count + sure.
        let count = ((left + sure - lead).max(0) + 1) / 2;
        if count <= left {
            Some(count as u8)
        } else {
            None
        }
    }
}

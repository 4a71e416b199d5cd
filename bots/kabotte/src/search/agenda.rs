//! What a search still has to look at.

use crate::reached::Place;

/// States to be looked at, by the moves of the whole way at least and those of them that are left. (Where
/// ways get long, few moves are left; lists by the moves made would be as many as the square of these.)
#[derive(Default)]
pub struct Agenda {
    lists: Vec<Vec<Vec<Place>>>,
}

impl Agenda {
    /// Adds a state that was reached in this number of moves.
    #[inline]
    pub fn push(&mut self, total: usize, moves: usize, state: Place) {
        if self.lists.len() <= total {
            self.lists.resize_with(total + 1, Vec::new);
        }
        let (lists, left) = (&mut self.lists[total], total - moves);
        if lists.len() <= left {
            lists.resize_with(left + 1, Vec::new);
        }
        lists[left].push(state);
    }

    /// One more than the greatest total.
    pub fn totals(&self) -> usize {
        self.lists.len()
    }

    /// The fewest moves in which a state of a total was reached; one more than the total if no state was.
    pub fn fewest_moves(&self, total: usize) -> usize {
        total + 1 - self.lists[total].len()
    }

    /// The states of a total by their number of moves, from the fewest up to the total.
    pub fn take(&mut self, total: usize, moves: usize) -> Vec<Place> {
        std::mem::take(&mut self.lists[total][total - moves])
    }
}

//! What a search still has to look at.

use crate::reached::Place;

/// States to be looked at, by the moves of the whole way at least and those made so far.
#[derive(Default)]
pub struct Agenda {
    lists: Vec<Vec<Vec<Place>>>,
}

impl Agenda {
    /// Adds a state.
    #[inline]
    pub fn push(&mut self, total: usize, moves: usize, state: Place) {
        if self.lists.len() <= total {
            self.lists.resize_with(total + 1, Vec::new);
        }
        let lists = &mut self.lists[total];
        if lists.len() <= moves {
            lists.resize_with(moves + 1, Vec::new);
        }
        lists[moves].push(state);
    }

    /// One more than the greatest total.
    pub fn totals(&self) -> usize {
        self.lists.len()
    }

    /// The states of a total with so many moves; `None` after the last.
    pub fn take(&mut self, total: usize, moves: usize) -> Option<Vec<Place>> {
        self.lists[total].get_mut(moves).map(std::mem::take)
    }
}

//! States that are reached together.

use crate::reached::{Key, Place, Reached};

/// States that are reached by the same number of moves. They are looked up in two steps, each for
/// all of them: memory is slow, and so the processor waits for many places at a time.
#[derive(Default)]
pub struct Batch {
    /// The states, in the order in which they were met; one may be there several times.
    pub keys: Vec<Key>,
    places: Vec<Place>,
    /// Those that had not been reached in as few moves before.
    improved: Vec<(Key, Place)>,
}

impl Batch {
    /// Reaches all states of the batch in this number of moves, and empties the batch.
    pub fn settle(&mut self, reached: &mut Reached, moves: u16) {
        self.places.clear();
        self.places.extend(self.keys.iter().map(|key| reached.place(*key)));
        self.improved.resize(self.keys.len(), Default::default());
        let mut count = 0;
        for (key, place) in self.keys.iter().zip(&self.places) {
            // Written in any case, and kept or not: there is nothing to guess for the processor.
            self.improved[count] = (*key, *place);
            count += usize::from(reached.improve(*place, moves));
        }
        self.improved.truncate(count);
        self.keys.clear();
    }

    /// The states that had not been reached in as few moves before the last time they were settled.
    pub fn improved(&self) -> impl Iterator<Item = (Key, Place)> + '_ {
        self.improved.iter().copied()
    }
}

//! The order in which the positions of a layer are expanded.

use crate::candidate::{pack, unpack};
use crate::layer::Layer;
use crate::seen::Seen;

/// The candidates of a layer that are still to be expanded, the best first.
pub struct Queue {
    list: Vec<u64>,
    /// The number of those that were taken, from the first on.
    taken: usize,
    /// The number of those that are sorted, from the first on.
    sorted: usize,
    /// A small number for each stock; by these numbers each stock, and how often a candidate with it was taken.
    stocks: Seen,
    counts: Vec<(u64, u32)>,
}

impl Queue {
    /// The number of candidates that are sorted at once: a ply rarely has time for more.
    const CHUNK: usize = 512;

    /// About as many stocks have the candidates of a layer.
    const USUAL_STOCKS: usize = 200;

    pub fn new() -> Queue {
        Queue {
            list: Vec::with_capacity(Layer::MOST),
            taken: 0,
            sorted: 0,
            stocks: Seen::new(),
            counts: Vec::with_capacity(Layer::MOST),
        }
    }

    /// Starts with the candidates of a layer that were not expanded.
    pub fn fill(&mut self, layer: &Layer) {
        self.list.clear();
        self.taken = 0;
        self.sorted = 0;
        self.stocks.clear(Queue::USUAL_STOCKS);
        self.counts.clear();
        let closed = layer.candidates().iter().enumerate().filter(|(_, one)| !one.is_expanded());
        self.list.extend(closed.map(|(index, one)| pack(one.score, index)));
    }

    /// Takes the best candidate that is left, but at most `per_stock` with the same stock.
    #[inline]
    pub fn next(&mut self, layer: &Layer, per_stock: u32) -> Option<usize> {
        loop {
            if self.taken == self.sorted && !self.sort() {
                return None;
            }
            let index = unpack(self.list[self.taken]);
            self.taken += 1;
            if self.count(layer.candidates()[index].stock) < per_stock {
                return Some(index);
            }
        }
    }

    /// Sorts the best of the rest. `false` if there is no rest.
    fn sort(&mut self) -> bool {
        let rest = &mut self.list[self.sorted..];
        let chunk = Queue::CHUNK.min(rest.len());
        if rest.len() > chunk {
            rest.select_nth_unstable_by(chunk - 1, |a, b| b.cmp(a));
        }
        rest[..chunk].sort_unstable_by(|a, b| b.cmp(a));
        self.sorted += chunk;
        chunk > 0
    }

    /// Counts a candidate with this stock. Gives the number of those before it.
    #[inline]
    fn count(&mut self, stock: u64) -> u32 {
        let new = self.counts.len();
        let slot = usize::from(self.stocks.find_or_set(stock, new as u16));
        if slot == new {
            self.counts.push((stock, 0));
            if self.stocks.is_crowded() {
                self.enter_stocks();
            }
        }
        let count = &mut self.counts[slot].1;
        *count += 1;
        *count - 1
    }

    /// Makes the table of the stocks anew, with room for more.
    #[cold]
    fn enter_stocks(&mut self) {
        self.stocks.clear(2 * self.counts.len());
        for (number, &(stock, _)) in self.counts.iter().enumerate() {
            self.stocks.find_or_set(stock, number as u16);
        }
    }
}

impl Default for Queue {
    fn default() -> Self {
        Queue::new()
    }
}

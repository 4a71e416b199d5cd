//! Rejects motions that are too dangerous if a car may have to repeat its vector: the heuristic of `KaBotte`.

use gridkit::FastMap;

use crate::games::karo::house::chart::Open;
use crate::games::karo::house::layers::Layers;
use crate::games::karo::motion::Motion;

/// The greatest value of a dangerous motion.
const DANGEROUS: f64 = 1.3;
/// The value of the finish, and the greatest one.
const MOST: f64 = 3.0;
/// The value of a motion that leads back to itself, or that is deeper than [`DEEPEST`].
const CYCLE: f64 = 1.0;
const DEEPEST: u32 = 40;

/// The values of motions. A dead end has the value 0 and the finish the greatest value. If the repetition is
/// legal, a motion has a little more than the value of the repetition; otherwise 1.5 times that of its best
/// successor.
pub(super) struct Caution<'a> {
    layers: &'a Layers,
    open: Open,
    known: FastMap<u32, f64>,
}

impl<'a> Caution<'a> {
    pub(super) fn new(layers: &'a Layers, open: Open) -> Self {
        Self { layers, open, known: FastMap::default() }
    }

    /// Whether a car may make this move.
    pub(super) fn allows(&mut self, motion: Motion) -> bool {
        let home = self.layers.after(motion, self.open).open.is_none();
        home || self.layers.state(motion).is_none_or(|state| self.value(state, 0) > DANGEROUS)
    }

    fn value(&mut self, state: u32, depth: u32) -> f64 {
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        if depth > DEEPEST {
            return CYCLE;
        }
        self.known.insert(state, CYCLE);
        let value = self.value_of_new(state, depth).min(MOST);
        self.known.insert(state, value);
        value
    }

    fn value_of_new(&mut self, state: u32, depth: u32) -> f64 {
        let layers = self.layers;
        let motion = layers.motions[state as usize];
        let next = layers.after_state(state);
        if next.is_empty() {
            let home = layers.pass(self.open, layers.marks[state as usize]).is_none();
            return if home { MOST } else { 0.0 };
        }
        let repeated = motion.next(motion.vector);
        if let Some(next) = next.iter().find(|next| layers.motions[**next as usize] == repeated) {
            let slow = motion.vector.x.abs().max(motion.vector.y.abs()) <= 1;
            return self.value(*next, depth + 1) + if slow { 0.5 } else { 0.45 };
        }
        let mut best: f64 = 0.0;
        for next in next {
            best = best.max(1.5 * self.value(*next, depth + 1));
            if best >= MOST {
                break;
            }
        }
        best
    }
}

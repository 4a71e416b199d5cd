//! Which motions are too dangerous where a car may have to repeat its vector: the heuristic of `KaBotte`.

use gridkit::FastMap;

use crate::games::karo::house::chart::{Chart, Open};
use crate::games::karo::motion::Motion;

/// A motion counts as dangerous up to this value.
const DANGEROUS: f64 = 1.3;
const MOST: f64 = 3.0;
/// What a motion is worth that leads back to itself, or whose future is not looked at any further.
const CYCLE: f64 = 1.0;
const DEEPEST: u32 = 40;

/// The values of motions. A dead end is worth nothing and the finish most; where the repetition is legal a
/// motion is worth a little more than that, and else half more than its best successor.
pub(super) struct Caution<'a> {
    chart: &'a Chart,
    open: Open,
    known: FastMap<u32, f64>,
}

impl<'a> Caution<'a> {
    pub(super) fn new(chart: &'a Chart, open: Open) -> Self {
        Self { chart, open, known: FastMap::default() }
    }

    /// Whether a car may make this move.
    pub(super) fn allows(&mut self, motion: Motion) -> bool {
        let home = self.chart.after(motion, self.open).open.is_none();
        home || self.chart.state(motion).is_none_or(|state| self.value(state, 0) > DANGEROUS)
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
        let chart = self.chart;
        let motion = chart.motions[state as usize];
        let next = chart.after_state(state);
        if next.is_empty() {
            let home = chart.pass(self.open, chart.marks[state as usize]).is_none();
            return if home { MOST } else { 0.0 };
        }
        let repeated = motion.next(motion.vector);
        if let Some(next) = next.iter().find(|next| chart.motions[**next as usize] == repeated) {
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

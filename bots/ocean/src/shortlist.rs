//! The lines that are worth playing on: the best of each kind.

use std::cmp::Ordering;

use crate::score::Weighed;

/// Kinds of lines: with or without a silence, a torpedo, a surfacing.
const KINDS: usize = 8;

/// Lines kept of each kind.
const EACH: usize = 4;

/// The best lines of each kind.
#[derive(Clone, Debug, Default)]
pub struct Shortlist {
    kinds: [[Option<Weighed>; EACH]; KINDS],
}

impl Shortlist {
    /// Takes in a line. Of equals the first stays before the others.
    pub fn add(&mut self, weighed: Weighed) {
        let line = &weighed.line;
        let kind = usize::from(line.plan.is_silent())
            + 2 * usize::from(line.torpedo.is_some())
            + 4 * usize::from(line.plan.surfaces());
        let total = weighed.total();
        let better = |other: &Option<Weighed>| other.map_or(true, |other| total > other.total());
        let lines = &mut self.kinds[kind];
        if let Some(place) = lines.iter().position(better) {
            lines[place..].rotate_right(1);
            lines[place] = Some(weighed);
        }
    }

    /// The lines that are worse than the best by at most this score, best first.
    pub fn lines(&self, margin: f64) -> Vec<Weighed> {
        let mut lines: Vec<Weighed> = self.kinds.iter().flatten().flatten().copied().collect();
        lines.sort_by(|a, b| b.total().partial_cmp(&a.total()).unwrap_or(Ordering::Equal));
        let least = lines.first().map_or(0.0, Weighed::total) - margin;
        lines.retain(|weighed| weighed.total() >= least);
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Charges;
    use crate::line::{Line, Shot};
    use crate::map::Cell;
    use crate::plan::Plan;
    use crate::score::Score;
    use crate::submarine::Submarine;

    #[test]
    fn the_best_of_each_kind_stay_within_the_margin() {
        let own = Submarine::new(Cell::NORTH_WEST, Charges::empty(4));
        let quiet = Line::quiet(Plan::stay(&own));
        let torpedo = Some(Shot { stop: 0, at: Cell::NORTH_WEST });
        let mut list = Shortlist::default();
        for dealt in [1.0, 5.0, 2.0, 4.0, 3.0, 4.5] {
            list.add(Weighed::new(&quiet, Score { dealt, ..Score::default() }));
        }
        for dealt in [3.2, 1.5] {
            let line = Line { torpedo, ..quiet };
            list.add(Weighed::new(&line, Score { dealt, ..Score::default() }));
        }
        let totals =
            |margin: f64| -> Vec<f64> { list.lines(margin).iter().map(Weighed::total).collect() };
        assert_eq!(totals(9.0), [5.0, 4.5, 4.0, 3.2, 3.0, 1.5]);
        assert_eq!(totals(1.0), [5.0, 4.5, 4.0]);
    }
}

//! What a line is worth, in parts: the columns of the tables that `--verbose` shows.

use std::fmt;

use crate::line::Line;

/// Lines that are shown of a turn.
pub const SHOWN: usize = 5;

/// The parts of a line's worth, in lives of ours. The first two are good, the others are costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Damage that it does to the opponent.
    pub dealt: f64,
    /// What it is worth to be near an opponent that can be hit soon.
    pub hunt: f64,
    /// Damage that we do to ourselves, by surfacing and by our own explosions.
    pub price: f64,
    /// Damage by the mines beside which it ends.
    pub mines: f64,
    /// Damage on the way ahead: by mines, and by the next surfacing.
    pub ahead: f64,
    /// Damage by the opponent's answer, and what it is worth to the opponent to know where we are.
    pub answer: f64,
    /// The devices that are used up.
    pub spent: f64,
    /// What the turns that follow add, as far as they were played on.
    pub played: f64,
}

impl Score {
    /// A line that must not be played: it sinks us.
    pub fn ruin() -> Score {
        Score { price: f64::INFINITY, ..Score::default() }
    }

    pub fn total(&self) -> f64 {
        self.dealt + self.hunt + self.played
            - self.price
            - self.mines
            - self.ahead
            - self.answer
            - self.spent
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:7.3} = dealt {:.3} + hunt {:.3} - price {:.1} - mines {:.3} - ahead {:.3} - answer {:.3} - spent {:.3} + played {:.3}",
            self.total(),
            self.dealt,
            self.hunt,
            self.price,
            self.mines,
            self.ahead,
            self.answer,
            self.spent,
            self.played
        )
    }
}

/// A line with its worth.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    pub line: Line,
    pub score: Score,
    total: f64,
}

impl Weighed {
    pub fn new(line: &Line, score: Score) -> Weighed {
        Weighed { line: *line, score, total: score.total() }
    }

    pub fn total(&self) -> f64 {
        self.total
    }
}

/// The best lines of a turn, best first.
#[derive(Clone, Debug, Default)]
pub struct Best {
    lines: [Option<Weighed>; SHOWN],
}

impl Best {
    /// Takes in a line, unless it must not be played. Of equals the first stays before the others.
    pub fn add(&mut self, line: &Line, score: Score) {
        let total = score.total();
        if total == f64::NEG_INFINITY {
            return;
        }
        let better = |other: &Option<Weighed>| other.map_or(true, |other| total > other.total);
        if let Some(place) = self.lines.iter().position(better) {
            self.lines[place..].rotate_right(1);
            self.lines[place] = Some(Weighed::new(line, score));
        }
    }

    /// The lines, best first.
    pub fn iter(&self) -> impl Iterator<Item = &Weighed> {
        self.lines.iter().flatten()
    }

    pub fn first(&self) -> Option<&Weighed> {
        self.iter().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Charges;
    use crate::map::Cell;
    use crate::plan::Plan;
    use crate::submarine::Submarine;

    #[test]
    fn the_best_lines_come_first_and_the_first_of_equals_before_the_others() {
        let own = Submarine::new(Cell::NORTH_WEST, Charges::empty(4));
        let line = Line::quiet(Plan::stay(&own));
        let mut best = Best::default();
        for (dealt, hunt) in
            [(1.0, 0.0), (3.0, 0.0), (0.0, 3.0), (2.0, 0.0), (0.5, 0.0), (9.0, 0.0)]
        {
            best.add(&line, Score { dealt, hunt, ..Score::default() });
        }
        let totals: Vec<f64> = best.iter().map(|weighed| weighed.score.total()).collect();
        assert_eq!(totals, [9.0, 3.0, 3.0, 2.0, 1.0]);
        assert_eq!(best.iter().nth(1).map(|weighed| weighed.score.dealt), Some(3.0));
    }

    #[test]
    fn a_line_that_sinks_us_is_no_line_to_play() {
        let own = Submarine::new(Cell::NORTH_WEST, Charges::empty(4));
        let mut best = Best::default();
        best.add(&Line::quiet(Plan::stay(&own)), Score::ruin());
        assert!(best.first().is_none());
    }
}

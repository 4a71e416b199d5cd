//! How often this opponent blows the mines beside which we end a turn, learnt within the game.

use crate::map::{damage, Cell};
use crate::orders::Seen;

/// Mines that are thought to have been blown at the start, as often as a mean opponent would have.
const PRIOR: f64 = 1.5;

/// What is expected of a mean opponent, and what this one did.
#[derive(Clone, Debug)]
pub struct TriggerHabit {
    /// The probability that it blows a mine beside us in its next turn, if it is a mean one.
    next: f64,
    /// The sum of those of all turns.
    expected: f64,
    /// How often it did.
    blown: f64,
}

/// How often a mean opponent triggers a mine beside which we end a turn, by the number of even cells
/// that we are on for it: measured in games against strong bots.
fn mean(spread: f32) -> f64 {
    match spread {
        s if s < 1.5 => 0.85,
        s if s < 3.5 => 0.5,
        s if s < 9.5 => 0.32,
        _ => 0.02,
    }
}

impl TriggerHabit {
    /// Of an opponent that nothing is known of.
    pub fn new() -> TriggerHabit {
        TriggerHabit { next: 0.0, expected: 0.0, blown: 0.0 }
    }

    /// We end a turn where so many mines are expected in reach, on so many even cells for the
    /// opponent.
    pub fn expect(&mut self, mines: f32, spread: f32) {
        self.next = f64::from(mines.min(1.0)) * mean(spread);
    }

    /// The opponent's turn, in which we were on that cell.
    pub fn saw(&mut self, seen: &[Seen], at: Cell) {
        let hits = |order: &Seen| matches!(*order, Seen::Trigger(mine) if damage(mine, at) > 0);
        self.expected += self.next;
        self.blown += f64::from(u8::from(seen.iter().any(hits)));
        self.next = 0.0;
    }

    /// How often it triggers a mine beside us when we are on so many even cells for it; `weight`
    /// from 0 to 1 says how far what was learnt counts.
    pub fn chance(&self, spread: f32, weight: f64) -> f64 {
        let factor = (self.blown + PRIOR) / (self.expected + PRIOR);
        (mean(spread) * factor.powf(weight)).min(1.0)
    }
}

impl Default for TriggerHabit {
    fn default() -> TriggerHabit {
        TriggerHabit::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;

    #[test]
    fn a_player_that_spares_us_is_feared_less_and_one_that_does_not_more() {
        let at = cell_at(5, 5).unwrap();
        let (beside, away) =
            (Seen::Trigger(cell_at(6, 6).unwrap()), Seen::Trigger(cell_at(7, 5).unwrap()));
        let after = |seen: Seen, spread: f32| {
            let mut habit = TriggerHabit::new();
            for _ in 0..6 {
                habit.expect(0.5, spread);
                habit.saw(&[seen], at);
            }
            habit
        };
        let unknown = TriggerHabit::new();
        assert!((unknown.chance(1.0, 1.0) - 0.85).abs() < 1e-9);
        assert!(after(away, 1.0).chance(1.0, 1.0) < 0.4);
        assert!(after(beside, 2.0).chance(2.0, 1.0) > 0.9);
        // What was learnt does not count with weight 0.
        assert!((after(away, 1.0).chance(1.0, 0.0) - 0.85).abs() < 1e-9);
        // Where no mine is near nothing is learnt.
        let mut far = TriggerHabit::new();
        far.expect(0.0, 1.0);
        far.saw(&[], at);
        assert!((far.chance(1.0, 1.0) - 0.85).abs() < 1e-9);
    }
}

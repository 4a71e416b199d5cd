//! How near we are to the opponent, measured by the range of a torpedo: which of the two can hunt
//! the other.

use crate::knowledge::Knowledge;
use crate::map::{Cell, FAR, TORPEDO_RANGE};
use crate::params::Params;
use crate::tracker::Belief;

/// Nearness on a scale from 0 (far away) to 1 (in reach).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearness {
    /// How near the opponent is to the range of our torpedo.
    pub ours: f64,
    /// How near we are to the range of the opponent's, which moves before it fires.
    pub theirs: f64,
}

/// Computes the nearness of each cell once.
pub struct Pursuit<'a> {
    knowledge: &'a Knowledge,
    them: &'a Belief,
    /// By number of turns: the worth of a hit after them, if a hit now is worth 1.
    left_after: Vec<f64>,
    known: Vec<Option<Nearness>>,
}

impl<'a> Pursuit<'a> {
    /// For an opponent that is where `them` says.
    pub fn new(knowledge: &'a Knowledge, params: &Params, them: &'a Belief) -> Pursuit<'a> {
        let mut left = 1.0;
        let left_after = std::iter::repeat_with(|| {
            let now = left;
            left *= params.chase;
            now
        });
        let left_after = left_after.take(usize::from(FAR)).collect();
        Pursuit { knowledge, them, left_after, known: vec![None; 256] }
    }

    /// By number of turns of charging or moving: the worth of a hit after them, if a hit now is worth 1.
    pub fn after(&self, turns: u8) -> f64 {
        self.left_after.get(usize::from(turns)).copied().unwrap_or(0.0)
    }

    /// How near a submarine of ours on that cell would be.
    pub fn nearness(&mut self, cell: Cell) -> Nearness {
        if let Some(nearness) = self.known[cell.index()] {
            return nearness;
        }
        let range = TORPEDO_RANGE as u8;
        let mut near = Nearness { ours: 0.0, theirs: 0.0 };
        for theirs in self.them.cells() {
            let steps = self.knowledge.map.steps(cell, theirs);
            if steps == FAR {
                continue;
            }
            let chance = f64::from(self.them.at(theirs));
            near.ours += chance * self.after(steps.saturating_sub(range));
            near.theirs += chance * self.after(steps.saturating_sub(range + 1));
        }
        self.known[cell.index()] = Some(near);
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::on;
    use crate::map::{cell_at, Map};
    use gridkit::Board15;

    #[test]
    fn nearness_falls_with_each_step_beyond_the_range() {
        let cell = |x| cell_at(x, 7).unwrap();
        let params = Params { chase: 0.5, ..Params::default() };
        let knowledge = Knowledge::new(Map::new(Board15::FULL), cell(0), &params);
        let them = on(&[(0, 7)]).belief();
        let mut pursuit = Pursuit::new(&knowledge, &params, &them);
        let near: Vec<(f64, f64)> = [4, 5, 6, 4]
            .iter()
            .map(|&x| pursuit.nearness(cell(x)))
            .map(|nearness| (nearness.ours, nearness.theirs))
            .collect();
        // The opponent moves before it fires, so it is nearer to us than we are to it.
        assert_eq!(near, [(1.0, 1.0), (0.5, 1.0), (0.25, 0.5), (1.0, 1.0)]);
    }
}

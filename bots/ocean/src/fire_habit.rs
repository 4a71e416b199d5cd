//! Learns within the game how often the opponent fires when it can, and how often it uses a silence to
//! come into range first.

use gridkit::Board15;

use crate::device::Device;
use crate::map::{damage, Cell, Map};
use crate::orders::Seen;
use crate::their_charges::TheirCharges;
use crate::tracker::Belief;

/// The prior weighs as much as this number of chances to fire.
const PRIOR: f32 = 3.0;

/// The prior: the share of its chances that an average opponent takes where a step is enough, and where it
/// needs a silence. Measured against the first version of the bot and three house players.
const MEAN: [f32; 2] = [0.7, 0.2];

/// The least expected damage, in lives, of a shot that counts as a chance.
const WORTH: f32 = 0.5;

/// The opponent's chances to fire and the shots that it took. Pairs are: with a step at most, after a silence.
#[derive(Clone, Debug, Default)]
pub struct FireHabit {
    /// The cells from which it can fire in its next turn after a step at most.
    near: Board15,
    /// The probability of a chance in its next turn.
    next: [f32; 2],
    /// The sum of the probabilities so far.
    had: [f32; 2],
    /// Of them, those of turns in which it fired.
    took: [f32; 2],
}

impl FireHabit {
    /// Call it at the end of our turn. The opponent is where `them` says and believes that we are where `us`
    /// says.
    pub fn expect(&mut self, map: &Map, them: &Belief, us: &Belief, charges: &TheirCharges) {
        self.next = [0.0; 2];
        self.near = Board15::EMPTY;
        if !charges.can_use(Device::Torpedo) {
            return;
        }
        let (mut near, mut far) = (Board15::EMPTY, Board15::EMPTY);
        for target in us.cells().grow_king() & map.water() {
            let cells = map.blast(target) & us.cells();
            let loss = |cell: Cell| us.at(cell) * f32::from(damage(target, cell));
            if cells.iter().map(loss).sum::<f32>() >= WORTH {
                near |= map.reach_after_move(target);
                far |= map.reach_after_silence(target);
            }
        }
        self.near = near;
        let leaps = charges.can_use_both(Device::Torpedo, Device::Silence);
        self.next = [them.within(near), if leaps { them.within(far - near) } else { 0.0 }];
    }

    /// Learns from the opponent's turn.
    pub fn saw(&mut self, seen: &[Seen]) {
        let torpedo = seen.iter().position(|order| matches!(order, Seen::Torpedo(_)));
        let silence = seen.iter().position(|order| *order == Seen::Silence);
        if torpedo.is_some() {
            let leapt = silence.is_some() && torpedo > silence;
            // A shot without an expected chance teaches nothing.
            self.took[usize::from(leapt)] += self.next[0].max(self.next[1]);
        }
        for (had, next) in self.had.iter_mut().zip(&mut self.next) {
            *had += *next;
            *next = 0.0;
        }
    }

    /// The cells from which it could fire in its last turn after a step at most.
    pub fn near(&self) -> Board15 {
        self.near
    }

    /// The share of its chances that it takes.
    pub fn takes(&self) -> [f32; 2] {
        let part = |kind: usize| (self.took[kind] + PRIOR * MEAN[kind]) / (self.had[kind] + PRIOR);
        [part(0).min(1.0), part(1).min(1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{cell, charged, on};
    use gridkit::Dir;

    const STEP: Seen = Seen::Move(Dir::East);

    /// The learnt habit after ten turns. In each, the opponent is `distance` cells west of us, both
    /// sides know that, and it does `seen`.
    fn after(distance: i32, seen: &[Seen]) -> [f32; 2] {
        let map = Map::new(Board15::FULL);
        let mut habit = FireHabit::default();
        for _ in 0..10 {
            let (them, us) = (on(&[(0, 7)]).belief(), on(&[(distance, 7)]).belief());
            habit.expect(&map, &them, &us, &charged(12));
            habit.saw(seen);
        }
        habit.takes()
    }

    fn shot(x: i32) -> Seen {
        Seen::Torpedo(cell(x, 7))
    }

    fn same(a: f32, b: f32) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn an_opponent_that_fires_is_feared_more_and_another_less() {
        let [unknown, _] = FireHabit::default().takes();
        let [fires, _] = after(4, &[STEP, shot(3)]);
        let [waits, _] = after(4, &[STEP]);
        assert!(fires > 0.9 && fires > unknown, "{fires}");
        assert!(waits < 0.2, "{waits}");
    }

    #[test]
    fn a_silence_before_the_shot_is_a_habit_of_its_own() {
        let unknown = FireHabit::default().takes();
        let [near, leaps] = after(8, &[Seen::Silence, shot(5)]);
        assert!(leaps > 0.8, "{leaps}");
        assert!(same(near, unknown[0]), "without a chance nothing is learnt");
        let [_, stays] = after(8, &[STEP]);
        assert!(stays < 0.1, "{stays}");
        // Out of reach of both nothing is learnt.
        let [near, leaps] = after(14, &[STEP]);
        assert!(same(near, unknown[0]) && same(leaps, unknown[1]));
    }

    #[test]
    fn a_silence_after_the_shot_did_not_bring_the_opponent_into_range() {
        let unknown = FireHabit::default().takes();
        let [fires, leaps] = after(4, &[STEP, shot(3), Seen::Silence]);
        assert!(fires > 0.9, "{fires}");
        assert!(same(leaps, unknown[1]), "{leaps}");
    }

    #[test]
    fn only_a_shot_that_is_worth_it_is_a_chance() {
        let map = Map::new(Board15::FULL);
        let near = |ours: &[(i32, i32)], moves: usize| {
            let mut habit = FireHabit::default();
            habit.expect(&map, &on(&[(0, 7)]).belief(), &on(ours).belief(), &charged(moves));
            habit.near()
        };
        let reach = near(&[(5, 7)], 12);
        assert!(reach.contains(cell(0, 7)) && !reach.contains(cell(0, 10)));
        assert!(near(&[(5, 7)], 1).is_empty(), "its torpedo is not charged");
        // Any cell of a row of five: the best shot takes 2/5 + 1/5 + 1/5 lives.
        assert!(!near(&[(1, 7), (2, 7), (3, 7), (4, 7), (5, 7)], 12).is_empty());
        let far_apart = [(0, 0), (4, 0), (8, 0), (12, 0), (0, 14)];
        assert!(near(&far_apart, 12).is_empty(), "a shot takes 2/5 lives, less than 0.5");
    }
}

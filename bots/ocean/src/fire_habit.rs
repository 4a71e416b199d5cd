//! How often this opponent fires when it can, and how often it falls silent to come into range first; learnt
//! within the game.

use gridkit::Board15;

use crate::device::Device;
use crate::map::{damage, Cell, Map};
use crate::orders::Seen;
use crate::their_charges::TheirCharges;
use crate::tracker::Belief;

/// Chances to fire that are thought to have been seen at the start.
const PRIOR: f32 = 3.0;

/// The part of its chances that a mean opponent takes: where a step is enough, and where it takes a silence.
/// Measured against the first form of the bot and three house players.
const MEAN: [f32; 2] = [0.7, 0.2];

/// Expected damage from which a shot counts as a chance.
const WORTH: f32 = 0.5;

/// What an opponent did with its chances to fire: those where a step is enough, and those that take a silence.
#[derive(Clone, Debug, Default)]
pub struct FireHabit {
    /// Where a step is enough for a chance in its next turn.
    near: Board15,
    /// How probable each is in its next turn.
    next: [f32; 2],
    had: [f32; 2],
    took: [f32; 2],
}

impl FireHabit {
    /// Our turn ends; the opponent, which is where `them` says, thinks that we are where `us` says.
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

    /// The opponent's turn.
    pub fn saw(&mut self, seen: &[Seen]) {
        let torpedo = seen.iter().position(|order| matches!(order, Seen::Torpedo(_)));
        let silence = seen.iter().position(|order| *order == Seen::Silence);
        if torpedo.is_some() {
            let leapt = silence.is_some() && torpedo > silence;
            // A shot that was no chance by our count tells nothing of how chances are taken.
            self.took[usize::from(leapt)] += self.next[0].max(self.next[1]);
        }
        for (had, next) in self.had.iter_mut().zip(&mut self.next) {
            *had += *next;
            *next = 0.0;
        }
    }

    /// The cells from which it could fire in its last turn with a step at most.
    pub fn near(&self) -> Board15 {
        self.near
    }

    /// The part of its chances that it takes: where a step is enough, and where it takes a silence.
    pub fn takes(&self) -> [f32; 2] {
        let part = |kind: usize| (self.took[kind] + PRIOR * MEAN[kind]) / (self.had[kind] + PRIOR);
        [part(0).min(1.0), part(1).min(1.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use crate::tracker::{Settings, Tracker};
    use gridkit::Dir;

    /// Ten turns in which the opponent is so many cells away from us, both know it, and it does this.
    fn after(distance: i32, seen: &[Seen]) -> [f32; 2] {
        let map = Map::new(Board15::FULL);
        let on = |x| {
            let settings = Settings { cap: 9, silence: Some([1.0; 5]) };
            Tracker::new(cell_at(x, 7).into_iter().collect(), settings).belief()
        };
        let mut charges = TheirCharges::new(|_| true);
        (0..12).for_each(|_| charges.see(Seen::Move(Dir::North)));
        let mut habit = FireHabit::default();
        for _ in 0..10 {
            habit.expect(&map, &on(0), &on(distance), &charges);
            habit.saw(seen);
        }
        habit.takes()
    }

    #[test]
    fn who_fires_is_feared_more_and_who_does_not_less() {
        let unknown = FireHabit::default().takes();
        let shot = Seen::Torpedo(cell_at(3, 7).unwrap());
        let [fires, _] = after(4, &[Seen::Move(Dir::East), shot]);
        let [waits, _] = after(4, &[Seen::Move(Dir::East)]);
        assert!(fires > 0.9 && fires > unknown[0], "{fires}");
        assert!(waits < 0.2, "{waits}");
    }

    #[test]
    fn a_silence_before_the_shot_is_a_habit_of_its_own() {
        let unknown = FireHabit::default().takes();
        let shot = Seen::Torpedo(cell_at(5, 7).unwrap());
        let [near, leaps] = after(8, &[Seen::Silence, shot]);
        assert!(leaps > 0.8, "{leaps}");
        assert!(
            (near - unknown[0]).abs() < 1e-6,
            "nothing is learnt of what there was no chance for"
        );
        let [_, stays] = after(8, &[Seen::Move(Dir::East)]);
        assert!(stays < 0.1, "{stays}");
        // Out of reach of both nothing is learnt.
        let [near, leaps] = after(14, &[Seen::Move(Dir::East)]);
        assert!((near - unknown[0]).abs() < 1e-6 && (leaps - unknown[1]).abs() < 1e-6);
    }
}

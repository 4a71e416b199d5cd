//! The habits that a partner may have if it serves one order after the other.

use crate::action::Action;
use crate::hit::hit;
use crate::serial::{action, next_order, Choice, Habit, Serial};
use crate::state::State;
use crate::world::World;

/// The number of habits.
const HABITS: usize = 12;

/// The trust in each habit before the partner has done anything.
const FIRST_TRUST: f64 = 0.5;

/// A chef that the partner may be.
#[derive(Clone, Copy, Debug)]
pub struct Suspect {
    pub chef: Serial,
    /// How well it predicted the partner, from 0 to 1.
    pub trust: f64,
    /// What it would do in the partner's next turn.
    pub predicted: Action,
}

/// Chefs with all habits, and how well each predicted the partner.
#[derive(Clone, Debug)]
pub struct Suspects([Suspect; HABITS]);

impl Suspects {
    pub fn new() -> Suspects {
        Suspects(habits().map(|habit| Suspect {
            chef: Serial { habit, order: None },
            trust: FIRST_TRUST,
            predicted: Action::WAIT,
        }))
    }

    /// Asks each what it would do in the partner's next turn, which is in that position.
    pub fn predict(&mut self, world: &World, state: &State) {
        for Suspect { chef, predicted, .. } in &mut self.0 {
            chef.order = next_order(*chef, world, state);
            *predicted = action(*chef, world, state);
        }
    }

    /// Compares what each would have done with the position after the partner's turn. `before` is the position
    /// before it, and `weight` what this turn counts, from 0 to 1.
    pub fn learn(&mut self, world: &World, before: &State, after: &State, weight: f64) {
        for Suspect { trust, predicted, .. } in &mut self.0 {
            *trust += weight * (hit(world, before, *predicted, after) - *trust);
        }
    }

    /// The one that predicted the partner best, of equals the first.
    pub fn best(&self) -> &Suspect {
        let [first, others @ ..] = &self.0;
        others.iter().fold(first, |best, other| if other.trust > best.trust { other } else { best })
    }
}

/// All habits, the most usual ones first.
fn habits() -> [Habit; HABITS] {
    let mut habits = [Habit { choice: Choice::Best, heeds_other: true, dish_first: false }; HABITS];
    for (number, habit) in habits.iter_mut().enumerate() {
        habit.heeds_other = number % 2 == 0;
        habit.choice = [Choice::Best, Choice::Dearest, Choice::Oldest][number / 2 % 3];
        habit.dish_first = number >= HABITS / 2;
    }
    habits
}

impl Default for Suspects {
    fn default() -> Self {
        Suspects::new()
    }
}

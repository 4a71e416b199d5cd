//! Detecting that the game repeats itself: two chefs that make way for each other forever.

use crate::action::{Action, ActionSet};
use crate::state::State;

/// The last positions in which the bot decided, and what it did there.
#[derive(Clone, Debug)]
pub struct Repetition {
    recent: [(u64, Action); Repetition::TURNS],
    next: usize,
}

impl Repetition {
    const TURNS: usize = 8;

    pub fn new() -> Repetition {
        Repetition { recent: [(0, Action::WAIT); Repetition::TURNS], next: 0 }
    }

    /// The actions that were done in this position before. Waiting counts from the third time on,
    /// and never while the oven bakes.
    pub fn repeated(&self, state: &State) -> ActionSet {
        let mut repeated = ActionSet::EMPTY;
        let mut waits = 0;
        for (_, action) in self.recent.iter().filter(|(key, _)| *key == state.key) {
            repeated.insert(*action);
            waits += usize::from(*action == Action::WAIT);
        }
        if waits < 3 || !state.baking.is_none() {
            repeated.remove(Action::WAIT);
        }
        repeated
    }

    /// Remembers what is done in a position.
    pub fn remember(&mut self, state: &State, action: Action) {
        self.recent[self.next] = (state.key, action);
        self.next = (self.next + 1) % Repetition::TURNS;
    }
}

impl Default for Repetition {
    fn default() -> Self {
        Repetition::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chef::Chef;
    use crate::item::Item;
    use crate::kitchen::{Floor, Kitchen, Table};
    use crate::world::World;

    #[test]
    fn an_action_in_the_same_position_is_a_repetition_but_waiting_for_the_oven_is_not() {
        let order = crate::customers::Order { foods: 3, award: 650 };
        let customers = crate::customers::Customers::new(vec![order]).unwrap();
        let kitchen = Kitchen::bare();
        let world = World::new(kitchen, customers, crate::params::Params::default(), 0);
        let mut state = State::opening(&world, [Floor(0), Floor(5)], Chef::OWN);
        let mut repetition = Repetition::new();
        assert_eq!(repetition.repeated(&state), ActionSet::EMPTY);
        let (put_down, mut expected) = (Action::use_table(Table(1)), ActionSet::EMPTY);
        repetition.remember(&state, put_down);
        expected.insert(put_down);
        (0..2).for_each(|_| repetition.remember(&state, Action::WAIT));
        assert_eq!(repetition.repeated(&state), expected, "it waited twice only");
        repetition.remember(&state, Action::WAIT);
        expected.insert(Action::WAIT);
        assert_eq!(repetition.repeated(&state), expected);
        state.set_oven(Item::DOUGH, 5);
        expected.remove(Action::WAIT);
        assert_eq!(repetition.repeated(&state), expected);
        state.at[0] = Floor(1);
        state.rekey(&world);
        assert_eq!(repetition.repeated(&state), ActionSet::EMPTY);
    }
}

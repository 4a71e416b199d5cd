//! Two polite chefs before one door: finding out that the same position comes again and again.

use crate::state::{Action, State};

/// The last positions in which the bot decided, and what it did.
#[derive(Clone, Debug)]
pub struct Deadlock {
    last: [(u64, Action); Deadlock::MEMORY],
    next: usize,
}

/// A set of actions: bit `a` for the action `a`.
pub type Actions = u128;

impl Deadlock {
    const MEMORY: usize = 8;

    /// With nothing in the memory.
    pub fn new() -> Deadlock {
        Deadlock { last: [(0, Action::WAIT); Deadlock::MEMORY], next: 0 }
    }

    /// What would only go round in a circle: what was done when things were as they are now.
    /// Waiting for the oven is no circle.
    pub fn circles(&self, state: &State) -> Actions {
        let known = self.last.iter().filter(|(key, _)| *key == state.key);
        let waits = known.clone().filter(|(_, action)| *action == Action::WAIT).count();
        let mut circles = known.fold(0, |set, (_, action)| set | 1 << action.0);
        if waits < 3 || !state.baking.is_none() {
            circles &= !1;
        }
        circles
    }

    /// Remembers what is done now.
    pub fn remember(&mut self, state: &State, action: Action) {
        self.last[self.next] = (state.key, action);
        self.next = (self.next + 1) % Deadlock::MEMORY;
    }
}

impl Default for Deadlock {
    fn default() -> Self {
        Deadlock::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::Item;
    use crate::kitchen::{Floor, Kitchen, Table};
    use crate::state::Chef;
    use crate::world::World;

    #[test]
    fn what_was_done_before_is_a_circle_but_waiting_for_the_oven_is_not() {
        let rows = [
            "###########",
            "#.........#",
            "#.####.##.#",
            "#.#..#..#.#",
            "#.##.####.#",
            "#.........#",
            "###########",
        ];
        let order = crate::customers::Order { foods: 3, award: 650 };
        let customers = crate::customers::Customers::new(vec![order]).unwrap();
        let kitchen = Kitchen::from_rows(&rows).unwrap();
        let world = World::new(kitchen, customers, crate::params::Params::default(), 0);
        let mut state = State::opening(&world, [Floor(0), Floor(5)], Chef::OWN);
        let mut deadlock = Deadlock::new();
        assert_eq!(deadlock.circles(&state), 0);
        let lay = Action::on(Table(1));
        deadlock.remember(&state, lay);
        (0..3).for_each(|_| deadlock.remember(&state, Action::WAIT));
        assert_eq!(deadlock.circles(&state), 1 << lay.0 | 1);
        state.set_oven(Item::DOUGH, 5);
        assert_eq!(deadlock.circles(&state), 1 << lay.0);
        state.at[0] = Floor(1);
        state.rekey(&world);
        assert_eq!(deadlock.circles(&state), 0);
    }
}

//! What a chef may sensibly do: real outputs, heavily pruned.
//!
//! * A walk of less than four steps is made only to use something at once that could not be used
//!   before, and then the use must follow.
//! * Of several cells from which the same can be used few are tried.
//! * Nobody walks to where he could have walked a turn earlier, nor back.
//! * Nothing is used after a walk that could have been used before it; the oven is excepted.
//! * Only what some customer needs and nobody has is fetched; a dish gets only what still fits
//!   a customer's order.
//! * Things are put down on tables that many cells touch, inner ones before outer ones.
//! * Nobody waits but beside an oven that bakes, or if there is nothing else to do.
//! * Dishes that fit nobody are left alone until the dishwasher is empty.

use crate::deadlock::Actions;
use crate::kitchen::{bits, Floor, Kind, Table, FLOORS};
use crate::state::{Action, State};
use crate::walk::FAR;
use crate::world::World;

/// The actions of one chef in one position.
pub struct Moves {
    /// Some of them uses, some walks; never empty.
    list: [Action; Moves::MOST],
    count: usize,
    /// The first walk in the list that must be followed by a use; all after it must, too.
    hurried: usize,
}

impl Moves {
    const MOST: usize = 48;

    /// Room for them.
    pub fn new() -> Moves {
        Moves { list: [Action::WAIT; Moves::MOST], count: 0, hurried: 0 }
    }

    /// The actions, and for each whether a use must follow.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Action, bool)> + '_ {
        let hurried = self.hurried;
        self.list[..self.count].iter().enumerate().map(move |(i, &action)| (action, i >= hurried))
    }

    /// Are all of them in the set?
    pub fn all_in(&self, actions: Actions) -> bool {
        self.list[..self.count].iter().all(|action| actions >> action.0 & 1 != 0)
    }

    #[inline]
    fn add(&mut self, action: Action) {
        if self.count < Moves::MOST {
            self.list[self.count] = action;
            self.count += 1;
        }
    }

    /// Puts those walks first that end farther from the other chef: of equals the first is taken,
    /// and so the two keep out of each other's way.
    pub fn farthest_first(&mut self, world: &World, state: &State) {
        let other = state.at[1 - state.mover.index()];
        let steps = |action: &Action| match action.goes_to() {
            Some(floor) if other != Floor::NOWHERE => {
                world.walks.steps[floor.index()][FLOORS][other.index()]
            }
            _ => FAR,
        };
        let (free, hurried) = self.list[..self.count].split_at_mut(self.hurried);
        for part in [free, hurried] {
            part.sort_by_key(|action| FAR - steps(action));
        }
    }

    /// Finds the actions of the chef whose turn it is. With `free`, waiting is always one.
    pub fn find(&mut self, world: &World, state: &State, useful: u64, free: bool) {
        self.count = 0;
        let chef = state.mover.index();
        let (at, from, held) = (state.at[chef], state.from[chef], state.hand[chef]);
        let kitchen = &world.kitchen;
        let near = kitchen.near[at.index()];
        let oven = kitchen.all(Kind::Oven);
        // Before the last walk these could be used as well.
        let stale = kitchen.near[from.index()] & !oven;
        let mut now = useful & near & !stale;
        let bakes = !state.baking.is_none() && state.ready().is_none();
        if bakes {
            now &= !oven;
        }
        for table in bits(now) {
            self.add(Action::on(Table(table)));
        }
        if !held.is_none() && !state.hurried[chef] {
            for &table in &world.drops[at.index()] {
                if (state.occupied | stale) & table.bit() == 0 {
                    self.add(Action::on(table));
                }
            }
        }
        let beside = bakes && near & useful & oven != 0;
        if free || beside {
            self.add(Action::WAIT);
        }
        self.hurried = self.count;
        if !state.hurried[chef] {
            let other = state.at[1 - chef].index();
            let reach = world.walks.reach[at.index()][other] & !(1 << at.0);
            let earlier = match from {
                Floor::NOWHERE => 0,
                _ => world.walks.reach[from.index()][other] | 1 << from.0,
            };
            let rim = world.walks.rim[at.index()][other] & !earlier;
            let before = &world.walks.steps_to_use[at.index()][other];
            let far = bits(useful).filter(|&table| before[usize::from(table)] > 4);
            let far = far.fold(0_u64, |set, table| set | 1 << table);
            let mut open = 0_u32;
            for floor in bits(u64::from(rim)) {
                let after = &world.walks.steps_to_use[usize::from(floor)][other];
                let nearer = |table: u8| {
                    after[usize::from(table)].saturating_add(4) == before[usize::from(table)]
                };
                if bits(far).any(nearer) {
                    open |= 1 << floor;
                    self.add(Action::go(Floor(floor)));
                }
            }
            self.hurried = self.count;
            self.approach(world, reach & !earlier & !open, useful & !near);
        }
        if self.count == 0 {
            self.add(Action::WAIT);
            self.hurried = self.count;
        }
    }
}

impl Moves {
    /// Adds walks to those of the cells from which one of the tables can be used. Of the cells
    /// that another one is as good as for that, few are enough.
    #[inline]
    fn approach(&mut self, world: &World, cells: u32, tables: u64) {
        let mut found = [(0_u64, Floor::NOWHERE); FLOORS];
        let mut count = 0;
        for floor in bits(u64::from(cells)) {
            let touched = world.kitchen.near[usize::from(floor)] & tables;
            if touched != 0 {
                found[count] = (touched, Floor(floor));
                count += 1;
            }
        }
        let found = &found[..count];
        for (i, &(own, floor)) in found.iter().enumerate() {
            let as_good = |(other, &(its, _)): (usize, &(u64, Floor))| {
                its & own == own && (its != own || other < i)
            };
            let better = found.iter().enumerate().map(|pair| u32::from(as_good(pair)));
            if better.sum::<u32>() < world.params.same as u32 {
                self.add(Action::go(floor));
            }
        }
    }
}

impl Default for Moves {
    fn default() -> Self {
        Moves::new()
    }
}

//! The actions of a chef that make sense: the answers themselves, with most of them left out.
//!
//! * A walk of less than four steps leads to a cell from which something can be used that could not
//!   be used before, and the chef's next action must be a use.
//! * Of several cells from which the same tables can be used, few are tried.
//! * No walk leads to a cell that the chef could have reached one turn earlier.
//! * After a walk nothing is used that could have been used before it, except the oven.
//! * Only tables are used that [`useful`](crate::useful::useful) names.
//! * An item is put down on the tables that most cells touch.
//! * A chef waits only beside an oven that bakes, or if it can do nothing else.
//! * Before it does nothing, it puts down what it holds on any table, or walks to one where it can.

use crate::action::{Action, ActionSet};
use crate::kitchen::{bits, Floor, Kind, Table, FLOORS};
use crate::state::State;
use crate::walk::FAR;
use crate::world::World;

/// What a chef may do besides what makes sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freedom {
    /// It may wait in any position: the partner may block the way.
    pub waiting: bool,
    /// If it could only wait, it may put down what it holds on any table.
    pub putting_down: bool,
}

/// The actions of one chef in one position.
pub struct Moves {
    /// Uses and waiting first, then walks of four steps, then short walks; never empty.
    list: [Action; Moves::MOST],
    count: usize,
    /// The index of the first short walk.
    first_short: usize,
}

impl Moves {
    const MOST: usize = 48;

    pub fn new() -> Moves {
        Moves { list: [Action::WAIT; Moves::MOST], count: 0, first_short: 0 }
    }

    /// The actions, and for each whether the next action must be a use.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (Action, bool)> + '_ {
        let first_short = self.first_short;
        let list = self.list[..self.count].iter().enumerate();
        list.map(move |(index, &action)| (action, index >= first_short))
    }

    /// Whether all of them are in a set.
    pub fn all_in(&self, actions: ActionSet) -> bool {
        self.list[..self.count].iter().all(|action| actions.contains(*action))
    }

    #[inline]
    fn add(&mut self, action: Action) {
        if self.count < Moves::MOST {
            self.list[self.count] = action;
            self.count += 1;
        }
    }

    /// Sorts the walks by how far from the other chef they end, the farthest first. Of equally good
    /// actions the search takes the first, so the chefs keep out of each other's way.
    pub fn farthest_first(&mut self, world: &World, state: &State) {
        let other = state.at[1 - state.mover.index()];
        let steps = |action: &Action| match action.destination() {
            Some(floor) if other != Floor::NOWHERE => {
                world.walks.steps[floor.index()][FLOORS][other.index()]
            }
            _ => FAR,
        };
        let (others, short) = self.list[..self.count].split_at_mut(self.first_short);
        for part in [others, short] {
            part.sort_by_key(|action| FAR - steps(action));
        }
    }

    /// Finds the actions of the chef whose turn it is.
    pub fn find(&mut self, world: &World, state: &State, useful: u64, freedom: Freedom) {
        self.count = 0;
        let chef = state.mover.index();
        let (at, from, held) = (state.at[chef], state.from[chef], state.hand[chef]);
        let kitchen = &world.kitchen;
        let near = kitchen.near[at.index()];
        let oven = kitchen.all(Kind::Oven);
        // These could be used before the last walk, too.
        let stale = kitchen.near[from.index()] & !oven;
        let mut now = useful & near & !stale;
        let bakes = !state.baking.is_none() && state.ready().is_none();
        if bakes {
            now &= !oven;
        }
        for table in bits(now) {
            self.add(Action::use_table(Table(table)));
        }
        if !held.is_none() && !state.must_use[chef] {
            for &table in &world.put_down[at.index()] {
                if (state.occupied | stale) & table.bit() == 0 {
                    self.add(Action::use_table(table));
                }
            }
        }
        let beside = bakes && near & useful & oven != 0;
        if freedom.waiting || beside {
            self.add(Action::WAIT);
        }
        self.first_short = self.count;
        if !state.must_use[chef] {
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
                    self.add(Action::walk_to(Floor(floor)));
                }
            }
            self.first_short = self.count;
            self.approach(world, reach & !earlier & !open, useful & !near);
            let is_stuck = self.count == 0 || self.count == 1 && freedom.waiting && !beside;
            if is_stuck && !held.is_none() && freedom.putting_down {
                self.put_down_anywhere(world, state, reach);
            }
        }
        if self.count == 0 {
            self.add(Action::WAIT);
            self.first_short = self.count;
        }
    }

    /// Adds every empty table beside the chef, or else walks to cells from which one can be used.
    fn put_down_anywhere(&mut self, world: &World, state: &State, reach: u32) {
        let near = world.kitchen.near[state.at[state.mover.index()].index()];
        let empty = world.kitchen.all(Kind::Plain) & !state.occupied;
        for table in bits(empty & near) {
            self.add(Action::use_table(Table(table)));
        }
        self.first_short = self.count;
        if empty & near == 0 {
            self.approach(world, reach, empty);
        }
    }

    /// Adds walks to those of the cells from which one of the tables can be used. A cell is left out
    /// if enough others touch the same tables or more.
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
            if better.sum::<u32>() < world.params.cells_per_use as u32 {
                self.add(Action::walk_to(floor));
            }
        }
    }
}

impl Default for Moves {
    fn default() -> Self {
        Moves::new()
    }
}

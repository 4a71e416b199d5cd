//! The actions of a chef that make sense: the answers themselves, with most of them left out.
//!
//! * A walk of less than four steps leads to a cell from which something can be used that could not
//!   be used before, and the chef's next action must be a use.
//! * Of several cells from which the same tables can be used, few are tried.
//! * No walk leads to a cell that the chef could have reached one turn earlier.
//! * After a walk nothing is used that could have been used before it, except the oven.
//! * Only tables are used that [`useful`](crate::useful::useful) names.
//! * An item is put down on the table that most cells touch.
//! * A chef waits only beside an oven that bakes, or if it can do nothing else.
//! * Before it does nothing, it puts down what it holds on any table, or walks to one where it can.

use crate::action::{Action, ActionSet};
use crate::item::Item;
use crate::kitchen::{bits, floors, Floor, Kind, Table, FLOORS};
use crate::node::Node;
use crate::walk::Ways;
use crate::world::World;

/// Cells that are tried for using the same tables.
const CELLS_PER_USE: u32 = 2;

/// What a chef may do besides what makes sense.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freedom {
    /// It may wait in any position: the partner may block the way.
    pub waiting: bool,
    /// If it could only wait, it may put down what it holds on any table.
    pub putting_down: bool,
}

/// An action that makes sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Move {
    pub action: Action,
    /// Whether the chef's next action must be a use: this one is a short walk.
    pub must_use: bool,
}

impl Move {
    /// An action after which the chef may do anything.
    #[inline]
    pub const fn free(action: Action) -> Move {
        Move { action, must_use: false }
    }
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

    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        let first_short = self.first_short;
        let list = self.list[..self.count].iter().enumerate();
        list.map(move |(index, &action)| Move { action, must_use: index >= first_short })
    }

    /// Makes one action the only one.
    #[inline]
    pub fn set(&mut self, action: Action) {
        self.list[0] = action;
        self.count = 1;
        self.first_short = 1;
    }

    /// Leaves out the actions of a set, unless none would be left.
    pub fn exclude(&mut self, excluded: ActionSet) {
        let (old, count) = (self.list, self.count);
        let left = |index: &usize| !excluded.contains(old[*index]);
        if !(0..count).any(|index| left(&index)) {
            return;
        }
        let long = (0..self.first_short).filter(left).count();
        self.count = 0;
        for index in (0..count).filter(left) {
            self.add(old[index]);
        }
        self.first_short = long;
    }

    #[inline]
    fn add(&mut self, action: Action) {
        if self.count < Moves::MOST {
            self.list[self.count] = action;
            self.count += 1;
        }
    }

    /// Finds the actions of the chef whose turn it is.
    pub fn find(&mut self, world: &World, node: &Node, useful: u64, freedom: Freedom) {
        self.count = 0;
        self.first_short = 0;
        if let Some(spot) = Spot::of(world, node, useful) {
            self.uses(world, node, &spot);
            let waits_for_oven = spot.bakes && spot.near & useful & spot.oven != 0;
            if freedom.waiting || waits_for_oven {
                self.add(Action::WAIT);
            }
            self.first_short = self.count;
            if !spot.must_use {
                self.walks(world, &spot);
                let only_may_wait = self.count == 1 && freedom.waiting && !waits_for_oven;
                let is_stuck = self.count == 0 || only_may_wait;
                if is_stuck && freedom.putting_down && !spot.held.is_none() {
                    self.put_down_anywhere(world, node, &spot);
                }
            }
        }
        if self.count == 0 {
            self.set(Action::WAIT);
        }
    }

    /// Adds the uses of what the chef touches.
    #[inline]
    fn uses(&mut self, world: &World, node: &Node, spot: &Spot<'_>) {
        let mut now = spot.useful & spot.near & !spot.stale;
        if spot.bakes {
            now &= !spot.oven;
        }
        for table in bits(now) {
            self.add(Action::use_table(Table(table)));
        }
        if !spot.held.is_none() && !spot.must_use {
            if let Some(table) = world.put_down[spot.at.index()] {
                if (node.state.occupied | spot.stale) & table.bit() == 0 {
                    self.add(Action::use_table(table));
                }
            }
        }
    }

    /// Adds walks of four steps to where a useful table is nearer, and short walks to useful tables.
    #[inline]
    fn walks(&mut self, world: &World, spot: &Spot<'_>) {
        let earlier = match spot.from {
            None => 0,
            Some(from) => world.walks.from(from, spot.other).reach | from.bit(),
        };
        let before = &spot.ways.to_use;
        let far = bits(spot.useful).filter(|&table| before[usize::from(table)] > 4);
        let far = far.fold(0_u64, |set, table| set | 1 << table);
        let mut open = 0_u32;
        for floor in floors(spot.ways.rim & !earlier) {
            let after = &world.walks.from(floor, spot.other).to_use;
            let nearer = |table: u8| {
                after[usize::from(table)].saturating_add(4) == before[usize::from(table)]
            };
            if bits(far).any(nearer) {
                open |= floor.bit();
                self.add(Action::walk_to(floor));
            }
        }
        self.first_short = self.count;
        self.approach(world, spot.reach() & !earlier & !open, spot.useful & !spot.near);
    }

    /// Adds every empty table beside the chef, or else walks to cells from which one can be used.
    fn put_down_anywhere(&mut self, world: &World, node: &Node, spot: &Spot<'_>) {
        let empty = world.kitchen.all(Kind::Plain) & !node.state.occupied;
        for table in bits(empty & spot.near) {
            self.add(Action::use_table(Table(table)));
        }
        self.first_short = self.count;
        if empty & spot.near == 0 {
            self.approach(world, spot.reach(), empty);
        }
    }

    /// Adds walks to those of the cells from which one of the tables can be used. A cell is left out
    /// if enough others touch the same tables or more.
    #[inline]
    fn approach(&mut self, world: &World, cells: u32, tables: u64) {
        let mut found = [(0_u64, Action::WAIT); FLOORS];
        let mut count = 0;
        for floor in floors(cells) {
            let touched = world.kitchen.near(floor) & tables;
            if touched != 0 {
                found[count] = (touched, Action::walk_to(floor));
                count += 1;
            }
        }
        let found = &found[..count];
        for (i, &(own, walk)) in found.iter().enumerate() {
            let as_good = |(other, &(its, _)): (usize, &(u64, Action))| {
                its & own == own && (its != own || other < i)
            };
            let better = found.iter().enumerate().map(|pair| u32::from(as_good(pair)));
            if better.sum::<u32>() < CELLS_PER_USE {
                self.add(walk);
            }
        }
    }
}

/// What the chef whose turn it is has around it.
struct Spot<'a> {
    at: Floor,
    /// The cell before its last action if that was a walk.
    from: Option<Floor>,
    /// The other chef's cell.
    other: Option<Floor>,
    held: Item,
    must_use: bool,
    /// The tables that it touches.
    near: u64,
    /// Those that it touched before its last walk, too.
    stale: u64,
    /// The tables whose use makes sense on whatever cell.
    useful: u64,
    /// The oven, as a set.
    oven: u64,
    /// Whether something bakes that is not ready.
    bakes: bool,
    ways: &'a Ways,
}

impl<'a> Spot<'a> {
    /// `None` if the chef is dead.
    #[inline]
    fn of(world: &'a World, node: &Node, useful: u64) -> Option<Spot<'a>> {
        let Node { state, .. } = node;
        let chef = state.mover;
        let (at, from, other) = (state.at[chef]?, node.from[chef], state.at[chef.other()]);
        let oven = world.kitchen.all(Kind::Oven);
        Some(Spot {
            at,
            from,
            other,
            held: state.hand[chef],
            must_use: node.must_use[chef],
            near: world.kitchen.near(at),
            stale: world.kitchen.near(from) & !oven,
            useful,
            oven,
            bakes: !state.baking.is_none() && state.ready().is_none(),
            ways: world.walks.from(at, other),
        })
    }

    /// The other cells that it can reach in this turn.
    #[inline]
    fn reach(&self) -> u32 {
        self.ways.reach & !self.at.bit()
    }
}

impl Default for Moves {
    fn default() -> Self {
        Moves::new()
    }
}

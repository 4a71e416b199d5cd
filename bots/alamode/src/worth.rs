//! The worth of all items in the kitchen for the orders of the customers.
//!
//! Each dish is assigned to the order that it suits best. The other items are assigned to the orders
//! that still lack them: first those of waiting customers, then those of customers to come. The
//! [`Params`](crate::params::Params) have the worth of each. The result does not depend on where the
//! items are, so it is stored under [`State::stock`].

use crate::item::{Foods, Item};
use crate::kitchen::bits;
use crate::stages::{Stage, Stages};
use crate::state::State;
use crate::world::World;

/// What the search needs to know about the items and the orders of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// The worth in points.
    pub points: i32,
    /// The foods that some order still lacks.
    pub need: Foods,
    /// Those of them that are not in the kitchen in any stage, or not often enough.
    pub lack: Foods,
    /// The dishes that can be completed to some order: bit `f` for the foods `f`.
    pub fits: u32,
    /// The dishes that waiting customers ordered: bit `f` for the foods `f`.
    pub exact: u32,
}

/// The orders that are looked at: three of waiting customers, three of customers to come.
const ORDERS: usize = 6;

/// The first food that is made for customers to come: only baked ones are.
const FIRST_FOOD_AHEAD: usize = 3;

/// Turns that one chef takes to make each food and to put it on its dish.
const TURNS_TO_MAKE: [i32; 5] = [5, 5, 12, 22, 34];

/// Turns to put a finished food on its dish.
const TURNS_TO_FETCH: i32 = 6;

/// Turns to carry a finished dish to the window.
const TURNS_TO_DELIVER: i32 = 4;

/// With this number of turns left or more, the end of the round does not count.
const NEAR_END: u8 = 100;

/// Computes the worth of positions and stores it in a hash table.
pub struct Evaluator {
    /// The stock's hash and the worth. A slot keeps the last stock that fell on it.
    table: Vec<(u64, Worth)>,
    stages: Stages,
    weights: [i32; ORDERS],
    queue: i32,
    dish: i32,
    complete: i32,
    useless: i32,
    fade: i32,
    focus: i32,
}

/// The number 1 in the fixed-point numbers of weights and shares.
const ONE: i32 = 256;

impl Evaluator {
    const BITS: u32 = 13;

    pub fn new(world: &World) -> Evaluator {
        let p = &world.params;
        let mut weights = [ONE; ORDERS];
        for later in 3..ORDERS {
            weights[later] = (f64::from(weights[later - 1]) * p.coming) as i32;
        }
        let table = vec![(0, Worth::default()); 1 << Evaluator::BITS];
        Evaluator {
            table,
            stages: Stages::new(world),
            weights,
            queue: (p.queue * f64::from(ONE)) as i32,
            dish: p.dish,
            complete: p.complete,
            useless: p.useless,
            fade: p.fade,
            focus: (p.focus * f64::from(ONE)) as i32,
        }
    }

    /// The worth of a position's stock.
    #[inline]
    pub fn worth(&mut self, world: &World, state: &State) -> Worth {
        if state.over {
            return Worth::default();
        }
        let mut key = state.stock;
        if state.left < NEAR_END {
            key ^= u64::from(state.left / 2 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let slot = (key >> (64 - Evaluator::BITS)) as usize;
        let known = &self.table[slot];
        if known.0 == key {
            return known.1;
        }
        let worth = self.compute(world, state);
        self.table[slot] = (key, worth);
        worth
    }

    /// The same, computed anew.
    pub fn compute(&self, world: &World, state: &State) -> Worth {
        if state.over {
            return Worth::default();
        }
        let mut orders = [0; ORDERS];
        let (mut fits, mut exact) = (0, 0);
        let mut customer = state.next;
        for (i, order) in orders.iter_mut().enumerate() {
            let other = if i < 3 { state.waiting[i] } else { customer };
            *order = world.customers.order(other).foods;
            if i < 3 {
                fits |= world.customers.parts(other);
                exact |= 1 << *order;
            } else {
                customer = world.customers.after(customer);
            }
        }
        let mut count = [0_u8; 256];
        for item in bits(state.occupied)
            .map(|table| state.table[usize::from(table)])
            .chain(state.hand.0)
            .filter(|item| !item.is_none())
        {
            count[usize::from(item.0)] += 1;
        }
        let mut worth = Worth { points: 0, need: 0, lack: 0, fits, exact };
        let mut sums = [0; ORDERS];
        let mut missing = orders;
        self.assign_dishes(orders, &mut count, &mut worth, &mut sums, &mut missing);
        self.assign_items(
            &mut count,
            state.baking,
            missing,
            &mut worth,
            &mut sums,
            state.left & !1,
        );
        worth
    }

    /// Assigns each dish to the order for which it is worth most. Puts the foods that each order then
    /// lacks into `missing`, and its worth so far into `sums`.
    fn assign_dishes(
        &self,
        orders: [Foods; ORDERS],
        count: &mut [u8; 256],
        worth: &mut Worth,
        sums: &mut [i32; ORDERS],
        missing: &mut [Foods; ORDERS],
    ) {
        let dish = self.dish;
        let mut taken = 0_u32;
        // The fullest dishes are assigned first.
        let mut filled = [(0_u32, 0_u8); 4];
        let mut dishes = 0;
        for code in (3..64).step_by(2) {
            for _ in 0..count[code] {
                if dishes < filled.len() {
                    filled[dishes] = ((code as u32).count_ones(), code as u8);
                    dishes += 1;
                }
            }
        }
        filled[..dishes].sort_unstable_by(|a, b| b.cmp(a));
        for &(_, code) in &filled[..dishes] {
            let foods = Item(code).foods();
            let on: i32 = (0..5).filter(|f| foods >> f & 1 != 0).map(|f| self.stages.on[f]).sum();
            let mut best = None;
            for (k, order) in orders[..3].iter().enumerate() {
                if taken >> k & 1 != 0 || foods & !order != 0 {
                    continue;
                }
                let rest = order & !foods;
                let ready = if rest == 0 && k < 3 { self.complete } else { 0 };
                let gain = on + dish + ready;
                let weighted = gain * self.weights[k] / ONE - 20 * rest.count_ones() as i32;
                if best.map_or(true, |(most, _, _)| weighted > most) {
                    best = Some((weighted, k, gain));
                }
            }
            match best {
                Some((_, k, gain)) => {
                    taken |= 1 << k;
                    sums[k] = gain;
                    missing[k] = orders[k] & !foods;
                }
                None => worth.points -= self.useless,
            }
        }
        for _ in 0..count[1] {
            if let Some(k) = (0..3).find(|k| taken >> k & 1 == 0) {
                taken |= 1 << k;
                sums[k] = dish;
            }
        }
    }

    /// Assigns the other items to the orders that lack them, and adds everything up.
    fn assign_items(
        &self,
        count: &mut [u8; 256],
        mut oven: Item,
        missing: [Foods; ORDERS],
        worth: &mut Worth,
        sums: &mut [i32; ORDERS],
        left: u8,
    ) {
        let mut most = 0;
        let mut queue = if oven.is_none() { ONE } else { self.queue };
        for k in 0..ORDERS {
            worth.need |= missing[k] & !(if k < 3 { 0 } else { (1 << FIRST_FOOD_AHEAD) - 1 });
            let mut turns = TURNS_TO_DELIVER;
            let first = if k < 3 { 0 } else { FIRST_FOOD_AHEAD };
            for f in (first..5).filter(|f| missing[k] >> f & 1 != 0) {
                let found = self.stages.before[f].iter().find(|(stage, _)| match stage {
                    Stage::Item(item) => count[usize::from(item.0)] > 0,
                    Stage::Oven(item) => *item == oven,
                });
                if let Some(&(stage, points)) = found {
                    let mut share = ONE;
                    match stage {
                        Stage::Item(item) => {
                            if f >= 3 && !item.is_food() {
                                share = queue;
                                queue = queue * self.queue / ONE;
                            }
                            count[usize::from(item.0)] -= 1;
                            turns +=
                                if item.is_food() { TURNS_TO_FETCH } else { TURNS_TO_MAKE[f] / 2 };
                        }
                        Stage::Oven(_) => {
                            oven = Item::NONE;
                            turns += TURNS_TO_FETCH;
                        }
                    }
                    sums[k] += points * share / ONE;
                } else {
                    worth.lack |= 1 << f;
                    turns += TURNS_TO_MAKE[f];
                }
            }
            let mut sum = sums[k] * self.weights[k] / ONE;
            if left < NEAR_END {
                sum = sum * (i32::from(left) - turns).clamp(0, self.fade) / self.fade;
            }
            worth.points += sum;
            if k < 3 {
                most = most.max(sum);
            }
        }
        worth.points += most * self.focus / ONE;
    }
}

//! What all the things in the kitchen are worth to the customers.
//!
//! Every dish is matched with the customer it suits best; the other foods, in whatever state, go
//! to where they are missing, those who wait first, then those who will come. What each is worth
//! stands in the [`Params`](crate::params::Params). The result depends on what there is and not
//! on where it is, so it is kept under the hash of that.

use crate::item::{Foods, Item};
use crate::kitchen::bits;
use crate::stages::{Stage, Stages};
use crate::state::State;
use crate::world::World;

/// What a search needs to know about the stock of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// In points.
    pub points: i32,
    /// Foods that some dish of a waiting or coming customer is without.
    pub need: Foods,
    /// Those of them of which there is too little in the kitchen, ready or not.
    pub lack: Foods,
    /// The dishes that may still become somebody's: bit `f` for the foods `f`.
    pub fits: u32,
    /// The dishes that somebody waits for.
    pub exact: u32,
}

/// Customers looked at: three who wait and up to five who come.
const MOST: usize = 8;

/// Turns in which a food is made, carried and put on its dish by somebody who has nothing else
/// to do.
const TURNS: [i32; 5] = [5, 5, 12, 22, 34];

/// The same when it is only to be fetched.
const FETCH: i32 = 6;

/// Turns for taking a finished dish to the window.
const DELIVER: i32 = 4;

/// The turns left before which the end of the round plays no part.
const NEAR_END: u8 = 100;

/// Reckons the worth of positions, and remembers it.
pub struct Appraiser {
    memory: Vec<(u64, Worth)>,
    stages: Stages,
    weights: [i32; MOST],
    count: usize,
    plates: usize,
    early: usize,
    queue: i32,
    dish: i32,
    complete: i32,
    useless: i32,
    fade: i32,
    focus: i32,
}

/// Fixed-point one for weights.
const ONE: i32 = 256;

impl Appraiser {
    const BITS: u32 = 15;

    /// An appraiser with nothing in its memory.
    pub fn new(world: &World) -> Appraiser {
        let p = &world.params;
        let mut weights = [ONE; MOST];
        for later in 3..MOST {
            weights[later] = (f64::from(weights[later - 1]) * p.coming) as i32;
        }
        let memory = vec![(0, Worth::default()); 1 << Appraiser::BITS];
        Appraiser {
            memory,
            stages: Stages::new(world),
            weights,
            count: 3 + p.ahead as usize,
            plates: 3 + p.plates.min(p.ahead) as usize,
            early: p.early as usize,
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
        let slot = (key >> (64 - Appraiser::BITS)) as usize;
        let known = &self.memory[slot];
        if known.0 == key {
            return known.1;
        }
        let worth = self.reckon(world, state);
        self.memory[slot] = (key, worth);
        worth
    }

    /// The same without the memory.
    pub fn reckon(&self, world: &World, state: &State) -> Worth {
        if state.over {
            return Worth::default();
        }
        let mut orders = [0; MOST];
        let (mut fits, mut exact) = (0, 0);
        let mut customer = state.next;
        for (i, order) in orders[..self.count].iter_mut().enumerate() {
            let who = if i < 3 { state.waiting[i] } else { customer };
            *order = world.customers.order(who).foods;
            if i < self.plates {
                fits |= world.customers.parts(who);
            }
            if i < 3 {
                exact |= 1 << *order;
            } else {
                customer = world.customers.after(customer);
            }
        }
        let mut count = [0_u8; 256];
        for item in bits(state.occupied)
            .map(|table| state.table[usize::from(table)])
            .chain(state.hand)
            .filter(|item| !item.is_none())
        {
            count[usize::from(item.0)] += 1;
        }
        let mut worth = Worth { points: 0, need: 0, lack: 0, fits, exact };
        let mut sums = [0; MOST];
        let mut missing = orders;
        self.match_dishes(orders, &mut count, &mut worth, &mut sums, &mut missing);
        self.hand_out(&mut count, state.baking, missing, &mut worth, &mut sums, state.left & !1);
        worth
    }

    /// Gives each dish to the customer for whom it is worth most; what is `missing` on it then,
    /// and the worth so far in `sums`.
    fn match_dishes(
        &self,
        orders: [Foods; MOST],
        count: &mut [u8; 256],
        worth: &mut Worth,
        sums: &mut [i32; MOST],
        missing: &mut [Foods; MOST],
    ) {
        let dish = self.dish;
        let mut taken = 0_u32;
        // The fullest dishes choose first: 5 foods down to 1.
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
            for (k, order) in orders[..self.plates].iter().enumerate() {
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
            if let Some(k) = (0..self.plates).find(|k| taken >> k & 1 == 0) {
                taken |= 1 << k;
                sums[k] = dish;
            }
        }
    }

    /// Gives the loose foods to where they are missing, and adds everything up.
    fn hand_out(
        &self,
        count: &mut [u8; 256],
        mut oven: Item,
        missing: [Foods; MOST],
        worth: &mut Worth,
        sums: &mut [i32; MOST],
        left: u8,
    ) {
        let mut most = 0;
        let mut queue = if oven.is_none() { ONE } else { self.queue };
        for k in 0..self.count {
            worth.need |= missing[k] & !(if k < 3 { 0 } else { (1 << self.early) - 1 });
            let mut turns = DELIVER;
            let first = if k < 3 { 0 } else { self.early };
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
                            turns += if item.is_food() { FETCH } else { TURNS[f] / 2 };
                        }
                        Stage::Oven(_) => {
                            oven = Item::NONE;
                            turns += FETCH;
                        }
                    }
                    sums[k] += points * share / ONE;
                } else {
                    worth.lack |= 1 << f;
                    turns += TURNS[f];
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

//! Which excursions are worth more than they cost: dynamic programming over node and hands.

use super::super::hands::Hands;
use super::super::stock::Stock;
use super::{Excursion, Prices, Pricing, STOPS, SWEEPS, TINY, TRIES};
use icfp_courier::fields::FAR;

impl<'a> Pricing<'a> {
    pub(super) fn new(stock: &'a Stock, hands: &'a Hands) -> Self {
        let leave = vec![f32::NEG_INFINITY; hands.len() * stock.nodes];
        let arrive = vec![f32::NEG_INFINITY; hands.len() * stock.bases];
        Self { stock, hands, leave, arrive, light: Vec::new() }
    }

    /// Looks for the least price of a turn, no less than the one wanted, at which no excursion gains
    /// anything. Gives the prices with it, and excursions that gain something at lower ones.
    pub(super) fn raise(&mut self, wanted: &[f64]) -> Option<(Vec<f64>, Vec<Excursion>)> {
        let turn = self.stock.parcels.len() + self.stock.bases + 1;
        let (mut low, mut high) = (0.0, None);
        let (mut safe, mut found) = (None, Vec::new());
        for tried in 0..TRIES {
            let factor = match high {
                None => 1.0 + 0.01 * (f64::from(1 << tried) - 1.0),
                Some(high) => (low + high) / 2.0,
            };
            let mut rows = wanted.to_vec();
            rows[turn] = rows[turn].max(1e-3) * factor;
            let prices = Prices::new(self.stock, &rows);
            let is_settled = self.run(&prices);
            if is_settled && self.most(&prices) <= TINY {
                // An excursion takes two turns or more: this much more makes up for the rest.
                rows[turn] += f64::from(TINY) / 2.0;
                safe = Some(rows);
                high = Some(factor);
            } else {
                found = self.excursions(&prices);
                low = factor;
            }
            let is_near = high.map_or(false, |high| high - low < 0.002 * high);
            if high == Some(1.0) || is_near {
                break;
            }
        }
        safe.map(|safe| (safe, found))
    }

    /// Finds the most that can be gained from everywhere; false if it was not finished.
    fn run(&mut self, prices: &Prices) -> bool {
        let (nodes, bases) = (self.stock.nodes, self.stock.bases);
        self.leave.fill(f32::NEG_INFINITY);
        self.arrive.fill(f32::NEG_INFINITY);
        self.take_light_ones_along(prices);
        let costs: Vec<f32> = (0..nodes * nodes)
            .map(|cell| prices.turn * (self.stock.steps(cell / nodes, cell % nodes) as f32 + 1.0))
            .collect();
        for node in 0..nodes {
            let on = |base: usize| prices.bases[base] + prices.turn - costs[base * nodes + node];
            self.leave[node] = (0..bases).map(on).fold(0.0, f32::max);
        }
        let mut row = vec![0.0_f32; nodes];
        for _ in 0..SWEEPS {
            let mut change = 0.0_f32;
            for &state in &self.hands.by_load {
                let state = state as usize;
                if !self.hands.are_empty(state) {
                    self.go_on(state, &costs, &mut row);
                    let held = &mut self.leave[state * nodes..][..nodes];
                    for (held, &new) in held.iter_mut().zip(&row) {
                        change = change.max(new - *held);
                        *held = new;
                    }
                }
            }
            for &state in self.hands.by_load.iter().rev() {
                self.pick_on(state as usize, prices);
            }
            if change < TINY * 0.1 {
                return true;
            }
        }
        false
    }

    fn take_light_ones_along(&mut self, prices: &Prices) {
        self.light = vec![(0.0, Vec::new()); self.stock.bases];
        for (number, parcel) in self.stock.parcels.iter().enumerate() {
            let mut gain = parcel.weight as f32 - prices.parcels[number];
            gain -= if self.stock.goes_alone(number) { prices.turn } else { 0.0 };
            if parcel.weight < self.hands.lightest && gain > 0.0 {
                self.light[parcel.base].0 += gain;
                self.light[parcel.base].1.push(number as u16);
            }
        }
    }

    /// What is gained from each node with these hands by the best next stop.
    fn go_on(&self, state: usize, costs: &[f32], row: &mut [f32]) {
        let (nodes, bases) = (self.stock.nodes, self.stock.bases);
        row.fill(f32::NEG_INFINITY);
        let mut stop = |node: usize, gain: f32| {
            if gain > f32::NEG_INFINITY {
                for (value, &cost) in row.iter_mut().zip(&costs[node * nodes..][..nodes]) {
                    *value = value.max(gain - cost);
                }
            }
        };
        for &(place, after) in &self.hands.drops[state] {
            stop(usize::from(place), self.leave[after as usize * nodes + usize::from(place)]);
        }
        for base in 0..bases {
            stop(base, self.arrive[state * bases + base] + self.light[base].0);
        }
    }

    /// What is gained at each base with these hands by picking up more.
    fn pick_on(&mut self, state: usize, prices: &Prices) {
        let (nodes, bases) = (self.stock.nodes, self.stock.bases);
        for base in 0..bases {
            self.arrive[state * bases + base] = self.leave[state * nodes + base];
        }
        for &(parcel, more) in &self.hands.picks[state] {
            let number = usize::from(parcel);
            let parcel = self.stock.parcels[number];
            let gain = parcel.weight as f32 - prices.parcels[number]
                + self.arrive[more as usize * bases + parcel.base];
            let held = &mut self.arrive[state * bases + parcel.base];
            *held = held.max(gain);
        }
    }

    /// The most that an excursion gains.
    fn most(&self, prices: &Prices) -> f32 {
        let gain =
            |base: usize| self.arrive[base] + self.light[base].0 - prices.turn - prices.bases[base];
        (0..self.stock.bases).map(gain).fold(0.0, f32::max)
    }

    /// The best excursion from each base, and the best that begins with each package.
    fn excursions(&self, prices: &Prices) -> Vec<Excursion> {
        let mut found: Vec<Excursion> = Vec::new();
        let singles = self.hands.picks[0].iter().map(|&(parcel, state)| {
            (self.stock.parcels[usize::from(parcel)].base, vec![parcel], state as usize)
        });
        for (base, parcels, state) in
            (0..self.stock.bases).map(|base| (base, Vec::new(), 0)).chain(singles)
        {
            let excursion = Excursion { from: base, to: None, turns: 1, parcels };
            let excursion = self.write_down(excursion, state, prices);
            if excursion.turns < FAR && !found.contains(&excursion) {
                found.push(excursion);
            }
        }
        found
    }

    /// Goes on with an excursion in the best way; from some number of stops on it takes nothing more.
    fn write_down(&self, mut it: Excursion, state: usize, prices: &Prices) -> Excursion {
        let (nodes, bases) = (self.stock.nodes, self.stock.bases);
        let (mut state, mut at) = (state, it.from);
        it.parcels.extend(&self.light[at].1);
        it.turns += self.turns_of_light(at);
        self.pick_up(&mut it, &mut state, at, prices);
        for stop in 0.. {
            if self.hands.are_empty(state) {
                break;
            }
            let cost = |node: usize| prices.turn * (self.stock.steps(at, node) as f32 + 1.0);
            let drops = self.hands.drops[state].iter().map(|&(place, after)| {
                let place = usize::from(place);
                (self.leave[after as usize * nodes + place] - cost(place), place, Some(after))
            });
            let picks = (0..bases).filter(|_| stop < STOPS).map(|base| {
                let gain = self.arrive[state * bases + base] + self.light[base].0;
                (gain - cost(base), base, None)
            });
            let nothing = (f32::NEG_INFINITY, at, None);
            let best = drops.chain(picks).fold(nothing, |a, b| if b.0 > a.0 { b } else { a });
            it.turns = it.turns.saturating_add(self.stock.steps(at, best.1).saturating_add(1));
            at = best.1;
            match best.2 {
                Some(after) => state = after as usize,
                None if best.0 == f32::NEG_INFINITY => return Excursion { turns: FAR, ..it },
                None => {
                    it.parcels.extend(&self.light[at].1);
                    it.turns += self.turns_of_light(at);
                    self.pick_up(&mut it, &mut state, at, prices);
                }
            }
        }
        let on = |base: usize| prices.bases[base] - prices.turn * self.stock.steps(at, base) as f32;
        let ends = (0..bases).map(|base| (on(base), Some(base)));
        it.to = ends.fold((0.0, None), |a, b| if b.0 > a.0 { b } else { a }).1;
        it.turns += it.to.map_or(0, |base| self.stock.steps(at, base));
        it
    }

    /// The turns in which the light packages of a base are put down.
    fn turns_of_light(&self, base: usize) -> u32 {
        let alone = |&&parcel: &&u16| self.stock.goes_alone(usize::from(parcel));
        self.light[base].1.iter().filter(alone).count() as u32
    }

    /// Picks up the best at a base.
    fn pick_up(&self, it: &mut Excursion, state: &mut usize, at: usize, prices: &Prices) {
        let (nodes, bases) = (self.stock.nodes, self.stock.bases);
        loop {
            let mut best = (self.leave[*state * nodes + at], None);
            for &(parcel, more) in &self.hands.picks[*state] {
                let (number, more) = (usize::from(parcel), more as usize);
                if self.stock.parcels[number].base == at {
                    let gain = self.stock.parcels[number].weight as f32 - prices.parcels[number]
                        + self.arrive[more * bases + at];
                    if gain > best.0 {
                        best = (gain, Some((parcel, more)));
                    }
                }
            }
            match best.1 {
                None => return,
                Some((parcel, more)) => {
                    it.parcels.push(parcel);
                    *state = more;
                }
            }
        }
    }
}

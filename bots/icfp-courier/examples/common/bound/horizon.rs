//! The bound by one walk for the money, on small boards.
//!
//! The walk knows what is in the hands at every turn, and picks up some packages once at most. The
//! others it may deliver more than once, but then pays a fee for each time, and the fees are also given
//! to it at the start: a walk that delivers each package once at most makes no less than without them
//! (Lagrangean relaxation). The fees are changed so that the walk delivers everything once at most
//! (subgradient steps), and packages that it delivers again all the same are remembered from then on
//! (Boland, Dethridge and Dumitrescu 2006). If no package is delivered twice and none that was left
//! has a fee, the walk is the best there is, and the bound is exact.

use super::hands::Hands;
use super::stock::Stock;

/// Turns times states times nodes at most: that many numbers are kept.
const ROOM: usize = 8_000_000;

/// Steps of the fees in each round.
const STEPS: usize = 60;

/// Packages that are remembered anew after a round, at most.
const MORE: usize = 2;

/// Stops looked at in all, roughly.
const WORK: usize = 400_000_000;

struct Walks<'a> {
    stock: &'a Stock,
    hands: &'a Hands,
    /// For each number of turns that are left, state and node: the most that is gained.
    leave: Vec<f32>,
    /// For each number of turns that are left, state and base: the same before the last pick.
    arrive: Vec<f32>,
    turns: usize,
    /// The most points of a walk so far, without what it delivers again.
    found: i64,
}

/// The bound, no more than `known`, which is another; `fees` are those to begin with.
pub(super) fn bound(stock: &Stock, money: i64, fees: &[f64], known: f64) -> f64 {
    if stock.parcels.is_empty() {
        return 0.0;
    }
    let turns = money.clamp(0, 1 << 20) as usize;
    let most = ROOM / stock.nodes.max(1) / (turns + 1);
    let (mut best, mut fees) = (known, fees.to_vec());
    let mut remembered: Vec<usize> = Vec::new();
    let mut work = WORK;
    while let Some(hands) = Hands::new(stock, 0, &remembered, most) {
        let mut walks = Walks::new(stock, &hands, turns);
        let steps = (work / walks.work()).min(STEPS);
        work -= steps * walks.work();
        let before = best;
        let repeated = walks.change_fees(steps, &mut fees, &mut best);
        let is_new = |parcel: &usize| !remembered.contains(parcel);
        let next: Vec<usize> = repeated.into_iter().filter(is_new).take(MORE).collect();
        let is_exact = best.floor() <= walks.found as f64;
        if is_exact || steps < STEPS / 4 || remembered.len() + next.len() > 32 {
            break;
        }
        if next.is_empty() && before - best < 0.5 {
            break;
        }
        remembered.extend(next);
    }
    best
}

impl<'a> Walks<'a> {
    fn new(stock: &'a Stock, hands: &'a Hands, turns: usize) -> Self {
        let leave = vec![f32::NEG_INFINITY; (turns + 1) * hands.len() * stock.nodes];
        let arrive = vec![f32::NEG_INFINITY; (turns + 1) * hands.len() * stock.bases];
        Self { stock, hands, leave, arrive, turns, found: 0 }
    }

    /// Stops that are looked at for one set of fees, roughly.
    fn work(&self) -> usize {
        self.leave.len() * (self.stock.bases + 3)
    }

    /// Changes the fees step by step; lowers the bound, and gives the packages that the best walk
    /// delivers again, the most often first.
    fn change_fees(&mut self, steps: usize, fees: &mut Vec<f64>, best: &mut f64) -> Vec<usize> {
        let mut tried = fees.clone();
        let mut again: Vec<(usize, usize)> = Vec::new();
        let (mut eager, mut own) = (0.2, f64::INFINITY);
        for _ in 0..steps {
            let (gain, counts) = self.best_walk(&tried);
            let value = gain + tried.iter().sum::<f64>();
            let once = counts.iter().zip(&self.stock.parcels).filter(|(&count, _)| count > 0);
            self.found = self.found.max(once.map(|(_, parcel)| parcel.weight).sum());
            if value < own - 0.01 {
                own = value;
                fees.clone_from(&tried);
                again = counts.iter().copied().enumerate().filter(|count| count.1 > 1).collect();
            } else {
                eager *= 0.9;
            }
            // What the arithmetic may have lost is added.
            *best = best.min(value + 1e-3);
            if best.floor() <= self.found as f64 {
                break;
            }
            let slope = |(count, fee): (&usize, &f64)| match *count as f64 - 1.0 {
                slope if slope < 0.0 && *fee <= 0.0 => 0.0,
                slope => slope,
            };
            let slopes: Vec<f64> = counts.iter().zip(&tried).map(slope).collect();
            let square: f64 = slopes.iter().map(|slope| slope * slope).sum();
            if square < 0.5 {
                break;
            }
            let step = eager * 0.1 * value / square;
            for (fee, slope) in tried.iter_mut().zip(&slopes) {
                *fee = (*fee + step * slope).max(0.0);
            }
        }
        again.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        again.into_iter().map(|(parcel, _)| parcel).collect()
    }

    /// The most that a walk gains at these fees, and how often it picks each package up.
    fn best_walk(&mut self, fees: &[f64]) -> (f64, Vec<usize>) {
        let stock = self.stock;
        let worth: Vec<f32> =
            stock.parcels.iter().zip(fees).map(|(p, fee)| p.weight as f32 - *fee as f32).collect();
        for turns in 0..=self.turns {
            for state in 0..self.hands.len() {
                for node in 0..stock.nodes {
                    let cell = self.leaving(turns, state, node);
                    self.leave[cell] = self.next_stop(turns, state, node).0;
                }
            }
            for &state in self.hands.by_load.iter().rev() {
                for base in 0..stock.bases {
                    let cell = self.arriving(turns, state as usize, base);
                    self.arrive[cell] = self.next_pick(turns, state as usize, base, &worth).0;
                }
            }
        }
        self.follow(&worth)
    }

    fn leaving(&self, turns: usize, state: usize, node: usize) -> usize {
        (turns * self.hands.len() + state) * self.stock.nodes + node
    }

    fn arriving(&self, turns: usize, state: usize, base: usize) -> usize {
        (turns * self.hands.len() + state) * self.stock.bases + base
    }

    /// The best next stop: what is gained, the turns left after it, the node, and the state; no node
    /// at the end.
    fn next_stop(&self, turns: usize, state: usize, node: usize) -> (f32, usize, usize, usize) {
        let nothing = if self.hands.are_empty(state) { 0.0 } else { f32::NEG_INFINITY };
        let mut best = (nothing, turns, usize::MAX, state);
        for &(place, after) in &self.hands.drops[state] {
            let (place, after) = (usize::from(place), after as usize);
            let needed = self.stock.steps(node, place) as usize + 1;
            if let Some(left) = turns.checked_sub(needed) {
                let gain = self.leave[self.leaving(left, after, place)];
                if gain > best.0 {
                    best = (gain, left, place, after);
                }
            }
        }
        for base in 0..self.stock.bases {
            let needed = self.stock.steps(node, base) as usize + 1;
            if let Some(left) = turns.checked_sub(needed) {
                let gain = self.arrive[self.arriving(left, state, base)];
                if gain > best.0 {
                    best = (gain, left, base, state);
                }
            }
        }
        best
    }

    /// The best package to pick up next at a base, or none: what is gained, the package, the state.
    fn next_pick(
        &self,
        turns: usize,
        state: usize,
        base: usize,
        worth: &[f32],
    ) -> (f32, usize, usize) {
        let mut best = (self.leave[self.leaving(turns, state, base)], usize::MAX, state);
        for &(parcel, more) in &self.hands.picks[state] {
            let (parcel, more) = (usize::from(parcel), more as usize);
            if self.stock.parcels[parcel].base == base {
                let gain = worth[parcel] + self.arrive[self.arriving(turns, more, base)];
                if gain > best.0 {
                    best = (gain, parcel, more);
                }
            }
        }
        best
    }

    /// Picks up the best at a base, counts it, and gives the state after it.
    fn pick_up(
        &self,
        turns: usize,
        state: usize,
        base: usize,
        worth: &[f32],
        counts: &mut [usize],
    ) -> usize {
        let mut state = state;
        loop {
            let (_, parcel, more) = self.next_pick(turns, state, base, worth);
            if parcel == usize::MAX {
                return state;
            }
            counts[parcel] += 1;
            state = more;
        }
    }

    /// Walks the best walk.
    fn follow(&self, worth: &[f32]) -> (f64, Vec<usize>) {
        let mut counts = vec![0; self.stock.parcels.len()];
        let mut best = (0.0_f32, 0, usize::MAX);
        for (base, &steps) in self.stock.first.iter().enumerate() {
            if let Some(left) = self.turns.checked_sub(steps as usize + 1) {
                let gain = self.arrive[self.arriving(left, 0, base)];
                if gain > best.0 {
                    best = (gain, left, base);
                }
            }
        }
        let (gain, mut turns, mut node) = best;
        let mut state = 0;
        while node != usize::MAX {
            if node < self.stock.bases {
                state = self.pick_up(turns, state, node, worth, &mut counts);
            }
            let next = self.next_stop(turns, state, node);
            turns = next.1;
            node = next.2;
            state = next.3;
        }
        (f64::from(gain), counts)
    }
}

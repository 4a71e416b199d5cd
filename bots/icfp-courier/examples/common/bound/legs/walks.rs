//! Which legs are worth more than they cost: dynamic programming over place and load.

use super::{Bound, Label, Leg, Place, EMPTY, NOWHERE};

impl Bound<'_> {
    /// For a place all choices of packages that gain something: load, gain, packages.
    fn choices(&self, place: &Place, prices: &[f64]) -> Vec<(usize, f64, Vec<usize>)> {
        let mut best: Vec<Option<(f64, Vec<usize>)>> = vec![None; self.loads];
        best[0] = Some((0.0, Vec::new()));
        for &parcel in &place.parcels {
            let base = self.base_of[parcel].unwrap_or(0);
            let gain =
                self.weight(parcel) * (1.0 - prices[self.row_of_load(base)]) - prices[parcel];
            let load = (self.setting.parcels[parcel].label.weight / self.unit).max(1) as usize;
            if gain <= 0.0 {
                continue;
            }
            for before in (0..self.loads.saturating_sub(load)).rev() {
                let more = match &best[before] {
                    Some((sum, parcels)) => (sum + gain, parcels),
                    None => continue,
                };
                let after = &best[before + load];
                if after.as_ref().map_or(true, |(sum, _)| more.0 > *sum) {
                    let parcels = more.1.iter().copied().chain([parcel]).collect();
                    best[before + load] = Some((more.0, parcels));
                }
            }
        }
        let found = best.into_iter().enumerate();
        let found = found.filter_map(|(load, choice)| choice.map(|(gain, all)| (load, gain, all)));
        found.filter(|(_, _, parcels)| !parcels.is_empty()).collect()
    }

    /// The best legs at these prices, for each last place the best.
    pub(super) fn legs(&self, prices: &[f64]) -> Vec<Leg> {
        let turn = prices[self.row_of_money()];
        let count = self.places.len();
        let choices: Vec<Vec<(usize, f64, Vec<usize>)>> =
            self.places.iter().map(|place| self.choices(place, prices)).collect();
        let leaving: Vec<f64> = (0..self.bases.len())
            .map(|base| {
                let full = self.setting.capacity as f64 * prices[self.row_of_load(base)];
                full - prices[self.row_of_leaving(base)]
            })
            .collect();
        let mut labels = vec![[EMPTY; 2]; count * self.loads];
        for place in 0..count {
            let begin = (0..self.bases.len())
                .map(|base| (leaving[base] - turn * (f64::from(self.out[base][place]) + 1.0), base))
                .fold((f64::NEG_INFINITY, 0), |best, one| if one.0 > best.0 { one } else { best });
            for (choice, (load, gain, _)) in choices[place].iter().enumerate() {
                let gain = begin.0 + gain;
                let label = Label { gain, from: NOWHERE, load: begin.1, which: 0, choice };
                keep(&mut labels[place * self.loads + load], label);
            }
        }
        for load in 0..self.loads {
            for from in 0..count {
                for which in 0..2 {
                    let label = labels[from * self.loads + load][which];
                    if label.gain > f64::NEG_INFINITY {
                        let next = Label { from, load, which, ..label };
                        self.go_on(&mut labels, &choices, turn, next, label.from);
                    }
                }
            }
        }
        let mut legs = self.direct_legs(prices, &leaving);
        for place in 0..count {
            legs.extend(self.best_end(&labels, &choices, prices, place));
        }
        legs.retain(|leg| leg.gain > 1e-7);
        legs
    }

    /// Goes on from the label that `next` names to all other places but the one before.
    fn go_on(
        &self,
        labels: &mut [[Label; 2]],
        choices: &[Vec<(usize, f64, Vec<usize>)>],
        turn: f64,
        next: Label,
        before: usize,
    ) {
        for (to, offers) in choices.iter().enumerate() {
            if to == next.from || to == before {
                continue;
            }
            let there = next.gain - turn * (f64::from(self.between[next.from][to]) + 1.0);
            for (choice, (more, gain, _)) in offers.iter().enumerate() {
                let sum = next.load + more;
                if sum < self.loads {
                    let next = Label { gain: there + gain, choice, ..next };
                    keep(&mut labels[to * self.loads + sum], next);
                }
            }
        }
    }

    /// Legs on which nothing is delivered.
    pub(super) fn direct_legs(&self, prices: &[f64], leaving: &[f64]) -> Vec<Leg> {
        let turn = prices[self.row_of_money()];
        let mut legs = Vec::new();
        for (from, row) in self.across.iter().enumerate() {
            for (to, &steps) in row.iter().enumerate() {
                let turns = steps + 1;
                let gain =
                    leaving[from] + prices[self.row_of_leaving(to)] - turn * f64::from(turns);
                legs.push(Leg { from, to: Some(to), turns, parcels: Vec::new(), gain });
            }
        }
        legs
    }

    /// The best leg whose last place is this one.
    fn best_end(
        &self,
        labels: &[[Label; 2]],
        choices: &[Vec<(usize, f64, Vec<usize>)>],
        prices: &[f64],
        place: usize,
    ) -> Option<Leg> {
        let turn = prices[self.row_of_money()];
        let mut end = (0.0, None);
        for base in 0..self.bases.len() {
            let steps = f64::from(self.out[base][place]) + 1.0;
            let gain = prices[self.row_of_leaving(base)] - turn * steps;
            if gain > end.0 {
                end = (gain, Some(base));
            }
        }
        let ends = labels[place * self.loads..][..self.loads].iter().map(|held| held[0]);
        let best = ends.fold(EMPTY, |best, end| if end.gain > best.gain { end } else { best });
        if best.gain + end.0 <= 1e-7 {
            return None;
        }
        let mut leg =
            Leg { from: 0, to: end.1, turns: 0, parcels: Vec::new(), gain: best.gain + end.0 };
        leg.turns = end.1.map_or(0, |base| self.out[base][place] + 1);
        let (mut at, mut label) = (place, best);
        loop {
            leg.parcels.extend(&choices[at][label.choice].2);
            if label.from == NOWHERE {
                leg.from = label.load;
                leg.turns += self.out[leg.from][at] + 1;
                break;
            }
            leg.turns += self.between[label.from][at] + 1;
            at = label.from;
            label = labels[at * self.loads + label.load][label.which];
        }
        Some(leg)
    }
}

/// Keeps the best label and the best of those that came from another place.
fn keep(held: &mut [Label; 2], new: Label) {
    if new.gain > held[0].gain {
        if new.from != held[0].from {
            held[1] = held[0];
        }
        held[0] = new;
    } else if new.gain > held[1].gain && new.from != held[0].from {
        held[1] = new;
    }
}

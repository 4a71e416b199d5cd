//! The choice of a move.

use super::danger::likelihoods;
use super::field::{Field, Offer, Rival, Weighed};
use crate::cover::is_near;
use crate::graph::Node;
use crate::joint::Outlook;
use crate::motion::Motion;
use crate::params::Params;
use crate::repeats::{Expected, Repeats};

/// How many moves a choice may cost.
#[derive(Clone, Copy)]
struct Allowance {
    /// To gain more from others.
    detour: u16,
    /// To be safe from them, whatever they do.
    premium: u16,
    /// To be safe from what they would do anyway, at the cost of [`SIDESTEP`] at most.
    likely_premium: u16,
}

/// A rival may still make a move that costs it up to this number of moves, by a slip or to harm us.
const SIDESTEP: u16 = 1;

impl Field<'_> {
    /// The best of some moves.
    pub fn choose(&self, offers: &[Offer]) -> Option<Offer> {
        let near: Vec<&Rival> = self.near().collect();
        let moves = self.weigh(self.withstand(offers, &near), &near);
        let good = self.prudent(&moves, &near);
        let values = self.values(&good, &near);
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equal = good.iter().zip(&values).filter(|it| *it.1 > best - 1e-3);
        equal.map(|it| it.0.offer).max_by_key(|offer| (offer.ways, std::cmp::Reverse(offer.left)))
    }

    /// Those of some moves that are quick and safe, as far as both can be had.
    fn prudent(&self, moves: &[Weighed], near: &[&Rival]) -> Vec<Weighed> {
        let allowed = self.allowance();
        let quickest = match moves.iter().map(|it| it.offer.left).min() {
            Some(quickest) => quickest,
            None => return Vec::new(),
        };
        let within = |moves: &[Weighed], premium| {
            let is_cheap = |it: &Weighed| it.offer.left <= quickest + premium;
            Some(moves.to_vec()).filter(|moves| moves.iter().any(is_cheap))
        };
        let safe = self.safe(moves, near, None);
        let mut good = within(&safe, allowed.premium)
            .or_else(|| {
                let likely = self.safe(moves, near, Some(SIDESTEP));
                within(&likely, allowed.likely_premium)
            })
            .unwrap_or_else(|| moves.to_vec());
        let least = good.iter().map(|it| it.offer.left).min().unwrap_or(quickest);
        good.retain(|it| it.offer.left <= least + allowed.detour);
        // If no quick move is safe, it depends on the danger whether a slower one is better.
        if !good.iter().any(|it| safe.contains(it)) {
            let most = self.after_crash().max(least + self.params.wary as u16);
            good.extend(safe.iter().filter(|it| it.offer.left <= most));
        }
        let is_bold = |it: &Weighed| {
            let peril = it.prospect.map_or(0.0, |it| it.crash).max(it.peril);
            f64::from(peril) > self.params.gamble && !safe.contains(it)
        };
        if !good.iter().all(is_bold) {
            good.retain(|it| !is_bold(it));
        }
        good
    }

    /// The moves that are left if the car crashes at its next turn: a safe move that costs no more is better than
    /// the crash.
    pub fn after_crash(&self) -> u16 {
        let cell = match self.set_back {
            Some(cell) if self.params.gamble < 1.0 => cell,
            _ => return 0,
        };
        let course = self.race.course();
        let left = |node: &Node| match course.after(self.open, self.race.graph().mark(*node)) {
            None => 0,
            Some(open) => self.left(*node, open),
        };
        let first = self.race.first_moves(Motion::at_rest(cell), self.number);
        first.iter().map(left).min().map_or(0, |left| left.saturating_add(1))
    }

    /// The moves after which no repetition makes the car crash with more than the chance that is taken, or with the
    /// least chance, each with what repetitions are expected to cost.
    fn withstand(&self, offers: &[Offer], near: &[&Rival]) -> Vec<Offer> {
        let draw = match self.draw.filter(|_| self.params.repeat_depth > 0) {
            Some(draw) => draw,
            None => return offers.to_vec(),
        };
        let was_first = !self.rivals.iter().any(|rival| rival.has_moved);
        let mut repeats = Repeats::new(self.race, self, draw, self.params.crash as f32);
        let expected: Vec<Expected> = offers
            .iter()
            .map(|offer| {
                let protection = self.protection(offer.node, near);
                let step = (offer.node, offer.open);
                repeats.after(step, was_first, protection, self.params.repeat_depth as u8)
            })
            .collect();
        let least = expected.iter().map(|it| it.crash).fold(1.0, f32::min);
        let most = least.max(self.params.repeat_risk as f32);
        let pairs = offers.iter().zip(expected).filter(|it| it.1.crash <= most + 1e-6);
        pairs
            .map(|(offer, expected)| {
                let surcharge = expected.moves - f32::from(offer.left);
                Offer { surcharge, ..*offer }
            })
            .collect()
    }

    /// The chance that another car is on the cell to which a repetition of a move leads, which forbids it.
    fn protection(&self, node: Node, near: &[&Rival]) -> f32 {
        let graph = self.race.graph();
        let target = match graph.repetition(node) {
            Some(next) => graph.motion(next).at,
            None => return 0.0,
        };
        let is_there = |rival: &&Rival| {
            if rival.has_moved {
                return if rival.car.at == target { 1.0 } else { 0.0 };
            }
            let steps = likelihoods(self.first_steps(rival));
            steps.filter(|it| it.0.at == target).map(|it| it.1).sum()
        };
        1.0 - near.iter().map(|rival| 1.0 - is_there(rival)).product::<f32>()
    }

    /// The rivals that can be in the way, the nearest first.
    pub fn near(&self) -> impl Iterator<Item = &Rival> {
        let distance = move |rival: &&Rival| {
            let (one, two) =
                (self.car.next(self.car.vector).at, rival.car.next(rival.car.vector).at);
            (one.x - two.x).abs().max((one.y - two.y).abs())
        };
        let mut near: Vec<&Rival> =
            self.rivals.iter().filter(|rival| is_near(self.car, rival.car)).collect();
        near.sort_by_key(distance);
        near.into_iter()
    }

    fn allowance(&self) -> Allowance {
        let Params { duel_detour, duel_premium, duel_likely, .. } = *self.params;
        let Params { crowd_detour, crowd_premium, crowd_likely, .. } = *self.params;
        let (detour, premium, likely) = match self.rivals.len() {
            0 | 1 => (duel_detour, duel_premium, duel_likely),
            _ => (crowd_detour, crowd_premium, crowd_likely),
        };
        let detour = if self.plays_on() { detour.max(self.params.play_detour) } else { detour };
        let detour = detour.max(self.draw.map_or(0, |_| self.params.repeat_detour));
        Allowance { detour: detour as u16, premium: premium as u16, likely_premium: likely as u16 }
    }
}

//! What moves are worth among other cars.

use super::{Field, Offer, Rival};
use crate::graph::Node;
use crate::joint::{Car, Joint, Outlook, Weighing, MOST_CARS};
use crate::params::Params;
use crate::rollout::{Rollouts, Terms};
use crate::tour::FAR;

impl Field<'_> {
    /// What moves are worth.
    pub(super) fn values(&self, offers: &[Offer], near: &[&Rival]) -> Vec<f32> {
        if near.is_empty() {
            let value = |offer: &Offer| -f32::from(offer.left) - offer.surcharge;
            return offers.iter().map(value).collect();
        }
        let values = if self.plays_on() {
            self.values_of_plays(offers)
        } else {
            self.values_of_joint(offers, near)
        };
        let presences = self.presences(near);
        let value = |(offer, value): (&Offer, f32)| {
            let freedom = self.params.freedom as f32 * (offer.ways.max(1) as f32).log2();
            let danger = (self.params.peril * self.params.crash) as f32;
            value + freedom - danger * self.peril(offer, &presences) - offer.surcharge
        };
        offers.iter().zip(values).map(value).collect()
    }

    /// Whether races are played on, and not joint situations searched. These cannot be looked at for many rounds in
    /// a crowd, but with one rival they are exact, and they know that vectors have to be repeated.
    pub(super) fn plays_on(&self) -> bool {
        self.params.plays > 0 && self.rivals.len() > 1 && self.draw.is_none()
    }

    /// By races that are played on, with all cars.
    fn values_of_plays(&self, offers: &[Offer]) -> Vec<f32> {
        let params = self.params;
        let terms = Terms {
            rounds: params.play_rounds as u16,
            plays: params.plays as u32,
            crash: params.crash as f32,
            close: params.play_close as f32,
            place: if self.is_peaceful { 0.0 } else { params.place as f32 },
            pace: if self.is_peaceful { 1.0 } else { params.pace as f32 },
        };
        let cars = self.cars(offers, self.rivals.iter(), |_| 0.0);
        Rollouts::new(self.race, self, self.all_block, terms).values(&cars)
    }

    /// By the joint situations of the nearest cars.
    fn values_of_joint(&self, offers: &[Offer], near: &[&Rival]) -> Vec<f32> {
        let ours = offers.iter().map(|offer| offer.left).min().unwrap_or(0);
        let shares = self.shares(ours);
        let weight = |rival: &Rival| if self.is_peaceful { 0.0 } else { shares(rival) };
        let nearest = near.iter().take(self.most_rivals()).copied();
        let cars = self.cars(offers, nearest, weight);
        Joint::new(self.race, self, self.all_block, self.weighing(ours)).values(&cars).0
    }

    /// Our car and rivals with their first moves.
    fn cars<'r>(
        &self,
        offers: &[Offer],
        rivals: impl Iterator<Item = &'r Rival>,
        weight: impl Fn(&Rival) -> f32,
    ) -> Vec<Car> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let first = offers.iter().map(|offer| (offer.node, offer.open)).collect();
        let mut cars = vec![Car { at: self.car.at, first, has_moved: false, weight: 0.0 }];
        for rival in rivals {
            let nodes = self.race.first_moves(rival.car, rival.number);
            let after = |node: Node| course.after(rival.open, graph.mark(node));
            let first = nodes.iter().map(|node| (*node, after(*node))).collect();
            let (at, weight) = (rival.car.at, weight(rival));
            cars.push(Car { at, first, has_moved: rival.has_moved, weight });
        }
        cars
    }

    /// How much of the standing of our car depends on each rival: those that are as far as it count most,
    /// and hardly at all those that it cannot catch or that cannot catch it.
    fn shares(&self, ours: u16) -> impl Fn(&Rival) -> f32 + '_ {
        let share = move |rival: &Rival| {
            let ahead =
                (f32::from(self.left_of(rival)) - f32::from(ours)) / self.params.close as f32;
            // The slope of the logistic curve: how fast the chance to be first changes.
            let chance = 1.0 / (1.0 + (-ahead).exp());
            (chance * (1.0 - chance)).max(1e-4)
        };
        let sum: f32 = self.rivals.iter().map(share).sum();
        move |rival| self.params.greed as f32 * share(rival) / sum
    }

    fn most_rivals(&self) -> usize {
        (self.params.cars as usize).clamp(1, MOST_CARS) - 1
    }

    fn weighing(&self, ours: u16) -> Weighing {
        let theirs = self.rivals.iter().map(|rival| self.left_of(rival)).min();
        let is_ahead = theirs.map_or(false, |theirs| theirs > ours);
        let Params { crash, malice, malice_ahead, .. } = *self.params;
        let malice = if is_ahead { malice_ahead } else { malice };
        Weighing {
            crash: crash as f32,
            malice: malice as f32,
            rounds: self.params.rounds as u8,
            looks: self.params.looks as u32,
        }
    }

    fn left_of(&self, rival: &Rival) -> u16 {
        let (race, course) = (self.race, self.race.course());
        let left = |node: &Node| match course.after(rival.open, race.graph().mark(*node)) {
            None => 0,
            Some(open) => self.left(*node, open),
        };
        let first = race.first_moves(rival.car, rival.number);
        first.iter().map(left).min().unwrap_or(FAR)
    }
}

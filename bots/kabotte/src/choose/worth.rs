//! What moves are worth among other cars.

use gridkit::floats;

use super::field::{Field, Offer, Rival, Weighed};
use crate::graph::Node;
use crate::joint::{Car, Joint, Outlook, Weighing, MOST_CARS};
use crate::params::Params;
use crate::rollout::{self, Prospect, Rollouts, Terms};
use crate::tour::FAR;
use crate::track::Cell;

impl Field<'_> {
    /// Moves with what they may lead to.
    pub fn weigh(&self, offers: Vec<Offer>, near: &[&Rival]) -> Vec<Weighed> {
        let presences = self.presences(near);
        let has_choice = offers.len() > 1 && !near.is_empty();
        let is_played = has_choice && self.plays_on();
        let prospects = if is_played { self.play_on(&offers) } else { Vec::new() };
        let weigh = |(index, offer): (usize, Offer)| {
            let peril = self.peril(&offer, &presences);
            Weighed { offer, peril, prospect: prospects.get(index).copied() }
        };
        offers.into_iter().enumerate().map(weigh).collect()
    }

    /// What moves are worth.
    pub(super) fn values(&self, moves: &[Weighed], near: &[&Rival]) -> Vec<f32> {
        if near.is_empty() {
            let value = |it: &Weighed| -f32::from(it.offer.left) - it.offer.surcharge;
            return moves.iter().map(value).collect();
        }
        let played: Option<Vec<f32>> =
            moves.iter().map(|it| it.prospect.map(|it| it.worth)).collect();
        let values = played.unwrap_or_else(|| {
            let offers: Vec<Offer> = moves.iter().map(|it| it.offer).collect();
            self.values_of_joint(&offers, near)
        });
        let value = |(Weighed { offer, peril, .. }, value): (&Weighed, f32)| {
            let freedom = (self.params.freedom * floats::log2(offer.ways.max(1) as f64)) as f32;
            let danger = (self.params.peril * self.params.crash) as f32;
            value + freedom - danger * peril - offer.surcharge
        };
        moves.iter().zip(values).map(value).collect()
    }

    /// Whether races are played on, and not joint situations searched. These cannot be looked at for many rounds in
    /// a crowd, but with one rival they are exact, and they know that vectors have to be repeated.
    pub(super) fn plays_on(&self) -> bool {
        self.params.plays > 0 && self.rivals.len() > 1 && self.draw.is_none()
    }

    /// By races that are played on, with all cars.
    fn play_on(&self, offers: &[Offer]) -> Vec<Prospect> {
        let terms = Terms::of(self.params, self.is_peaceful);
        let mut rivals: Vec<&Rival> = self.rivals.iter().collect();
        if rivals.len() >= rollout::MOST_CARS {
            // Only so many are played: the nearest.
            rivals.sort_by_key(|Rival { car, .. }| {
                (distance(self.car.at, car.at), car.at, car.vector.x, car.vector.y)
            });
        }
        let cars = self.cars(offers, rivals.into_iter(), |_| 0.0);
        Rollouts::new(self.race, self, self.all_block, terms).prospects(&cars)
    }

    /// By the joint situations of the nearest cars.
    fn values_of_joint(&self, offers: &[Offer], near: &[&Rival]) -> Vec<f32> {
        let ours = offers.iter().map(|offer| offer.left).min().unwrap_or(0);
        let shares = self.shares(ours);
        let care = -(self.params.mates * self.params.greed) as f32;
        let weight = |rival: &Rival| match (self.is_peaceful, rival.is_mate) {
            (true, _) => 0.0,
            (false, true) => care,
            (false, false) => shares(rival),
        };
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
        let (at, has_moved, is_mate) = (self.car.at, false, false);
        let mut cars = vec![Car { at, first, has_moved, weight: 0.0, is_mate }];
        for rival in rivals {
            let nodes = self.race.first_moves(rival.car, rival.number);
            let after = |node: Node| course.after(rival.open, graph.mark(node));
            let first = nodes.iter().map(|node| (*node, after(*node))).collect();
            let Rival { has_moved, is_mate, .. } = *rival;
            let (at, weight) = (rival.car.at, weight(rival));
            cars.push(Car { at, first, has_moved, weight, is_mate });
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
            let chance = 1.0 / (1.0 + floats::exp((-ahead).into()) as f32);
            (chance * (1.0 - chance)).max(1e-4)
        };
        let sum: f32 = self.rivals.iter().filter(|rival| !rival.is_mate).map(share).sum();
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

/// The number of columns or of rows between two cells, whichever is greater.
fn distance(one: Cell, other: Cell) -> i16 {
    (one.x - other.x).abs().max((one.y - other.y).abs())
}

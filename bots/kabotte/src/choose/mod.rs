//! Which move among other cars: one after which they cannot make the car crash, and among those the one
//! that is worth most when they get in each other's way.
//!
//! A quickest move that is safe whatever others do is preferred. If none is, slower safe moves compete with
//! it: all are weighed, and a chance of more than [`Params::gamble`] that all ways on are taken is refused
//! where a safe move costs no more than the crash would, or hardly anything.
//!
//! Moves are weighed by races that are [played on](crate::rollout); beside one rival, and under `REmulAde`,
//! by a search through [joint situations](crate::joint), which is exact but sees hardly a round of six cars.
//! The figures are by how much the mean rank of a house player is worse, with its standard error, over 56
//! maps of the site, seats rotated (example `races`). With `@kabotte2018` in all other seats of 6:
//!
//! | settings | worse by | races |
//! |---|---|---|
//! | `plays=0`: joint situations | 0.29 ± 0.09 | 448 |
//! | `play_detour=0 play_close=1 gamble=0.02`: races that are played on | 0.46 ± 0.09 | 448 |
//! | `play_detour=0 play_close=1 gamble=0.02 plays=1000` | 0.42 ± 0.09 | 448 |
//! | `play_detour=0 play_close=1 gamble=0 wary=2`: no chance taken for two moves | -0.01 ± 0.13 | 224 |
//! | `play_detour=1 play_close=1 gamble=0.02`: moves slower by one compete | 0.63 ± 0.12 | 224 |
//! | `play_detour=2 play_close=1 gamble=0.02` | 0.62 ± 0.13 | 224 |
//! | `play_detour=1 play_close=0.5 gamble=0.02` | 0.72 ± 0.12 | 224 |
//! | `play_detour=1 play_close=0.5 gamble=0.005` | 0.67 ± 0.12 | 224 |
//! | start cells, too, by races that are played on (not kept) | 0.51 ± 0.13 | 224 |
//!
//! As it is, over seeds on which nothing was chosen (`seeds=11-12`, 112 races each), and over 30 other maps with
//! up to 2,900 road cells (a race each):
//!
//! | field | worse by |
//! |---|---|
//! | 4 cars, mixed | `@blocker` 0.72 ± 0.11, `@cruiser` 0.46 ± 0.12, `@sunday` 2.39 ± 0.07 |
//! | 6 cars, mixed | `@blocker` 1.07 ± 0.15, `@cruiser` 1.28 ± 0.15, `@sunday` 3.93 ± 0.11 |
//! | 4 cars, mixed, other maps | `@blocker` 0.60 ± 0.24, `@cruiser` 0.90 ± 0.23, `@sunday` 2.50 ± 0.13 |
//! | 6 cars, mixed, other maps | `@blocker` 1.23 ± 0.31, `@cruiser` 1.27 ± 0.29, `@sunday` 4.00 ± 0.20 |
//! | 4 cars, `@cruiser`, `@blocker`, `@kabotte2018` (`seeds=31-34`, 224 races) | 1.08 ± 0.11, 0.77 ± 0.11, 0.40 ± 0.10; net 0.71 ± 0.09 moves taken |
//! | 6 cars, the same (224 races) | 1.08 ± 0.14, 1.10 ± 0.13, 0.44 ± 0.16; net 0.63 ± 0.17 moves taken |
//! | 4, 6 cars, `@kabotte2018` | 0.19 ± 0.14, 0.45 ± 0.18; with 4 and `plays=0` 0.15 ± 0.13 |
//! | 4, 6 cars, `@blocker` | 0.85 ± 0.13, 1.63 ± 0.15 |
//! | 4, 6 cars, `@cruiser` | 0.65 ± 0.13, 1.46 ± 0.16 |
//!
//! In these 1,404 races no crash came where a safe move was left, at any price. Net moves taken in a race of 4, 6:
//! 0.56, 0.96 with `@cruiser`, 0.45, 1.04 with `@blocker` (± 0.19), and -0.11, -0.01 (± 0.2) with `@kabotte2018`.
//!
//! What safety at any price costs was measured with joint situations and 6 cars, over 112 races each: `@cruiser`
//! was worse by 1.00 with quickest moves alone and by 0.08 with `crowd_premium=99`, `@blocker` by 1.20 and
//! 0.33, with a standard error of 0.15. So a chance is taken where safety is dear.
//!
//! Under `REmulAde` with 6 cars (112 races, standard error 0.3) a first weighing of repetitions was behind
//! `@kabotte2018` by 0.88 and behind `@cruiser` by 0.86. As it is (`option=rule=remulade seeds=2`),
//! `@kabotte2018` is worse by 0.40 ± 0.20; 8 crashes of ours stand beside 186 of the five others, and one of them was
//! avoidable.

mod danger;
mod worth;

use crate::cover::is_near;
use crate::exact::Exact;
use crate::graph::Node;
use crate::joint::Outlook;
use crate::motion::Motion;
use crate::params::Params;
use crate::repeats::{Draw, Expected, Repeats};
use crate::rollout::Prospect;
use crate::rules::MoveNumber;
use crate::solve::Race;
use crate::stops::Stops;
use crate::track::Cell;
use danger::likelihoods;

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

/// A move that costs a rival so many moves is one that it may still make, by a slip or to harm us.
const SIDESTEP: u16 = 1;

/// Another car in the race.
#[derive(Clone, Copy, Debug)]
pub struct Rival {
    pub car: Motion,
    /// That of its next move.
    pub number: MoveNumber,
    pub open: Stops,
    /// Whether it has moved in this round.
    pub has_moved: bool,
}

/// A move that the car may make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    pub node: Node,
    /// What is open after it; `None` after the finish.
    pub open: Option<Stops>,
    /// The moves that are left after it.
    pub left: u16,
    /// The number of quickest ways on, if it is planned.
    pub ways: u64,
    /// What repetitions are expected to cost after it, in moves.
    pub surcharge: f32,
}

/// A move with what it may lead to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    pub offer: Offer,
    /// The chance that the others take every way on, by where each of them is likely to stand.
    pub peril: f32,
    /// By races that are played on, if they are.
    pub prospect: Option<Prospect>,
}

/// The race as it stands for our car.
pub struct Field<'a> {
    pub params: &'a Params,
    pub race: &'a Race,
    pub exact: &'a Exact,
    /// Whether the cars block that still have to move in a round, too.
    pub all_block: bool,
    /// Whether the others are left in peace.
    pub is_peaceful: bool,
    /// Who has to repeat its vector, where cars have to.
    pub draw: Option<Draw>,
    pub car: Motion,
    /// That of the next move.
    pub number: MoveNumber,
    pub open: Stops,
    /// Where the car is set back to if it crashes after the next move.
    pub set_back: Option<Cell>,
    pub rivals: Vec<Rival>,
}

impl Outlook for Field<'_> {
    fn left(&self, node: Node, open: Stops) -> u16 {
        self.exact.left(node, open).unwrap_or_else(|| self.race.tour().at_least(node, open))
    }
}

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

    /// The chance that another car stands where a repetition of a move would lead, which forbids it.
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

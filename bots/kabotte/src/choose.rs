//! Which move among other cars: one after which they cannot make the car crash, and among those the one
//! that is worth most when they get in each other's way.
//!
//! A quickest move that is safe whatever others do is preferred. If none is, slower safe moves compete with
//! it: the joint search weighs them, and a chance of more than [`Params::gamble`] that all ways on are
//! taken is refused where a safe move costs little. Below is what that gains: 448 races of 4 and 6
//! cars over 56 maps of the site, seats rotated (example `races`). The ranks are by how much the mean
//! rank of the house player is worse, with a standard error of 0.15; the crashes are ours.
//!
//! | settings | `@cruiser`: 4, 6 | `@blocker`: 4, 6 | crashes | avoidable |
//! |---|---|---|---|---|
//! | `wary=0 freedom=0`: quickest moves alone | 0.64, 1.00 | 0.71, 1.20 | 53 | 12 |
//! | the same, `greed=0`: no blocking | 0.70, 0.59 | 0.76, 1.09 | 56 | 9 |
//! | the same, `crowd_premium=99`: safe at any price | 0.40, 0.08 | 0.43, 0.33 | 12 | 0 |
//! | `wary=2 freedom=0`: slower safe moves compete | 0.65, 0.93 | 0.71, 1.23 | 30 | 2 |
//! | `wary=2 freedom=0.05 gamble=1`: later freedom counts | 0.76, 1.07 | 0.87, 1.26 | 33 | 2 |
//!
//! With [`Params::gamble`] as it is, over half as many races: 0.86, 0.92, 0.98 and 1.22.
//!
//! Under `REmulAde` with 6 cars (112 races, standard error 0.3) a first weighing of repetitions was behind
//! `@kabotte2018` by 0.88 and behind `@cruiser` by 0.86. As it is, `@kabotte2018` is worse by 0.39 and `@cruiser`
//! better by 0.32; 13 crashes of ours stand beside 597 of the five others.

use crate::cover::{can_take_all, is_near};
use crate::exact::Exact;
use crate::graph::Node;
use crate::joint::{Car, Joint, Outlook, Weighing, MOST_CARS};
use crate::motion::Motion;
use crate::params::Params;
use crate::repeats::{Draw, Expected, Repeats};
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::Cell;

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

/// A move of a rival.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: Node,
    open: Option<Stops>,
    at: Cell,
    /// How much slower it is than the quickest one.
    slack: u16,
}

/// How likely each of some moves is: the quickest ones most.
fn likelihoods(steps: Vec<Step>) -> impl Iterator<Item = (Step, f32)> {
    /// How likely a slower move is, beside one that is quicker by a move.
    const SLIP: f32 = 0.1;
    let weight = |step: &Step| SLIP.powi(i32::from(step.slack.min(4)));
    let sum: f32 = steps.iter().map(weight).sum();
    steps.into_iter().map(move |step| (step, SLIP.powi(i32::from(step.slack.min(4))) / sum))
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
        let offers = self.withstand(offers, &near);
        let good = self.prudent(&offers, &near);
        let values = self.values(&good, &near);
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equal = good.iter().zip(&values).filter(|it| *it.1 > best - 1e-3);
        equal.map(|it| *it.0).max_by_key(|offer| (offer.ways, std::cmp::Reverse(offer.left)))
    }

    /// Those of some moves that are quick and safe, as far as both can be had.
    fn prudent(&self, offers: &[Offer], near: &[&Rival]) -> Vec<Offer> {
        let allowed = self.allowance();
        let quickest = match offers.iter().map(|offer| offer.left).min() {
            Some(quickest) => quickest,
            None => return Vec::new(),
        };
        let within = |offers: &[Offer], premium| {
            let is_cheap = |offer: &Offer| offer.left <= quickest + premium;
            Some(offers.to_vec()).filter(|offers| offers.iter().any(is_cheap))
        };
        let safe = self.safe(offers, near, None);
        let mut good = within(&safe, allowed.premium)
            .or_else(|| {
                let likely = self.safe(offers, near, Some(SIDESTEP));
                within(&likely, allowed.likely_premium)
            })
            .unwrap_or_else(|| offers.to_vec());
        let least = good.iter().map(|offer| offer.left).min().unwrap_or(quickest);
        good.retain(|offer| offer.left <= least + allowed.detour);
        // If no quick move is safe, it depends on the danger whether a slower one is better.
        if !good.iter().any(|offer| safe.contains(offer)) {
            let is_worth_a_look = |offer: &&Offer| offer.left <= least + self.params.wary as u16;
            good.extend(safe.iter().filter(is_worth_a_look));
            let presences = self.presences(near);
            let is_bold = |offer: &Offer| {
                let peril = f64::from(self.peril(offer, &presences));
                peril > self.params.gamble && !safe.contains(offer)
            };
            if !good.iter().all(is_bold) {
                good.retain(|offer| !is_bold(offer));
            }
        }
        good
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
    fn near(&self) -> impl Iterator<Item = &Rival> {
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

    /// The moves after which the others cannot take every way on, by moves that cost them so many at most,
    /// if there is a limit.
    pub fn safe(&self, offers: &[Offer], near: &[&Rival], limit: Option<u16>) -> Vec<Offer> {
        let reach: Vec<Vec<Cell>> = near.iter().map(|rival| self.reach(rival, limit)).collect();
        let is_safe = |offer: &&Offer| match offer.open {
            None => true,
            Some(open) if offer.left < FAR => {
                let next = self.next_cells(offer.node, open);
                !can_take_all(&next, &reach)
            }
            Some(_) => false,
        };
        offers.iter().filter(is_safe).copied().collect()
    }

    /// Where a car can go after a move without a crash to come.
    fn next_cells(&self, node: Node, open: Stops) -> Vec<Cell> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let is_alive = |next: &Node| {
            course.after(open, graph.mark(*next)).map_or(true, |open| self.left(*next, open) < FAR)
        };
        let next = successors(graph, node, self.number.next()).filter(is_alive);
        next.map(|next| graph.motion(next).at).collect()
    }

    /// Where a rival may stand and block when it is our turn again, by moves that cost it so many at
    /// most, if there is a limit.
    fn reach(&self, rival: &Rival, limit: Option<u16>) -> Vec<Cell> {
        let within = |it: &&Step| limit.map_or(true, |limit| it.slack <= limit);
        let mut cells: Vec<Cell> = Vec::new();
        let first = self.first_steps(rival);
        if rival.has_moved || self.all_block {
            cells.extend(first.iter().filter(within).map(|it| it.at));
        }
        if self.all_block {
            cells.push(rival.car.at);
        }
        if !rival.has_moved {
            for step in first.iter().filter(within) {
                cells.extend(self.next_steps(step).iter().filter(within).map(|it| it.at));
            }
        }
        cells
    }

    /// How likely a rival is to block each cell when it is our turn again.
    fn presence(&self, rival: &Rival) -> Vec<(Cell, f32)> {
        let mut cells: Vec<(Cell, f32)> = Vec::new();
        // By the newer rule only those block that have moved before us in the next round.
        let before_us = if self.all_block { 1.0 } else { 0.5 };
        let mut add = |cell: Cell, chance: f32| match cells.iter_mut().find(|it| it.0 == cell) {
            Some(known) => known.1 += before_us * chance,
            None => cells.push((cell, before_us * chance)),
        };
        for (first, chance) in likelihoods(self.first_steps(rival)) {
            if rival.has_moved {
                add(first.at, chance);
            } else {
                for (second, share) in likelihoods(self.next_steps(&first)) {
                    add(second.at, chance * share);
                }
            }
        }
        cells
    }

    /// That of each of some rivals.
    fn presences(&self, rivals: &[&Rival]) -> Vec<Vec<(Cell, f32)>> {
        rivals.iter().map(|rival| self.presence(rival)).collect()
    }

    /// The chance that the others stand on every cell to which a move leads on, taken cell by cell.
    fn peril(&self, offer: &Offer, presences: &[Vec<(Cell, f32)>]) -> f32 {
        let open = match offer.open {
            Some(open) => open,
            None => return 0.0,
        };
        let is_taken = |cell: Cell| {
            let of = |presence: &Vec<(Cell, f32)>| {
                presence.iter().find(|it| it.0 == cell).map_or(0.0, |it| it.1)
            };
            1.0 - presences.iter().map(|presence| 1.0 - of(presence)).product::<f32>()
        };
        self.next_cells(offer.node, open).into_iter().map(is_taken).product()
    }

    /// The next moves of a rival.
    fn first_steps(&self, rival: &Rival) -> Vec<Step> {
        let first = self.race.first_moves(rival.car, rival.number);
        self.steps(first.into_iter(), rival.open)
    }

    /// The moves after one; none at home.
    fn next_steps(&self, step: &Step) -> Vec<Step> {
        let graph = self.race.graph();
        let next = |open| self.steps(successors(graph, step.node, MoveNumber(0)), open);
        step.open.map_or_else(Vec::new, next)
    }

    fn steps(&self, nodes: impl Iterator<Item = Node>, open: Stops) -> Vec<Step> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let step = |node| {
            let open = course.after(open, graph.mark(node));
            let slack = open.map_or(0, |open| self.left(node, open));
            Step { node, open, at: graph.motion(node).at, slack }
        };
        let mut steps: Vec<Step> = nodes.map(step).collect();
        let least = steps.iter().map(|step| step.slack).min().unwrap_or(0);
        for step in &mut steps {
            step.slack -= least;
        }
        steps
    }

    /// What moves are worth.
    fn values(&self, offers: &[Offer], all_near: &[&Rival]) -> Vec<f32> {
        let graph = self.race.graph();
        let near: Vec<&Rival> = all_near.iter().take(self.most_rivals()).copied().collect();
        if near.is_empty() {
            let value = |offer: &Offer| -f32::from(offer.left) - offer.surcharge;
            return offers.iter().map(value).collect();
        }
        let ours = offers.iter().map(|offer| offer.left).min().unwrap_or(0);
        let shares = self.shares(ours);
        let weighing = self.weighing(ours);
        let first = offers.iter().map(|offer| (offer.node, offer.open)).collect();
        let mut cars = vec![Car { at: self.car.at, first, has_moved: false, weight: 0.0 }];
        for rival in near {
            let nodes = self.race.first_moves(rival.car, rival.number);
            let after = |node: Node| self.race.course().after(rival.open, graph.mark(node));
            let first = nodes.iter().map(|node| (*node, after(*node))).collect();
            let weight = if self.is_peaceful { 0.0 } else { shares(rival) };
            cars.push(Car { at: rival.car.at, first, has_moved: rival.has_moved, weight });
        }
        let values = Joint::new(self.race, self, self.all_block, weighing).values(&cars).0;
        let presences = self.presences(all_near);
        let value = |(offer, value): (&Offer, f32)| {
            let freedom = self.params.freedom as f32 * (offer.ways.max(1) as f32).log2();
            let danger = (self.params.peril * self.params.crash) as f32;
            value + freedom - danger * self.peril(offer, &presences) - offer.surcharge
        };
        offers.iter().zip(values).map(value).collect()
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

    fn allowance(&self) -> Allowance {
        let Params { duel_detour, duel_premium, duel_likely, .. } = *self.params;
        let Params { crowd_detour, crowd_premium, crowd_likely, .. } = *self.params;
        let (detour, premium, likely) = match self.rivals.len() {
            0 | 1 => (duel_detour, duel_premium, duel_likely),
            _ => (crowd_detour, crowd_premium, crowd_likely),
        };
        let detour = detour.max(self.draw.map_or(0, |_| self.params.repeat_detour));
        Allowance { detour: detour as u16, premium: premium as u16, likely_premium: likely as u16 }
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

//! Which move among other cars: one after which they cannot make the car crash, and among those the one
//! that is worth most when they get in each other's way.

use crate::cover::{can_take_all, is_near};
use crate::exact::Exact;
use crate::graph::Node;
use crate::joint::{Car, Joint, Outlook, Weighing, MOST_CARS};
use crate::motion::Motion;
use crate::params::Params;
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
        let allowed = self.allowance();
        let near: Vec<&Rival> = self.near().collect();
        let quickest = offers.iter().map(|offer| offer.left).min()?;
        let within = |offers: Vec<Offer>, premium| {
            let is_cheap = |offer: &Offer| offer.left <= quickest + premium;
            Some(offers).filter(|offers| offers.iter().any(is_cheap))
        };
        let mut good = within(self.safe(offers, &near, None), allowed.premium)
            .or_else(|| within(self.safe(offers, &near, Some(SIDESTEP)), allowed.likely_premium))
            .unwrap_or_else(|| offers.to_vec());
        let least = good.iter().map(|offer| offer.left).min()?;
        let wary = self.params.wary as u16;
        let is_risky = wary > 0 && within(self.safe(&good, &near, None), 0).is_none();
        good.retain(|offer| offer.left <= least + allowed.detour);
        if is_risky {
            for offer in self.safe(offers, &near, None) {
                if offer.left <= least + wary && !good.contains(&offer) {
                    good.push(offer);
                }
            }
        }
        let values = self.values(&good, &near);
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let equal = good.iter().zip(&values).filter(|it| *it.1 > best - 1e-3);
        equal.map(|it| *it.0).max_by_key(|offer| (offer.ways, std::cmp::Reverse(offer.left)))
    }

    /// The rivals that can be in the way, the nearest first.
    fn near(&self) -> impl Iterator<Item = &Rival> {
        let own = self.own_cells();
        let distance = move |rival: &&Rival| {
            if self.params.shared > 0 {
                let reach = self.reach(rival, Some(SIDESTEP));
                let shared = own.iter().filter(|cell| reach.contains(cell)).count();
                return -(shared as i16);
            }
            let (one, two) =
                (self.car.next(self.car.vector).at, rival.car.next(rival.car.vector).at);
            (one.x - two.x).abs().max((one.y - two.y).abs())
        };
        let mut near: Vec<&Rival> =
            self.rivals.iter().filter(|rival| is_near(self.car, rival.car)).collect();
        near.sort_by_cached_key(distance);
        near.into_iter()
    }

    /// Where the car may be after this move and the next.
    fn own_cells(&self) -> Vec<Cell> {
        let graph = self.race.graph();
        let first = self.race.first_moves(self.car, self.number);
        let second = first.iter().flat_map(|node| successors(graph, *node, MoveNumber(0)));
        let all = first.iter().copied().chain(second);
        let mut cells: Vec<Cell> = all.map(|node| graph.motion(node).at).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
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
        let graph = self.race.graph();
        let first = self.race.first_moves(rival.car, rival.number);
        let first = self.likely(first.into_iter().map(|node| (node, rival.open)), limit);
        let mut cells: Vec<Cell> = Vec::new();
        if rival.has_moved || self.all_block {
            cells.extend(first.iter().map(|it| graph.motion(it.0).at));
        }
        if self.all_block {
            cells.push(rival.car.at);
        }
        if !rival.has_moved {
            for (node, open) in first {
                // It does not move any more once it is home.
                if let Some(open) = open {
                    let next = successors(graph, node, MoveNumber(0)).map(|next| (next, open));
                    let second = self.likely(next, limit);
                    cells.extend(second.iter().map(|it| graph.motion(it.0).at));
                }
            }
        }
        cells
    }

    /// Those of some moves, each with what is open before it, that cost so many at most, with what is
    /// open after them.
    fn likely(
        &self,
        moves: impl Iterator<Item = (Node, Stops)>,
        limit: Option<u16>,
    ) -> Vec<(Node, Option<Stops>)> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let moves: Vec<(Node, Option<Stops>)> =
            moves.map(|(node, open)| (node, course.after(open, graph.mark(node)))).collect();
        let left = |it: &(Node, Option<Stops>)| it.1.map_or(0, |open| self.left(it.0, open));
        match (limit, moves.iter().map(left).min()) {
            (Some(limit), Some(least)) => {
                moves.into_iter().filter(|it| left(it) <= least + limit).collect()
            }
            _ => moves,
        }
    }

    /// What moves are worth.
    fn values(&self, offers: &[Offer], near: &[&Rival]) -> Vec<f32> {
        let graph = self.race.graph();
        let near: Vec<&Rival> = near.iter().take(self.most_rivals()).copied().collect();
        if near.is_empty() {
            return offers.iter().map(|offer| -f32::from(offer.left)).collect();
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
        let freedom =
            |offer: &Offer| self.params.freedom as f32 * (offer.ways.max(1) as f32).log2();
        offers.iter().zip(values).map(|(offer, value)| value + freedom(offer)).collect()
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

//! "Baseline" (Simon Funk, 2002) in its two forms, as its author describes it: distance fields over the whole board,
//! packages chosen one after the other from the destination of the previous one, always the least bid.
//!
//! Its known error, an endless loop if a home base cannot be reached, is not reproduced: unreachable cells are not
//! goals.

use gridkit::Rng;

use super::chart::{Act, Chart, Order};
use super::client::Strategy;
use super::fields::{Field, Fields, step_cost};
use crate::game::Seat;
use crate::games::courier::board::{Cell, Direction};
use crate::games::courier::packages::{Package, PackageId};

/// A robot within this distance counts as met.
const NEAR: u32 = 4;
/// The number of turns after a meeting in which the final form avoids the water.
const WARY_TURNS: u32 = 20;
/// The most tiles of all fields in one choice. Each package is measured from the destination of the previous one, which
/// needs a field. When this is used up (after 200 fields on the largest board), the others are measured from the
/// last destination: otherwise a choice among 10,000 packages would take minutes.
const TILES_OF_A_CHOICE: usize = 200_000_000;

/// The two forms.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The entry of the first day: the nearest package first; away from all water if the way is not longer; it also
    /// avoids dead robots, by an error of its own.
    Lightning,
    /// The last entry: by weight and distance; after a meeting its fields avoid tiles from which a push drowns;
    /// pushes a robot into the water if it can.
    Final,
}

/// A player of one of the two forms.
pub(super) struct Baseline {
    form: Form,
    random: Rng,
    fields: Fields,
    turn: u32,
    /// The turn until which it avoids the water.
    wary_until: u32,
    goal: Option<Cell>,
}

impl Baseline {
    pub(super) fn new(form: Form, seed: u64, seat: Seat) -> Self {
        let random = Rng::new(seed.wrapping_add(seat.0 as u64 + 1));
        Self { form, random, fields: Fields::default(), turn: 0, wary_until: 0, goal: None }
    }

    /// A push that drowns a robot, if one is possible.
    fn push(chart: &Chart) -> Option<Direction> {
        let here = chart.here();
        Direction::ALL.into_iter().find(|direction| {
            let beside = here.step(*direction);
            chart.rivals().any(|rival| rival.cell == beside) && chart.drowns(beside, *direction)
        })
    }

    /// The packages to take from the own tile, each chosen from the destination of the previous one.
    fn choose_packages(&mut self, chart: &Chart) -> Vec<PackageId> {
        let carried: u64 = chart.carried().map(|package| package.weight).sum();
        let mut room = chart.capacity.saturating_sub(carried);
        let here = chart.here();
        let lying = chart.lying.get(&here).into_iter().flatten();
        let mut offers: Vec<Package> =
            lying.filter_map(|id| chart.packages.get(id)).copied().collect();
        let mut chosen = Vec::new();
        let mut field = self.fields.to(chart, here, false);
        let longest_chain = TILES_OF_A_CHOICE / chart.board.area();
        loop {
            offers.retain(|package| package.weight <= room);
            let Some(place) = self.best(chart, &field, &offers) else { return chosen };
            let package = offers.swap_remove(place);
            room -= package.weight;
            chosen.push(package.id);
            if chosen.len() < longest_chain {
                field = self.fields.to(chart, package.destination, false);
            }
        }
    }

    /// The index of the best package that can be delivered.
    fn best(&self, chart: &Chart, field: &Field, offers: &[Package]) -> Option<usize> {
        let offers = offers.iter().enumerate().filter_map(|(place, package)| {
            Some((place, package, field.from(&chart.board, package.destination)?))
        });
        let best = offers.min_by(|(_, a, a_far), (_, b, b_far)| {
            let by_form = match self.form {
                Form::Lightning => a_far.cmp(b_far),
                Form::Final => {
                    let worth = |package: &Package, other: u32| {
                        u128::from(package.weight) * (u128::from(other) + 1)
                    };
                    worth(b, *a_far).cmp(&worth(a, *b_far))
                }
            };
            by_form.then(a.id.cmp(&b.id))
        });
        best.map(|(place, ..)| place)
    }

    /// The goal. Without a goal the robot visits all bases again, because new packages may have come.
    fn choose_goal(&mut self, chart: &mut Chart) -> Option<Cell> {
        let goal = self.nearest_goal(chart);
        if goal.is_none() {
            chart.look_again();
            return self.nearest_goal(chart);
        }
        goal
    }

    /// The nearest destination of a carried package, or else the nearest tile that may have packages. Only reachable
    /// tiles count.
    fn nearest_goal(&mut self, chart: &Chart) -> Option<Cell> {
        let field = self.fields.to(chart, chart.here(), false);
        let far = |cell: Cell| field.from(&chart.board, cell);
        let nearest = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.filter_map(|cell| Some((far(cell)?, cell))).min().map(|(_, cell)| cell)
        };
        let useful = |id: &PackageId| {
            chart.packages.get(id).is_none_or(|package| {
                package.weight <= chart.capacity && far(package.destination).is_some()
            })
        };
        let here = chart.here();
        let fumbles = chart.lying.iter().filter(|(_, ids)| ids.iter().any(useful));
        let fumbles = fumbles.map(|(cell, _)| *cell).filter(|cell| *cell != here);
        nearest(&mut chart.carried().map(|package| package.destination))
            .or_else(|| nearest(&mut fumbles.chain(chart.unseen.iter().copied())))
    }

    /// Whether the goal is still valid.
    fn is_goal(chart: &Chart, goal: Cell) -> bool {
        let mut carried = chart.carried().peekable();
        goal != chart.here()
            && match carried.peek() {
                Some(_) => carried.any(|package| package.destination == goal),
                None => chart.unseen.contains(&goal) || chart.lying.contains_key(&goal),
            }
    }

    /// A step towards the goal.
    fn walk(&mut self, chart: &Chart, goal: Cell) -> Order {
        let shy = self.form == Form::Final && self.turn < self.wary_until;
        let field = self.fields.to(chart, goal, shy);
        let here = chart.here();
        let ways = Direction::ALL.into_iter().filter_map(|direction| {
            let next = here.step(direction);
            let cost = field.from(&chart.board, next)? + step_cost(chart, next, shy);
            Some((cost, self.form == Form::Lightning && chart.is_shore(next), direction))
        });
        let way = ways.min_by_key(|(cost, shore, _)| (*cost, *shore));
        let Some((_, _, direction)) = way else { return Order::WAIT };
        let next = here.step(direction);
        if self.is_contact(chart, next) && self.random.below(2) == 0 {
            return self.dodge(chart);
        }
        Order::cheap(Act::Move(direction))
    }

    /// Whether a robot is on a tile or next to it.
    fn is_contact(&self, chart: &Chart, next: Cell) -> bool {
        let near = |cell: Cell| cell.distance(next) <= 1;
        let graves = self.form == Form::Lightning && chart.graves.contains(&next);
        graves || chart.rivals().any(|rival| near(rival.cell))
    }

    /// Steps aside or waits at random, so that two robots do not block each other for ever.
    fn dodge(&mut self, chart: &Chart) -> Order {
        let here = chart.here();
        let is_free = |direction: &Direction| {
            let next = here.step(*direction);
            chart.board.tile(next).is_land()
                && !chart.is_dangerous(next)
                && chart.rivals().all(|rival| rival.cell != next)
        };
        let free: Vec<Direction> = Direction::ALL.into_iter().filter(is_free).collect();
        match free.get(self.random.below(free.len() + 1)) {
            Some(direction) => Order::cheap(Act::Move(*direction)),
            None => Order::WAIT,
        }
    }
}

impl Strategy for Baseline {
    fn choose(&mut self, chart: &mut Chart) -> Order {
        self.turn += 1;
        let here = chart.here();
        if chart.rivals().any(|rival| rival.cell.distance(here) <= NEAR) {
            self.wary_until = self.turn + WARY_TURNS;
        }
        if self.form == Form::Final
            && let Some(direction) = Self::push(chart)
        {
            return Order::cheap(Act::Move(direction));
        }
        let arrived = chart.carried().filter(|package| package.destination == here);
        let arrived: Vec<PackageId> = arrived.map(|package| package.id).collect();
        if !arrived.is_empty() {
            return Order::cheap(Act::Drop(arrived));
        }
        if chart.lying.contains_key(&here) {
            let chosen = self.choose_packages(chart);
            if !chosen.is_empty() {
                return Order::cheap(Act::Pick(chosen));
            }
        }
        if !self.goal.is_some_and(|goal| Self::is_goal(chart, goal)) {
            self.goal = self.choose_goal(chart);
        }
        match self.goal {
            Some(goal) => self.walk(chart, goal),
            None => Order::WAIT,
        }
    }
}

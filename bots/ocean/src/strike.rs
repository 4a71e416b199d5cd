//! What our torpedoes and mines do to the opponent, and which targets are worth trying.

use std::cmp::Ordering;

use gridkit::Board15;

use crate::device::Device;
use crate::knowledge::Knowledge;
use crate::line::{Line, Shot};
use crate::map::{damage, Cell};
use crate::params::Params;
use crate::plan::Plan;
use crate::tracker::Belief;

/// Targets that are tried from one place.
const TARGETS: usize = 2;

/// What explosions probably do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// Lives they take on average.
    pub damage: f32,
    /// Probability that they take the last one.
    pub kill: f32,
}

/// Our means to hurt the opponent this turn.
pub struct Strike<'a> {
    knowledge: &'a Knowledge,
    params: &'a Params,
    them: &'a Belief,
    /// The targets of a torpedo that are worth trying, best first.
    targets: Vec<Cell>,
    /// Our armed mines that are worth triggering, best first.
    mines: Vec<Cell>,
    /// The largest expected damage of one explosion anywhere.
    prize: f64,
}

impl<'a> Strike<'a> {
    /// Against an opponent that is where `them` says.
    pub fn new(knowledge: &'a Knowledge, params: &'a Params, them: &'a Belief) -> Strike<'a> {
        let mut strike =
            Strike { knowledge, params, them, targets: Vec::new(), mines: Vec::new(), prize: 0.0 };
        let near = them.cells().grow_king();
        let damage_at = |cell| f64::from(strike.hit([Some(cell), None]).damage);
        strike.prize = near.iter().map(damage_at).fold(0.0, f64::max);
        strike.targets = strike.worthwhile(near & knowledge.map.water());
        strike.mines = strike.worthwhile(near & knowledge.own.armed);
        strike.mines.truncate(TARGETS);
        strike
    }

    /// What explosions in one turn do. The opponent does not move in it, so all of them meet it on
    /// the same cell.
    pub fn hit(&self, volley: [Option<Cell>; 2]) -> Hit {
        let (map, lives) = (&self.knowledge.map, self.knowledge.their_lives);
        let explosions = || volley.iter().flatten().copied();
        let near = explosions().fold(Board15::EMPTY, |near, at| near | map.blast(at));
        let mut hit = Hit::default();
        for cell in near & self.them.cells() {
            let loss: u8 = explosions().map(|at| damage(at, cell)).sum();
            let chance = self.them.at(cell);
            hit.damage += chance * f32::from(loss.min(lives));
            if loss >= lives {
                hit.kill += chance;
            }
        }
        hit
    }

    /// The worth of these explosions, in lives of ours.
    pub fn worth(&self, volley: [Option<Cell>; 2]) -> f64 {
        let hit = self.hit(volley);
        self.params.hit * (f64::from(hit.damage) + self.params.kill * f64::from(hit.kill))
    }

    /// The largest expected damage of one explosion anywhere.
    pub fn prize(&self) -> f64 {
        self.prize
    }

    /// The lines of a plan with an explosion.
    pub fn lines(&self, plan: Plan, lines: &mut Vec<Line>) {
        let quiet = Line::quiet(plan);
        let first = lines.len();
        for &mine in &self.mines {
            let trigger = Some(Shot { stop: safest_stop(&plan, mine), at: mine });
            lines.push(Line { trigger, ..quiet });
        }
        let triggered = first..lines.len();
        for stop in self.first_stop(&plan)..plan.stops().len() {
            let reach = self.knowledge.map.reach(plan.stops()[stop]);
            let targets = self.targets.iter().filter(|&&target| reach.contains(target));
            for &at in targets.take(TARGETS) {
                let torpedo = Some(Shot { stop, at });
                lines.push(Line { torpedo, ..quiet });
                for index in triggered.clone() {
                    lines.push(Line { torpedo, ..lines[index] });
                }
            }
        }
    }

    /// The first stop of a plan at which a torpedo is ready; the number of stops if no torpedo is ready.
    fn first_stop(&self, plan: &Plan) -> usize {
        const NEVER: usize = usize::MAX;
        match (self.knowledge.own.charges.missing(Device::Torpedo), plan.move_at()) {
            (Some(0), _) => 0,
            // The move of the plan supplies the last charge.
            (Some(1), Some(stop)) if plan.must_charge.is_none() => stop + 1,
            _ => NEVER,
        }
    }

    /// The cells on which an explosion is worth trying, best first.
    fn worthwhile(&self, cells: Board15) -> Vec<Cell> {
        let mut found: Vec<(f64, Cell)> = cells
            .iter()
            .map(|cell| (self.worth([Some(cell), None]), cell))
            .filter(|(worth, _)| *worth >= self.params.floor)
            .collect();
        found.sort_by(|a, b| {
            b.0.partial_cmp(&a.0).unwrap_or(Ordering::Equal).then_with(|| a.1.cmp(&b.1))
        });
        found.into_iter().map(|(_, cell)| cell).collect()
    }
}

/// The stop of a plan at which an explosion hurts us least, the earliest of equals.
fn safest_stop(plan: &Plan, explosion: Cell) -> usize {
    let stops = plan.stops().iter().enumerate();
    stops.min_by_key(|(_, &at)| damage(explosion, at)).map_or(0, |(stop, _)| stop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{self, cell};
    use crate::plan;

    /// We are on (7, 7) of the open sea, the opponent on one of those cells.
    fn facing(theirs: &[(i32, i32)], lives: u8, missing: [i32; 4]) -> Knowledge {
        let mut knowledge = drawn::facing(theirs, &[(7, 7)], missing, &Params::default());
        knowledge.their_lives = lives;
        knowledge
    }

    #[test]
    fn a_hit_counts_what_can_be_lost() {
        let knowledge = facing(&[(7, 10), (8, 10)], 1, [0, 4, 6, 3]);
        let (params, them) = (Params::default(), knowledge.them.belief());
        let strike = Strike::new(&knowledge, &params, &them);
        // The opponent has one life, on either of the two cells.
        let hit = strike.hit([Some(cell(7, 10)), None]);
        assert!((hit.damage - 1.0).abs() < 1e-6 && (hit.kill - 1.0).abs() < 1e-6);
        let hit = strike.hit([Some(cell(9, 10)), None]);
        assert!((hit.damage - 0.5).abs() < 1e-6 && (hit.kill - 0.5).abs() < 1e-6);
    }

    #[test]
    fn two_explosions_add_up() {
        let knowledge = facing(&[(7, 10)], 3, [0, 4, 6, 3]);
        let (params, them) = (Params::default(), knowledge.them.belief());
        let strike = Strike::new(&knowledge, &params, &them);
        let hit = strike.hit([Some(cell(7, 10)), Some(cell(7, 11))]);
        assert!((hit.damage - 3.0).abs() < 1e-6 && (hit.kill - 1.0).abs() < 1e-6);
        assert!((strike.prize() - 2.0).abs() < 1e-6);
    }

    #[test]
    fn the_move_can_supply_the_last_charge() {
        for (missing, stops) in [(0, vec![0, 1]), (1, vec![1]), (2, vec![])] {
            let knowledge = facing(&[(7, 10)], 6, [missing, 4, 6, 3]);
            let (params, them) = (Params::default(), knowledge.them.belief());
            let strike = Strike::new(&knowledge, &params, &them);
            let plans = plan::all(&knowledge.own, &knowledge.map);
            let south =
                plans.iter().find(|plan| plan.orders().len() == 1 && plan.end() == cell(7, 8));
            let mut lines = Vec::new();
            strike.lines(*south.unwrap(), &mut lines);
            let full =
                lines.iter().filter_map(|line| line.torpedo).filter(|shot| shot.at == cell(7, 10));
            assert_eq!(full.map(|shot| shot.stop).collect::<Vec<_>>(), stops);
        }
    }

    #[test]
    fn a_mine_is_blown_at_the_stop_at_which_it_hurts_us_least() {
        let mut knowledge = facing(&[(6, 6)], 6, [3, 4, 6, 3]);
        let params = Params::default();
        let mut triggers = |mine: Cell, end: Cell| {
            knowledge.own.armed = Board15::of(mine);
            let them = knowledge.them.belief();
            let strike = Strike::new(&knowledge, &params, &them);
            let plans = plan::all(&knowledge.own, &knowledge.map);
            let step = plans.iter().find(|plan| plan.orders().len() == 1 && plan.end() == end);
            let mut lines = Vec::new();
            strike.lines(*step.unwrap(), &mut lines);
            lines.iter().filter_map(|line| line.trigger).map(|shot| shot.stop).collect::<Vec<_>>()
        };
        assert_eq!(triggers(cell(6, 6), cell(7, 8)), [1], "after the step away from it");
        assert_eq!(triggers(cell(6, 5), cell(7, 6)), [0], "before the step towards it");
        assert_eq!(triggers(cell(5, 6), cell(7, 8)), [0], "as early as any");
    }

    #[test]
    fn a_target_below_the_floor_is_not_tried() {
        let cells: Vec<(i32, i32)> = (0..15).map(|x| (x, 10)).collect();
        let knowledge = facing(&cells, 6, [0, 4, 6, 3]);
        let them = knowledge.them.belief();
        let lines = |floor: f64| {
            let params = Params { floor, ..Params::default() };
            let mut lines = Vec::new();
            let strike = Strike::new(&knowledge, &params, &them);
            strike.lines(Plan::stay(&knowledge.own), &mut lines);
            lines.len()
        };
        // The best shot takes (2 + 1 + 1) / 15 lives; at most two targets are tried.
        assert_eq!([lines(0.26), lines(0.27)], [2, 0]);
    }
}

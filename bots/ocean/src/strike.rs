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

    /// The first stop of a plan at which a torpedo is ready; beyond the last one if there is none.
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

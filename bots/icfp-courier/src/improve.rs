//! Better routes: [`Improver`] takes a part of a route out and builds it anew, again and again.
//!
//! Ruin and recreate (Schrimpf and others 2000), with strings of neighbouring stops as the ruins
//! (Christiaens and Vanden Berghe 2020) and a temperature for what is accepted.

use gridkit::{Deadline, Rng};

use crate::route::{Problem, Route};

/// Improves routes; its buffers serve again and again.
#[derive(Clone, Debug)]
pub struct Improver {
    rng: Rng,
    trial: Route,
    present: Route,
    planned: Vec<bool>,
    order: Vec<(f64, u16)>,
    /// Worth at which a worse route is taken for the time being, as a part of the best.
    warmth: f64,
    /// Trials since the last better route.
    in_vain: u32,
}

/// Jobs that a ruin takes out at most.
const LARGEST_RUIN: usize = 12;

impl Improver {
    /// An improver with this randomness. `warmth` is the part of a route's worth that a step may
    /// lose.
    pub fn new(seed: u64, warmth: f64) -> Self {
        Self {
            rng: Rng::new(seed),
            trial: Route::default(),
            present: Route::default(),
            planned: Vec::new(),
            order: Vec::new(),
            warmth,
            in_vain: 0,
        }
    }

    /// Says that the problem is another one: `patience` counts anew.
    pub fn begin(&mut self) {
        self.in_vain = 0;
    }

    /// Improves `best` until the deadline, or until `patience` trials in a row failed, those
    /// of earlier calls counted.
    pub fn improve(
        &mut self,
        problem: &Problem,
        best: &mut Route,
        deadline: &mut Deadline,
        patience: u32,
    ) {
        best.weigh(problem);
        if !best.fits || best.turns() > problem.turns {
            // What is planned anew has had no trials, whatever came before.
            best.events.clear();
            best.weigh(problem);
            self.in_vain = 0;
        }
        if self.in_vain >= patience {
            return;
        }
        self.present.clone_from(best);
        self.take_trial();
        self.recreate(problem);
        self.judge(best, 0.0);
        while self.in_vain < patience && !deadline.expired() && !problem.jobs.is_empty() {
            self.take_trial();
            self.ruin(problem);
            self.recreate(problem);
            let heat = self.warmth * best.worth.abs() * self.rng.unit();
            self.in_vain = if self.judge(best, heat) { 0 } else { self.in_vain + 1 };
        }
    }

    fn take_trial(&mut self) {
        self.trial.clone_from(&self.present);
    }

    /// Keeps the trial if it is good enough; true if it is the best so far.
    fn judge(&mut self, best: &mut Route, heat: f64) -> bool {
        if !self.trial.fits || self.trial.worth < self.present.worth - heat {
            return false;
        }
        std::mem::swap(&mut self.trial, &mut self.present);
        let better = self.present.worth > best.worth + 1e-9
            || !best.fits
            || (self.present.worth > best.worth - 1e-9 && self.present.turns() < best.turns());
        if better {
            best.clone_from(&self.present);
        }
        better
    }

    /// Takes some jobs out of the trial.
    fn ruin(&mut self, problem: &Problem) {
        let events = &self.trial.events;
        if events.is_empty() {
            return;
        }
        let most = 1 + self.rng.below(LARGEST_RUIN.min(events.len()));
        self.planned.clear();
        self.planned.resize(problem.jobs.len(), true);
        if self.rng.chance(0.7) {
            let first = self.rng.below(events.len());
            for event in events.iter().skip(first).take(most) {
                self.planned[usize::from(event.job)] = false;
            }
        } else {
            for _ in 0..most {
                let job = events[self.rng.below(events.len())].job;
                self.planned[usize::from(job)] = false;
            }
        }
        let planned = &self.planned;
        self.trial.events.retain(|event| planned[usize::from(event.job)]);
        self.trial.weigh(problem);
    }

    /// Puts into the trial what fits, in an order that differs from time to time.
    fn recreate(&mut self, problem: &Problem) {
        self.planned.clear();
        self.planned.resize(problem.jobs.len(), false);
        for event in &self.trial.events {
            self.planned[usize::from(event.job)] = true;
        }
        let how = self.rng.below(4);
        let start = usize::from(self.trial.events.first().map_or(0, |event| event.node));
        self.order.clear();
        for (number, job) in problem.jobs.iter().enumerate() {
            if self.planned[number] {
                continue;
            }
            let noise = 0.5 + self.rng.unit();
            let from = job.from.map_or(start, usize::from);
            let far = f64::from(problem.steps[from * problem.nodes + usize::from(job.to)]) + 1.0;
            let key = match how {
                0 => noise,
                1 => noise * job.value,
                2 => noise * job.value / far,
                _ => noise / far,
            };
            // What is carried blocks the way until it has its place.
            let key = if job.from.is_none() && !job.is_look { key + 1e12 } else { key };
            self.order.push((-key, number as u16));
        }
        self.order.sort_unstable_by(|one, other| {
            one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal)
        });
        let rate = self.present.worth / f64::from(self.present.turns().max(1));
        let least = if self.rng.chance(0.5) { 0.0 } else { rate * self.rng.unit() };
        for pass in 0..2 {
            let least = if pass == 0 { least } else { 0.0 };
            let order = std::mem::take(&mut self.order);
            for &(_, number) in &order {
                if self.planned[usize::from(number)] {
                    continue;
                }
                if let Some(fit) = self.trial.fit(problem, number) {
                    if fit.gain > least * f64::from(fit.turns) {
                        self.trial.insert(problem, number, &fit);
                        self.planned[usize::from(number)] = true;
                    }
                }
            }
            self.order = order;
            if least <= 0.0 {
                break;
            }
        }
    }
}

//! [`Planner`] plans what to do: it makes a [`Problem`](crate::route::Problem) of what is known, keeps
//! the best route found so far, and improves it from turn to turn.

mod problem;
mod stop;

use gridkit::{floats, Deadline, Point};

use crate::board::Board;
use crate::improve::Improver;
use crate::ledger::{Ledger, View, Whereabouts, ME};
use crate::params::Params;
use crate::route::{Event, Kind, Route};

use problem::Choices;
pub use problem::{Means, Situation};
pub use stop::{Stop, Subject};

/// The best plan so far.
#[derive(Clone, Debug)]
pub struct Planner {
    choices: Choices,
    improver: Improver,
    route: Route,
    /// What is left to be done, in order.
    agenda: Vec<Stop>,
    /// The worth of the plan and its length in turns, when it was last thought over.
    worth: f64,
    turns: u32,
}

impl Planner {
    /// A planner without a plan.
    /// `trust` is the part of its weight that a guessed package is worth.
    pub fn new(params: &Params, trust: f64, seed: u64) -> Self {
        Self {
            choices: Choices::new(params, trust, seed),
            improver: Improver::new(seed, params.warmth),
            route: Route::default(),
            agenda: Vec::new(),
            worth: 0.0,
            turns: 0,
        }
    }

    /// The plan: what is left to be done, in order.
    pub fn agenda(&self) -> &[Stop] {
        &self.agenda
    }

    /// The worth of the plan when it was last thought over.
    pub fn worth(&self) -> f64 {
        self.worth
    }

    /// The turns that the plan took when it was last thought over.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Is nothing left but to look again at what we have seen?
    pub fn is_idle(&self, board: &Board, ledger: &Ledger) -> bool {
        let is_stale =
            |stop: &Stop| stop.kind == Kind::Look && ledger.view(board, stop.at) == View::Stale;
        self.agenda.iter().all(is_stale)
    }

    /// Plans from our tile; `is_new` says that something was learnt.
    pub fn think(
        &mut self,
        situation: &mut Situation,
        deadline: &mut Deadline,
        patience: u32,
        is_new: bool,
    ) {
        if is_new {
            self.improver.begin();
        }
        self.choices.pose(situation, self.worth);
        self.recall();
        self.improver.improve(&self.choices.problem, &mut self.route, deadline, patience);
        self.worth = self.route.worth;
        self.turns = self.route.turns();
        let stop = |event: &Event| Stop {
            at: self.choices.point(event.node),
            kind: event.kind,
            subject: self.choices.subjects[usize::from(event.job)],
        };
        self.agenda = self.route.events.iter().map(stop).collect();
    }

    /// The worth of a good plan that begins with these stops, which are all of one kind at one place;
    /// nothing if they cannot be done.
    pub fn worth_after(&mut self, stops: &[Stop], mut deadline: Deadline) -> Option<f64> {
        // The problem as it is when the stops are done.
        let mut problem = self.choices.problem.clone();
        let (mut gained, mut decay) = (0.0, 0.0);
        for stop in stops {
            let job = &mut problem.jobs[self.job(stop)?];
            decay = job.decay;
            if stop.kind == Kind::Pick {
                problem.start.node = job.from.take()?;
                problem.load += job.weight;
            } else {
                problem.start.node = job.to;
                problem.load -= job.weight;
                gained += job.value;
                // It has been done, so it shall not be done again.
                job.value = -1.0;
            }
            problem.start.kind = stop.kind;
        }
        let start = problem.start;
        let spent = problem.steps[usize::from(start.node)] + u32::from(start.kind != Kind::Look);
        problem.turns = problem.turns.checked_sub(spent)?;
        if problem.load > problem.capacity {
            return None;
        }
        // What is done after these stops comes later by the turns to them.
        let late = |decay: f64| floats::exp(-f64::from(spent) * decay);
        for job in problem.jobs.iter_mut().filter(|job| job.value > 0.0) {
            job.value *= late(job.decay);
        }
        let is_left = |event: &&Event| {
            let job = &problem.jobs[usize::from(event.job)];
            job.value >= 0.0 && (event.kind != Kind::Pick || job.from.is_some())
        };
        let mut route = Route::default();
        route.events.extend(self.route.events.iter().filter(is_left));
        self.improver.begin();
        self.improver.improve(&problem, &mut route, &mut deadline, u32::MAX);
        Some(gained * late(decay) + route.worth)
    }

    /// The number of the job of a stop.
    fn job(&self, stop: &Stop) -> Option<usize> {
        let jobs = &self.choices.problem.jobs;
        self.choices.subjects.iter().enumerate().position(|(number, subject)| {
            *subject == stop.subject
                && (stop.subject != Subject::Look || self.choices.point(jobs[number].to) == stop.at)
        })
    }

    /// Strikes what has been done, or cannot be done any more, off the plan.
    pub fn strike(&mut self, board: &Board, ledger: &Ledger) {
        let at = ledger.me().at;
        self.agenda.retain(|stop| match (stop.kind, stop.subject) {
            (Kind::Look, _) => stop.at != at && is_worth_a_look(board, ledger, stop.at),
            (Kind::Pick, Subject::Known(item)) => {
                ledger.package(item).at == Whereabouts::Lying(stop.at)
            }
            (Kind::Pick, Subject::Guessed(_)) => ledger.view(board, stop.at) == View::Unseen,
            _ => true,
        });
        let picks: Vec<Subject> = self
            .agenda
            .iter()
            .filter(|stop| stop.kind == Kind::Pick)
            .map(|stop| stop.subject)
            .collect();
        self.agenda.retain(|stop| match (stop.kind, stop.subject) {
            (Kind::Drop, Subject::Known(item)) => {
                ledger.package(item).at == Whereabouts::Carried(ME) || picks.contains(&stop.subject)
            }
            (Kind::Drop, _) => picks.contains(&stop.subject),
            _ => true,
        });
    }

    /// Makes the agenda a route of the new problem, as far as it still can be one.
    fn recall(&mut self) {
        self.route.events.clear();
        let mut picked = vec![false; self.choices.problem.jobs.len()];
        for stop in &self.agenda {
            let number = match self.job(stop) {
                Some(number) => number,
                None => continue,
            };
            let job = &self.choices.problem.jobs[number];
            let node = match (stop.kind, job.from) {
                (Kind::Pick, Some(node)) => {
                    picked[number] = true;
                    node
                }
                (Kind::Pick, None) => continue,
                (Kind::Drop, Some(_)) if !picked[number] => continue,
                _ => job.to,
            };
            self.route.events.push(Event { node, kind: stop.kind, job: number as u16 });
        }
        self.route.weigh(&self.choices.problem);
    }
}

/// May there be packages that we do not know of?
fn is_worth_a_look(board: &Board, ledger: &Ledger, at: Point) -> bool {
    !ledger.has_looked(board, at) || ledger.rumours().contains(&at)
}

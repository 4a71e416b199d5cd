//! What to do next and after that: [`Planner`] turns what is known into a [`Problem`], keeps the
//! best route found so far, and goes on improving it from turn to turn.

mod problem;

use gridkit::{Deadline, Point};

use crate::board::Board;
use crate::fields::{Fields, Table};
use crate::guesses::Guesses;
use crate::improve::Improver;
use crate::ledger::{Item, Ledger, View, Whereabouts, ME};
use crate::params::Params;
use crate::route::{Event, Kind, Problem, Route};

/// A stop of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Where.
    pub at: Point,
    /// What to do there.
    pub kind: Kind,
    /// What it is about.
    pub subject: Subject,
}

/// What a stop is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A tile to look at.
    Look,
    /// A package.
    Known(Item),
    /// A package that a base is thought to hold, by its number.
    Guessed(u16),
}

impl Stop {
    /// The package, if there is one.
    pub fn item(&self) -> Option<Item> {
        match self.subject {
            Subject::Known(item) => Some(item),
            _ => None,
        }
    }
}

/// What limits a plan.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Turns that can still be paid.
    pub turns: u32,
    /// The part of a package's worth that is lost with each turn until it is delivered.
    pub decay: f64,
}

/// The best plan so far.
#[derive(Clone, Debug)]
pub struct Planner {
    table: Table,
    improver: Improver,
    problem: Problem,
    route: Route,
    /// What each job is about.
    subjects: Vec<Subject>,
    guesses: Guesses,
    /// The table's number of each node, and its point.
    nodes: Vec<(u16, Point)>,
    /// What is left to be done, in order.
    agenda: Vec<Stop>,
    /// The worth of the plan and its length in turns, when it was last thought over.
    worth: f64,
    turns: u32,
    explore: f64,
    trust: f64,
}

impl Planner {
    /// A planner without a plan.
    pub fn new(params: &Params, seed: u64) -> Self {
        Self {
            table: Table::default(),
            improver: Improver::new(seed, params.warmth),
            problem: Problem::default(),
            route: Route::default(),
            subjects: Vec::new(),
            guesses: Guesses::new(seed),
            nodes: Vec::new(),
            agenda: Vec::new(),
            worth: 0.0,
            turns: 0,
            explore: params.explore,
            trust: params.trust,
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

    /// Thinks over what to do from where we stand; `is_new` says that something was learnt.
    #[allow(clippy::too_many_arguments)]
    pub fn think(
        &mut self,
        board: &Board,
        ledger: &Ledger,
        fields: &mut Fields,
        means: &Means,
        deadline: &mut Deadline,
        patience: u32,
        is_new: bool,
    ) {
        if is_new {
            self.improver.begin();
        }
        self.pose(board, ledger, fields, means);
        self.recall();
        self.improver.improve(&self.problem, &mut self.route, deadline, patience);
        self.worth = self.route.worth;
        self.turns = self.route.turns();
        let stop = |event: &Event| Stop {
            at: self.nodes[usize::from(event.node)].1,
            kind: event.kind,
            subject: self.subjects[usize::from(event.job)],
        };
        self.agenda = self.route.events.iter().map(stop).collect();
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
        let mut picked = vec![false; self.problem.jobs.len()];
        for stop in &self.agenda {
            let job = self.subjects.iter().enumerate().position(|(number, subject)| {
                *subject == stop.subject
                    && (stop.subject != Subject::Look
                        || self.nodes[usize::from(self.problem.jobs[number].to)].1 == stop.at)
            });
            let number = match job {
                Some(number) => number,
                None => continue,
            };
            let job = &self.problem.jobs[number];
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
        self.route.weigh(&self.problem);
    }
}

/// May there be packages that we do not know of?
fn is_worth_a_look(board: &Board, ledger: &Ledger, at: Point) -> bool {
    !ledger.has_looked(board, at) || ledger.rumours().contains(&at)
}

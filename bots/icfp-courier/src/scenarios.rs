//! What to do next where packages are not known: [`Scenarios`].
//!
//! A plan for one draw of the packages on unseen bases chooses what suits these packages, which are
//! not there. So a robot that is alone has several planners, each with its own draw, a scenario. The
//! first stops of each plan are tried in all scenarios, and those that are best in the mean are done
//! (Bent and Van Hentenryck 2004, "Scenario-based planning").

use std::cmp::Reverse;

use gridkit::Deadline;

use crate::board::Board;
use crate::ledger::Ledger;
use crate::params::Params;
use crate::planner::{Planner, Situation, Stop, Subject};
use crate::route::Kind;

/// Planners that differ in the packages that they expect on unseen bases.
#[derive(Clone, Debug)]
pub struct Scenarios {
    planners: Vec<Planner>,
    /// The planner whose plan is followed.
    chosen: usize,
    /// What was decided to do next.
    decided: Vec<Stop>,
}

/// Trials of each planner for its own plan.
const TRIES: u64 = 40;

/// Trials for a plan that begins as another planner wants.
const TRIES_AFTER: u64 = 20;

/// The most beginnings that are compared.
const MOST_OPTIONS: usize = 6;

/// On larger boards there is one planner: each further one needs time and memory.
const TILES: usize = 4_000;

impl Scenarios {
    /// Planners without a plan: several if the robot is alone.
    pub fn new(params: &Params, board: &Board, is_alone: bool, seed: u64) -> Self {
        let (draws, trust) = if is_alone && board.tiles() <= TILES {
            (params.draws as u64, params.trust_alone)
        } else {
            (1, params.trust)
        };
        let planner = |number: u64| Planner::new(params, trust, seed.wrapping_add(77 * number));
        Self { planners: (0..draws).map(planner).collect(), chosen: 0, decided: Vec::new() }
    }

    /// The planner whose plan is followed.
    pub fn planner(&self) -> &Planner {
        &self.planners[self.chosen]
    }

    /// Strikes what has been done, or cannot be done any more, off the plans.
    pub fn strike(&mut self, board: &Board, ledger: &Ledger) {
        self.planners.iter_mut().for_each(|planner| planner.strike(board, ledger));
    }

    /// Plans from our tile; `is_new` says that something was learnt.
    pub fn think(
        &mut self,
        situation: &mut Situation,
        deadline: &mut Deadline,
        patience: u32,
        is_new: bool,
    ) {
        // With others nearly every turn brings news, and there is no time for many plans.
        if self.planners.len() > 1 && situation.ledger.rivals().next().is_some() {
            self.planners.swap(0, self.chosen);
            self.planners.truncate(1);
            self.chosen = 0;
        }
        if self.planners.len() == 1 {
            self.planners[0].think(situation, deadline, patience, is_new);
            return;
        }
        // On the way nothing is learnt, so what was decided stays.
        let next = self.planner().agenda().first().map(known_to_all);
        let is_on_the_way = next.map_or(false, |next| {
            self.decided
                .first()
                .map_or(false, |first| (first.at, first.kind) == (next.at, next.kind))
        });
        if is_new || !is_on_the_way {
            self.decide(situation, deadline, patience, is_new);
        }
    }

    /// Chooses what to do next.
    fn decide(
        &mut self,
        situation: &mut Situation,
        deadline: &mut Deadline,
        patience: u32,
        is_new: bool,
    ) {
        let mut firsts: Vec<Vec<Stop>> = Vec::new();
        for planner in &mut self.planners {
            if !firsts.is_empty() && deadline.is_over() {
                break;
            }
            planner.think(situation, &mut trials(deadline, TRIES), patience, is_new);
            firsts.push(first_stops(planner.agenda()));
        }
        let thought = firsts.len();
        // Those that differ: the first planner that begins so, and the number of all that do.
        let mut options: Vec<(usize, usize)> = Vec::new();
        for (number, one) in firsts.iter().enumerate() {
            match options.iter_mut().find(|(other, _)| firsts[*other] == *one) {
                Some((_, count)) => *count += 1,
                None => options.push((number, 1)),
            }
        }
        options.sort_by_key(|&(number, count)| (Reverse(count), number));
        options.truncate(MOST_OPTIONS);
        self.chosen = options[0].0;
        let mut best = f64::NEG_INFINITY;
        for &(number, _) in options.iter().filter(|_| options.len() > 1) {
            let mut sum = 0.0;
            for planner in &mut self.planners[..thought] {
                if deadline.is_over() {
                    break;
                }
                sum += planner
                    .worth_after(&firsts[number], trials(deadline, TRIES_AFTER))
                    .unwrap_or(0.0);
            }
            // A sum of some of the plans is less than one of all.
            if sum > best {
                best = sum;
                self.chosen = number;
            }
        }
        self.decided = firsts.swap_remove(self.chosen);
    }
}

/// The end of one search: a number of trials, or as many fiftieths of a budget of nodes.
fn trials(deadline: &Deadline, number: u64) -> Deadline {
    if deadline.is_on_the_clock() {
        Deadline::after_nodes(number)
    } else {
        deadline.part(number as f64 / 50.0)
    }
}

/// A stop in terms that all planners know: to take a guessed package means to go and look.
fn known_to_all(stop: &Stop) -> Stop {
    match stop.subject {
        Subject::Guessed(_) => Stop { kind: Kind::Look, subject: Subject::Look, at: stop.at },
        _ => *stop,
    }
}

/// The stops that a plan begins with, and that are done in one turn, in terms that all planners know.
fn first_stops(agenda: &[Stop]) -> Vec<Stop> {
    let is_guessed = |stop: &Stop| matches!(stop.subject, Subject::Guessed(_));
    let first = match agenda.first() {
        Some(first) => *first,
        None => return Vec::new(),
    };
    if first.kind == Kind::Look || is_guessed(&first) {
        return vec![known_to_all(&first)];
    }
    let is_with_first = |stop: &&Stop| (stop.at, stop.kind) == (first.at, first.kind);
    let with_first = agenda.iter().take_while(is_with_first);
    let mut stops: Vec<Stop> = with_first.filter(|stop| !is_guessed(stop)).copied().collect();
    stops.sort_by_key(Stop::item);
    stops
}

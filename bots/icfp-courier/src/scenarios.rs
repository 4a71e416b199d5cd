//! What to do next where packages are not known: [`Scenarios`].
//!
//! A plan for one draw of the packages on unseen bases chooses what suits these packages, which are
//! not there. So the robot has several planners, each with its own draw, a scenario. The first stops
//! of each plan are tried in all scenarios, and those that are best in the mean are done (Bent and
//! Van Hentenryck 2004, "Scenario-based planning").

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
    /// The number of planners of a robot that has a few rivals.
    among: usize,
    /// The planner whose plan is followed.
    chosen: usize,
    /// What was decided to do next.
    decided: Vec<Stop>,
}

/// Trials of each planner for its own plan. Many draws with few trials choose better than few draws with many.
const TRIES: u64 = 20;

/// Trials for a plan that begins as another planner wants.
const TRIES_AFTER: u64 = 10;

/// The most beginnings that are compared.
const MOST_OPTIONS: usize = 12;

/// The part of the time in which the planners make their own plans. The rest is for comparisons.
const TO_PLAN: f64 = 0.4;

/// The draws of a board have at most this many tiles together: each needs time and memory for its distances.
const TILES: usize = 150_000;

/// One plan with more trials is better than fewer draws than this.
const FEWEST: usize = 8;

/// With more rivals than this there is one plan. Several plans were worse with 29 rivals, and better with 1, 3 and 7.
const MANY: usize = 12;

impl Scenarios {
    /// Planners without a plan. With rivals there are fewer: nearly every turn brings news, and there is less time.
    pub fn new(params: &Params, board: &Board, rivals: usize, seed: u64) -> Self {
        let room = TILES / board.tiles().max(1);
        let limit = |draws: i32| if room < FEWEST { 1 } else { room.min(draws as usize) };
        let among = limit(params.draws_among);
        let draws = most(rivals, limit(params.draws), among);
        let trust = if rivals == 0 { params.trust_alone } else { params.trust };
        let planner = |number: u64| Planner::new(params, trust, seed.wrapping_add(77 * number));
        let planners = (0..draws as u64).map(planner).collect();
        Self { planners, among, chosen: 0, decided: Vec::new() }
    }

    /// The number of draws.
    pub fn draws(&self) -> usize {
        self.planners.len()
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
        let rivals = situation.ledger.rivals().count();
        let most = most(rivals, self.planners.len(), self.among);
        if self.planners.len() > most {
            self.planners.swap(0, self.chosen);
            self.planners.truncate(most);
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
        let mut to_plan = deadline.part(TO_PLAN);
        for planner in &mut self.planners {
            if !firsts.is_empty() && to_plan.is_over() {
                break;
            }
            planner.think(situation, &mut trials(deadline, TRIES), patience, is_new);
            firsts.push(first_stops(planner.agenda()));
        }
        self.chosen = self.compare(&options(&firsts), &firsts, deadline);
        self.decided = firsts.swap_remove(self.chosen);
    }

    /// The planner whose first stops are the best in the mean of all draws. `options` are planners with different
    /// first stops.
    fn compare(
        &mut self,
        options: &[usize],
        firsts: &[Vec<Stop>],
        deadline: &mut Deadline,
    ) -> usize {
        if options.len() == 1 {
            return options[0];
        }
        let mut sums: Vec<(f64, usize)> = options.iter().map(|&number| (0.0, number)).collect();
        for planner in &mut self.planners[..firsts.len()] {
            let mut with_this = sums.clone();
            for (sum, number) in &mut with_this {
                if deadline.is_over() {
                    // What has been tried in this draw cannot be compared with what has not.
                    return best(&sums);
                }
                let ends = trials(deadline, TRIES_AFTER);
                *sum += planner.worth_after(&firsts[*number], ends).unwrap_or(0.0);
            }
            sums = with_this;
        }
        best(&sums)
    }
}

/// The most planners of a robot with this number of rivals; `alone` without any, `among` a few.
fn most(rivals: usize, alone: usize, among: usize) -> usize {
    match rivals {
        0 => alone,
        1..=MANY => among,
        _ => 1,
    }
}

/// The planners with different first stops: of all that begin alike, the first one. What most of them want comes
/// first.
fn options(firsts: &[Vec<Stop>]) -> Vec<usize> {
    let mut options: Vec<(usize, usize)> = Vec::new();
    for (number, one) in firsts.iter().enumerate() {
        match options.iter_mut().find(|(other, _)| firsts[*other] == *one) {
            Some((_, count)) => *count += 1,
            None => options.push((number, 1)),
        }
    }
    options.sort_by_key(|&(number, count)| (Reverse(count), number));
    options.into_iter().take(MOST_OPTIONS).map(|(number, _)| number).collect()
}

/// The option with the largest sum, the first one of equals.
fn best(options: &[(f64, usize)]) -> usize {
    let mut best = options[0];
    for &option in &options[1..] {
        if option.0 > best.0 {
            best = option;
        }
    }
    best.1
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

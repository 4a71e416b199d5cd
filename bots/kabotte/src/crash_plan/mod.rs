//! The fewest moves of a car that may crash on purpose.

mod plan;
mod search;
mod ways;

use std::rc::Rc;

use gridkit::Deadline;

use self::search::Search;
use crate::crash::{Limits, Model};
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::search::Failure;
use crate::set_back::Entry;
use crate::solve::Race;
use crate::stops::Stops;
use crate::track::Cell;

pub use self::plan::CrashPlan;
pub use self::ways::CrashStep;
pub use crate::crash::{Beginning, Stop};

/// Ways of more moves are not looked for.
const MOST_MOVES: u16 = 250;

/// The most crashes in a detour that are tried while no way is known as an upper bound.
const MOST_CRASHES: u16 = 16;

/// Memory that a search takes at most, in bytes, if nobody says otherwise.
pub const MEMORY: usize = 400 << 20;

/// What a search has found.
pub struct Answer {
    /// The quickest ways that it met.
    pub plan: Option<CrashPlan>,
    /// No way takes fewer moves; none at all if it is `None`.
    pub at_least: Option<u16>,
    /// Why more is not known.
    pub stop: Option<Stop>,
}

/// What a search is to find, and what it may take.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Ways of this number of moves or more are not searched.
    pub below: u16,
    /// Memory that it may take, in bytes, about.
    pub memory: usize,
    /// The share of the time for quicker ways than those with one crash in each detour, if one of those is known:
    /// from 0 to 1.
    pub share_for_quicker: f64,
}

impl Task {
    /// To find all quickest ways of fewer moves, and to prove that no way is quicker.
    pub fn proof(below: u16) -> Task {
        Task { below, memory: MEMORY, share_for_quicker: 1.0 }
    }
}

/// All quickest ways from some start cells if the car may crash on purpose: fewer than `most` moves.
///
/// # Errors
/// If there is no such way, or not enough time to find one.
pub fn search_from_start(
    race: &Rc<Race>,
    cells: &[Cell],
    most: u16,
    deadline: &mut Deadline,
) -> Result<CrashPlan, Failure> {
    let answer = answer_from_start(race, cells, Task::proof(most), deadline);
    let failure = answer.failure();
    answer.plan.ok_or(failure)
}

impl Answer {
    /// What it means if there is no plan.
    pub fn failure(&self) -> Failure {
        self.at_least.map_or(Failure::NoWay, |_| Failure::Unfinished)
    }
}

/// What [`search_from_start`] finds, with what is known if it does not come to an end.
pub fn answer_from_start(
    race: &Rc<Race>,
    cells: &[Cell],
    task: Task,
    deadline: &mut Deadline,
) -> Answer {
    let number = MoveNumber::FIRST;
    let beginning = |cell: &Cell| Beginning {
        newest_first: vec![Entry { at: *cell, is_crash: false }],
        first: race.first_moves(Motion::at_rest(*cell), number),
    };
    let beginnings: Vec<Beginning> = cells.iter().map(beginning).collect();
    answer(race, &beginnings, (number, race.course().all()), task, deadline)
}

/// Searches for the quickest ways of a car; each state that is looked at counts as a node.
///
/// A detour with many crashes takes many moves. So the first search allows one crash in each, which is fast and
/// mostly finds a way; the next ones allow more, up to as many as fit into the moves of that way. Then
/// nothing was left out, and the way is proven.
pub fn answer(
    race: &Rc<Race>,
    beginnings: &[Beginning],
    at: (MoveNumber, Stops),
    task: Task,
    deadline: &mut Deadline,
) -> Answer {
    let (most, memory) = (task.below, task.memory);
    let is_open = most > MOST_MOVES;
    let mut limits = Limits { moves: most.min(MOST_MOVES + 1) - 1, crashes: 1, memory };
    let mut plan: Option<CrashPlan> = None;
    let mut at_least = 0;
    let mut for_quicker = deadline.part(task.share_for_quicker);
    loop {
        let deadline = if plan.is_some() { &mut for_quicker } else { &mut *deadline };
        let mut stop = Some(Stop::Time);
        let model = Some(()).filter(|()| !deadline.is_over());
        let model = model.and_then(|()| Model::new(race, beginnings, limits, deadline));
        if let Some(model) = model {
            let mut search = Search::new(model, at);
            stop = search.run(deadline);
            let is_whole = plan.is_some() || !is_open || !search.is_short();
            let is_through = stop.is_none() && !search.is_cut();
            // A way with more crashes may be quicker than what is left of those with fewer.
            let is_for_all = limits.crashes == u16::MAX || is_through;
            at_least = at_least.max(search.at_least(is_for_all));
            if stop.is_none() {
                plan = search.plan().or(plan);
            }
            if is_through && (plan.is_some() || is_whole) {
                return Answer { at_least: plan.as_ref().map(|it| it.moves), plan, stop };
            }
        }
        let is_last = plan.is_none() && is_open && limits.crashes >= MOST_CRASHES;
        if stop.is_some() || is_last {
            if let Some(plan) = &mut plan {
                plan.at_least = at_least;
            }
            let stop = stop.or(Some(Stop::Length));
            return Answer { plan, at_least: Some(at_least), stop };
        }
        // As quick a way counts, too: all of them are wanted.
        limits.moves = plan.as_ref().map_or(limits.moves, |plan| plan.moves);
        limits.crashes = if plan.is_none() && is_open { limits.crashes * 2 } else { u16::MAX };
    }
}

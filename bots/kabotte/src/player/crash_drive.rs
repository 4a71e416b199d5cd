//! Driving by a plan with crashes.

use std::rc::Rc;

use gridkit::Deadline;

use crate::crash_plan::{self, Answer, Beginning, CrashPlan, CrashStep, Task};
use crate::graph::Node;
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::search::Failure;
use crate::solve::Race;
use crate::stops::Stops;
use crate::track::Cell;

/// The share of the time for an answer in which quicker ways with crashes are looked for when a way is known.
const SHARE_FOR_QUICKER: f64 = 0.25;

/// The plan with crashes of a car, and when the next one is looked for.
pub(super) struct CrashDrive {
    /// The plan, the moves made by it, and the last of them.
    plan: Option<(CrashPlan, u16, Option<CrashStep>)>,
    /// From this move on quicker ways are looked for again. The last search was not finished.
    search_again_at: MoveNumber,
}

impl CrashDrive {
    pub fn new() -> CrashDrive {
        CrashDrive { plan: None, search_again_at: MoveNumber::FIRST }
    }

    pub fn give_up(&mut self) {
        self.plan = None;
    }

    /// Plans from some start cells a way of fewer than `below` moves.
    ///
    /// # Errors
    /// If there is no such way, or if it was not found in time.
    pub fn plan_from_cells(
        &mut self,
        race: &Rc<Race>,
        cells: &[Cell],
        below: u16,
        deadline: &Deadline,
    ) -> Result<&CrashPlan, Failure> {
        let (task, mut time) = self.task(MoveNumber::FIRST, below, deadline);
        let answer = crash_plan::answer_from_start(race, cells, task, &mut time);
        self.take(MoveNumber::FIRST, answer)
    }

    /// Plans from a beginning a way of fewer than `below` moves. Returns whether there is one.
    pub fn plan_from(
        &mut self,
        race: &Rc<Race>,
        beginning: Beginning,
        at: (MoveNumber, Stops),
        below: u16,
        deadline: &Deadline,
    ) -> bool {
        let (task, mut time) = self.task(at.0, below, deadline);
        let answer = crash_plan::answer(race, &[beginning], at, task, &mut time);
        self.take(at.0, answer).is_ok()
    }

    /// Keeps the plan of an answer.
    fn take(&mut self, number: MoveNumber, answer: Answer) -> Result<&CrashPlan, Failure> {
        self.search_again_at = self.next_search(number, &answer);
        let failure = answer.failure();
        self.plan = answer.plan.map(|plan| (plan, 0, None));
        self.plan.as_ref().map(|it| &it.0).ok_or(failure)
    }

    /// The next move by the plan and the number of moves of the plan, if the car still follows it. Else the plan is
    /// given up.
    pub fn next(&mut self, race: &Race, car: Motion, moves: &[Node]) -> Option<(Motion, u16)> {
        let (mut plan, made, last) = self.plan.take()?;
        let steps = match &last {
            None => plan.first().to_vec(),
            Some(step) => plan.onward(step, made),
        };
        let graph = race.graph();
        let follows =
            |step: &&CrashStep| moves.contains(&step.node) && graph.motion(step.node).follows(car);
        let step = steps.iter().rev().filter(follows).max_by_key(|step| step.ways)?.clone();
        let next = (graph.motion(step.node), plan.moves());
        self.plan = Some((plan, made + 1, Some(step)));
        Some(next)
    }

    /// The search for ways of fewer than `below` moves, and its time. All the time is for the first way. A way that
    /// is only quicker than a known one is worth less.
    fn task(&self, number: MoveNumber, below: u16, deadline: &Deadline) -> (Task, Deadline) {
        let is_again = number >= self.search_again_at;
        let share_for_quicker = if is_again { SHARE_FOR_QUICKER } else { 0.0 };
        let task = Task { share_for_quicker, ..Task::proof(below) };
        let is_way_known = below < u16::MAX;
        let time = if is_way_known { deadline.part(SHARE_FOR_QUICKER) } else { deadline.clone() };
        (task, time)
    }

    /// The move at which quicker ways are looked for again. After a search that was not finished the next one would
    /// not be finished either, so it waits until the way is shorter by a quarter.
    fn next_search(&self, number: MoveNumber, answer: &Answer) -> MoveNumber {
        match (&answer.plan, answer.stop) {
            (Some(plan), Some(_)) if number >= self.search_again_at => {
                MoveNumber(number.0.saturating_add(plan.moves() / 4))
            }
            _ => self.search_again_at,
        }
    }
}

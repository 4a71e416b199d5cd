//! A car in a race: from what the referee says to the answer.

use gridkit::Deadline;

use crate::graph::Node;
use crate::motion::{passage, Motion};
use crate::protocol::{Command, Kind, Start, Turn};
use crate::reached::Key;
use crate::rules::MoveNumber;
use crate::search::{Failure, Origin, Plan, Step};
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::Cell;

/// Why it leaves.
pub const NO_WAY: &str =
    "the game forbids crashes on purpose, and without one no car can finish on this map";

/// A car in a race, and what it plans.
pub struct Player {
    start: Start,
    race: Race,
    /// The last plan, and the state in it that the car is in.
    plan: Option<(Plan, Option<Key>)>,
    crossed_line: bool,
    /// What it thought at the last turn.
    remark: String,
}

/// How a car stands at its turn.
struct Situation<'a> {
    turn: &'a Turn,
    car: Motion,
    /// That of the next move.
    number: MoveNumber,
    open: Stops,
    /// The moves that it may make.
    moves: Vec<Node>,
}

impl Player {
    /// Prepares the map, and plans from the start as far as there is time.
    pub fn new(start: Start, deadline: &mut Deadline) -> Player {
        let race = Race::new(&start.track, start.settings, deadline);
        Player { start, race, plan: None, crossed_line: false, remark: String::new() }
    }

    /// What it thought at the last turn, on one line.
    pub fn remark(&self) -> &str {
        &self.remark
    }

    /// The answer to a turn. Some answer is found whatever the time.
    pub fn answer(&mut self, turn: &Turn, deadline: &mut Deadline) -> Command {
        let ours = turn.cars.get(self.start.seat).copied();
        match ours.and_then(|car| car.motion.map(|motion| (car, motion))) {
            Some((car, motion)) => {
                self.watch_line(turn);
                let number = MoveNumber(car.moves.max(1));
                if self.race.take_in(motion, number) {
                    self.plan = None;
                }
                let open = self.race.open(car.collected, self.crossed_line);
                let moves = self.nodes(turn, number);
                self.drive(&Situation { turn, car: motion, number, open, moves }, deadline)
            }
            None => self.choose_start(turn, deadline),
        }
    }

    /// Notes whether our car has crossed the finish line.
    fn watch_line(&mut self, turn: &Turn) {
        let ours = turn.records.iter().filter(|record| record.seat == self.start.seat);
        for record in ours.filter(|record| record.kind == Kind::Move) {
            let Motion { vector, .. } = record.motion;
            let passage = passage(&self.start.track, record.motion.source(), vector, true);
            self.crossed_line |= passage.map_or(false, |passage| passage.crosses_finish);
        }
    }

    /// The lawful candidates that also keep to the driving direction.
    fn nodes(&self, turn: &Turn, number: MoveNumber) -> Vec<Node> {
        let lawful = turn.candidates.iter().filter(|candidate| candidate.is_lawful);
        lawful.filter_map(|candidate| self.race.graph().node(candidate.motion, number)).collect()
    }

    /// The start cell from which the way is quickest, and of those the one with most quickest ways.
    fn choose_start(&mut self, turn: &Turn, deadline: &mut Deadline) -> Command {
        let free: Vec<Cell> = turn.candidates.iter().map(|candidate| candidate.motion.at).collect();
        let graph = self.race.graph();
        let ways = |plan: &Plan, cell: Cell| -> u64 {
            let from = |step: &&Step| graph.motion(step.node).source() == cell;
            plan.first().iter().filter(from).fold(0, |sum, step| sum.saturating_add(step.ways))
        };
        let best = |plan: &Plan| {
            let ways = free.iter().map(|cell| (ways(plan, *cell), *cell));
            ways.rev().max_by_key(|it| it.0).filter(|(ways, _)| *ways > 0).map(|(_, cell)| cell)
        };
        let best = match self.race.opening() {
            Ok(plan) if best(plan).is_some() => Ok(best(plan)),
            Err(Failure::NoWay) => Err(Failure::NoWay),
            // The best cells are taken, or there was not enough time for all.
            _ => self.race.plan_from_cells(&free, deadline).map(|plan| best(&plan)),
        };
        match best {
            Err(Failure::NoWay) => self.leave(),
            Ok(cell) => Command::Start(cell.unwrap_or(free[0])),
            Err(Failure::Unfinished) => Command::Start(self.nearest(&free)),
        }
    }

    fn leave(&mut self) -> Command {
        self.remark = format!("leaves: {NO_WAY}");
        Command::Leave
    }

    /// The start cell from which the bound is least.
    fn nearest(&self, free: &[Cell]) -> Cell {
        let all = self.race.course().all();
        let bound = |cell: &&Cell| {
            let moves = self.race.first_moves(Motion::at_rest(**cell), MoveNumber::FIRST);
            moves.iter().map(|node| self.race.tour().at_least(*node, all)).min().unwrap_or(FAR)
        };
        free.iter().min_by_key(bound).copied().unwrap_or(free[0])
    }

    fn drive(&mut self, situation: &Situation<'_>, deadline: &mut Deadline) -> Command {
        let planned = self.planned(situation);
        let steps = if planned.is_empty() { self.plan(situation, deadline) } else { planned };
        let left = self.plan.as_ref().map_or(0, |(plan, _)| plan.moves());
        self.remark = format!(
            "round {}: {} quickest moves, plan of {left}",
            situation.turn.round,
            steps.len()
        );
        match steps.iter().rev().max_by_key(|step| step.ways) {
            Some(step) => {
                if let Some((_, state)) = &mut self.plan {
                    *state = step.state;
                }
                Command::Move(self.race.graph().motion(step.node))
            }
            None => self.makeshift(situation),
        }
    }

    /// The quickest moves by the plan that was made before, as far as cars leave them.
    fn planned(&self, situation: &Situation<'_>) -> Vec<Step> {
        let (plan, key) = match &self.plan {
            Some((plan, Some(key))) => (plan, *key),
            _ => return Vec::new(),
        };
        let graph = self.race.graph();
        if graph.motion(key.node()) != situation.car || key.open() != situation.open {
            return Vec::new();
        }
        let mut steps = plan.onward(graph, self.race.tour(), key);
        steps.retain(|step| situation.moves.contains(&step.node));
        steps
    }

    /// Plans anew; no steps if nothing is found.
    fn plan(&mut self, situation: &Situation<'_>, deadline: &mut Deadline) -> Vec<Step> {
        let Situation { number, open, moves, .. } = situation;
        let origin = Origin { first: moves, number: *number, open: *open };
        self.plan = self.race.plan(&origin, deadline).ok().map(|plan| (plan, None));
        self.plan.as_ref().map_or_else(Vec::new, |(plan, _)| plan.first().to_vec())
    }

    /// A move without a plan: the one with the least bound.
    fn makeshift(&mut self, situation: &Situation<'_>) -> Command {
        self.plan = None;
        let (race, open) = (&self.race, situation.open);
        let bound = |node: &&Node| match race.course().after(open, race.graph().mark(**node)) {
            None => 0,
            Some(open) => race.tour().at_least(**node, open),
        };
        if let Some(node) = situation.moves.iter().min_by_key(bound) {
            return Command::Move(race.graph().motion(*node));
        }
        // The direction forbids all; going on is better than giving up.
        let lawful = situation.turn.candidates.iter().find(|it| it.is_lawful);
        lawful.map_or(Command::Leave, |candidate| Command::Move(candidate.motion))
    }
}

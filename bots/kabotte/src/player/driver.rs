//! A car in a race: its plans, and the choice of each answer.

use std::rc::Rc;

use gridkit::{Deadline, Sketch};

use super::crash_drive::CrashDrive;
use super::start_cell::{nearest, with_most_ways};
use crate::choose::{Field, Offer, Rival};
use crate::cover::is_near;
use crate::crash_plan::Beginning;
use crate::exact::Exact;
use crate::forced::Doomed;
use crate::graph::Node;
use crate::motion::{passage, Motion};
use crate::night::learn;
use crate::params::Params;
use crate::protocol::{Command, Kind, Start, Turn};
use crate::reached::Key;
use crate::repeats::Draw;
use crate::rules::{MoveNumber, Rule};
use crate::search::{Failure, Origin, Plan, Step};
use crate::set_back::{set_back, Entry};
use crate::solve::{Crashes, Race};
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::{Cell, Track};

/// Why it leaves.
pub const NO_WAY: &str =
    "the game forbids crashes on purpose, and without one no car can finish on this map";

/// Why it leaves where crashes are allowed.
pub const NO_WAY_AT_ALL: &str = "no car can finish on this map, not even with crashes";

/// A car in a race, and what it plans.
pub struct Player {
    start: Start,
    params: Params,
    race: Rc<Race>,
    /// What is left from everywhere, where that is known.
    exact: Exact,
    /// The last plan, and the state in it that the car is in.
    plan: Option<(Plan, Option<Key>)>,
    crash_drive: CrashDrive,
    /// Our records, the oldest first.
    records: Vec<Entry>,
    /// By seat: whether the car has crossed the finish line.
    crossed_line: Vec<bool>,
    /// What it thought at the last turn.
    remark: String,
}

/// The state of a car at its turn.
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
    pub fn new(start: Start, params: Params, deadline: &mut Deadline) -> Player {
        let race = Rc::new(Race::new(&start.track, start.settings, deadline));
        let crossed_line = vec![false; start.seats];
        Player {
            start,
            params,
            race,
            exact: Exact::default(),
            plan: None,
            crash_drive: CrashDrive::new(),
            records: Vec::new(),
            crossed_line,
            remark: String::new(),
        }
    }

    /// What it thought at the last turn, on one line.
    pub fn remark(&self) -> &str {
        &self.remark
    }

    /// Draws the possible moves, and a quickest way on from the chosen one.
    pub fn sketch(&self, turn: &Turn, sketch: &mut Sketch) {
        const MOVES: usize = 12;
        let tile = |motion: Motion| (i32::from(motion.at.x), i32::from(motion.at.y));
        for candidate in turn.candidates.iter().filter(|candidate| candidate.is_lawful) {
            sketch.cell(tile(candidate.motion), 0.4);
        }
        let car = turn.cars.get(self.start.seat).and_then(|car| car.motion);
        if let (Some(car), Some((plan, Some(key)))) = (car, &self.plan) {
            let graph = self.race.graph();
            let mut way = vec![car, graph.motion(key.node())];
            let mut steps = plan.onward(graph, self.race.tour(), *key);
            while let Some(step) = steps.iter().max_by_key(|step| step.ways) {
                way.push(graph.motion(step.node));
                let next = step.state.filter(|_| way.len() <= MOVES);
                steps = next.map_or_else(Vec::new, |key| plan.onward(graph, self.race.tour(), key));
            }
            sketch.path(way.into_iter().map(tile));
            if let Some(left) = plan.left(*key) {
                sketch.value("moves left", f64::from(left));
            }
        }
    }

    /// The track, as far as it is known.
    pub fn track(&self) -> &Track {
        &self.start.track
    }

    /// The answer to a turn. Some answer is found whatever the time.
    pub fn answer(&mut self, turn: &Turn, deadline: &mut Deadline) -> Command {
        let ours = turn.cars.get(self.start.seat).copied();
        self.write_down(turn);
        match ours.and_then(|car| car.motion.map(|motion| (car, motion))) {
            Some((car, motion)) => {
                let number = MoveNumber(car.moves.max(1));
                if self.start.night && learn(&mut self.start.track, motion, turn) {
                    let track = self.start.track.clone();
                    self.change_race(|race| race.take_in_track(&track, motion));
                } else if !self.race.knows(motion, number) {
                    self.change_race(|race| race.take_in(motion));
                }
                let open = self.race.open(car.collected, self.crossed_line[self.start.seat]);
                let moves = self.nodes(turn, number);
                self.drive(&Situation { turn, car: motion, number, open, moves }, deadline)
            }
            None => self.choose_start(turn, deadline),
        }
    }

    /// Changes what was prepared for the track; plans are given up for it.
    fn change_race(&mut self, change: impl FnOnce(&mut Race)) {
        self.plan = None;
        self.crash_drive.give_up();
        self.exact = Exact::default();
        if let Some(race) = Rc::get_mut(&mut self.race) {
            change(race);
        }
    }

    /// Notes our records, and which cars have crossed the finish line.
    fn write_down(&mut self, turn: &Turn) {
        for record in &turn.records {
            // A record of a car that was not placed leads no crash anywhere.
            if record.seat == self.start.seat && self.start.track.index(record.motion.at).is_some()
            {
                let is_crash = record.kind == Kind::Crash;
                self.records.push(Entry { at: record.motion.at, is_crash });
            }
            if record.kind == Kind::Move {
                let Motion { vector, .. } = record.motion;
                let passage = passage(&self.start.track, record.motion.source(), vector, true);
                self.crossed_line[record.seat] |=
                    passage.map_or(false, |passage| passage.crosses_finish);
            }
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
        let race = &self.race;
        let of_plan = |plan: &Plan| {
            let steps = plan.first().iter().map(|step| (step.node, step.ways));
            with_most_ways(race, &free, steps)
        };
        let (mut moves, mut cell) = match self.race.opening() {
            Ok(plan) => (Ok(plan.moves()), of_plan(plan)),
            Err(failure) => (Err(failure), None),
        };
        if cell.is_none() && moves != Err(Failure::NoWay) {
            // The best cells are taken, or there was not enough time for all.
            let plan = self.race.plan_from_cells(&free, deadline);
            cell = plan.as_ref().ok().and_then(of_plan);
            moves = plan.map(|plan| plan.moves());
        }
        self.crash_drive.give_up();
        if self.start.settings.crashes == Crashes::Allowed {
            let below = moves.unwrap_or(u16::MAX);
            match self.crash_drive.plan_from_cells(race, &free, below, deadline) {
                Ok(plan) => {
                    let steps = plan.first().iter().map(|step| (step.node, step.ways));
                    cell = with_most_ways(race, &free, steps);
                    moves = Ok(plan.moves());
                }
                // There may be a way that was not found in time.
                Err(Failure::Unfinished) if moves.is_err() => moves = Err(Failure::Unfinished),
                Err(_) => {}
            }
        }
        self.remark = format!("starts, plan of {moves:?}");
        match moves {
            Err(Failure::NoWay) => self.leave(),
            _ => Command::Start(cell.unwrap_or_else(|| nearest(&self.race, &free))),
        }
    }

    fn leave(&mut self) -> Command {
        self.remark = match self.start.settings.crashes {
            Crashes::Forbidden => NO_WAY.to_owned(),
            Crashes::Allowed => NO_WAY_AT_ALL.to_owned(),
        };
        Command::Leave
    }

    fn drive(&mut self, situation: &Situation<'_>, deadline: &mut Deadline) -> Command {
        if let Some(command) = self.drive_by_crash_plan(situation) {
            return command;
        }
        let planned = self.planned(situation);
        let steps = if planned.is_empty() {
            let (steps, failure) = self.plan(situation, deadline);
            if let Some(command) = self.plan_crashes(situation, deadline) {
                return command;
            }
            if failure == Some(Failure::NoWay) {
                return self.crash(situation);
            }
            steps
        } else {
            planned
        };
        let left = self.plan.as_ref().map_or(0, |(plan, _)| plan.moves());
        let round = situation.turn.round;
        self.remark = format!("round {round}: {} quickest moves, plan of {left}", steps.len());
        match self.choose(situation, &steps, deadline) {
            Some(node) => {
                let step = steps.iter().find(|step| step.node == node);
                match (&mut self.plan, step) {
                    (Some((_, state)), Some(step)) => *state = step.state,
                    _ => self.plan = None,
                }
                Command::Move(self.race.graph().motion(node))
            }
            None => self.makeshift(situation),
        }
    }

    /// The best move with regard to the other cars; `None` if there are no quickest moves.
    fn choose(
        &mut self,
        situation: &Situation<'_>,
        steps: &[Step],
        deadline: &mut Deadline,
    ) -> Option<Node> {
        if steps.is_empty() {
            return None;
        }
        let rivals = self.rivals(situation.turn);
        let is_beside = rivals.iter().any(|rival| is_near(situation.car, rival.car));
        let race = Rc::clone(&self.race);
        let has_repeats = self.start.settings.rules.has(Rule::Remulade);
        let mut is_exact = is_beside || has_repeats;
        for open in rivals.iter().map(|rival| rival.open).chain([situation.open]) {
            is_exact = is_exact && self.exact.prepare(&race, open, deadline);
        }
        let field = Field {
            params: &self.params,
            race: &race,
            exact: &self.exact,
            all_block: self.start.all_block,
            is_peaceful: self.start.teams.is_empty() && is_of_teams(&self.start.title),
            draw: has_repeats.then(|| Draw::of(rivals.len() + 1)),
            car: situation.car,
            number: situation.number,
            open: situation.open,
            set_back: self.set_back(situation.car),
            rivals,
        };
        let offers = self.offers(situation, steps, is_exact);
        field.choose(&offers).map(|offer| offer.node)
    }

    /// Where a crash after the next move would set the car back to.
    fn set_back(&self, car: Motion) -> Option<Cell> {
        let next = Entry { at: car.next(car.vector).at, is_crash: false };
        let newest_first: Vec<Entry> =
            std::iter::once(next).chain(self.records.iter().rev().copied()).collect();
        let oldest = self.records.first().map(|entry| entry.at);
        set_back(&newest_first, self.start.settings.zzz).or(oldest)
    }

    /// The other cars on the track.
    fn rivals(&self, turn: &Turn) -> Vec<Rival> {
        let others = turn.cars.iter().enumerate().filter(|(seat, _)| *seat != self.start.seat);
        let rival = |(seat, car): (usize, &crate::protocol::Car)| {
            Some(Rival {
                car: car.motion?,
                number: MoveNumber(car.moves.max(1)),
                open: self.race.open(car.collected, self.crossed_line[seat]),
                has_moved: car.has_moved,
                is_mate: self.start.is_mate(seat),
            })
        };
        others.filter(|(_, car)| car.is_racing).filter_map(rival).collect()
    }

    /// The moves among which is chosen: the quickest ones, and all others as well. Where it is not known
    /// what those cost, they count as so slow that only safety can be a reason for them.
    fn offers(&self, situation: &Situation<'_>, steps: &[Step], is_exact: bool) -> Vec<Offer> {
        const UNKNOWN: u16 = 10;
        let (graph, course) = (self.race.graph(), self.race.course());
        let plan = self.plan.as_ref().map(|(plan, _)| plan);
        let after = |node: Node| course.after(situation.open, graph.mark(node));
        // Where vectors have to be repeated, a plan keeps to motions that withstand it, and may be slower.
        let is_weighed = is_exact && graph.safe().is_some();
        let left_after = |step: &Step| {
            let exact = after(step.node).and_then(|open| self.exact.left(step.node, open));
            let planned = || step.state.and_then(|state| plan?.left(state)).unwrap_or(0);
            exact.filter(|_| is_weighed).unwrap_or_else(planned)
        };
        let planned = steps.iter().map(|step| Offer {
            node: step.node,
            open: after(step.node),
            left: left_after(step),
            ways: step.ways,
            surcharge: 0.0,
        });
        let mut offers: Vec<Offer> = planned.collect();
        let slow = offers.iter().map(|offer| offer.left).max().unwrap_or(0) + UNKNOWN;
        let is_planned = |node: &Node| steps.iter().any(|step| step.node == *node);
        for node in situation.moves.iter().filter(|node| !is_planned(node)) {
            let open = after(*node);
            let left = match open {
                None => 0,
                Some(open) if is_exact => self.exact.left(*node, open).unwrap_or(FAR),
                Some(open) => self.race.tour().at_least(*node, open).max(slow),
            };
            let goes_home = open == Some(Stops::NONE);
            let is_obedient = graph.safe().map_or(true, |safe| safe.is_safe(*node, goes_home));
            if left < FAR && (is_obedient || is_weighed) {
                offers.push(Offer { node: *node, open, left, ways: 0, surcharge: 0.0 });
            }
        }
        offers
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
    fn plan(
        &mut self,
        situation: &Situation<'_>,
        deadline: &mut Deadline,
    ) -> (Vec<Step>, Option<Failure>) {
        let Situation { number, open, moves, .. } = situation;
        let origin = Origin { first: moves, number: *number, open: *open, cautious: false };
        match self.race.plan(&origin, deadline) {
            Ok(plan) => {
                let steps = plan.first().to_vec();
                self.plan = Some((plan, None));
                (steps, None)
            }
            Err(failure) => {
                self.plan = None;
                (Vec::new(), Some(failure))
            }
        }
    }

    /// The next move of a plan with crashes, if there is one that the car still follows.
    fn drive_by_crash_plan(&mut self, situation: &Situation<'_>) -> Option<Command> {
        let Situation { car, moves, .. } = situation;
        let (motion, planned) = self.crash_drive.next(&self.race, *car, moves)?;
        let round = situation.turn.round;
        self.remark = format!("round {round}: by a plan with crashes of {planned} moves");
        Some(Command::Move(motion))
    }

    /// Looks for a way with crashes that is quicker than the plan, where they are allowed.
    fn plan_crashes(&mut self, situation: &Situation<'_>, deadline: &Deadline) -> Option<Command> {
        if self.start.settings.crashes != Crashes::Allowed {
            return None;
        }
        let below = self.plan.as_ref().map_or(u16::MAX, |(plan, _)| plan.moves());
        let newest_first = self.records.iter().rev().copied().collect();
        let beginning = Beginning { newest_first, first: situation.moves.clone() };
        let at = (situation.number, situation.open);
        if !self.crash_drive.plan_from(&self.race, beginning, at, below, deadline) {
            return None;
        }
        self.plan = None;
        self.drive_by_crash_plan(situation)
    }

    /// The best move of a car that has to crash, whatever it does.
    fn crash(&mut self, situation: &Situation<'_>) -> Command {
        self.change_race(Race::take_in_all);
        let moves = self.nodes(situation.turn, situation.number);
        let newest_first: Vec<Entry> = self.records.iter().rev().copied().collect();
        let Situation { number, open, .. } = *situation;
        let doomed = Doomed { race: &self.race, newest_first: &newest_first, number, open };
        let best = doomed.best(&moves).map(|node| self.race.graph().motion(node));
        self.remark = format!("round {}: every way on crashes", situation.turn.round);
        best.map_or_else(|| self.makeshift(situation), Command::Move)
    }

    /// A move without a plan: the one with the least bound.
    fn makeshift(&mut self, situation: &Situation<'_>) -> Command {
        self.plan = None;
        let moves = self.nodes(situation.turn, situation.number);
        let bound = |node: &&Node| self.race.left(**node, situation.open);
        if let Some(node) = moves.iter().min_by_key(bound) {
            return Command::Move(self.race.graph().motion(*node));
        }
        // The direction forbids all; going on is better than giving up.
        let lawful = situation.turn.candidates.iter().find(|it| it.is_lawful);
        lawful.map_or(Command::Leave, |candidate| Command::Move(candidate.motion))
    }
}

/// Whether teams race, in which nobody blocks others of its own.
fn is_of_teams(title: &str) -> bool {
    title.contains("Terminator") || title.contains("TWM")
}

//! What a single car can do next: its moves, the stops that they pass, and the top of its trail.

use std::rc::Rc;

use gridkit::FastMap;

use super::car::{Beginning, Car};
use super::near::first_moves;
use super::state::State;
use super::trail::Trail;
use crate::graph::{Graph, Mark, Node};
use crate::motion::Motion;
use crate::rules::{MoveNumber, Rule};
use crate::search::successors;
use crate::solve::Race;
use crate::stops::{Course, Stops};
use crate::track::{Cell, Track};

/// What the rules look at beside the cells of a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Phase {
    /// The number of the next move, as far as a rule looks at it.
    pub number: MoveNumber,
    /// Whether the line has to be crossed before anything counts.
    pub is_line_open: bool,
}

/// The cars of a race.
pub(super) struct Cars {
    pub race: Rc<Race>,
    pub zzz: u16,
    /// By number of a beginning: the trail, and the moves that the car can make first.
    beginnings: Vec<(Trail, Rc<[Node]>)>,
    /// Whether special rules may leave a car at rest without a move.
    pub may_be_stuck: bool,
    /// The moves from rest that were asked for.
    from_rest: FastMap<(Cell, MoveNumber), Rc<[Node]>>,
}

impl Cars {
    pub fn new(race: &Rc<Race>, beginnings: &[Beginning]) -> Cars {
        let zzz = race.settings().zzz;
        let with_trail = |it: &Beginning| {
            let trail = Trail::of_records(&it.newest_first, zzz)?;
            Some((trail, it.first.clone().into()))
        };
        Cars {
            race: Rc::clone(race),
            zzz,
            beginnings: beginnings.iter().filter_map(with_trail).collect(),
            may_be_stuck: may_be_stuck(race.graph(), race.track()),
            from_rest: FastMap::default(),
        }
    }

    pub fn course(&self) -> Course {
        self.race.course()
    }

    pub fn beginnings(&self) -> std::ops::Range<u16> {
        0..self.beginnings.len() as u16
    }

    /// The trail of a beginning.
    pub fn trail(&self, beginning: u16) -> &Trail {
        &self.beginnings[usize::from(beginning)].0
    }

    /// The moves that can be made first at a beginning.
    pub fn first(&self, beginning: u16) -> &Rc<[Node]> {
        &self.beginnings[usize::from(beginning)].1
    }

    /// A number of a move, as far as a rule looks at it.
    pub fn relevant(&self, number: MoveNumber) -> MoveNumber {
        let rules = self.race.graph().terms().rules;
        match (rules.has(Rule::Prim), rules.has(Rule::Doppelzug)) {
            (true, _) => number,
            (false, true) => MoveNumber(2 - number.0 % 2),
            (false, false) => MoveNumber::FIRST,
        }
    }

    /// Whether a rule looks at the number of a move.
    pub fn is_numbered(&self) -> bool {
        self.relevant(MoveNumber(2)) != MoveNumber::FIRST
    }

    pub fn phase(&self, state: State) -> Phase {
        let is_line_open = self.course().line(state.open()).is_some();
        Phase { number: state.number(), is_line_open }
    }

    /// The phase after `moves` moves that pass some stops.
    pub fn phase_after(&self, phase: Phase, passed: Stops, moves: u16) -> Phase {
        let number = self.relevant(MoveNumber(phase.number.0.saturating_add(moves)));
        let line = self.course().checkpoints();
        Phase { number, is_line_open: phase.is_line_open && !passed.has(line) }
    }

    /// The stops that a move passes.
    pub fn passed(&self, phase: Phase, node: Node) -> Stops {
        let mark = self.race.graph().mark(node);
        if mark == Mark::NONE {
            return Stops::NONE;
        }
        let passed = self.course().passed(mark);
        let line = self.course().checkpoints();
        match (phase.is_line_open, passed.has(line)) {
            // Nothing else counts before the line or with it.
            (true, true) => Stops(1 << line),
            (true, false) => Stops::NONE,
            (false, _) => passed.without(line),
        }
    }

    /// The possible moves of a car. A car without a possible move crashes.
    pub fn moves(&mut self, car: Car, number: MoveNumber) -> Rc<[Node]> {
        match car {
            Car::Driving(node) => successors(self.race.graph(), node, number).collect(),
            Car::Beginning(beginning) => Rc::clone(self.first(beginning)),
            Car::Resting(rest) => self.moves_from_rest(rest.at, number),
        }
    }

    pub fn moves_from_rest(&mut self, at: Cell, number: MoveNumber) -> Rc<[Node]> {
        let race = &self.race;
        let first = || race.first_moves(Motion::at_rest(at), number).into();
        Rc::clone(self.from_rest.entry((at, number)).or_insert_with(first))
    }

    /// The top of the trail.
    pub fn top(&self, car: Car) -> Cell {
        match car {
            Car::Driving(node) => self.race.graph().motion(node).at,
            Car::Resting(rest) => rest.top,
            Car::Beginning(beginning) => self.trail(beginning).cell(0),
        }
    }

    /// The moves in a descent of `crashes` crashes, the last of which still has `to_pop` cells to pop. Each
    /// move pushes one cell, and each crash pops `zzz - 1`. `None` if the crashes cannot pop as many.
    pub fn moves_in(&self, to_pop: u16, crashes: u16) -> Option<u16> {
        let popped = u32::from(crashes) * u32::from(self.zzz.saturating_sub(1));
        popped.checked_sub(to_pop.into()).map(|moves| moves.min(u16::MAX.into()) as u16)
    }
}

/// Whether a rule may leave a car without a move on a cell where it was set back to.
fn may_be_stuck(graph: &Graph, track: &Track) -> bool {
    let first = first_moves(graph, track);
    graph.nodes().any(|node| {
        let at = graph.motion(node).at;
        track.index(at).map_or(true, |cell| first[cell].is_empty())
    })
}

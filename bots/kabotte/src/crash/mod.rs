//! What can follow in a race in which cars crash on purpose: exactly, for every set-back and for any number
//! of crashes that follow on each other.
//!
//! Where a crash leads depends on the [`trail`]: a stack of cells on which each move lays one, and from which
//! each crash takes some. So a race is a pushdown system, and its quickest ways are found without remembering
//! whole trails, by what is known of such systems: what happens above a cell of the trail until that cell is
//! reached again does not depend on what lies below it.
//!
//! * A *part* of a way begins with a car in some state and ends when a crash takes the cell off that is
//!   newest at its beginning, or leads to the one below. What it does to the race is a short list of
//!   outcomes, each with the number of ways to it: see `parts`. The number of its moves follows from the
//!   number of its crashes, since each of them takes the same number of cells off.
//! * A *detour* begins with a move and is over when a crash leads back to the cell where it began.
//! * Between the detours that no other one contains a car is at a *place*: nothing below the newest cell
//!   or two will ever matter. These are the states of the search; see `places`.
//!
//! Each way consists of such moves and detours in one manner only, so ways can be counted.
//!
//! One limit is left: of crashes at once, without a move between them, at most four follow each other. Only
//! special rules can leave a car that was set back without a move.

mod detours;
mod doom;
mod edges;
mod estimate;
mod near;
mod parts;
mod places;
mod returns;
mod steps;
pub mod trail;

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use gridkit::{Deadline, FastMap};

use self::detours::Known;
use self::doom::doom;
use self::edges::KnownEnds;
use self::estimate::Estimate;
use self::near::{first_moves, Near};
use self::parts::Lists;
use self::places::{Place, PlaceNumber, Places};
use self::returns::Returns;
use self::trail::Trail;
use crate::graph::{Graph, Mark, Node};
use crate::motion::Motion;
use crate::rules::{MoveNumber, Rule};
use crate::search::successors;
use crate::set_back::Entry;
use crate::solve::Race;
use crate::stops::{Course, Stops};
use crate::track::{Cell, Track};

pub use self::steps::Walk;

/// Where a search begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The records of the car, the newest first; never empty.
    pub newest_first: Vec<Entry>,
    /// The moves that it can make first.
    pub first: Vec<Node>,
}

/// A car and what it was set back to, as far as its next moves depend on that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Car {
    /// Its cell is the newest of the trail.
    Driving(Node),
    /// It was set back to a cell.
    Resting(Rest),
    /// Its moves are given; its cell is the newest of its trail.
    Beginning(u16),
}

/// A car that was set back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rest {
    at: Cell,
    /// The newest cell of the trail.
    top: Cell,
    /// Crashes without a move between them.
    at_once: u8,
}

/// What a way does to a race, as far as it is not a matter of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Moment {
    /// The number of the next move, as far as a rule looks at it.
    number: MoveNumber,
    /// Whether the line has to be crossed before anything counts.
    is_line_open: bool,
}

/// Crashes one after another without a move between them.
const AT_ONCE: u8 = 4;

/// A car somewhere in a race: a place by its number, what is open, and the number of the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u64);

impl Hash for State {
    /// The hasher multiplies, so that low bits of a hash depend on no higher bits of the value; here the
    /// lowest bits are nearly always the same.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hasher.write_u64(mixed ^ mixed >> 32);
    }
}

impl State {
    fn new(place: PlaceNumber, open: Stops, number: MoveNumber) -> State {
        State(u64::from(place.0) << 32 | u64::from(open.0) << 16 | u64::from(number.0))
    }

    fn place(self) -> PlaceNumber {
        PlaceNumber((self.0 >> 32) as u32)
    }

    fn open(self) -> Stops {
        Stops((self.0 >> 16) as u16)
    }

    fn number(self) -> MoveNumber {
        MoveNumber(self.0 as u16)
    }
}

/// What follows a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The moves to it from the state.
    pub moves: u16,
    /// `None` after the finish.
    pub state: Option<State>,
    /// Number of ways to it.
    pub ways: u64,
}

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Ways with more moves are of no interest.
    pub moves: u16,
    /// Crashes in a detour at most.
    pub crashes: u16,
    /// Bytes at most, about, for what is found out.
    pub memory: usize,
}

/// Why a search ended before it was through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There was no more time.
    Time,
    /// It took as much memory as it may.
    Memory,
    /// Only ways with more crashes in a row, or with very many moves, are left.
    Length,
}

/// The most memory that bounds may take while they are made, in bytes.
const MOST_BYTES: usize = 120 << 20;

/// What a search looks things up in.
pub struct Model {
    race: Rc<Race>,
    zzz: u16,
    limits: Limits,
    /// Whether a detour was left out that has more crashes than the limit, but not too many moves.
    is_cut: bool,
    /// Ends the search for what follows a single state, which can take long.
    deadline: Deadline,
    stop: Option<Stop>,
    /// By beginning.
    beginnings: Vec<(Trail, Rc<[Node]>)>,
    /// A bit for each number of moves in which a node can get into a dead end.
    doom: Vec<u32>,
    near: Near,
    /// Better bounds, for a search with more than one crash in a detour.
    bounds: Option<(Returns, Estimate)>,
    /// Whether special rules may leave a car at rest without a move.
    can_rest_be_dead: bool,
    rests: FastMap<(Cell, MoveNumber), Rc<[Node]>>,
    lists: Lists,
    places: Places,
    known: Known,
    known_ends: KnownEnds,
}

impl Model {
    /// `None` if there is not enough time to prepare it.
    pub fn new(
        race: &Rc<Race>,
        beginnings: &[Beginning],
        limits: Limits,
        deadline: &mut Deadline,
    ) -> Option<Model> {
        let zzz = race.settings().zzz;
        let graph = race.graph();
        let mut model = Model {
            race: Rc::clone(race),
            zzz,
            limits,
            is_cut: false,
            deadline: deadline.clone(),
            stop: None,
            beginnings: Vec::new(),
            doom: doom(graph, zzz.min(limits.moves)),
            near: Near::new(graph, race.course(), race.track(), deadline)?,
            bounds: None,
            can_rest_be_dead: can_rest_be_dead(graph, race.track()),
            rests: FastMap::default(),
            lists: Lists::default(),
            places: Places::new(graph.len()),
            known: Known::default(),
            known_ends: KnownEnds::default(),
        };
        let (course, track) = (race.course(), race.track());
        let is_small = Estimate::bytes(graph, course, track) <= MOST_BYTES;
        if limits.crashes > 1 && zzz > 1 && is_small && !model.can_rest_be_dead {
            let most = limits.moves;
            let returns = Returns::new(graph, track, (zzz, most), deadline)?;
            let estimate = Estimate::new(graph, course, track, (&returns, most), deadline)?;
            model.bounds = Some((returns, estimate));
        }
        for beginning in beginnings {
            if let Some(trail) = Trail::of_records(&beginning.newest_first, zzz) {
                let number = model.beginnings.len() as u16;
                model.beginnings.push((trail, beginning.first.clone().into()));
                model.places.number(Place::Beginning(number));
            }
        }
        Some(model)
    }

    /// The states of cars at the beginnings.
    pub fn begin(&mut self, number: MoveNumber, open: Stops) -> Vec<State> {
        let number = self.told(number);
        let all = 0..self.beginnings.len() as u16;
        all.map(|it| State::new(self.places.number(Place::Beginning(it)), open, number)).collect()
    }

    /// Whether a detour was left out that has more crashes than the limit, and may be of use.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Why something was not found out.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Gives back most of the memory: a car that drives by its plan asks for little of it again.
    pub fn forget(&mut self) {
        self.lists = Lists::default();
        self.known_ends = KnownEnds::default();
    }

    /// Goes on without looking at the time and the memory: what is left to do was done before.
    pub fn take_time(&mut self) {
        self.deadline = Deadline::after_nodes(u64::MAX);
        self.limits.memory = usize::MAX;
    }

    /// The same limits, but for fewer moves.
    pub fn limit_moves(&mut self, moves: u16) {
        self.limits.moves = moves;
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    pub fn race(&self) -> &Race {
        &self.race
    }

    /// Bytes that are taken up by what was found out so far, about.
    pub fn bytes(&self) -> usize {
        self.lists.bytes() + self.places.bytes() + self.known.bytes() + self.known_ends.bytes()
    }

    fn course(&self) -> Course {
        self.race.course()
    }

    /// A number of a move, as far as a rule looks at it.
    fn told(&self, number: MoveNumber) -> MoveNumber {
        let rules = self.race.graph().terms().rules;
        match (rules.has(Rule::Prim), rules.has(Rule::Doppelzug)) {
            (true, _) => number,
            (false, true) => MoveNumber(2 - number.0 % 2),
            (false, false) => MoveNumber::FIRST,
        }
    }

    /// Whether it matters how many moves were made.
    fn is_numbered(&self) -> bool {
        self.told(MoveNumber(2)) != MoveNumber::FIRST
    }

    fn moment(&self, state: State) -> Moment {
        let is_line_open = self.course().line(state.open()).is_some();
        Moment { number: state.number(), is_line_open }
    }

    /// The moment after so many moves that pass some stops.
    fn after(&self, moment: Moment, passed: Stops, moves: u16) -> Moment {
        let number = self.told(MoveNumber(moment.number.0.saturating_add(moves)));
        let line = self.course().checkpoints();
        Moment { number, is_line_open: moment.is_line_open && !passed.has(line) }
    }

    /// The stops that a move passes.
    fn passed(&self, moment: Moment, node: Node) -> Stops {
        let mark = self.race.graph().mark(node);
        if mark == Mark::NONE {
            return Stops::NONE;
        }
        let passed = self.course().passed(mark);
        let line = self.course().checkpoints();
        match (moment.is_line_open, passed.has(line)) {
            // Nothing else counts before the line or with it.
            (true, true) => Stops(1 << line),
            (true, false) => Stops::NONE,
            (false, _) => passed.without(line),
        }
    }

    /// The moves that a car has; none if it crashes.
    fn moves(&mut self, car: Car, number: MoveNumber) -> Rc<[Node]> {
        match car {
            Car::Driving(node) => successors(self.race.graph(), node, number).collect(),
            Car::Beginning(beginning) => Rc::clone(&self.beginnings[usize::from(beginning)].1),
            Car::Resting(rest) => {
                let race = &self.race;
                let first = || race.first_moves(Motion::at_rest(rest.at), number).into();
                Rc::clone(self.rests.entry((rest.at, number)).or_insert_with(first))
            }
        }
    }

    /// The newest cell of the trail.
    fn top(&self, car: Car) -> Cell {
        match car {
            Car::Driving(node) => self.race.graph().motion(node).at,
            Car::Resting(rest) => rest.top,
            Car::Beginning(beginning) => self.beginnings[usize::from(beginning)].0.cell(0),
        }
    }

    /// Whether a driving car crashes in its next turn.
    fn is_dead(&self, node: Node) -> bool {
        self.doom[node.index()] & 1 != 0
    }
}

/// Whether a rule may leave a car without a move on a cell where it was set back to.
fn can_rest_be_dead(graph: &Graph, track: &Track) -> bool {
    let first = first_moves(graph, track);
    graph.nodes().any(|node| {
        let at = graph.motion(node).at;
        track.index(at).map_or(true, |cell| first[cell].is_empty())
    })
}

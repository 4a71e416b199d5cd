//! The edges between the states of a search. Only the end of a detour counts for it.
//!
//! A car drives by the same motion with many sets of open stops, and the detours are the same each time. So their
//! ends are kept, as far as there is room.

use std::rc::Rc;

use gridkit::{Deadline, FastMap};

use super::bounds::Bounds;
use super::budget::{Budget, Limits, Stop};
use super::car::Beginning;
use super::cars::{Cars, Phase};
use super::descents::Descents;
use super::detours::{Detour, Detours};
use super::heads::{Head, HeadNumber};
use super::state::{Edge, State};
use crate::rules::MoveNumber;
use crate::solve::Race;
use crate::stops::Stops;

/// The most memory that ends of detours may take, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The end of some detours that begin at the same head, and differ in nothing that matters after them.
#[derive(Clone, Copy, Debug)]
struct End {
    to: HeadNumber,
    moves: u16,
    passed: Stops,
    /// Number of detours.
    ways: u64,
}

/// A number of crashes, and the ends of detours with at most that many, those with fewer first.
type Ends = (u16, Rc<[End]>);

/// The ends of detours that were computed.
#[derive(Default)]
struct KnownEnds {
    /// By head, and what else the detours depend on.
    all: FastMap<State, Ends>,
    count: usize,
}

impl KnownEnds {
    fn bytes(&self) -> usize {
        self.all.capacity() * 40 + self.count * std::mem::size_of::<End>()
    }

    fn put(&mut self, key: State, ends: &Ends) {
        if self.bytes() + ends.1.len() * std::mem::size_of::<End>() < MOST_BYTES {
            self.count += ends.1.len();
            if let Some((_, before)) = self.all.insert(key, ends.clone()) {
                self.count -= before.len();
            }
        }
    }
}

/// A race with crashes, as a graph of [`State`]s.
pub struct Model {
    pub(super) detours: Detours,
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
        let budget = Budget::new(limits, deadline);
        let cars = Cars::new(race, beginnings);
        let bounds = Bounds::new(&cars, limits, deadline)?;
        let detours = Detours::new(Descents::new(cars, bounds, budget));
        Some(Model { detours, known_ends: KnownEnds::default() })
    }

    fn cars(&self) -> &Cars {
        &self.detours.descents.cars
    }

    fn budget(&mut self) -> &mut Budget {
        &mut self.detours.descents.budget
    }

    /// The states of cars at the beginnings.
    pub fn begin(&mut self, number: MoveNumber, open: Stops) -> Vec<State> {
        let number = self.cars().relevant(number);
        let heads = &mut self.detours.heads;
        let state = |it| State::new(heads.number(Head::Beginning(it)), open, number);
        self.detours.descents.cars.beginnings().map(state).collect()
    }

    /// Whether a detour was left out that has more crashes than the limit, and may be of use.
    pub fn is_cut(&self) -> bool {
        self.detours.is_cut
    }

    /// Why a result is missing.
    pub fn stop(&self) -> Option<Stop> {
        self.detours.descents.budget.stop()
    }

    /// Frees most of the memory. A car that drives by its plan asks for little of it again.
    pub fn forget(&mut self) {
        self.detours.descents.forget();
        self.known_ends = KnownEnds::default();
    }

    /// Lifts the limits of time and memory: all that is still to be asked was computed before.
    pub fn lift_limits(&mut self) {
        self.budget().lift();
    }

    pub fn limit_moves(&mut self, moves: u16) {
        self.budget().limits.moves = moves;
    }

    pub fn limits(&self) -> Limits {
        self.detours.descents.budget.limits
    }

    pub fn race(&self) -> &Race {
        &self.cars().race
    }

    /// About the bytes that all results take.
    pub fn bytes(&self) -> usize {
        self.detours.bytes() + self.known_ends.bytes()
    }

    /// The least number of moves to the finish; `None` if there is no way.
    pub fn at_least(&self, state: State) -> Option<u16> {
        let head = self.detours.heads.get(state.head());
        self.detours.descents.bounds.left(self.cars(), head, state.open())
    }

    /// The edges from a state that was reached in `moves` moves.
    pub fn edges(&mut self, state: State, moves: u16) -> Vec<Edge> {
        let plain = self.detours.plain_moves(state).into_iter();
        let mut edges: Vec<Edge> =
            plain.map(|(_, state)| Edge { moves: 1, state, ways: 1 }).collect();
        if let Head::Resting(_) = self.detours.heads.get(state.head()) {
            return edges;
        }
        let most = self.detours.most_crashes(state, moves);
        if most == 0 {
            return edges;
        }
        // Detours with more crashes have more moves, but a crash without a move before it may save one.
        let longest = self.cars().moves_in(0, most).unwrap_or(u16::MAX).saturating_add(1);
        let phase = self.cars().phase(state);
        for end in self.ends(state, most).iter().take_while(|end| end.moves <= longest) {
            let open = Stops(state.open().0 & !end.passed.0);
            let after = self.cars().phase_after(phase, end.passed, end.moves);
            let next = State::new(end.to, open, after.number);
            edges.push(Edge { moves: end.moves, state: Some(next), ways: end.ways });
        }
        edges
    }

    /// The ends of all detours with at most `most` crashes, and perhaps of some with more.
    fn ends(&mut self, state: State, most: u16) -> Rc<[End]> {
        let phase = self.cars().phase(state);
        let key = State::new(state.head(), Stops(phase.is_line_open.into()), phase.number);
        let (known, mut ends) = match self.known_ends.all.get(&key) {
            Some((crashes, ends)) if *crashes >= most => return Rc::clone(ends),
            Some((crashes, ends)) => (*crashes, ends.to_vec()),
            None => (0, Vec::new()),
        };
        for crashes in known + 1..=most {
            self.add_ends(state.head(), phase, crashes, &mut ends);
        }
        let ends = (most, ends.into());
        if self.stop().is_none() {
            self.known_ends.put(key, &ends);
        }
        ends.1
    }

    /// Adds the ends of detours with `crashes` crashes.
    fn add_ends(&mut self, from: HeadNumber, phase: Phase, crashes: u16, ends: &mut Vec<End>) {
        let mut detours = Vec::new();
        self.detours.add_detours(from, phase, crashes, &mut detours);
        let matters = |it: &Detour| (it.moves, it.to.0, it.passed.0);
        detours.sort_unstable_by_key(matters);
        let begin = ends.len();
        for detour in &detours {
            let ways = detour.descent.map_or(1, |(_, outcome)| outcome.ways);
            let Detour { to, moves, passed, .. } = *detour;
            match ends[begin..].last_mut() {
                Some(last) if (last.moves, last.to, last.passed) == (moves, to, passed) => {
                    last.ways = last.ways.saturating_add(ways);
                }
                _ => ends.push(End { to, moves, passed, ways }),
            }
        }
    }
}

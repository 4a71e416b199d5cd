//! What follows a state, as the search looks at it: of a detour only its end counts.
//!
//! A car drives by the same motion with many sets of open stops, and the detours are the same each time. So their
//! ends are kept, as far as there is room.

use std::rc::Rc;

use gridkit::FastMap;

use super::detours::Detour;
use super::places::{Place, PlaceNumber};
use super::{Edge, Model, Moment, State};
use crate::stops::Stops;

/// The most memory that ends of detours may take, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The end of some detours that begin at the same place, which differ in nothing that matters after them.
#[derive(Clone, Copy, Debug)]
struct End {
    to: PlaceNumber,
    moves: u16,
    passed: Stops,
    /// Number of detours.
    ways: u64,
}

/// Ends of detours with up to so many crashes, those with fewer first.
type Ends = (u16, Rc<[End]>);

/// Where detours end that were looked for before.
#[derive(Default)]
pub(super) struct KnownEnds {
    /// By place, and what else the detours depend on.
    all: FastMap<State, Ends>,
    count: usize,
}

impl KnownEnds {
    pub fn bytes(&self) -> usize {
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

impl Model {
    /// What follows a state that was reached in so many moves.
    pub fn edges(&mut self, state: State, moves: u16) -> Vec<Edge> {
        let plain = self.plain_moves(state);
        let mut edges: Vec<Edge> =
            plain.into_iter().map(|(_, state)| Edge { moves: 1, state, ways: 1 }).collect();
        if let Place::Resting(_) = self.places.get(state.place()) {
            return edges;
        }
        let most = self.most_crashes(state, moves);
        if most == 0 {
            return edges;
        }
        // Detours with more crashes have more moves, but for one that a crash at once may save.
        let longest = self.moves_in(0, most).unwrap_or(u16::MAX).saturating_add(1);
        for end in self.ends(state, most).iter().take_while(|end| end.moves <= longest) {
            let next = self.state_after(state, (end.to, end.passed, end.moves));
            edges.push(Edge { moves: end.moves, state: Some(next), ways: end.ways });
        }
        edges
    }

    /// The ends of all detours with up to so many crashes, and perhaps of some with more.
    fn ends(&mut self, state: State, most: u16) -> Rc<[End]> {
        let moment = self.moment(state);
        let key = State::new(state.place(), Stops(moment.is_line_open.into()), moment.number);
        let (known, ends) = match self.known_ends.all.get(&key) {
            Some((crashes, ends)) if *crashes >= most => return Rc::clone(ends),
            Some((crashes, ends)) => (*crashes, ends.to_vec()),
            None => (0, Vec::new()),
        };
        let mut ends = ends;
        for crashes in known + 1..=most {
            self.add_ends(state.place(), moment, crashes, &mut ends);
        }
        let ends = (most, ends.into());
        if self.stop.is_none() {
            self.known_ends.put(key, &ends);
        }
        ends.1
    }

    /// Adds the ends of detours with so many crashes.
    fn add_ends(&mut self, from: PlaceNumber, moment: Moment, crashes: u16, ends: &mut Vec<End>) {
        let mut detours = Vec::new();
        self.add_detours(from, moment, crashes, &mut detours);
        let matters = |it: &Detour| (it.moves, it.to.0, it.passed.0);
        detours.sort_unstable_by_key(matters);
        let begin = ends.len();
        for detour in &detours {
            let ways = detour.part.map_or(1, |(_, outcome)| outcome.ways);
            let Detour { to, moves, passed, .. } = *detour;
            match ends[begin..].last_mut() {
                Some(last) if (last.moves, last.to, last.passed) == (moves, to, passed) => {
                    last.ways = last.ways.saturating_add(ways);
                }
                _ => ends.push(End { to, moves, passed, ways }),
            }
        }
    }

    /// The state after some moves from another that pass some stops.
    fn state_after(&self, state: State, (to, passed, moves): (PlaceNumber, Stops, u16)) -> State {
        let open = Stops(state.open().0 & !passed.0);
        let after = self.after(self.moment(state), passed, moves);
        State::new(to, open, after.number)
    }
}

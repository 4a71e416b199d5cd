//! The search for the fewest moves.

use gridkit::{Deadline, FastMap};

use super::plan::CrashPlan;
use super::ways::Ways;
use crate::crash::{Model, State, Stop, Walk};
use crate::rules::MoveNumber;
use crate::stops::Stops;

/// States that are looked at between two looks at the memory.
const LOOK_EVERY: usize = 256;

/// A* by [`Model::at_least`].
pub struct Search {
    model: Model,
    begin: Vec<State>,
    /// Fewest moves to the states that were met.
    moves: FastMap<State, u16>,
    /// States to be looked at with the moves to them, by the moves of the whole way at least.
    agenda: Vec<Vec<(State, u16)>>,
    waiting: usize,
    total: usize,
    /// The fewest moves to the finish so far.
    best: Option<u16>,
    most: u16,
    /// Whether something was left out for too many moves before a way was known.
    is_short: bool,
}

impl Search {
    pub fn new(model: Model, (number, open): (MoveNumber, Stops)) -> Search {
        let mut search = Search {
            most: model.limits().moves,
            model,
            begin: Vec::new(),
            moves: FastMap::default(),
            agenda: Vec::new(),
            waiting: 0,
            total: 0,
            best: None,
            is_short: false,
        };
        search.begin = search.model.begin(number, open);
        for state in search.begin.clone() {
            search.reach(state, 0);
        }
        search
    }

    fn reach(&mut self, state: State, moves: u16) {
        let known = self.moves.get(&state).copied().unwrap_or(u16::MAX);
        let total = self.model.at_least(state).map(|left| moves + left);
        let total = match total {
            Some(total) if moves < known && total <= self.most => usize::from(total),
            Some(total) => {
                self.is_short |= self.best.is_none() && total > self.most;
                return;
            }
            None => return,
        };
        self.moves.insert(state, moves);
        // The bound promises more after a move than before it only by mistake.
        let total = total.max(self.total);
        if self.agenda.len() <= total {
            self.agenda.resize_with(total + 1, Vec::new);
        }
        self.agenda[total].push((state, moves));
        self.waiting += 1;
    }

    /// Searches until the fewest moves are found, or there is no way. Returns why it ended before.
    pub fn run(&mut self, deadline: &mut Deadline) -> Option<Stop> {
        let mut looks = 0;
        while self.total < self.agenda.len() {
            while let Some((state, moves)) = self.agenda[self.total].pop() {
                self.waiting -= 1;
                if self.moves[&state] != moves {
                    continue;
                }
                for edge in self.model.edges(state, moves) {
                    match edge.state {
                        Some(state) => self.reach(state, moves + edge.moves),
                        None => self.finish(moves + edge.moves),
                    }
                }
                looks += 1;
                if self.model.stop().is_some() {
                    return self.model.stop();
                }
                if deadline.expired() {
                    return Some(Stop::Time);
                }
                if looks % LOOK_EVERY == 0 && self.bytes() > self.model.limits().memory {
                    return Some(Stop::Memory);
                }
            }
            self.agenda[self.total] = Vec::new();
            if self.best.map_or(false, |best| usize::from(best) <= self.total) {
                return None;
            }
            self.total += 1;
        }
        None
    }

    fn finish(&mut self, moves: u16) {
        if moves <= self.most {
            self.best = Some(self.best.map_or(moves, |best| best.min(moves)));
            self.most = moves;
            self.model.limit_moves(moves);
        }
    }

    /// Bytes that it takes up, about: a slot of the map has a state, its moves and a byte of the map's own.
    fn bytes(&self) -> usize {
        self.moves.capacity() * 20 + self.waiting * 24 + self.model.bytes()
    }

    /// Whether detours were left out because they have too many crashes.
    pub fn is_cut(&self) -> bool {
        self.model.is_cut()
    }

    /// Whether ways were left out because they have more moves than the limit.
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// No way takes fewer moves; `is_for_all` says that nothing was left out for too many crashes.
    pub fn at_least(&self, is_for_all: bool) -> u16 {
        let bounds = self.begin.iter().filter_map(|state| self.model.at_least(*state));
        let bound = bounds.min().unwrap_or(0);
        if is_for_all {
            bound.max(self.total as u16)
        } else {
            bound
        }
    }

    /// All quickest ways, if one was found.
    pub fn plan(mut self) -> Option<CrashPlan> {
        let best = self.best?;
        self.model.lift_limits();
        let met = self.moves.len();
        let mut ways = Ways::new(best, self.moves);
        let walks: Vec<_> =
            self.begin.iter().map(|state| Walk::from(&self.model, *state)).collect();
        let first = ways.steps(&mut self.model, &walks, 0);
        ways.forget();
        self.model.forget();
        Some(CrashPlan { model: self.model, moves: best, ways, first, met, at_least: best })
    }
}

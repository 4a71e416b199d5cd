//! All states that a car can be in, and the number of moves from each of them to every stop.

use std::collections::HashSet;

use super::numbers::Numbers;
use super::predecessors::Predecessors;
use super::view::View;
use crate::games::karo::circuit::{Direction, LineRule};
use crate::games::karo::motion::{Counting, Events, Motion};
use crate::games::karo::special::{SpecialRule, keep};
use crate::games::karo::track::{Checkpoint, Checkpoints, Track};

/// The open stops, one bit for each: the checkpoints in the order of their numbers, then the first crossing of
/// the line in a Formula 1 race.
pub(super) type Open = u16;

/// A state and the stops that are still open; `open` is `None` after the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Situation {
    pub(super) motion: Motion,
    pub(super) open: Option<Open>,
}

/// The number of moves to a goal that cannot be reached.
pub(super) const FAR: u32 = u32::MAX / 4;

/// The states by number, with the successors of each.
pub(super) struct Chart {
    stops: Vec<Checkpoint>,
    line_first: bool,
    seeds: HashSet<Motion>,
    numbers: Numbers,
    pub(super) motions: Vec<Motion>,
    pub(super) marks: Vec<Mark>,
    /// Where the successors of each state begin in `successors`.
    begins: Vec<u32>,
    pub(super) successors: Vec<u32>,
    /// For each stop, and at last the finish: the number of moves from each state to one that passes it.
    distances: Vec<Vec<u32>>,
    /// The least number of moves from stop `i` through all of a set of stops to the finish, by set and
    /// stop.
    tours: Vec<Vec<u32>>,
    pub(super) before: Predecessors,
}

/// The checkpoints that the move to a state passes, one bit for each, and whether it passes the finish.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    stops: Open,
    finish: bool,
}

/// The input of a chart.
#[derive(Clone, PartialEq)]
pub(super) struct Key {
    track: Track,
    required: Checkpoints,
    counting: Counting,
    direction: Direction,
    rules: Vec<SpecialRule>,
    impossible: HashSet<Motion>,
}

impl Key {
    pub(super) fn of(view: &View) -> Self {
        Self {
            track: view.track.clone(),
            required: view.required,
            counting: view.counting,
            direction: view.direction,
            rules: view.rules.clone(),
            impossible: view.impossible.clone(),
        }
    }
}

impl Chart {
    /// A chart of all states that can be reached from the seeds.
    pub(super) fn new(key: &Key, seeds: HashSet<Motion>) -> Self {
        let line = LineRule::of(&key.track, key.direction, !key.required.is_empty());
        let stops: Vec<Checkpoint> = key.required.iter().collect();
        let mut chart = Self {
            line_first: line.is_some_and(LineRule::wants_first_crossing),
            stops,
            numbers: Numbers::new(&key.track),
            motions: Vec::new(),
            marks: Vec::new(),
            begins: vec![0],
            successors: Vec::new(),
            distances: Vec::new(),
            tours: Vec::new(),
            before: Predecessors::of(&[0], &[]),
            seeds,
        };
        chart.find_states(key, line);
        chart.before = Predecessors::of(&chart.begins, &chart.successors);
        chart.measure();
        chart
    }

    /// Numbers all states, each before those that follow it.
    fn find_states(&mut self, key: &Key, line: Option<LineRule>) {
        let mut seeds: Vec<Motion> = self.seeds.iter().copied().collect();
        seeds.sort_unstable();
        for seed in seeds {
            self.number(key, seed);
        }
        let mut state = 0;
        while state < self.motions.len() {
            let car = self.motions[state];
            let lawful = |next: &Motion| {
                !key.impossible.contains(next)
                    && line.is_none_or(|line| line.allows_move(*next, &key.track))
            };
            let moves: Vec<Motion> = car.successors(&key.track).filter(lawful).collect();
            for next in keep(&key.rules, &key.track, car, None, moves, |_| None) {
                let number = self.number(key, next);
                self.successors.push(number);
            }
            self.begins.push(self.successors.len() as u32);
            state += 1;
        }
    }

    fn number(&mut self, key: &Key, motion: Motion) -> u32 {
        let new = self.motions.len() as u32;
        let number = self.numbers.get_or_insert(motion, new);
        if number != new {
            return number;
        }
        self.motions.push(motion);
        let events = Events::of(motion, &key.track, !key.required.is_empty(), key.counting);
        let stops = self.bits(events.checkpoints);
        self.marks.push(Mark { stops, finish: events.finish });
        number
    }

    fn bits(&self, checkpoints: Checkpoints) -> Open {
        let of = |checkpoint| self.stops.iter().position(|stop| *stop == checkpoint);
        checkpoints.iter().filter_map(of).fold(0, |bits, stop| bits | 1 << stop)
    }

    /// Computes the distances to all stops, and those from stop to stop through every set of others.
    fn measure(&mut self) {
        let count = self.stops.len();
        for stop in 0..count {
            let goals = |mark: Mark| mark.stops >> stop & 1 == 1;
            self.distances.push(self.distances_to(goals));
        }
        // The first crossing of the line is a stop like the others, at the distance of the finish.
        let finish = self.distances_to(|mark| mark.finish);
        if self.line_first {
            self.distances.push(finish.clone());
        }
        self.distances.push(finish);
        self.tours = self.least_tours();
    }

    fn distances_to(&self, goal: impl Fn(Mark) -> bool) -> Vec<u32> {
        let mut distances = vec![FAR; self.motions.len()];
        let mut states: Vec<u32> = Vec::new();
        for (state, mark) in self.marks.iter().enumerate() {
            if goal(*mark) {
                distances[state] = 0;
                states.push(state as u32);
            }
        }
        let mut place = 0;
        while let Some(state) = states.get(place) {
            let distance = distances[*state as usize] + 1;
            for earlier in self.before.of_state(*state) {
                if distances[*earlier as usize] == FAR {
                    distances[*earlier as usize] = distance;
                    states.push(*earlier);
                }
            }
            place += 1;
        }
        distances
    }

    /// The least tours by the algorithm of Held and Karp, over the shortest legs. They are lower bounds: a real
    /// way may need other vectors at the stops.
    fn least_tours(&self) -> Vec<Vec<u32>> {
        let count = self.distances.len() - 1;
        let is_at = |state: usize, stop: usize| match self.stops.get(stop) {
            Some(_) => self.marks[state].stops >> stop & 1 == 1,
            None => self.marks[state].finish,
        };
        let leg = |from: usize, to: usize| {
            let states = (0..self.motions.len()).filter(|state| is_at(*state, from));
            states.map(|state| self.distances[to][state]).min().unwrap_or(FAR)
        };
        let legs: Vec<Vec<u32>> =
            (0..count).map(|from| (0..=count).map(|to| leg(from, to)).collect()).collect();
        let mut tours: Vec<Vec<u32>> = Vec::with_capacity(1 << count);
        for open in 0..1_usize << count {
            let tour = |from: usize| {
                let stops = (0..count).filter(|stop| open >> stop & 1 == 1);
                let through = stops.map(|stop| legs[from][stop] + tours[open & !(1 << stop)][stop]);
                through.min().unwrap_or(legs[from][count]).min(FAR)
            };
            let row = (0..count).map(tour).collect();
            tours.push(row);
        }
        tours
    }

    /// The states from which all others were found.
    pub(super) fn seeds(&self) -> &HashSet<Motion> {
        &self.seeds
    }

    /// Whether the chart contains all of these states.
    pub(super) fn knows(&self, states: &HashSet<Motion>) -> bool {
        states.iter().all(|state| self.state(*state).is_some())
    }

    /// The number of a state, if it can be reached.
    pub(super) fn state(&self, motion: Motion) -> Option<u32> {
        self.numbers.get(motion)
    }

    pub(super) fn after_state(&self, state: u32) -> &[u32] {
        let place = |state: usize| self.begins[state] as usize;
        &self.successors[place(state as usize)..place(state as usize + 1)]
    }

    /// The stops that a player still has to pass before the finish counts.
    pub(super) fn open_of(&self, view: &View, player: usize) -> Open {
        self.open(view.players[player].collected, view.crossed[player])
    }

    /// The open stops of a player that has collected these checkpoints.
    pub(super) fn open(&self, collected: Checkpoints, crossed: bool) -> Open {
        let all = (1 << self.stops.len()) - 1;
        let line = if self.line_first && !crossed { 1 << self.stops.len() } else { 0 };
        (all & !self.bits(collected)) | line
    }

    /// The open stops after passing a mark; `None` after the finish. In a Formula 1 race nothing counts before the
    /// first crossing of the line: the server would count checkpoints, but the players agree to cross it first.
    pub(super) fn pass(&self, open: Open, mark: Mark) -> Option<Open> {
        let line: Open = 1 << self.stops.len();
        if open & line != 0 {
            return Some(if mark.finish { open & !line } else { open });
        }
        let open = open & !mark.stops;
        if mark.finish && open == 0 { None } else { Some(open) }
    }

    /// The situation after a move, which need not be on the chart.
    pub(super) fn after(&self, motion: Motion, open: Open) -> Situation {
        let mark = self.state(motion).map_or(Mark::default(), |state| self.marks[state as usize]);
        Situation { motion, open: self.pass(open, mark) }
    }

    /// A lower bound of the moves that are left. It is exact if only the finish is open.
    pub(super) fn bound(&self, state: u32, open: Open) -> u32 {
        let state = state as usize;
        let count = self.distances.len() - 1;
        let is_line_open = open >> self.stops.len() & 1 == 1;
        let first = if is_line_open { self.stops.len() } else { 0 };
        let mut least = if open == 0 { self.distances[count][state] } else { FAR };
        for stop in first..count {
            if open >> stop & 1 == 1 {
                let tour = self.tours[usize::from(open & !(1 << stop))][stop];
                least = least.min(self.distances[stop][state] + tour);
            }
        }
        least.min(FAR)
    }
}

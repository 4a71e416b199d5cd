//! The fewest moves of a car that may crash on purpose.

use std::rc::Rc;

use gridkit::{Deadline, FastMap};

use crate::crash::{Chains, Edge, Model, State};
use crate::graph::Node;
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::search::Failure;
use crate::set_back::Entry;
use crate::solve::Race;
use crate::stops::Stops;
use crate::track::Cell;

/// Where a search with crashes begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The records of the car, the newest first; never empty.
    pub newest_first: Vec<Entry>,
    /// The moves that it can make first.
    pub first: Vec<Node>,
}

/// The quickest ways of a car that may crash on purpose.
pub struct CrashPlan {
    model: Model,
    moves: u16,
    ways: Ways,
    first: Vec<CrashStep>,
    met: usize,
    is_exact: bool,
}

/// A move on a quickest way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrashStep {
    pub node: Node,
    /// The states after it, one for each decision; none after the finish.
    pub states: Vec<State>,
    /// Number of quickest ways that begin with it, at most `u64::MAX`.
    pub ways: u64,
}

/// States by the moves made, and how many that was for each.
#[derive(Default)]
struct Levels {
    levels: Vec<Vec<State>>,
    moves: FastMap<State, u16>,
}

impl Levels {
    fn add(&mut self, state: State, moves: u16) {
        let known = self.moves.entry(state).or_insert(u16::MAX);
        if *known <= moves {
            return;
        }
        *known = moves;
        if self.levels.len() <= usize::from(moves) {
            self.levels.resize_with(usize::from(moves) + 1, Vec::new);
        }
        self.levels[usize::from(moves)].push(state);
    }

    /// The next state of a level that was not reached in fewer moves.
    fn next(&self, moves: u16, place: &mut usize) -> Option<State> {
        let states = &self.levels[usize::from(moves)][*place..];
        let skipped = states.iter().position(|state| self.moves[state] == moves)?;
        *place += skipped + 1;
        states.get(skipped).copied()
    }
}

/// The ways on from the states on quickest ways.
struct Ways {
    best: u16,
    /// With the moves made before.
    ways: FastMap<State, (u16, u64)>,
}

impl Ways {
    fn of(&self, state: &State, moves: u16) -> u64 {
        self.ways.get(state).filter(|it| it.0 == moves).map_or(0, |it| it.1)
    }

    /// Counts them from every state that was met, from the end back.
    fn count(model: &mut Model, levels: &Levels, best: u16) -> Ways {
        let mut ways = Ways { best, ways: FastMap::default() };
        for moves in (1..best).rev() {
            let states = levels.levels.get(usize::from(moves)).map_or(&[][..], |level| level);
            for state in states.iter().rev().filter(|state| levels.moves[*state] == moves) {
                ways.settle(model, state, moves);
            }
        }
        ways
    }

    /// Counts them from a state, when they are counted for all that have more moves behind them.
    fn settle(&mut self, model: &mut Model, state: &State, moves: u16) -> u64 {
        if let Some((known, ways)) = self.ways.get(state) {
            return if *known == moves { *ways } else { 0 };
        }
        let mut sum: u64 = 0;
        for edge in model.edges(state) {
            let on = match edge.state {
                None => u64::from(moves + edge.moves == self.best),
                Some(next) if edge.moves == 0 => self.settle(model, &next, moves),
                Some(next) => self.of(&next, moves + edge.moves),
            };
            sum = sum.saturating_add(on.saturating_mul(edge.ways));
        }
        if sum > 0 {
            self.ways.insert(*state, (moves, sum));
        }
        sum
    }

    /// The same from any state: one that is about to crash is not among those that were counted.
    fn through(&self, model: &mut Model, state: &State, moves: u16) -> u64 {
        if !model.is_diving(state) {
            return self.of(state, moves);
        }
        let edges = model.edges(state);
        let on = |edge: &Edge| {
            let on = edge.state.map_or(0, |next| self.of(&next, moves + edge.moves));
            on.saturating_mul(edge.ways)
        };
        edges.iter().fold(0, |sum: u64, edge| sum.saturating_add(on(edge)))
    }

    /// Moves with the ways that begin with each, as the move with this count.
    fn steps(
        &self,
        model: &mut Model,
        moves: u16,
        steps: Vec<(Node, Vec<State>)>,
    ) -> Vec<CrashStep> {
        let mut counted: Vec<CrashStep> = Vec::new();
        for (node, states) in steps {
            let ways = if states.is_empty() {
                u64::from(moves == self.best)
            } else {
                let through = states.iter().map(|state| self.through(model, state, moves));
                through.fold(0, u64::saturating_add)
            };
            match counted.iter_mut().find(|step| step.node == node) {
                Some(step) => {
                    step.ways = step.ways.saturating_add(ways);
                    step.states.extend(states);
                }
                None => counted.push(CrashStep { node, states, ways }),
            }
        }
        counted.retain(|step| step.ways > 0);
        counted
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
    let number = MoveNumber::FIRST;
    let beginning = |cell: &Cell| Beginning {
        newest_first: vec![Entry { at: *cell, is_crash: false }],
        first: race.first_moves(Motion::at_rest(*cell), number),
    };
    let beginnings: Vec<Beginning> = cells.iter().map(beginning).collect();
    search(race, &beginnings, (number, race.course().all()), most, deadline)
}

/// Searches for all quickest ways of a car; each state that is looked at counts as a node. Ways of
/// `most` moves or more are of no interest.
///
/// There are very many ways to crash twice in a row, the more the longer the set-back, and seldom a quick
/// one among them. So a plan without such chains is made first. If there is not enough time to try all chains
/// as well, that plan is returned, and it is not [exact](CrashPlan::is_exact).
///
/// # Errors
/// If there is no way of interest, or not enough time.
pub fn search(
    race: &Rc<Race>,
    beginnings: &[Beginning],
    at: (MoveNumber, Stops),
    most: u16,
    deadline: &mut Deadline,
) -> Result<CrashPlan, Failure> {
    let simple = search_by(race, beginnings, at, (most, Chains::None), deadline);
    // As quick a way counts, too: all of them are wanted.
    let most = simple.as_ref().map_or(most, |plan| plan.moves + 1);
    match (search_by(race, beginnings, at, (most, Chains::All), deadline), simple) {
        (Err(Failure::Unfinished), Ok(plan)) => Ok(CrashPlan { is_exact: false, ..plan }),
        (result, _) => result,
    }
}

/// The search with or without chains.
fn search_by(
    race: &Rc<Race>,
    beginnings: &[Beginning],
    (number, open): (MoveNumber, Stops),
    (most, chains): (u16, Chains),
    deadline: &mut Deadline,
) -> Result<CrashPlan, Failure> {
    let mut model = Model::new(race, chains, deadline.clone());
    let mut levels = Levels::default();
    let mut best = most;
    let mut steps = Vec::new();
    for beginning in beginnings {
        let from = model.begin(&beginning.newest_first, number, open);
        for edge in model.edges_by(&from, &beginning.first) {
            match edge.state {
                None => best = best.min(edge.moves),
                Some(state) => levels.add(state, edge.moves),
            }
        }
        steps.extend(model.steps_by(&from, &beginning.first));
    }
    let mut moves: u16 = 1;
    while moves < best && usize::from(moves) < levels.levels.len() {
        let mut place = 0;
        while let Some(state) = levels.next(moves, &mut place) {
            for edge in model.edges(&state) {
                match edge.state {
                    None => best = best.min(moves + edge.moves),
                    Some(state) => levels.add(state, moves + edge.moves),
                }
            }
            if deadline.expired() || model.gave_up() {
                return Err(Failure::Unfinished);
            }
        }
        moves += 1;
    }
    if model.gave_up() {
        return Err(Failure::Unfinished);
    }
    if best >= most {
        return Err(Failure::NoWay);
    }
    model.take_time();
    let ways = Ways::count(&mut model, &levels, best);
    let first = ways.steps(&mut model, 1, steps);
    let met = levels.moves.len();
    Ok(CrashPlan { model, moves: best, ways, first, met, is_exact: true })
}

impl CrashPlan {
    /// The fewest moves to the finish; crashes are none.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// Whether no way is quicker, and all that are as quick are there. Else there was not enough time for
    /// chains of crashes.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// States met.
    pub fn states(&self) -> usize {
        self.met
    }

    /// The quickest first moves.
    pub fn first(&self) -> &[CrashStep] {
        &self.first
    }

    /// The number of quickest ways, at most `u64::MAX`.
    pub fn ways(&self) -> u64 {
        self.first.iter().fold(0, |sum: u64, step| sum.saturating_add(step.ways))
    }

    /// The quickest moves that follow a step, which was the move with this count.
    pub fn onward(&mut self, step: &CrashStep, moves: u16) -> Vec<CrashStep> {
        let model = &mut self.model;
        let steps = step.states.iter().flat_map(|state| model.steps(state)).collect();
        self.ways.steps(&mut self.model, moves + 1, steps)
    }

    /// One quickest way: at each step the move with the most ways on, the first of equals. A crash
    /// is the motion at rest where the car is set back to.
    pub fn way(&mut self) -> Vec<Motion> {
        let mut way: Vec<Motion> = Vec::new();
        let mut steps = self.first.clone();
        let mut moves = 0;
        while let Some(step) = steps.iter().rev().max_by_key(|step| step.ways).cloned() {
            let motion = self.model.race().graph().motion(step.node);
            if way.last().map_or(false, |last| !motion.follows(*last)) {
                way.push(Motion::at_rest(motion.source()));
            }
            way.push(motion);
            moves += 1;
            steps = self.onward(&step, moves);
        }
        way
    }
}

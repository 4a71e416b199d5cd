//! Monte Carlo tree search over the piece to walk to next.
//!
//! An action of a robot is its goal: the piece that it walks to and takes. It chooses a new goal when
//! the piece is taken or does not matter any more. Against a known rival the tree has the bot's own
//! choices only, and the rival's moves are computed. Against an unknown opponent both sides choose, at
//! the same time and without seeing the other's choice: each side by its own statistics (decoupled
//! upper confidence bounds, with priors as in PUCT).
//!
//! Between good players most boards are drawn, and many goals keep the draw. Further games with the same
//! first goals show which of them wins most against a player that errs: in these the opponent follows the
//! rule of thumb of [`heuristic`](crate::heuristic), or [`formulas`](crate::formulas) that foretold its moves. They do
//! not count for the values of the goals.

mod first_step;
mod trees;

use std::cmp::Ordering;

use gridkit::{Deadline, Rng};

use crate::board::Board;
use crate::cell::Move;
use crate::formulas::{Drawn, Foreseen, Formulas};
use crate::heuristic::Heuristic;
use crate::params::Params;
use crate::piece::Piece;
use crate::rivals::Rival;
use crate::state::State;
pub use first_step::FirstStep;
pub use trees::Trees;
use trees::{Edge, MOST_TURNS};

/// After this number of games won in a row the search stops: every choice wins.
const ENOUGH_WON: u32 = 4096;

/// The fewest further games of a goal that say something about it.
const ENOUGH_FURTHER: u32 = 20;

/// The opponent in a tree.
#[derive(Clone, Copy)]
pub enum Opponent<'a> {
    Known(&'a Rival),
    /// None of the known rivals. It chooses by the search.
    Unknown,
    /// Follows formulas or the rule of thumb, as [`Beliefs`] say, so it errs now and then.
    Simple,
}

/// What the bot believes about an unknown opponent.
#[derive(Clone, Copy)]
pub struct Beliefs<'a> {
    pub formulas: &'a Formulas,
    /// The formulas that it may follow, in proportion to their probabilities.
    pub drawn: &'a Drawn,
    /// Probability that it chooses a goal by the rule of thumb, not by a formula.
    pub whim: f64,
    /// Further games against it for each game of the search.
    pub further: f64,
}

/// The result of the search for one goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    pub piece: Piece,
    /// The number of games in which it was the first goal.
    pub visits: u32,
    /// The mean result of these games: from 0, all lost, to 1, all won.
    pub value: f64,
    /// The mean result of the further games, in which the opponent follows the rule of thumb; `None` if
    /// there were too few.
    pub against_simple: Option<f64>,
    /// The steps towards the piece, with the results of the games that began with each.
    pub steps: [Option<FirstStep>; 2],
}

/// The search of one turn.
pub struct Search<'a> {
    board: &'a Board,
    heuristic: &'a Heuristic,
    explore: f32,
    noise: f32,
    trees: &'a mut Trees,
    rng: Rng,
    beliefs: Beliefs<'a>,
    /// Whether the opponent of the current game is [`Opponent::Simple`].
    is_simple: bool,
    foreseen: Option<Foreseen>,
}

impl<'a> Search<'a> {
    /// A search that empties `trees` and starts anew.
    pub fn new(
        board: &'a Board,
        heuristic: &'a Heuristic,
        trees: &'a mut Trees,
        params: &Params,
        beliefs: Beliefs<'a>,
        seed: u64,
    ) -> Search<'a> {
        trees.clear();
        let (explore, noise) = (params.explore as f32, params.noise as f32);
        let rng = Rng::new(seed);
        Search {
            board,
            heuristic,
            explore,
            noise,
            trees,
            rng,
            beliefs,
            is_simple: false,
            foreseen: None,
        }
    }

    /// Searches from a position until the deadline. `opponents` have their probabilities. For each game
    /// against one of them, there are further games against [`Opponent::Simple`]. Gives every goal.
    pub fn think(
        &mut self,
        state: &State,
        opponents: &[(Opponent<'_>, f64)],
        deadline: &mut Deadline,
    ) -> Vec<Choice> {
        let roots: Vec<u32> = opponents
            .iter()
            .map(|(opponent, _)| {
                let both = matches!(opponent, Opponent::Unknown);
                self.add_node(state, [true, both])
            })
            .collect();
        let root_of_simple = self.add_node(state, [true, false]);
        let count = self.trees.choices(roots[0], 0).len();
        for index in 0..count {
            let goal = usize::from(self.trees.choices(roots[0], 0)[index].piece);
            let steps = state.at[0].steps_toward(self.board.cell(goal));
            self.trees.steps.push(steps.map(|step| step.map(FirstStep::unplayed)));
        }
        let mut games = 0_u32;
        let mut won_in_a_row = 0;
        while count > 0 && won_in_a_row < ENOUGH_WON && !deadline.expired() {
            let played = f64::from(self.trees.visits(root_of_simple));
            if played < self.beliefs.further * f64::from(games) {
                let first = self.select_root(&roots, opponents, games);
                self.game(*state, root_of_simple, Opponent::Simple, first);
                continue;
            }
            games += 1;
            // The opponent that was played too seldom for its probability.
            let missing = |index: usize| {
                let played = f64::from(self.trees.visits(roots[index]));
                opponents[index].1 * f64::from(games) - played
            };
            let opponent = (0..roots.len())
                .max_by(|a, b| missing(*a).partial_cmp(&missing(*b)).unwrap_or(Ordering::Equal))
                .unwrap_or(0);
            let first = self.select_root(&roots, opponents, games);
            let result = self.game(*state, roots[opponent], opponents[opponent].0, first);
            won_in_a_row = if result == 1 { won_in_a_row + 1 } else { 0 };
        }
        let unknown = opponents.iter().position(|(it, _)| matches!(it, Opponent::Unknown));
        self.foreseen = unknown.and_then(|index| self.foresee(roots[index], state));
        (0..count).map(|index| self.choice(&roots, opponents, root_of_simple, index)).collect()
    }

    /// The results of the games that began with one goal.
    fn choice(
        &self,
        roots: &[u32],
        opponents: &[(Opponent<'_>, f64)],
        root_of_simple: u32,
        index: usize,
    ) -> Choice {
        let (mut visits, mut value, mut weight) = (0, 0.0, 0.0);
        let mut piece = 0;
        for (root, (_, probability)) in roots.iter().zip(opponents) {
            let edge = self.trees.choices(*root, 0)[index];
            piece = usize::from(edge.piece);
            visits += edge.visits;
            if edge.visits > 0 {
                value += probability * f64::from(edge.sum) / f64::from(edge.visits);
                weight += probability;
            }
        }
        let value = if weight > 0.0 { value / weight } else { 0.0 };
        let Edge { visits: games, sum, .. } = self.trees.choices(root_of_simple, 0)[index];
        let mean = f64::from(sum) / f64::from(games);
        let against_simple = Some(mean).filter(|_| games >= ENOUGH_FURTHER);
        let steps = self.trees.steps[index];
        Choice { piece, visits, value, against_simple, steps }
    }

    /// The first goal of side 0. It is chosen by the results against all opponents together, because
    /// the bot does not know which one it plays.
    fn select_root(&self, roots: &[u32], opponents: &[(Opponent<'_>, f64)], games: u32) -> usize {
        let count = self.trees.choices(roots[0], 0).len();
        let mut best = (f32::NEG_INFINITY, 0);
        let root_of_games = (games as f32).sqrt();
        for index in 0..count {
            let (mut visits, mut value, mut weight, mut prior) = (0, 0.0, 0.0, 0.0);
            for (root, (_, probability)) in roots.iter().zip(opponents) {
                let edge = self.trees.choices(*root, 0)[index];
                visits += edge.visits;
                prior = edge.prior;
                if edge.visits > 0 {
                    value += *probability as f32 * edge.sum / edge.visits as f32;
                    weight += *probability as f32;
                }
            }
            let value = if weight > 0.0 { value / weight } else { 0.6 };
            let bonus = self.explore * prior * root_of_games / (1.0 + visits as f32);
            if value + bonus > best.0 {
                best = (value + bonus, index);
            }
        }
        best.1
    }

    /// The first step towards a goal of side 0, by the same bounds as the goals.
    fn select_step(&self, goal: usize) -> usize {
        let (first, second) = match self.trees.steps[goal] {
            [Some(first), Some(second)] => (first, second),
            _ => return 0,
        };
        let root_of_games = ((first.visits + second.visits + 1) as f32).sqrt();
        let bound = |it: FirstStep| {
            it.value() + 0.5 * self.explore * root_of_games / (1.0 + it.visits as f32)
        };
        usize::from(bound(second) > bound(first))
    }

    /// Plays one game from the root, adds its result to the statistics and returns it.
    fn game(&mut self, mut state: State, root: u32, opponent: Opponent<'_>, first: usize) -> i8 {
        let board = self.board;
        let known = matches!(opponent, Opponent::Known(_));
        self.is_simple = matches!(opponent, Opponent::Simple);
        self.trees.begin();
        let mut goals = [None, None];
        let mut place = Place::Root(root, first);
        let mut turns = 0;
        let first_step = self.select_step(first);
        let result = loop {
            if let Some(result) = state.verdict() {
                break result;
            }
            if turns == MOST_TURNS {
                break state.current_result();
            }
            turns += 1;
            let open = |goal: Option<Piece>| goal.map_or(true, |it| state.live >> it & 1 == 0);
            let chooses = [open(goals[0]), !known && open(goals[1])];
            if chooses[0] || chooses[1] {
                place = self.choose(&state, chooses, &mut goals, place);
            }
            let own = match self.trees.steps[first][first_step] {
                Some(first) if turns == 1 => first.step,
                _ => step_to(board, &state, 0, goals[0]),
            };
            let others = match opponent {
                Opponent::Known(rival) => rival.choose(board, &state, 1),
                Opponent::Unknown | Opponent::Simple => step_to(board, &state, 1, goals[1]),
            };
            let taken = state.turn(board, [own, others]);
            if taken && self.is_simple {
                // A robot that follows a formula looks anew in each turn. But only a take changes much for it.
                goals[1] = None;
            }
        };
        let value = f32::from(result) * 0.5 + 0.5;
        self.trees.count(value);
        if let (false, Some(first)) = (self.is_simple, &mut self.trees.steps[first][first_step]) {
            first.visits += 1;
            first.sum += value;
        }
        result
    }

    /// Chooses goals for the sides that need one: by the tree while the game is in it, then by one new
    /// node, then by the heuristic. Gives the place of the game after that.
    fn choose(
        &mut self,
        state: &State,
        chooses: [bool; 2],
        goals: &mut [Option<Piece>; 2],
        place: Place,
    ) -> Place {
        let (node, first, grown) = match place {
            Place::Root(node, first) => (node, Some(first), false),
            Place::Below(key) => match self.trees.child(key) {
                Some(node) => (node, None, false),
                None if self.trees.has_room() => {
                    let node = self.add_node(state, [chooses[0], chooses[1] && !self.is_simple]);
                    self.trees.add_child(key, node);
                    (node, None, true)
                }
                None => return self.choose(state, chooses, goals, Place::Outside),
            },
            Place::Outside => {
                for side in 0..2 {
                    if chooses[side] {
                        goals[side] = self.goal_by_rule(state, side);
                    }
                }
                return Place::Outside;
            }
        };
        self.trees.pass(node);
        let mut key = u64::from(node) << 16;
        for (side, goal) in goals.iter_mut().enumerate() {
            if side == 1 && self.is_simple {
                if chooses[1] {
                    *goal = self.goal_by_rule(state, 1);
                    key |= goal.map_or(0, |piece| piece as u64 + 1) << 8;
                }
                continue;
            }
            let first = first.filter(|_| side == 0);
            if let Some(piece) = self.trees.follow(node, side, first, self.explore) {
                *goal = Some(piece);
                key |= (piece as u64 + 1) << (8 * side);
            }
        }
        if grown {
            Place::Outside
        } else {
            Place::Below(key)
        }
    }

    fn add_node(&mut self, state: &State, chooses: [bool; 2]) -> u32 {
        self.trees.add_node(self.board, self.heuristic, state, chooses)
    }

    /// What side 1 does if it plays by the search; `None` if there was no game against [`Opponent::Unknown`].
    pub fn foreseen(&self) -> Option<Foreseen> {
        self.foreseen
    }

    /// What side 1 did in the games from a root.
    fn foresee(&self, root: u32, state: &State) -> Option<Foreseen> {
        let edges = self.trees.choices(root, 1);
        let games: u32 = edges.iter().map(|edge| edge.visits).sum();
        let mut chances: Foreseen = [0.0; Move::ALL.len()];
        for edge in edges.iter().filter(|edge| edge.visits > 0) {
            let steps = state.at[1].steps_toward(self.board.cell(usize::from(edge.piece)));
            let count = steps.iter().flatten().count();
            for step in steps.iter().flatten() {
                chances[*step as usize] +=
                    f64::from(edge.visits) / (f64::from(games) * count as f64);
            }
        }
        Some(chances).filter(|_| games > 0)
    }

    /// The goal of a side that does not choose by the search.
    fn goal_by_rule(&mut self, state: &State, side: usize) -> Option<Piece> {
        let Beliefs { formulas, drawn, whim, .. } = self.beliefs;
        if side == 1 && self.is_simple && self.rng.unit() >= whim {
            if let Some(formula) = drawn[self.rng.below(drawn.len())] {
                return formulas.goal(formula, self.board, state, 1);
            }
        }
        self.heuristic_goal(state, side)
    }

    /// The goal with the greatest weight by the heuristic, after a random change of the weights.
    fn heuristic_goal(&mut self, state: &State, side: usize) -> Option<Piece> {
        let (rng, noise) = (&mut self.rng, self.noise);
        let mut best = (-1.0, None);
        self.heuristic.weigh(self.board, state, side, |piece, weight| {
            // A random factor from 1 to 1 + noise.
            let chance = (rng.next_u64() >> 40) as f32 * (1.0 / (1 << 24) as f32);
            let weight = weight * (1.0 + noise * chance);
            if weight > best.0 {
                best = (weight, Some(piece));
            }
        });
        best.1
    }
}

/// The place of a game: at the root with the index of the first goal, below a node with the key of the
/// choices made there, or outside the tree.
#[derive(Clone, Copy)]
enum Place {
    Root(u32, usize),
    Below(u64),
    Outside,
}

/// The move of a side that walks to a piece.
#[inline]
fn step_to(board: &Board, state: &State, side: usize, goal: Option<Piece>) -> Move {
    goal.map_or(Move::Pass, |goal| state.at[side].toward(board.cell(goal)))
}

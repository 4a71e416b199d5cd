//! Tree search over what to walk to next.
//!
//! A robot's action is the piece that it walks to and takes; it chooses anew when it has taken it or
//! when the piece is gone or worthless. Against a known rival the tree holds the own choices only and
//! the rival moves as it must. Against a stranger both choose, at the same time and unseen by one
//! another: each by its own statistics (decoupled upper confidence bounds, with priors as in PUCT).

use std::cmp::Ordering;

use gridkit::{Deadline, FastMap, Rng};

use crate::board::{Board, Move, Piece, MOST_PIECES};
use crate::params::Params;
use crate::rivals::Rival;
use crate::state::State;
use crate::wish::Wish;

/// A game that is not over after so many turns counts as it stands.
const LONGEST: usize = 150;

/// So many games won in a row show that there is nothing left to think about.
const ENOUGH_WON: u32 = 4096;

/// Most nodes of all trees.
const MOST_NODES: usize = 1 << 18;

/// Most choices in all nodes.
const MOST_EDGES: usize = 1 << 22;

/// One choice of one side in a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    piece: u8,
    prior: f32,
    visits: u32,
    /// Sum of results for side 0, from 0 to 1 each.
    sum: f32,
}

/// A position in which a side has to choose, or both have.
#[derive(Clone, Copy, Debug)]
struct Node {
    edges: u32,
    /// Number of choices of each side; none if it need not choose.
    counts: [u8; 2],
    visits: u32,
}

/// The opponent whom a tree is about.
#[derive(Clone, Copy)]
pub enum Opponent<'a> {
    /// A rival who is known.
    Known(&'a Rival),
    /// Anyone.
    Stranger,
}

/// What the search thinks of walking to a piece first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The piece.
    pub piece: Piece,
    /// How often it was tried.
    pub visits: u32,
    /// Mean result: 1 all won, 0 all lost.
    pub value: f64,
}

/// The memory of the trees, taken once a game: a search allocates nothing.
#[derive(Clone, Debug)]
pub struct Trees {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The node below a node by the choices made there.
    children: FastMap<u64, u32>,
    /// Edges passed in the current game.
    path: Vec<u32>,
    /// Nodes passed in it.
    passed: Vec<u32>,
}

impl Trees {
    /// Memory for trees without a node.
    pub fn new() -> Trees {
        let mut children = FastMap::default();
        children.reserve(MOST_NODES);
        Trees {
            nodes: Vec::with_capacity(MOST_NODES),
            edges: Vec::with_capacity(MOST_EDGES),
            children,
            path: Vec::with_capacity(2 * LONGEST),
            passed: Vec::with_capacity(LONGEST),
        }
    }

    fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.children.clear();
    }

    fn has_room(&self) -> bool {
        self.nodes.len() < MOST_NODES && self.edges.len() + 2 * MOST_PIECES <= MOST_EDGES
    }
}

impl Default for Trees {
    fn default() -> Self {
        Trees::new()
    }
}

/// The search of one turn.
pub struct Search<'a> {
    board: &'a Board,
    wish: &'a Wish,
    explore: f32,
    noise: f32,
    trees: &'a mut Trees,
    rng: Rng,
}

impl<'a> Search<'a> {
    /// A search that begins anew in `trees`.
    pub fn new(
        board: &'a Board,
        wish: &'a Wish,
        trees: &'a mut Trees,
        params: &Params,
        seed: u64,
    ) -> Search<'a> {
        trees.clear();
        let (explore, noise) = (params.explore as f32, params.noise as f32);
        Search { board, wish, explore, noise, trees, rng: Rng::new(seed) }
    }

    /// Thinks about a position until the deadline. `opponents` come with their probabilities.
    pub fn think(
        &mut self,
        state: &State,
        opponents: &[(Opponent<'_>, f64)],
        deadline: &mut Deadline,
    ) -> Vec<Choice> {
        let roots: Vec<u32> = opponents
            .iter()
            .map(|(opponent, _)| {
                let both = matches!(opponent, Opponent::Stranger);
                self.add_node(state, [true, both])
            })
            .collect();
        let count = usize::from(self.trees.nodes[roots[0] as usize].counts[0]);
        let mut games = 0_u32;
        let mut won_in_a_row = 0;
        while count > 0 && won_in_a_row < ENOUGH_WON && !deadline.expired() {
            games += 1;
            // The opponent who was met too seldom for his probability.
            let missing = |index: usize| {
                let met = f64::from(self.trees.nodes[roots[index] as usize].visits);
                opponents[index].1 * f64::from(games) - met
            };
            let whom = (0..roots.len())
                .max_by(|a, b| missing(*a).partial_cmp(&missing(*b)).unwrap_or(Ordering::Equal))
                .unwrap_or(0);
            let first = self.select_root(&roots, opponents, games);
            let result = self.game(*state, roots[whom], opponents[whom].0, first);
            won_in_a_row = if result == 1 { won_in_a_row + 1 } else { 0 };
        }
        (0..count)
            .map(|index| {
                let (mut visits, mut value, mut weight) = (0, 0.0, 0.0);
                let mut piece = 0;
                for (root, (_, probability)) in roots.iter().zip(opponents) {
                    let edge =
                        self.trees.edges[self.trees.nodes[*root as usize].edges as usize + index];
                    piece = usize::from(edge.piece);
                    visits += edge.visits;
                    if edge.visits > 0 {
                        value += probability * f64::from(edge.sum) / f64::from(edge.visits);
                        weight += probability;
                    }
                }
                Choice { piece, visits, value: if weight > 0.0 { value / weight } else { 0.0 } }
            })
            .collect()
    }

    /// The own first choice is one for all opponents: whom we face is not known when we make it.
    fn select_root(&self, roots: &[u32], opponents: &[(Opponent<'_>, f64)], games: u32) -> usize {
        let count = usize::from(self.trees.nodes[roots[0] as usize].counts[0]);
        let mut best = (f32::NEG_INFINITY, 0);
        let root_of_games = (games as f32).sqrt();
        for index in 0..count {
            let (mut visits, mut value, mut weight, mut prior) = (0, 0.0, 0.0, 0.0);
            for (root, (_, probability)) in roots.iter().zip(opponents) {
                let edge =
                    self.trees.edges[self.trees.nodes[*root as usize].edges as usize + index];
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

    /// Plays one game from the root and learns from its result, which it returns.
    fn game(&mut self, mut state: State, root: u32, opponent: Opponent<'_>, first: usize) -> i8 {
        let board = self.board;
        let known = matches!(opponent, Opponent::Known(_));
        self.trees.path.clear();
        self.trees.passed.clear();
        let mut goals = [None, None];
        let mut place = Place::Root(root, first);
        let mut turns = 0;
        let result = loop {
            if let Some(result) = state.verdict() {
                break result;
            }
            if turns == LONGEST {
                break state.as_it_stands();
            }
            turns += 1;
            let open = |goal: Option<Piece>| goal.map_or(true, |it| state.live >> it & 1 == 0);
            let wants = [open(goals[0]), !known && open(goals[1])];
            if wants[0] || wants[1] {
                place = self.choose(&state, wants, &mut goals, place);
            }
            let own = step_to(board, &state, 0, goals[0]);
            let his = match opponent {
                Opponent::Known(rival) => rival.choose(board, &state, 1),
                Opponent::Stranger => step_to(board, &state, 1, goals[1]),
            };
            state.turn(board, [own, his]);
        };
        let value = f32::from(result) * 0.5 + 0.5;
        for edge in &self.trees.path {
            let edge = &mut self.trees.edges[*edge as usize];
            edge.visits += 1;
            edge.sum += value;
        }
        for node in &self.trees.passed {
            self.trees.nodes[*node as usize].visits += 1;
        }
        result
    }

    /// Gives goals to the sides that want one: from the tree while the game is in it, with one new
    /// node at its edge, and by the rule of thumb after that.
    fn choose(
        &mut self,
        state: &State,
        wants: [bool; 2],
        goals: &mut [Option<Piece>; 2],
        place: Place,
    ) -> Place {
        let (node, first, grown) = match place {
            Place::Root(node, first) => (node, Some(first), false),
            Place::Below(key) => match self.trees.children.get(&key) {
                Some(node) => (*node, None, false),
                None if self.trees.has_room() => {
                    let node = self.add_node(state, wants);
                    self.trees.children.insert(key, node);
                    (node, None, true)
                }
                None => return self.choose(state, wants, goals, Place::Outside),
            },
            Place::Outside => {
                for side in 0..2 {
                    if wants[side] {
                        goals[side] = self.follow_wish(state, side);
                    }
                }
                return Place::Outside;
            }
        };
        self.trees.passed.push(node);
        let mut key = u64::from(node) << 16;
        for (side, goal) in goals.iter_mut().enumerate() {
            if let Some(edge) = self.select(node, side, if side == 0 { first } else { None }) {
                let piece = self.trees.edges[edge as usize].piece;
                *goal = Some(usize::from(piece));
                self.trees.path.push(edge);
                key |= u64::from(piece + 1) << (8 * side);
            }
        }
        if grown {
            Place::Outside
        } else {
            Place::Below(key)
        }
    }

    /// The choice of a side in a node; `None` if it has none to make.
    fn select(&self, node: u32, side: usize, first: Option<usize>) -> Option<u32> {
        let node = &self.trees.nodes[node as usize];
        let from = node.edges as usize + if side == 0 { 0 } else { usize::from(node.counts[0]) };
        let count = usize::from(node.counts[side]);
        if count == 0 {
            return None;
        }
        if let Some(first) = first {
            return Some((from + first) as u32);
        }
        let root_of_visits = ((node.visits + 1) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, from);
        for (index, edge) in self.trees.edges[from..from + count].iter().enumerate() {
            let mean = if edge.visits > 0 { edge.sum / edge.visits as f32 } else { 0.5 };
            let value = if side == 0 { mean } else { 1.0 - mean };
            let bonus = self.explore * edge.prior * root_of_visits / (1.0 + edge.visits as f32);
            if value + bonus > best.0 {
                best = (value + bonus, from + index);
            }
        }
        Some(best.1 as u32)
    }

    fn add_node(&mut self, state: &State, wants: [bool; 2]) -> u32 {
        let edges = self.trees.edges.len();
        let mut counts = [0; 2];
        for side in 0..2 {
            if wants[side] {
                let from = self.trees.edges.len();
                let mut sum = 0.0;
                let list = &mut self.trees.edges;
                self.wish.each(self.board, state, side, |piece, wish| {
                    sum += wish;
                    list.push(Edge { piece: piece as u8, prior: wish, visits: 0, sum: 0.0 });
                });
                for edge in &mut self.trees.edges[from..] {
                    edge.prior /= sum;
                }
                counts[side] = (self.trees.edges.len() - from) as u8;
            }
        }
        self.trees.nodes.push(Node { edges: edges as u32, counts, visits: 0 });
        (self.trees.nodes.len() - 1) as u32
    }

    /// The piece that a side wants most, with some chance.
    fn follow_wish(&mut self, state: &State, side: usize) -> Option<Piece> {
        let (rng, noise) = (&mut self.rng, self.noise);
        let mut best = (-1.0, None);
        self.wish.each(self.board, state, side, |piece, wish| {
            // A random factor between 1 and 1 + noise squared or so, cheap to make.
            let chance = (rng.next_u64() >> 40) as f32 * (1.0 / (1 << 24) as f32);
            let wish = wish * (1.0 + noise * chance);
            if wish > best.0 {
                best = (wish, Some(piece));
            }
        });
        best.1
    }
}

/// Where a game is: at the root with the first choice made, below a node by the choices made there,
/// or outside the tree.
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

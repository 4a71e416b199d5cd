//! The robot: follows a game turn by turn and decides.

use std::fmt::Write;

use gridkit::{Deadline, Rng};

use crate::board::{pieces_of, Board, Cell, Move, Piece};
use crate::crowd::Crowd;
use crate::ending::{Ending, Solution, NEAR};
use crate::params::Params;
use crate::rivals::heat::{Heat, Traits};
use crate::rivals::Rival;
use crate::search::{Choice, Opponent, Search, Trees};
use crate::state::State;
use crate::wish::Wish;

/// How the robot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Searches.
    Search,
    /// Follows the heat map of the bot "mo", with the numbers of the parameters.
    Mo,
    /// The same with the numbers that evolved.
    Evolved,
}

impl Style {
    /// All styles, the usual one first.
    pub const ALL: [Style; 3] = [Style::Search, Style::Mo, Style::Evolved];

    /// Their names, in the same order.
    pub const NAMES: &'static [&'static str] = &["search", "mo", "evolved"];
}

/// What the robot decided, and why.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move.
    pub step: Move,
    /// What it thought of each piece as the next one; empty if it did not search.
    pub choices: Vec<Choice>,
    /// The solution of an ending.
    pub solution: Option<Solution>,
    /// Positions solved and games played out.
    pub nodes: u64,
}

/// One side of one game.
#[derive(Clone, Debug)]
pub struct Robot {
    board: Board,
    params: Params,
    style: Style,
    seed: u64,
    wish: Wish,
    crowd: Crowd,
    heat: Heat,
    trees: Trees,
    /// The piece it was on its way to.
    goal: Option<Piece>,
    ending: Ending,
    /// The turn to which endings are solved.
    horizon: u64,
    /// The position of the turn before, if there was one.
    before: Option<State>,
    turns: u64,
}

/// Share of a turn's time that solving an ending may take.
const ENDING_SHARE: f64 = 0.5;

/// Share of it that goes into the choice among moves that are equal by an exact solution.
const EQUALS_SHARE: f64 = 0.05;

/// Solutions that are kept at most.
const MOST_SOLUTIONS: usize = 1 << 20;

/// Probability from which on the opponent counts as known.
const KNOWN: f64 = 0.9;

impl Robot {
    /// A robot at the start of a game.
    pub fn new(board: Board, style: Style, params: Params, seed: u64) -> Robot {
        let traits = match style {
            Style::Evolved => Traits::EVOLVED,
            Style::Mo | Style::Search => params.traits(),
        };
        Robot {
            wish: Wish::new(&params),
            crowd: Crowd::new(&board, &params),
            heat: Heat::new(&board, traits),
            board,
            params,
            style,
            seed,
            trees: Trees::new(),
            goal: None,
            ending: Ending::new(),
            horizon: 0,
            before: None,
            turns: 0,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Thinks about a position, which follows the one before by a turn, and decides.
    pub fn decide(&mut self, state: &State, deadline: &Deadline) -> Decision {
        if let Some(before) = self.before.replace(*state) {
            if let Some(did) = what_he_did(&self.board, &before, state) {
                self.crowd.saw(&self.board, &before, did);
            }
        }
        self.turns += 1;
        match self.style {
            Style::Mo | Style::Evolved => {
                let step = self.heat.choose(&self.board, state, 0);
                Decision { step, choices: Vec::new(), solution: None, nodes: 0 }
            }
            Style::Search => self.search(state, deadline),
        }
    }

    fn search(&mut self, state: &State, deadline: &Deadline) -> Decision {
        let mut for_ending = deadline.part(ENDING_SHARE);
        let solution = self.solve(state, &mut for_ending);
        let weights = self.crowd.weights();
        let mut opponents: Vec<(Opponent<'_>, f64)> = Vec::new();
        for (rival, weight) in self.crowd.rivals().iter().zip(&weights) {
            opponents.push((Opponent::Known(rival), *weight));
        }
        let stranger = weights[weights.len() - 1];
        opponents.push((Opponent::Stranger, stranger));
        opponents.retain(|(_, weight)| *weight > 0.01);
        let known = weights[..weights.len() - 1].iter().any(|weight| *weight > KNOWN);
        let seed = self.seed.wrapping_mul(1_000).wrapping_add(self.turns);
        let mut search = Search::new(&self.board, &self.wish, &mut self.trees, &self.params, seed);
        let exact = solution.is_some() && !known;
        // An exact solution leaves only the choice among equals.
        let share = if exact { deadline.used() + EQUALS_SHARE } else { 1.0 };
        let mut for_search = deadline.part(share);
        let choices = search.think(state, &opponents, &mut for_search);
        let allowed = match &solution {
            // Whom one knows can be beaten in a way that others would punish.
            Some(solution) if solution.value > 1.0 - NEAR || !known => allowed(solution, seed),
            _ => Move::ALL.to_vec(),
        };
        let nodes = for_ending.nodes() + for_search.nodes();
        let order = self.in_order(&choices);
        self.goal = order.first().map(|choice| choice.piece);
        let step = self.step(state, &order, &allowed);
        Decision { step, choices, solution, nodes }
    }

    /// The solution of an ending; `None` if it is none, or too large for the time.
    fn solve(&mut self, state: &State, deadline: &mut Deadline) -> Option<Solution> {
        let live = state.live.count_ones();
        if live == 0 || live > self.params.ending as u32 {
            return None;
        }
        let farthest = |side: usize| {
            let ways = pieces_of(state.live).map(|it| state.at[side].distance(self.board.cell(it)));
            ways.max().unwrap_or(0)
        };
        let enough = u64::from(farthest(0).max(farthest(1))) + 2 * u64::from(live);
        if self.horizon < self.turns + enough {
            // Beyond what is needed: what is solved now serves until the horizon comes near.
            self.horizon = self.turns + 2 * enough;
        }
        if self.ending.kept() > MOST_SOLUTIONS {
            self.ending = Ending::new();
        }
        let turns = (self.horizon - self.turns).min(200) as u8;
        self.ending.solve(&self.board, state, turns, deadline)
    }

    /// The choices, those first that were tried most. A goal that was chosen before and is hardly
    /// worse stays: two robots who change their minds with every step would dance for ever.
    fn in_order(&self, choices: &[Choice]) -> Vec<Choice> {
        let mut order = choices.to_vec();
        order.sort_by_key(|choice| std::cmp::Reverse(choice.visits));
        let best = order.first().map_or(0.0, |best| best.value);
        let good = |choice: &Choice| choice.visits > 0 && choice.value >= best - self.params.keep;
        let held = order.iter().position(|it| Some(it.piece) == self.goal && good(it));
        if let Some(held) = held {
            order[..=held].rotate_right(1);
        }
        order
    }

    /// The first step to the first choice to which a step is allowed, on the side of it where the
    /// others are that were tried much.
    fn step(&self, state: &State, choices: &[Choice], allowed: &[Move]) -> Move {
        let at = state.at[0];
        for choice in choices {
            let goal = self.board.cell(choice.piece);
            let way = at.distance(goal);
            if way == 0 && allowed.contains(&Move::Take) {
                return Move::Take;
            }
            let tried = |step: &&Move| -> u64 {
                let there = at.after(**step);
                let on_the_way = |choice: &&Choice| {
                    let cell = self.board.cell(choice.piece);
                    there.distance(cell) < at.distance(cell)
                };
                choices.iter().filter(on_the_way).map(|choice| u64::from(choice.visits)).sum()
            };
            let steps = Move::ALL.iter().filter(|step| allowed.contains(step));
            let nearer = steps.filter(|step| at.after(**step).distance(goal) < way);
            if let Some(step) = nearer.max_by_key(tried) {
                return *step;
            }
        }
        // All is settled, or the solution is to wait.
        allowed.first().copied().filter(|_| !choices.is_empty()).unwrap_or(Move::Pass)
    }

    /// One line about a decision.
    pub fn remark(&self, decision: &Decision) -> String {
        let mut choices = decision.choices.clone();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.visits));
        let games: u32 = choices.iter().map(|choice| choice.visits).sum();
        let mut text = format!("{games} games");
        for choice in choices.iter().take(4) {
            let cell = self.board.cell(choice.piece);
            let category = self.board.category(choice.piece) + 1;
            let (visits, value) = (choice.visits, choice.value);
            let Cell { x, y } = cell;
            let _ = write!(text, ", {category} at {x} {y}: {value:.2} ({visits})");
        }
        if let Some(solution) = &decision.solution {
            let _ = write!(text, ", solved: {:.2}", solution.value);
        }
        let weights = self.crowd.weights();
        let names = self.crowd.rivals().iter().map(Rival::name).chain(Some("stranger"));
        for (name, weight) in names.zip(weights) {
            let _ = write!(text, ", {name} {:.0} %", 100.0 * weight);
        }
        text
    }
}

/// The moves that hold the value of a solution; if only chance can, one that is drawn.
fn allowed(solution: &Solution, seed: u64) -> Vec<Move> {
    let certain: Vec<Move> = solution.certain().collect();
    if !certain.is_empty() {
        return certain;
    }
    let mut chance = Rng::new(seed).unit();
    for (step, probability, _) in &solution.moves {
        chance -= probability;
        if chance < 0.0 {
            return vec![*step];
        }
    }
    solution.moves.iter().map(|(step, ..)| *step).collect()
}

/// What side 1 did between two positions; `None` if it cannot be told.
pub fn what_he_did(board: &Board, before: &State, after: &State) -> Option<Move> {
    let (from, to) = (before.at[1], after.at[1]);
    if from != to {
        return Move::ALL.iter().copied().find(|step| from.after(*step) == to);
    }
    let gone = before.left & !after.left;
    let under = before.under(board, 1)?;
    if gone >> under & 1 == 0 {
        return Some(Move::Pass);
    }
    let category = board.category(under);
    // On the same cell the lead tells who took it: he took it too if it did not grow for us.
    if before.at[0] == from && after.lead[category] > before.lead[category] {
        return Some(Move::Pass);
    }
    Some(Move::Take)
}

//! The robot: it follows a game turn by turn and chooses its moves.

use std::fmt::Write;

use gridkit::{Deadline, Rng, Sketch};

use crate::board::Board;
use crate::cell::{Cell, Move};
use crate::endgame::{Endgame, Solution, NEAR};
use crate::formulas::{Foreseen, Formulas};
use crate::heuristic::Heuristic;
use crate::opponent::OpponentModel;
use crate::params::Params;
use crate::piece::{pieces_of, Piece};
use crate::rivals::heat::{Heat, HeatWeights};
use crate::rivals::Rival;
use crate::search::{Beliefs, Choice, FirstStep, Opponent, Search, Trees};
use crate::state::State;

/// How the robot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Search,
    /// Follows the heat map of the bot "mo", with the numbers of the [`Params`].
    Mo,
    /// The same with [`HeatWeights::EVOLVED`].
    Evolved,
}

impl Style {
    /// All styles, the default first.
    pub const ALL: [Style; 3] = [Style::Search, Style::Mo, Style::Evolved];

    /// Their names, in the same order.
    pub const NAMES: &'static [&'static str] = &["search", "mo", "evolved"];
}

/// The robot's move, and the reasons for it.
#[derive(Clone, Debug)]
pub struct Decision {
    pub step: Move,
    /// The result of the search for each goal; empty if it did not search.
    pub choices: Vec<Choice>,
    /// The exact solution if this is an endgame.
    pub solution: Option<Solution>,
    /// The number of positions solved and games played out.
    pub nodes: u64,
}

/// One side of one game.
#[derive(Clone, Debug)]
pub struct Robot {
    board: Board,
    params: Params,
    style: Style,
    seed: u64,
    heuristic: Heuristic,
    opponent: OpponentModel,
    formulas: Formulas,
    /// What an opponent that plays by the search would have done in the last turn.
    foreseen: Option<Foreseen>,
    heat: Heat,
    trees: Trees,
    /// The goal of the last turn.
    goal: Option<Piece>,
    endgame: Endgame,
    /// The turn up to which endgames are solved.
    horizon: u64,
    /// The position of the last turn.
    before: Option<State>,
    turns: u64,
}

/// Share of a turn's time in which an endgame may be solved.
const ENDGAME_SHARE: f64 = 0.5;

/// Share of it for the search among the moves that an exact solution leaves.
const EQUALS_SHARE: f64 = 0.05;

/// The least share of the search's games that a goal needs to be taken for its further games.
const TRIED: f64 = 0.05;

/// With more stored positions the solver starts anew.
const MOST_SOLVED: usize = 1 << 20;

/// From this probability on a rival counts as identified.
const IDENTIFIED: f64 = 0.9;

impl Robot {
    pub fn new(board: Board, style: Style, params: Params, seed: u64) -> Robot {
        let weights = match style {
            Style::Evolved => HeatWeights::EVOLVED,
            Style::Mo | Style::Search => params.heat_weights(),
        };
        Robot {
            heuristic: Heuristic::new(&params),
            opponent: OpponentModel::new(&board, &params),
            formulas: Formulas::new(&params),
            foreseen: None,
            heat: Heat::new(&board, weights),
            board,
            params,
            style,
            seed,
            trees: Trees::new(),
            goal: None,
            endgame: Endgame::new(),
            horizon: 0,
            before: None,
            turns: 0,
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Chooses a move in a position, which must be the one after the last turn's.
    pub fn decide(&mut self, state: &State, deadline: &Deadline) -> Decision {
        if let Some(before) = self.before.replace(*state) {
            if let Some(made) = observed_move(&self.board, &before, state) {
                self.opponent.observe(&self.board, &before, made);
                // Only the search asks which formulas foretell the opponent.
                if self.style == Style::Search {
                    self.formulas.observe(&self.board, &before, made, self.foreseen);
                }
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
        let mut for_endgame = deadline.part(ENDGAME_SHARE);
        let solution = self.solve(state, &mut for_endgame);
        let probabilities = self.opponent.probabilities();
        let mut opponents: Vec<(Opponent<'_>, f64)> = Vec::new();
        for (rival, probability) in self.opponent.rivals().iter().zip(&probabilities) {
            opponents.push((Opponent::Known(rival), *probability));
        }
        let unknown = probabilities.len() - 1;
        opponents.push((Opponent::Unknown, probabilities[unknown]));
        opponents.retain(|(_, probability)| *probability > 0.01);
        let identified =
            probabilities[..unknown].iter().any(|probability| *probability > IDENTIFIED);
        let seed = self.seed.wrapping_mul(1_000).wrapping_add(self.turns);
        let drawn = self.formulas.draw();
        let further = if identified { 0.0 } else { self.params.simple };
        let whim = self.params.formula_whim;
        let beliefs = Beliefs { formulas: &self.formulas, drawn: &drawn, whim, further };
        let mut search =
            Search::new(&self.board, &self.heuristic, &mut self.trees, &self.params, beliefs, seed);
        let exact = solution.is_some() && !identified;
        // After an exact solution the search only chooses among equal moves.
        let share = if exact { deadline.used() + EQUALS_SHARE } else { 1.0 };
        let mut for_search = deadline.part(share);
        let choices = search.think(state, &opponents, &mut for_search);
        self.foreseen = search.foreseen();
        let allowed = match &solution {
            // A move that an exact opponent would punish can be the best against a known one.
            Some(solution) if solution.value > 1.0 - NEAR || !identified => allowed(solution, seed),
            _ => Move::ALL.to_vec(),
        };
        let nodes = for_endgame.nodes() + for_search.nodes();
        // All moves that an exact solution leaves are equally good.
        let order = self.in_order(&choices, if exact { 1.0 } else { self.params.swindle });
        self.goal = order.first().map(|choice| choice.piece);
        let step = self.step(state, &order, &allowed);
        Decision { step, choices, solution, nodes }
    }

    /// The exact solution of an endgame. `None` if too many pieces are live or the time is too short.
    fn solve(&mut self, state: &State, deadline: &mut Deadline) -> Option<Solution> {
        let live = state.live.count_ones();
        if live == 0 || live > self.params.endgame_pieces as u32 {
            return None;
        }
        let farthest = |side: usize| {
            let ways = pieces_of(state.live).map(|it| state.at[side].distance(self.board.cell(it)));
            ways.max().unwrap_or(0)
        };
        let enough = u64::from(farthest(0).max(farthest(1))) + 2 * u64::from(live);
        if self.horizon < self.turns + enough {
            // Farther than is needed now, so that the stored values can be used in the next turns.
            self.horizon = self.turns + 2 * enough;
        }
        if self.endgame.stored() > MOST_SOLVED {
            self.endgame = Endgame::new();
        }
        let turns = (self.horizon - self.turns).min(200) as u8;
        self.endgame.solve(&self.board, state, turns, deadline)
    }

    /// The choices, the most tried first. But before them comes the one that wins most against an opponent
    /// that follows the rule of thumb, of those that are worse than the best by `margin` at most. And first
    /// of all comes the goal of the last turn if it is hardly worse: otherwise two robots could change their
    /// goals forever and walk to and fro.
    fn in_order(&self, choices: &[Choice], margin: f64) -> Vec<Choice> {
        let mut order = choices.to_vec();
        order.sort_by_key(|choice| std::cmp::Reverse(choice.visits));
        let best = order.first().map_or(0.0, |best| best.value);
        let games: u32 = order.iter().map(|choice| choice.visits).sum();
        let chance = |choice: &Choice| {
            let is_tried = f64::from(choice.visits) >= TRIED * f64::from(games);
            choice.against_simple.filter(|_| is_tried && choice.value >= best - margin)
        };
        let most = order.iter().filter_map(chance).fold(0.0, f64::max);
        if let Some(first) = order.iter().position(|choice| chance(choice) == Some(most)) {
            order[..=first].rotate_right(1);
        }
        let keep = self.params.keep_goal;
        let is_good = |choice: &Choice| {
            let is_chance = chance(choice).map_or(most == 0.0, |chance| chance >= most - keep);
            choice.visits > 0 && choice.value >= best - keep && is_chance
        };
        let held = order.iter().position(|it| Some(it.piece) == self.goal && is_good(it));
        if let Some(held) = held {
            order[..=held].rotate_right(1);
        }
        order
    }

    /// An allowed step towards the first choice that has one, of those that the search began games with.
    /// Of two steps, the one that also leads to other choices, and to the most tried ones, unless the
    /// search found it worse.
    fn step(&self, state: &State, choices: &[Choice], allowed: &[Move]) -> Move {
        let at = state.at[0];
        let leads_to = |first: &&FirstStep| -> u64 {
            let there = at.after(first.step);
            let on_the_way = |choice: &&Choice| {
                let cell = self.board.cell(choice.piece);
                there.distance(cell) < at.distance(cell)
            };
            choices.iter().filter(on_the_way).map(|choice| u64::from(choice.visits)).sum()
        };
        for choice in choices {
            let is_open = |first: &&FirstStep| {
                allowed.contains(&first.step) && (first.visits > 0 || choice.visits == 0)
            };
            let steps = || choice.steps.iter().flatten().filter(is_open);
            if let Some(usual) = steps().rev().max_by_key(leads_to) {
                let enough = usual.value() + self.params.axis as f32;
                return steps().find(|it| it.value() > enough).unwrap_or(usual).step;
            }
        }
        // Nothing matters any more, or the exact solution is to wait.
        allowed.first().copied().filter(|_| !choices.is_empty()).unwrap_or(Move::Pass)
    }

    /// Draws what the move was chosen by. A search draws the candidates, each as warm as its value, with the
    /// value of those that it tried in 2 % of its games or more; the other styles draw their heat map. Both
    /// draw the way to the goal and give the value of the best one, if there is one.
    pub fn sketch(&self, state: &State, decision: &Decision, sketch: &mut Sketch) {
        let tile = |cell: Cell| (i32::from(cell.x), i32::from(cell.y));
        if self.style == Style::Search {
            let games: u32 = decision.choices.iter().map(|choice| choice.visits).sum();
            for choice in decision.choices.iter().filter(|choice| choice.visits > 0) {
                let cell = tile(self.board.cell(choice.piece));
                sketch.cell(cell, choice.value);
                if u64::from(choice.visits) * 50 >= u64::from(games) {
                    sketch.text(cell, &format!("{:.2}", choice.value));
                }
            }
        } else {
            sketch.heat(&self.heat.map(&self.board, state), self.board.width() as usize);
            for cell in Heat::AROUND.map(|step| state.at[0].after(step)) {
                if self.board.has(cell) {
                    let heat = self.heat.at(&self.board, state, cell);
                    sketch.text(tile(cell), &format!("{heat:.2}"));
                }
            }
        }
        if let Some(goal) = self.goal {
            sketch.path([state.at[0], self.board.cell(goal)].map(tile));
        }
        let values = decision.choices.iter().map(|choice| (choice.visits, choice.value));
        if let Some((_, value)) = values.max_by_key(|(visits, _)| *visits) {
            sketch.value("value of the best goal", value);
        }
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
        let probabilities = self.opponent.probabilities();
        let names = self.opponent.rivals().iter().map(Rival::name).chain(Some("unknown"));
        for (name, probability) in names.zip(probabilities) {
            let _ = write!(text, ", {name} {:.0} %", 100.0 * probability);
        }
        if self.style == Style::Search {
            let _ = write!(text, ", no formula {:.0} %", 100.0 * self.formulas.none());
        }
        text
    }
}

/// The moves that keep the value of a solution. If only a random choice keeps it, one move is drawn.
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

/// The move of side 1 between two positions; `None` if the positions do not show it.
pub fn observed_move(board: &Board, before: &State, after: &State) -> Option<Move> {
    let (from, to) = (before.at[1], after.at[1]);
    if from != to {
        return Move::ALL.iter().copied().find(|step| from.after(*step) == to);
    }
    let gone = before.left & !after.left;
    let under = match before.under(board, 1) {
        Some(under) if gone >> under & 1 == 1 => under,
        _ => return Some(Move::Pass),
    };
    let category = board.category(under);
    // If the lead of side 0 has grown, it is on the same cell and took the piece alone.
    if after.lead[category] > before.lead[category] {
        return Some(Move::Pass);
    }
    Some(Move::Take)
}

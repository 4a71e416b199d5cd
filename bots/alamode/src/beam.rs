//! A beam search: from turn to turn it expands the best positions.
//!
//! One turn of either chef is one ply. The positions of a ply are expanded in the order of their
//! scores until the ply's share of the time is over. What they lead to is scored when it is found, and
//! made when it is expanded. What a search of both chefs' plans has found stays in the [`Tree`]: the
//! next search expands what the last ones had no time for. The memory is allocated once: the search
//! allocates nothing.

use gridkit::Deadline;

use crate::action::Action;
use crate::clock::Clock;
use crate::moves::{Freedom, Move, Moves};
use crate::node::Node;
use crate::question::{Lasting, Plan, Question};
use crate::queue::Queue;
use crate::seen::Seen;
use crate::state::State;
use crate::tree::{Tree, MOST_PLIES};
use crate::useful::useful;
use crate::world::World;
use crate::worth::Evaluator;

/// Positions that a search expands in each ply at most.
const WIDTH: u32 = 8_000;

/// About as many positions are found in a ply by one search.
const USUAL_POSITIONS: usize = 1_000;

/// A ply of the search.
struct Ply {
    /// The number of plies before it.
    number: usize,
    /// The candidate on the known plan.
    known: Option<usize>,
    /// The plan's next action.
    next: Option<Action>,
    /// The part of the time, from 0 to 1, at whose end the ply ends.
    share: f64,
}

/// What expanding a ply came to.
struct Expanded {
    /// The candidate of the next ply that follows the known plan.
    known: Option<usize>,
    /// The number of positions that were found for the first time.
    states: usize,
}

/// The memory of the search.
pub struct Beam {
    tree: Tree,
    /// What the tree was searched for, if the next search may go on with it.
    asked: Option<Lasting>,
    queue: Queue,
    /// The candidates of the layer that is being filled.
    seen: Seen,
    moves: Moves,
    clock: Clock,
}

impl Beam {
    pub fn new() -> Beam {
        Beam {
            tree: Tree::new(),
            asked: None,
            queue: Queue::new(),
            seen: Seen::new(),
            moves: Moves::new(),
            clock: Clock::default(),
        }
    }

    /// What the last search has found.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Looks for the best plan from a position, in which either chef may have the turn.
    pub fn search(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        question: &Question<'_>,
        deadline: &mut Deadline,
    ) -> Plan {
        let known = question.known;
        let depth = question.depth.min(MOST_PLIES);
        let kept = world.params.kept as usize;
        self.clock = Clock::begin(deadline);
        self.root(world, evaluator, question);
        let mut states = 0;
        let mut known_candidate = Some(0);
        let (mut plies, mut cut) = (0, false);
        for ply in 0..depth {
            let used = deadline.used();
            let share = used + (1.0 - used) / (depth - ply) as f64;
            let excluded = |action: Action| ply == 0 && question.excluded.contains(action);
            let next = known.actions.get(ply).copied().filter(|action| !excluded(*action));
            let now = Ply { number: ply, known: known_candidate, next, share };
            self.tree.settle(ply + 1, kept);
            let expanded = self.expand(world, evaluator, question, &now, deadline);
            states += expanded.states as u64;
            if self.tree.layer(ply + 1).candidates().is_empty() {
                break;
            }
            known_candidate = expanded.known;
            plies = ply + 1;
            self.clock.look(deadline);
            cut = ply > 0 && plies < depth && deadline.is_over();
            if cut {
                break;
            }
        }
        self.tree.settle(MOST_PLIES, kept);
        // The known plan was once searched to its end. It is better than a search that was cut
        // short.
        let follow =
            known_candidate.filter(|_| cut && known.is_valid && plies < known.actions.len());
        let last = self.tree.layer(plies);
        let index = follow.or_else(|| last.best()).unwrap_or(0);
        let before = self.tree.root().state.points - question.root.state.points;
        let score = last.candidates().get(index).map_or(0, |found| found.score) - before;
        let mut actions = self.tree.actions_to(index, plies);
        if follow.is_some() {
            actions.extend_from_slice(&known.actions[plies..]);
        }
        Plan { actions, score, states, stall: self.clock.stall }
    }

    /// Begins at the root of a question, with what was found from it before if the answer may be used.
    fn root(&mut self, world: &World, evaluator: &mut Evaluator, question: &Question<'_>) {
        let asked = question.lasting();
        let goes_on =
            asked.is_some() && asked == self.asked && self.tree.go_on(world, &question.root.state);
        if !goes_on {
            let mut root = *question.root;
            root.rate(world, evaluator);
            self.tree.start(root);
        }
        self.asked = asked;
    }

    /// Expands the positions of a ply, that on the known plan first, until its time is over.
    fn expand(
        &mut self,
        world: &World,
        evaluator: &mut Evaluator,
        question: &Question<'_>,
        ply: &Ply,
        deadline: &mut Deadline,
    ) -> Expanded {
        let per_stock = world.params.width_per_stock as u32;
        let (layers, next) = self.tree.around(ply.number);
        let (now, before) = layers.split_last_mut().expect("at least the root's layer");
        let count = next.candidates().len();
        next.enter(&mut self.seen, USUAL_POSITIONS);
        self.queue.fill(now);
        let mut known = None;
        let mut first = ply.known;
        for number in 0..WIDTH {
            if number % 16 == 15 {
                self.clock.look(deadline);
                if deadline.used() >= ply.share {
                    break;
                }
            }
            let is_known = first.is_some();
            let index = first.take().or_else(|| self.queue.next(now, per_stock));
            let index = match index.filter(|_| !next.is_full() && !now.has_all_nodes()) {
                Some(index) => index,
                None => break,
            };
            let is_new = ply.number == 0 || !now.candidates()[index].is_expanded();
            if !is_new && !is_known {
                continue;
            }
            let parent = before.last().map_or(0, |before| now.expand(world, index, before));
            let node = now.node(parent);
            if node.state.over {
                break;
            }
            if let Some(action) = ply.next.filter(|_| is_known) {
                if let Some(action) = followed(world, question, node, action) {
                    let last = Move::free(action);
                    known = Some(next.push(&mut self.seen, world, evaluator, (parent, node), last));
                }
            }
            if is_new {
                find_moves(&mut self.moves, world, evaluator, question, (ply.number, node));
                for last in self.moves.iter() {
                    let _ = deadline.expired();
                    next.push(&mut self.seen, world, evaluator, (parent, node), last);
                }
            }
        }
        Expanded { known, states: next.candidates().len() - count }
    }
}

impl Default for Beam {
    fn default() -> Self {
        Beam::new()
    }
}

/// The action that follows the known plan in a position, if one does.
fn followed(world: &World, question: &Question<'_>, node: &Node, known: Action) -> Option<Action> {
    question
        .given(world, &node.state)
        .or(Some(known).filter(|_| is_possible(world, &node.state, known)))
}

/// Finds the actions that are searched in a position of a ply.
#[inline]
fn find_moves(
    moves: &mut Moves,
    world: &World,
    evaluator: &mut Evaluator,
    question: &Question<'_>,
    (ply, node): (usize, &Node),
) {
    if let Some(action) = question.given(world, &node.state) {
        moves.set(action);
        return;
    }
    let worth = evaluator.worth(world, &node.state);
    let useful = useful(world, &node.state, node.state.mover, &worth);
    let freedom = Freedom { waiting: question.may_wait, putting_down: ply < question.putting_down };
    moves.find(world, node, useful, freedom);
    if ply == 0 {
        moves.exclude(question.excluded);
    }
}

/// Whether the chef whose turn it is can do that.
fn is_possible(world: &World, state: &State, action: Action) -> bool {
    let (at, other) = (state.at[state.mover], state.at[state.mover.other()]);
    match (action.destination(), action.table()) {
        (Some(floor), _) => {
            at.map_or(false, |at| world.walks.from(at, other).reach & floor.bit() != 0)
        }
        (_, Some(table)) => world.kitchen.near(at) & table.bit() != 0,
        _ => true,
    }
}

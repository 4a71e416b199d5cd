//! What a search is asked, and the plan that it answers with.

use std::time::Duration;

use crate::action::{Action, ActionSet};
use crate::chef::Chef;
use crate::node::Node;
use crate::partner::Model;
use crate::serial::{action, Serial};
use crate::state::State;
use crate::world::World;

/// A part of a question. If it is the same in the next one, the search may go on with what it has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasting {
    /// How the partner's turns are played; a serial chef without its order, which changes.
    partner: Model,
    may_wait: bool,
}

/// A plan of both chefs that a search follows as far as possible, however low it scores.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    pub actions: &'a [Action],
    /// Whether the partner has followed it so far.
    pub is_valid: bool,
}

/// What to search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position to start from.
    pub root: &'a Node,
    /// How the partner's turns are played.
    pub partner: Model,
    pub known: Known<'a>,
    /// Actions that must not come first.
    pub excluded: ActionSet,
    /// Whether a chef may wait in any position: the partner may block the way.
    pub may_wait: bool,
    /// The number of turns ahead in which a chef that could only wait may put down what it holds on any table.
    pub putting_down: usize,
    /// Turns to look ahead, of both chefs together.
    pub depth: usize,
}

impl<'a> Question<'a> {
    /// The question for the best plan from a position, with no plan known and nothing excluded.
    pub fn new(root: &'a Node, partner: Model, depth: usize) -> Question<'a> {
        Question {
            root,
            partner,
            known: Known::default(),
            excluded: ActionSet::EMPTY,
            may_wait: false,
            putting_down: 0,
            depth,
        }
    }

    /// The part that must be the same in the next question for a search that goes on; `None` if it cannot go on.
    pub fn lasting(&self) -> Option<Lasting> {
        let partner = match self.partner {
            Model::Joint if self.putting_down > 1 => return None,
            Model::Serial(chef) => Model::Serial(Serial { order: None, ..chef }),
            model => model,
        };
        if self.excluded == ActionSet::EMPTY {
            Some(Lasting { partner, may_wait: self.may_wait })
        } else {
            None
        }
    }

    /// The action of the chef that has the turn in a position of a ply, if the search must not choose it.
    pub fn given(&self, world: &World, state: &State) -> Option<Action> {
        match self.partner {
            _ if state.mover == Chef::Own => None,
            Model::Joint => None,
            Model::Frozen => Some(Action::WAIT),
            Model::Serial(chef) => Some(action(chef, world, state)),
        }
    }
}

/// The best plan that a search found.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The actions of both chefs in turn, from that of the chef whose turn it is.
    pub actions: Vec<Action>,
    /// The score of the position at the end, in points.
    pub score: i32,
    /// Positions that were generated and scored.
    pub states: u64,
    /// The longest time between two looks at the clock. The work between them takes less than a
    /// millisecond, so for about that long the program was not running.
    pub stall: Duration,
}

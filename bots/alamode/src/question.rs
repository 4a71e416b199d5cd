//! What a search is asked, and the plan that it answers with.

use std::time::Duration;

use crate::action::{Action, ActionSet};
use crate::chef::Chef;
use crate::node::Node;

/// How the partner's turns are played in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partner<'a> {
    /// The search chooses the partner's actions, too.
    Joint,
    /// The partner does these actions as far as they are possible, then nothing.
    Script(&'a [Action]),
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
    pub partner: Partner<'a>,
    pub known: Known<'a>,
    /// Actions that must not come first.
    pub excluded: ActionSet,
    /// The turn in which the oven was filled, if the bot must leave its contents to the partner.
    pub partners_oven: Option<u8>,
    /// Whether a chef may wait in any position: the partner may block the way.
    pub may_wait: bool,
    /// The number of turns ahead in which a chef that could only wait may put down what it holds on any table.
    pub putting_down: usize,
    /// Turns to look ahead, of both chefs together.
    pub depth: usize,
}

impl<'a> Question<'a> {
    /// The question for the best plan from a position, with no plan known and nothing excluded.
    pub fn new(root: &'a Node, partner: Partner<'a>, depth: usize) -> Question<'a> {
        Question {
            root,
            partner,
            known: Known::default(),
            excluded: ActionSet::EMPTY,
            partners_oven: None,
            may_wait: false,
            putting_down: 0,
            depth,
        }
    }

    /// The action of a ply if it is not to be chosen.
    pub fn script(&self, ply: usize, mover: Chef) -> Option<Action> {
        match self.partner {
            Partner::Script(script) if mover == Chef::Partner => {
                Some(script.get(ply / 2).copied().unwrap_or(Action::WAIT))
            }
            _ => None,
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

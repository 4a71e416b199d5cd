//! A position in a search: the state of the game and what the search keeps of the way there.

use crate::action::Action;
use crate::chef::{Chef, Pair};
use crate::kitchen::Floor;
use crate::readiness;
use crate::state::State;
use crate::world::World;
use crate::worth::Evaluator;

/// A position in a search. It takes 112 bytes and holds no pointer, so the search copies it cheaply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub state: State,
    /// The cell of each chef before its last action if that was a walk.
    pub from: Pair<Option<Floor>>,
    /// For each chef whether its next action must be a use: its last one was a short walk.
    pub must_use: Pair<bool>,
    /// Worth of the stock in points.
    pub worth: i32,
    /// How ready each chef was after its last action, in points.
    pub ready: Pair<i16>,
    /// Sum of points and worth over all positions on the way here.
    pub sum: i32,
}

impl Node {
    /// The position in which a search begins. No former action is known.
    pub fn root(state: State) -> Node {
        Node {
            state,
            from: Pair([None; 2]),
            must_use: Pair([false; 2]),
            worth: 0,
            ready: Pair([0; 2]),
            sum: 0,
        }
    }

    /// Plays the turn of the chef whose turn it is, as [`State::play`] does.
    #[inline]
    pub fn play(&mut self, world: &World, action: Action) {
        let chef = self.state.mover;
        self.from[chef] = action.destination().and(self.state.at[chef]);
        self.state.play(world, action);
    }

    /// Computes the worth of the stock, and how ready both chefs are.
    pub fn rate(&mut self, world: &World, evaluator: &mut Evaluator) {
        let worth = evaluator.worth(world, &self.state);
        self.worth = worth.points;
        self.ready =
            Pair(Chef::BOTH.map(|chef| readiness::of_chef(world, &self.state, chef, &worth)));
    }

    /// The score in points: the points earned, the worth of the stock, how ready the chefs are, and a small
    /// share of the first two of all positions on the way here, so that of two equal ends the one that earns
    /// sooner is better.
    #[inline]
    pub fn score(&self, world: &World) -> i32 {
        let Node { state, ready: Pair([own, partner]), .. } = self;
        let p = &world.params;
        let mut ready = i32::from(own + partner) + readiness::of_tables(p, state);
        let left = i32::from(state.left);
        if left < p.ready_fade {
            ready = ready * left / p.ready_fade;
        }
        let more = f64::from(ready) * p.readiness + f64::from(self.sum) * p.haste;
        state.points + self.worth + more as i32
    }
}

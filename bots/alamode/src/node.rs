//! A position in a search: the state of the game and what the search keeps of the way there.

use crate::action::Action;
use crate::chef::Pair;
use crate::kitchen::Floor;
use crate::state::State;
use crate::world::World;

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
    /// Sum of points and worth over all positions on the way here.
    pub sum: i32,
}

impl Node {
    /// The position in which a search begins. No former action is known.
    pub fn root(state: State) -> Node {
        Node { state, from: Pair([None; 2]), must_use: Pair([false; 2]), worth: 0, sum: 0 }
    }

    /// Plays the turn of the chef whose turn it is, as [`State::play`] does.
    #[inline]
    pub fn play(&mut self, world: &World, action: Action) -> bool {
        let chef = self.state.mover;
        self.from[chef] = action.destination().and(self.state.at[chef]);
        self.state.play(world, action)
    }

    /// The score in points: the points earned, the worth of the stock, and a small share of those of
    /// all positions on the way here, so that of two equal ends the one that earns sooner is better.
    #[inline]
    pub fn score(&self, world: &World) -> i32 {
        self.state.points + self.worth + (self.sum as f64 * world.params.haste) as i32
    }

    /// The position with the chefs exchanged: what the partner sees.
    #[must_use]
    pub fn swapped(&self, world: &World) -> Node {
        let mut swapped = *self;
        swapped.state = self.state.swapped(world);
        swapped.from.swap();
        swapped
    }
}

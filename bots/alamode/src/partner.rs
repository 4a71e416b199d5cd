//! Whom one works with: several guesses at what the partner does next, trusted as far as they
//! came true.

use crate::state::{Action, Chef, State};
use crate::world::World;

/// A guess at how the partner decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// He searches as the bot does, for the good of both, and comes to the same plan.
    Joint,
    /// He looks for his own best course, as if the bot stood still.
    Alone,
    /// He does nothing that anybody could foretell.
    Frozen,
}

impl Model {
    /// All of them, in the order of their numbers.
    pub const ALL: [Model; 3] = [Model::Joint, Model::Alone, Model::Frozen];
}

/// What is thought of the partner in this game.
#[derive(Clone, Debug)]
pub struct Partnership {
    /// How well each model foretells him, from 0 to 1.
    trust: [f64; 3],
    /// What each model foretold for his next turn.
    guess: [Action; 3],
    /// His turns so far.
    turns: u32,
    /// His last turns in which he did nothing, though there was something to do.
    idle: u32,
}

/// Weight of one turn in the trust; more at first, when little is known.
const PACE: f64 = 0.06;

/// The turns whose weight the first trust has.
const PRIOR: u32 = 5;

/// Idle turns in a row after which he is a statue, until he moves.
const STATUE: u32 = 4;

/// Trust in the joint plan from which the others are not asked.
const ENOUGH: f64 = 0.45;

/// Trust below which it is given up. A stranger who serves orders comes to about one half, one who
/// does anything to one quarter: most of what the joint plan wants of a sensible partner he does.
const LEAST: f64 = 0.35;

impl Partnership {
    /// Nothing is known: a plan for both is tried first.
    pub fn new() -> Partnership {
        Partnership { trust: [0.8, 0.5, 0.3], guess: [Action::WAIT; 3], turns: 0, idle: 0 }
    }

    /// Remembers what the models foretell.
    pub fn guess(&mut self, joint: Action, alone: Action) {
        self.guess = [joint, alone, Action::WAIT];
    }

    /// Remembers another foretelling of the joint plan.
    pub fn guess_joint(&mut self, joint: Action) {
        self.guess[0] = joint;
    }

    /// Compares the guesses with what came of his turn: `expected` is the position before it.
    pub fn learn(&mut self, world: &World, expected: &State, now: &State) {
        let partner = Chef::PARTNER.index();
        let pace = PACE.max(1.0 / f64::from(PRIOR + self.turns));
        self.turns += 1;
        let mut still = *expected;
        still.play(world, Action::WAIT);
        if still.key != now.key {
            self.idle = 0;
        } else if self.guess[0] != Action::WAIT {
            self.idle += 1;
        }
        // The joint plan foretells nothing of a statue: it is not asked.
        let asked = usize::from(self.idle >= STATUE);
        for (trust, &guess) in self.trust.iter_mut().zip(&self.guess).skip(asked) {
            let mut then = *expected;
            then.play(world, guess);
            let hand = then.hand[partner] == now.hand[partner];
            let steps =
                world.walks.steps[then.at[partner].index() % 30][30][now.at[partner].index() % 30];
            // A step beside the guessed way is still the way.
            let place = f64::from(4 - steps.min(4)) / 4.0;
            let moved = expected.at[partner] != now.at[partner];
            let hit = if !hand {
                0.0
            } else if moved {
                place
            } else if then.key == now.key {
                1.0
            } else {
                place / 2.0
            };
            *trust += pace * (hit - *trust);
        }
    }

    /// Whether nothing need be asked but what the model says: the joint plan is trusted, or
    /// nothing can be foretold of a statue.
    pub fn is_clear(&self) -> bool {
        self.trust[0] >= ENOUGH || self.idle >= STATUE
    }

    /// The model to plan with.
    pub fn model(&self) -> Model {
        if self.idle >= STATUE {
            return Model::Frozen;
        }
        if self.trust[0] >= LEAST {
            return Model::Joint;
        }
        let mut best = 1;
        if self.trust[2] > self.trust[1] {
            best = 2;
        }
        Model::ALL[best]
    }

    /// How well each model has done, in the order of [`Model::ALL`].
    pub fn trust(&self) -> [f64; 3] {
        self.trust
    }
}

impl Default for Partnership {
    fn default() -> Self {
        Partnership::new()
    }
}

/// The position with the chefs exchanged: what the partner would see if it were his turn.
pub fn swapped(world: &World, state: &State) -> State {
    let mut swapped = *state;
    swapped.at.swap(0, 1);
    swapped.hand.swap(0, 1);
    swapped.from.swap(0, 1);
    swapped.mover = state.mover.other();
    swapped.rekey(world);
    swapped
}

//! How well an action foretold what the partner did.

use crate::action::Action;
use crate::chef::Chef;
use crate::state::State;
use crate::walk::FAR;
use crate::world::World;

/// How well an action foretold what the partner did between two positions, from 0 to 1. A cell near the predicted one
/// counts for a part.
pub fn hit(world: &World, before: &State, predicted: Action, after: &State) -> f64 {
    let mut expected = *before;
    expected.play(world, predicted);
    let partner = Chef::Partner;
    let steps = match (expected.at[partner], after.at[partner]) {
        (Some(there), Some(here)) => world.walks.from(there, None).to[here.index()],
        _ => FAR,
    };
    let nearness = f64::from(4 - steps.min(4)) / 4.0;
    if expected.hand[partner] != after.hand[partner] {
        0.0
    } else if before.at[partner] != after.at[partner] {
        nearness
    } else if expected.key == after.key {
        1.0
    } else {
        nearness / 2.0
    }
}

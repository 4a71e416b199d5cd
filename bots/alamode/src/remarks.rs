//! What the bot says and draws about its decisions.

use gridkit::Sketch;

use crate::chef::{Chef, Pair};
use crate::kitchen::Floor;
use crate::player::Player;
use crate::protocol::answer;
use crate::state::State;

/// Draws the ways of both chefs under the plan, from the position of the last decision on.
pub fn sketch(player: &Player, state: &State, sketch: &mut Sketch) {
    let (world, plan) = (player.world(), player.plan());
    let mut position = *state;
    let mut ways: Pair<Vec<(i32, i32)>> = Pair::default();
    let tile = |floor: Floor| world.kitchen.floor_cell(floor).xy();
    for action in std::iter::once(player.action()).chain(plan.actions.iter().copied()) {
        let chef = position.mover;
        if let Some(table) = action.table() {
            ways[chef].push(world.kitchen.table_cell(table).xy());
        }
        position.play(world, action);
        ways[chef].extend(position.at[chef].map(tile));
    }
    for chef in Chef::BOTH {
        let way = std::mem::take(&mut ways[chef]);
        if way.len() > 1 {
            sketch.path(way);
        }
    }
    sketch.value("points in sight", f64::from(plan.score));
}

/// One line about the last decision, which was made in that position.
pub fn remark(player: &Player, state: &State) -> String {
    let plan = player.plan();
    let action = answer(player.world(), player.action());
    let start = format!("{} turns left: {}, {} points ", state.left, action, plan.score);
    if player.follows_round() {
        return start + "of the round in sight";
    }
    let partner = player.partner();
    start
        + &format!(
            "in sight, {} states, {} partner (trust {:.2}, {:.2} in a serial chef)",
            plan.states,
            player.model().name(),
            partner.joint_trust(),
            partner.serial_trust(),
        )
}

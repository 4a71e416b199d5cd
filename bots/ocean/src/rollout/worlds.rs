//! Worlds: where the opponent, its trail, its mines and its charges can be, drawn from what is known.

use gridkit::{Board15, Rng};

use super::craft::Craft;
use crate::device::Device;
use crate::knowledge::Knowledge;
use crate::params::Params;

/// Draws the opponent's submarine `count` times. `known` are the likely cells.
pub(super) fn draw(
    knowledge: &Knowledge,
    params: &Params,
    known: Board15,
    count: usize,
    rng: &mut Rng,
) -> Vec<Craft> {
    let paths = knowledge.them.paths();
    let all: f64 = paths.iter().map(|path| f64::from(path.weight)).sum();
    // Evenly spaced along the summed weights: fewer repetitions than by chance alone.
    let stride = all / count as f64;
    let mut next = stride * rng.unit();
    let mut sum = 0.0;
    let mut worlds = Vec::with_capacity(count + 1);
    for path in paths {
        sum += f64::from(path.weight);
        while next < sum && worlds.len() < count {
            next += stride;
            let mut mines = Board15::EMPTY;
            for spots in knowledge.them.mines_of(path) {
                if let Some(mine) = spots.nth(rng.below(spots.count() as usize) as u32) {
                    mines.set(mine);
                }
            }
            let mut craft = Craft {
                at: path.cell,
                trail: path.trail,
                lives: knowledge.their_lives,
                torpedo: 0,
                silence: 0,
                mine: 0,
                mines,
                known: known.with(path.cell),
            };
            charge(&mut craft, knowledge, params, rng);
            worlds.push(craft);
        }
    }
    rng.shuffle(&mut worlds);
    worlds
}

/// The most that it can have charged, or less with some probability.
fn charge(craft: &mut Craft, knowledge: &Knowledge, params: &Params, rng: &mut Rng) {
    let theirs = &knowledge.their_charges;
    let missing = |device: Device| device.full() - theirs.most(device);
    let sure = rng.chance(params.ready);
    craft.torpedo = missing(Device::Torpedo).max(if sure { 0 } else { 2 });
    craft.mine = missing(Device::Mine);
    craft.silence = missing(Device::Silence);
    if !theirs.can_use_both(Device::Torpedo, Device::Silence) || !rng.chance(params.ready) {
        craft.silence = craft.silence.max(3);
    }
}

//! The worth of each food in each stage from the crate to the dish.
//!
//! Chopping, filling and baking add to the worth of a food: a fixed number for the work, and a number
//! for each step between the two places in this kitchen. If the chopping board is far from the
//! strawberries, chopped strawberries are worth more.

use crate::item::Item;
use crate::kitchen::{floors, Kind};
use crate::world::World;

/// A stage of a food before it is on a dish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The item is in a hand or on a table.
    Item(Item),
    /// The food is in the oven, baking or ready. It was put in as that item.
    Oven(Item),
}

/// The worth of the five foods in points, in the order of their bits.
#[derive(Clone, Debug)]
pub struct Stages {
    /// The worth on a dish.
    pub on: [i32; 5],
    /// The worth in each stage before that, the most finished stage first.
    pub before: [Vec<(Stage, i32)>; 5],
}

/// Steps between two places in a usual kitchen.
pub const USUAL_STEPS: i32 = 5;

impl Stages {
    pub fn new(world: &World) -> Stages {
        use Kind as K;
        let p = &world.params;
        // What the steps from one place to another add; below zero where they are few.
        let way = |from: Kind, to: Kind| {
            let more = steps(world, from, to).map_or(0, |steps| steps - USUAL_STEPS);
            (f64::from(more) * p.step_worth) as i32
        };
        let chop = way(K::Strawberries, K::Board);
        let cut = way(K::Dough, K::Board);
        let fill = way(K::Board, K::Blueberries);
        let (in_dough, in_tart) = (way(K::Dough, K::Oven), way(K::Blueberries, K::Oven));
        // At last the dish is carried to the window.
        let from = [K::IceCream, K::Blueberries, K::Board, K::Oven, K::Oven];
        let serve = from.map(|kind| way(kind, K::Window));
        let made = [0, 0, chop, in_dough, cut + fill + in_tart];
        let plain = [p.ice_cream, p.blueberries, p.strawberries, p.croissant, p.tart];
        let (mut on, mut loose) = ([0; 5], [0; 5]);
        for f in 0..5 {
            on[f] = plain[f] + made[f] + serve[f];
            loose[f] = on[f] - p.loose.min(on[f]) - serve[f];
        }
        let (croissant, tart) = (loose[3] - p.bake, loose[4] - p.bake);
        let raw = tart - p.raw - in_tart;
        let chopped = raw - p.fill - fill;
        let item = |item, points| (Stage::Item(item), points);
        let before = [
            vec![item(Item::ICE_CREAM, p.crate_food)],
            vec![item(Item::BLUEBERRIES, p.crate_food)],
            vec![
                item(Item::CHOPPED_STRAWBERRIES, loose[2]),
                item(Item::STRAWBERRIES, loose[2] - p.chop - chop),
            ],
            vec![
                item(Item::CROISSANT, loose[3]),
                (Stage::Oven(Item::DOUGH), croissant),
                item(Item::DOUGH, croissant - p.raw - in_dough),
            ],
            vec![
                item(Item::TART, loose[4]),
                (Stage::Oven(Item::RAW_TART), tart),
                item(Item::RAW_TART, raw),
                item(Item::CHOPPED_DOUGH, chopped),
                item(Item::DOUGH, chopped - p.cut - cut),
            ],
        ];
        Stages { on, before }
    }
}

/// Steps between the two tables with no other chef in the way; `None` if the kitchen lacks one.
fn steps(world: &World, from: Kind, to: Kind) -> Option<i32> {
    let (from, to) = (world.kitchen.one(from)?, world.kitchen.one(to)?);
    floors(world.kitchen.around[from.index()])
        .map(|floor| world.walks.from(floor, None).to_use[to.index()])
        .min()
        .map(i32::from)
}

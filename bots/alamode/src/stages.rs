//! What each food is worth on its way from the crate to the dish.
//!
//! A food that has been chopped, filled or baked is worth what that was: a number for the work
//! itself, and one for each step of the way between the two places in this kitchen. Where the
//! chopping board is far from the strawberries, chopped ones are worth more.

use crate::item::Item;
use crate::kitchen::{bits, Kind, FLOORS};
use crate::world::World;

/// Where or as what a food may be before it lies on a dish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// As that item, in a hand or on a table.
    Item(Item),
    /// Baking in the oven or ready there, put in as that item.
    Oven(Item),
}

/// The worth of the five foods, each in the order of its bit, in points.
#[derive(Clone, Debug)]
pub struct Stages {
    /// On a dish.
    pub on: [i32; 5],
    /// In each stage before that, the most finished first.
    pub before: [Vec<(Stage, i32)>; 5],
}

/// Steps between two places in a usual kitchen.
const USUAL: i32 = 5;

impl Stages {
    /// The worth in a kitchen.
    pub fn new(world: &World) -> Stages {
        use Kind as K;
        let p = &world.params;
        // What the way from one place to another adds, or takes away where it is short.
        let way = |from: Kind, to: Kind| {
            let more = steps(world, from, to).map_or(0, |steps| steps - USUAL);
            (f64::from(more) * p.ways) as i32
        };
        let chop = way(K::Strawberries, K::Board);
        let cut = way(K::Dough, K::Board);
        let fill = way(K::Board, K::Blueberries);
        let (in_dough, in_tart) = (way(K::Dough, K::Oven), way(K::Blueberries, K::Oven));
        // A dish goes to the window in the end.
        let from = [K::IceCream, K::Blueberries, K::Board, K::Oven, K::Oven];
        let serve = from.map(|kind| way(kind, K::Window));
        let made = [0, 0, chop, in_dough, cut + fill + in_tart];
        let plain = [p.ice, p.blue, p.straw, p.croissant, p.tart];
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

/// Steps between using the one and using the other with nobody in the way, if both are there.
fn steps(world: &World, from: Kind, to: Kind) -> Option<i32> {
    let (from, to) = (world.kitchen.one(from)?, world.kitchen.one(to)?);
    bits(u64::from(world.kitchen.around[from.index()]))
        .map(|floor| world.walks.steps_to_use[usize::from(floor)][FLOORS][to.index()])
        .min()
        .map(i32::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customers::{Customers, Order};
    use crate::kitchen::Kitchen;
    use crate::params::Params;

    /// Strawberries in the first corner, the chopping board at one of two places.
    fn stages(near: bool, ways: f64) -> Stages {
        let rows = [
            if near { "SC#########" } else { "S##########" },
            "#.........#",
            "#.####.##.#",
            "#.#..#..#.#",
            "#.##.####.#",
            "#.........#",
            if near { "####W######" } else { "####W#####C" },
        ];
        let customers = Customers::new(vec![Order { foods: 5, award: 800 }]).unwrap();
        let params = Params { ways, ..Params::default() };
        Stages::new(&World::new(Kitchen::from_rows(&rows).unwrap(), customers, params, 0))
    }

    #[test]
    fn the_way_to_the_board_is_part_of_the_work() {
        let chopped = |stages: &Stages| stages.before[2][0].1 - stages.before[2][1].1;
        let plain = Params::default().chop;
        assert_eq!(chopped(&stages(true, 0.0)), plain);
        // The corner touches both; from corner to corner it is twelve steps.
        assert_eq!(chopped(&stages(true, 4.0)), plain - 4 * USUAL);
        assert_eq!(chopped(&stages(false, 4.0)), plain + 4 * (12 - USUAL));
        // What is not there is no way.
        assert_eq!(stages(true, 4.0).on[4], Params::default().tart);
    }

    #[test]
    fn nothing_is_lost_by_work() {
        for stages in [stages(true, 6.0), stages(false, 6.0)] {
            for (on, before) in stages.on.iter().zip(&stages.before) {
                let worth: Vec<i32> = before.iter().map(|stage| stage.1).collect();
                assert!(worth.windows(2).all(|pair| pair[0] > pair[1]), "{worth:?}");
                assert!(*on > worth[0]);
            }
        }
    }
}

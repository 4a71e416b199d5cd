//! Walks, compared with a plain search.

use alamode::kitchen::{Cell, Floor, Kitchen, Place, CELLS};
use alamode::walk::{Walks, FAR};

use crate::common::kitchen::bare;

/// Steps from a cell to each floor cell by a plain search, which a chef at `blocked` stops.
fn plain_steps(kitchen: &Kitchen, from: Cell, blocked: Option<Cell>) -> [Option<u8>; CELLS] {
    let mut steps = [None; CELLS];
    steps[usize::from(from.0)] = Some(0);
    let mut front = vec![from];
    for distance in 1.. {
        let mut next = Vec::new();
        for (x, y) in front.iter().map(|cell| cell.xy()) {
            let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            for cell in beside.into_iter().filter_map(|(x, y)| Cell::new(x, y)) {
                let is_floor = matches!(kitchen.place(cell), Place::Floor(_));
                let free = is_floor && Some(cell) != blocked;
                if free && steps[usize::from(cell.0)].is_none() {
                    steps[usize::from(cell.0)] = Some(distance);
                    next.push(cell);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        front = next;
    }
    steps
}

#[test]
fn a_walk_of_at_most_four_steps_reaches_its_target_in_one_turn() {
    let kitchen = bare();
    let walks = Walks::new(&kitchen);
    let places = || std::iter::once(None).chain(Floor::all().map(Some));
    for (own, other) in Floor::all().flat_map(|own| places().map(move |other| (own, other))) {
        let ways = walks.from(own, other);
        if other == Some(own) {
            assert_eq!(ways.reach, 0, "two chefs are never on the same cell");
            continue;
        }
        let from = kitchen.floor_cell(own);
        let blocked = other.map(|floor| kitchen.floor_cell(floor));
        let plain = plain_steps(&kitchen, from, blocked);
        for to in Floor::all().filter(|to| Some(*to) != other) {
            let target = kitchen.floor_cell(to);
            let steps = plain[usize::from(target.0)];
            assert_eq!(ways.to[to.index()], steps.unwrap_or(FAR));
            let near = steps.map_or(false, |steps| steps <= 4);
            assert_eq!(ways.reach & to.bit() != 0, near);
            assert_eq!(ways.rim & to.bit() != 0, steps == Some(4));
            let end = ways.landing(target);
            assert_eq!(end == to, near, "{from:?} to {target:?}, {blocked:?}");
        }
    }
}

//! Walks, compared with a plain search.

use alamode::kitchen::{Cell, Floor, Kitchen, Place, CELLS, FLOORS};
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
    for (own, partner) in (0..FLOORS).flat_map(|own| (0..=FLOORS).map(move |it| (own, it))) {
        if own == partner {
            continue;
        }
        let from = kitchen.floor_cell(Floor(own as u8));
        let blocked =
            if partner == FLOORS { None } else { Some(kitchen.floor_cell(Floor(partner as u8))) };
        let plain = plain_steps(&kitchen, from, blocked);
        for to in (0..FLOORS).filter(|to| *to != partner) {
            let target = kitchen.floor_cell(Floor(to as u8));
            let steps = plain[usize::from(target.0)];
            assert_eq!(walks.steps[own][partner][to], steps.unwrap_or(FAR));
            let near = steps.map_or(false, |steps| steps <= 4);
            assert_eq!(walks.reach[own][partner] >> to & 1 != 0, near);
            assert_eq!(walks.rim[own][partner] >> to & 1 != 0, steps == Some(4));
            let end = walks.landing(Floor(own as u8), Floor(partner as u8), target);
            assert_eq!(end == Floor(to as u8), near, "{from:?} to {target:?}, {blocked:?}");
        }
    }
}

//! Where to lay a mine.

use gridkit::{Board15, Dir};

use crate::map::{Cell, Map};

/// The cells that explosions of these mines would hurt on.
pub fn cover(map: &Map, mines: Board15) -> Board15 {
    mines.grow_king() & map.water()
}

/// The best neighbour of `at` for a mine, and how many cells it covers that no own mine did.
pub fn best_site(map: &Map, at: Cell, mines: Board15) -> Option<(Dir, u32)> {
    let covered = cover(map, mines);
    let mut best: Option<(Dir, u32)> = None;
    for dir in Dir::ALL {
        let site = match (map.water() - mines).step(at, dir) {
            Some(site) => site,
            None => continue,
        };
        let fresh = ((map.blast(site) & map.water()) - covered).count();
        if best.map_or(true, |(_, most)| fresh > most) {
            best = Some((dir, fresh));
        }
    }
    best
}

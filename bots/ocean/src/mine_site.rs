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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;

    #[test]
    fn a_mine_goes_where_none_covers() {
        let map = Map::new(Board15::FULL);
        let cell = |x, y| cell_at(x, y).unwrap();
        let (at, north) = (cell(7, 7), cell(7, 6));
        // Away from the mine that was laid before: beyond, all but the row between are new.
        assert_eq!(best_site(&map, at, Board15::of(north)), Some((Dir::South, 6)));
        assert_eq!(best_site(&map, at, Board15::of(cell(7, 8))), Some((Dir::North, 6)));
        // In the corner less can be covered, and land takes no mine.
        assert_eq!(best_site(&map, cell(0, 0), Board15::EMPTY), Some((Dir::South, 6)));
        let pond = Map::new(Board15::of(at));
        assert_eq!(best_site(&pond, at, Board15::EMPTY), None);
    }
}

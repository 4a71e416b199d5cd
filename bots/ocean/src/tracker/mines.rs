//! What a submarine's mines tell about it.

use gridkit::Board15;

use super::path::{Mine, Path, SLOTS};
use super::Tracker;
use crate::map::{Cell, Map};

/// Up to this many mines that may be the one that exploded are told apart.
const MOST_SUSPECTS: usize = 4;

impl Tracker {
    /// The cells on which a path allows a mine.
    pub fn mine_cells(&self, path: &Path) -> Board15 {
        let slots = path.mines.iter().zip(&self.loose).filter(|(mine, _)| mine.exists());
        slots.fold(self.forgotten, |cells, (mine, &loose)| cells | mine.spots(loose))
    }

    /// It was seen to lay a mine, on a neighbour of its unknown cell.
    pub(super) fn laid_mine(&mut self, map: &Map) {
        let slot = self.slot_for_mine();
        self.loose[slot] = Board15::EMPTY;
        let laid = &self.laid;
        for path in &mut self.paths {
            let mut spots = Board15::of(path.cell).neighbours() & map.water();
            // Two own mines never share a cell. A mine of a folded path may be gone already, so
            // only a path that tells all its mines apart may rule a cell out.
            if !path.folded {
                for &(other, _) in laid {
                    let other = path.mines[other];
                    if let Some(cell) = other.only_spot() {
                        spots.clear(cell);
                    }
                }
            }
            path.mines[slot] = Mine::laid(path.cell, spots);
            if spots.is_empty() {
                path.weight = 0.0;
            }
        }
        self.laid.push((slot, false));
        self.drop_impossible(map);
    }

    /// A slot for one more mine; the oldest mine is forgotten if there is none.
    fn slot_for_mine(&mut self) -> usize {
        let used = |slot: &usize| self.laid.iter().any(|(other, _)| other == slot);
        if let Some(slot) = (0..SLOTS).find(|slot| !used(slot)) {
            return slot;
        }
        let (slot, _) = self.laid.remove(0);
        for path in &mut self.paths {
            self.forgotten |= path.mines[slot].spots(self.loose[slot]);
            path.mines[slot] = Mine::NONE;
        }
        slot
    }

    /// A mine of its own was seen to explode there, so one must have lain there.
    pub(super) fn triggered(&mut self, map: &Map, target: Cell) {
        let forgotten = self.forgotten.contains(target);
        let mut next = std::mem::take(&mut self.spare);
        next.clear();
        for path in &self.paths {
            let candidates = self.laid.iter().filter(|&&(slot, armed)| {
                armed
                    && path.mines[slot].exists()
                    && path.mines[slot].can_be_at(target, self.loose[slot])
            });
            let count = candidates.clone().count();
            if forgotten || count > MOST_SUSPECTS {
                // A forgotten mine can always have been the one. And where too many can have
                // been, it costs little to believe that all of them are still there: the path no
                // longer tells its mines apart.
                let mut path = *path;
                path.folded = true;
                next.push(path);
                continue;
            }
            // One path for each mine that it can have been; the others are then not there.
            let mut rest = *path;
            rest.weight /= count as f32;
            for mine in &mut rest.mines {
                *mine = mine.not_at(target);
            }
            for &(slot, _) in candidates {
                let mut path = rest;
                path.mines[slot] = Mine::NONE;
                next.push(path);
            }
        }
        self.spare = std::mem::replace(&mut self.paths, next);
        self.drop_impossible(map);
        self.folder.unite_equal(&mut self.paths);
        self.shrink(self.settings.cap);
        let paths = &self.paths;
        self.laid.retain(|&(slot, _)| paths.iter().any(|path| path.mines[slot].exists()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Seen, Settings};
    use super::*;
    use crate::map::cell_at;

    #[test]
    fn a_submarine_that_lays_a_mine_has_water_beside_it() {
        let [alone, one, other] = [(1, 1), (7, 7), (8, 7)].map(|(x, y)| cell_at(x, y).unwrap());
        let pair: Board15 = [one, other].iter().copied().collect();
        let map = Map::new(pair.with(alone));
        let mut tracker = Tracker::new(map.water(), Settings { cap: 100, silence: None });
        tracker.see(&map, Seen::Mine);
        assert_eq!((tracker.cells(), tracker.surprises()), (pair, 0));
    }
}

//! Where the opponent can think that we are: less exact than a tracker, and fast enough to be
//! computed for every plan.

use gridkit::{Board15, Dir};

use crate::map::{damage, silence_ends, Cell, Map};
use crate::orders::Seen;
use crate::sector::Sector;
use crate::tracker::{SilenceHabit, Tracker};

/// Cells that are less likely than this share of the likeliest one count as impossible.
const UNLIKELY: f32 = 0.1;

/// The likely ones among `cells`. `chances` has the probability of each cell, by its index.
pub fn likely(chances: &[f32; 256], cells: Board15) -> Board15 {
    let most = cells.iter().map(|cell| chances[cell.index()]).fold(0.0, f32::max);
    cells.iter().filter(|cell| chances[cell.index()] >= UNLIKELY * most).collect()
}

/// One place where the opponent can think that we are.
#[derive(Clone, Copy, Debug)]
struct Place {
    trail: Board15,
    weight: f32,
    cell: Cell,
    lost: u8,
}

/// All places where the opponent can think that we are.
#[derive(Clone)]
pub struct Places {
    places: Vec<Place>,
    habit: SilenceHabit,
}

impl Places {
    /// The likeliest `cap` paths of a tracker, the others together per cell.
    pub fn of(tracker: &Tracker, cap: usize, habit: SilenceHabit) -> Places {
        let paths = tracker.sketch(cap);
        let places = paths
            .iter()
            .map(|path| Place {
                trail: path.trail,
                weight: path.weight,
                cell: path.cell,
                lost: path.lost,
            })
            .collect();
        Places { places, habit }
    }

    /// Becomes a copy of the other, reusing its own memory.
    pub fn copy_from(&mut self, other: &Places) {
        self.places.clear();
        self.places.extend_from_slice(&other.places);
        self.habit = other.habit;
    }

    /// We are seen to execute an order. `spare` is work space.
    pub fn see(&mut self, map: &Map, seen: Seen, spare: &mut Places) {
        match seen {
            Seen::Move(dir) => {
                self.places.retain_mut_60(|place| {
                    let next = (map.water() - place.trail).step(place.cell, dir);
                    if let Some(next) = next {
                        place.cell = next;
                        place.trail.set(next);
                    }
                    next.is_some()
                });
            }
            Seen::Surface(sector) => {
                self.places.retain_mut_60(|place| {
                    place.trail = Board15::of(place.cell);
                    place.lost += 1;
                    Sector::of(place.cell) == sector
                });
            }
            Seen::Torpedo(target) => {
                let from = map.reach(target);
                self.places.retain_mut_60(|place| {
                    place.lost += damage(target, place.cell);
                    from.contains(place.cell)
                });
            }
            Seen::Trigger(target) => {
                for place in &mut self.places {
                    place.lost += damage(target, place.cell);
                }
            }
            Seen::Silence => {
                std::mem::swap(&mut self.places, &mut spare.places);
                self.places.clear();
                for place in &spare.places {
                    spread(map, place, &self.habit, &mut self.places);
                }
            }
            Seen::Sonar(_) | Seen::Mine => {}
        }
    }

    /// Drops the places that do not fit the lives that we will have lost since the opponent last
    /// saw our lives.
    pub fn lost(&mut self, lives: u8) {
        self.places.retain_mut_60(|place| place.lost == lives);
    }

    /// The probability of each cell, in a table by cell, and the cells that have one.
    pub fn chances(&self) -> ([f32; 256], Board15) {
        let mut chances = [0.0; 256];
        let mut cells = Board15::EMPTY;
        let all: f32 = self.places.iter().map(|place| place.weight).sum();
        if all > 0.0 {
            for place in &self.places {
                chances[place.cell.index()] += place.weight / all;
                cells.set(place.cell);
            }
        }
        (chances, cells)
    }
}

/// Adds all places that can follow from one after a silence.
fn spread(map: &Map, place: &Place, habit: &SilenceHabit, into: &mut Vec<Place>) {
    let first = into.len();
    into.push(Place { weight: habit[0], ..*place });
    let mut all = habit[0];
    let free = map.water() - place.trail;
    for dir in Dir::ALL {
        for (&weight, (cell, passed)) in habit[1..].iter().zip(silence_ends(place.cell, dir, free))
        {
            into.push(Place { weight, cell, trail: place.trail | passed, ..*place });
            all += weight;
        }
    }
    for next in &mut into[first..] {
        next.weight *= place.weight / all;
    }
}

/// `Vec::retain_mut` came with Rust 1.61.
trait RetainMut<T> {
    fn retain_mut_60(&mut self, keep: impl FnMut(&mut T) -> bool);
}

impl<T: Copy> RetainMut<T> for Vec<T> {
    fn retain_mut_60(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        let mut kept = 0;
        for index in 0..self.len() {
            let mut item = self[index];
            if keep(&mut item) {
                self[kept] = item;
                kept += 1;
            }
        }
        self.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use crate::tracker::Settings;
    use gridkit::Rng;

    #[test]
    fn cells_far_less_likely_than_the_likeliest_are_left_out() {
        let mut chances = [0.0; 256];
        let cells: Vec<Cell> = (0..3).filter_map(|x| cell_at(x, 0)).collect();
        for (cell, chance) in cells.iter().zip([0.5, 0.06, 0.04]) {
            chances[cell.index()] = chance;
        }
        let all: Board15 = cells.iter().copied().collect();
        assert_eq!(likely(&chances, all), all.without(cells[2]));
    }

    /// The tracker is the plain twin: as long as nothing is folded both must come to the same.
    #[test]
    fn shadows_go_where_the_tracker_goes() {
        let habit = [0.5, 1.0, 1.0, 2.0, 1.0];
        let mut rng = Rng::new(11);
        for _ in 0..200 {
            let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(0.15)).collect();
            let map = Map::new(water.with(cell_at(7, 7).unwrap()));
            let mut tracker =
                Tracker::new(map.water(), Settings { cap: 100_000, silence: Some(habit) });
            let mut places = Places::of(&tracker, 1_000, habit);
            let mut spare = places.clone();
            for _ in 0..6 {
                let near = map.water().nth(rng.below(map.water().count() as usize) as u32).unwrap();
                let seen = match rng.below(10) {
                    0 => Seen::Silence,
                    1 => Seen::Surface(Sector::of(near)),
                    2 => Seen::Torpedo(near),
                    3 => Seen::Sonar(Sector::of(near)),
                    _ => Seen::Move(Dir::ALL[rng.below(4)]),
                };
                let mut ahead = places.clone();
                ahead.see(&map, seen, &mut spare);
                if ahead.places.is_empty() {
                    // No place fits; the tracker would start again from everywhere.
                    continue;
                }
                places = ahead;
                tracker.see(&map, seen);
            }
            let belief = tracker.belief();
            let (chances, cells) = places.chances();
            assert_eq!(cells, belief.cells());
            for cell in cells {
                assert!((chances[cell.index()] - belief.at(cell)).abs() < 1e-4);
            }
        }
    }
}

//! Ourselves as the opponent sees us, light enough to be thought through for every plan.

use gridkit::{Board15, Dir};

use crate::map::{damage, Cell, Map, SILENCE_RANGE};
use crate::orders::Seen;
use crate::sector::Sector;
use crate::tracker::{SilenceHabit, Tracker};

/// One place where the opponent can think that we are.
#[derive(Clone, Copy, Debug)]
struct Shadow {
    trail: Board15,
    weight: f32,
    cell: Cell,
    lost: u8,
}

/// All places where the opponent can think that we are.
#[derive(Clone)]
pub struct Shadows {
    shadows: Vec<Shadow>,
    habit: SilenceHabit,
}

impl Shadows {
    /// The likeliest `cap` paths of a tracker, the others together per cell.
    pub fn of(tracker: &Tracker, cap: usize, habit: SilenceHabit) -> Shadows {
        let paths = tracker.sketch(cap);
        let shadows = paths
            .iter()
            .map(|path| Shadow {
                trail: path.trail,
                weight: path.weight,
                cell: path.cell,
                lost: path.lost,
            })
            .collect();
        Shadows { shadows, habit }
    }

    /// Becomes a copy of the other, reusing its own memory.
    pub fn copy_from(&mut self, other: &Shadows) {
        self.shadows.clear();
        self.shadows.extend_from_slice(&other.shadows);
        self.habit = other.habit;
    }

    /// We are seen to execute an order. `spare` is work space.
    pub fn see(&mut self, map: &Map, seen: Seen, spare: &mut Shadows) {
        match seen {
            Seen::Move(dir) => {
                self.shadows.retain_mut_60(|shadow| {
                    let next = (map.water() - shadow.trail).step(shadow.cell, dir);
                    if let Some(next) = next {
                        shadow.cell = next;
                        shadow.trail.set(next);
                    }
                    next.is_some()
                });
            }
            Seen::Surface(sector) => {
                self.shadows.retain_mut_60(|shadow| {
                    shadow.trail = Board15::of(shadow.cell);
                    shadow.lost += 1;
                    Sector::of(shadow.cell) == sector
                });
            }
            Seen::Torpedo(target) => {
                let from = map.reach(target);
                self.shadows.retain_mut_60(|shadow| {
                    shadow.lost += damage(target, shadow.cell);
                    from.contains(shadow.cell)
                });
            }
            Seen::Trigger(target) => {
                for shadow in &mut self.shadows {
                    shadow.lost += damage(target, shadow.cell);
                }
            }
            Seen::Silence => {
                std::mem::swap(&mut self.shadows, &mut spare.shadows);
                self.shadows.clear();
                for shadow in &spare.shadows {
                    spread(map, shadow, &self.habit, &mut self.shadows);
                }
            }
            Seen::Sonar(_) | Seen::Mine => {}
        }
    }

    /// Forgets the places that do not fit what we will have lost since he last saw our lives.
    pub fn lost(&mut self, lives: u8) {
        self.shadows.retain_mut_60(|shadow| shadow.lost == lives);
    }

    /// The probability of each cell, in a table by cell, and the cells that have one.
    pub fn chances(&self) -> ([f32; 256], Board15) {
        let mut chances = [0.0; 256];
        let mut cells = Board15::EMPTY;
        let all: f32 = self.shadows.iter().map(|shadow| shadow.weight).sum();
        if all > 0.0 {
            for shadow in &self.shadows {
                chances[shadow.cell.index()] += shadow.weight / all;
                cells.set(shadow.cell);
            }
        }
        (chances, cells)
    }
}

/// All that can have become of a shadow after a silence.
fn spread(map: &Map, shadow: &Shadow, habit: &SilenceHabit, into: &mut Vec<Shadow>) {
    let first = into.len();
    into.push(Shadow { weight: habit[0], ..*shadow });
    let mut all = habit[0];
    let free = map.water() - shadow.trail;
    for dir in Dir::ALL {
        let mut ahead = *shadow;
        for &weight in &habit[1..=SILENCE_RANGE] {
            ahead.cell = match free.step(ahead.cell, dir) {
                Some(next) => next,
                None => break,
            };
            ahead.trail.set(ahead.cell);
            into.push(Shadow { weight, ..ahead });
            all += weight;
        }
    }
    for place in &mut into[first..] {
        place.weight *= shadow.weight / all;
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

    /// The tracker is the plain twin: as long as nothing is folded both must come to the same.
    #[test]
    fn shadows_go_where_the_tracker_goes() {
        let habit = [0.5, 1.0, 1.0, 2.0, 1.0];
        let mut rng = Rng::new(11);
        for _ in 0..200 {
            let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(0.15)).collect();
            let map = Map::new(water.with(cell_at(7, 7).unwrap()));
            let mut tracker = Tracker::new(map.water(), Settings { cap: 100_000, silence: habit });
            let mut shadows = Shadows::of(&tracker, 1_000, habit);
            let mut spare = shadows.clone();
            for _ in 0..6 {
                let near = map.water().nth(rng.below(map.water().count() as usize) as u32).unwrap();
                let seen = match rng.below(10) {
                    0 => Seen::Silence,
                    1 => Seen::Surface(Sector::of(near)),
                    2 => Seen::Torpedo(near),
                    3 => Seen::Sonar(Sector::of(near)),
                    _ => Seen::Move(Dir::ALL[rng.below(4)]),
                };
                let mut ahead = shadows.clone();
                ahead.see(&map, seen, &mut spare);
                if ahead.shadows.is_empty() {
                    // Impossible; the tracker would begin anew.
                    continue;
                }
                shadows = ahead;
                tracker.see(&map, seen);
            }
            let belief = tracker.belief();
            let (chances, cells) = shadows.chances();
            assert_eq!(cells, belief.cells());
            for cell in cells {
                assert!((chances[cell.index()] - belief.at(cell)).abs() < 1e-4);
            }
        }
    }
}

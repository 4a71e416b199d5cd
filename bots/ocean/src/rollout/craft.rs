//! A submarine of a rollout, and what its opponent knows of it.
//!
//! That knowledge is a plain set of equally likely cells, a few words of bits, so a turn takes less
//! than a microsecond.

use gridkit::{Board15, Dir, Rng};

use crate::device::Device;
use crate::map::{damage, glide, Cell, Map};
use crate::tracker::SilenceHabit;

/// A submarine, and what the other one knows of it.
#[derive(Clone, Copy)]
pub(super) struct Craft {
    pub at: Cell,
    /// The cells that it has visited since its last surfacing.
    pub trail: Board15,
    pub lives: u8,
    /// Charges that are missing.
    pub torpedo: u8,
    pub silence: u8,
    pub mine: u8,
    /// Its mines.
    pub mines: Board15,
    /// Where the other submarine can think that it is.
    pub known: Board15,
}

impl Craft {
    /// An explosion of the other submarine: the lives that it takes, which both see.
    pub fn suffer(&mut self, map: &Map, at: Cell) -> u8 {
        let loss = damage(at, self.at);
        self.known &= match loss {
            2 => Board15::of(at),
            1 => map.blast(at).without(at),
            _ => self.known - map.blast(at),
        };
        self.known.set(self.at);
        let taken = loss.min(self.lives);
        self.lives -= taken;
        taken
    }

    fn charge(&mut self) {
        for missing in [&mut self.torpedo, &mut self.silence, &mut self.mine] {
            if *missing > 0 {
                *missing -= 1;
                return;
            }
        }
    }

    pub fn step(&mut self, map: &Map, dir: Dir, next: Cell) {
        self.at = next;
        self.trail.set(next);
        self.known = (self.known.shift(dir) & map.water()).with(next);
        self.charge();
    }

    /// Surfaces in a sector of these cells, which the other submarine is told.
    pub fn surface(&mut self, sector: Board15) {
        self.lives = self.lives.saturating_sub(1);
        self.trail = Board15::of(self.at);
        self.known &= sector;
    }

    /// A silence, as the other sees it: it can be on every cell that a silence leads to.
    pub fn vanish(&mut self, map: &Map) {
        let free = map.water() - self.trail;
        self.silence = Device::Silence.full();
        let known = self.known;
        self.known = Dir::ALL.iter().fold(known, |all, &dir| all | glide(known, dir, free));
    }

    /// A silence in a random direction. `habit` has the probability of each distance.
    pub fn hide(&mut self, map: &Map, habit: &SilenceHabit, rng: &mut Rng) {
        self.vanish(map);
        let dir = Dir::ALL[rng.below(4)];
        let mut left = rng.unit() as f32;
        for weight in habit {
            left -= weight;
            if left <= 0.0 {
                break;
            }
            self.at = match (map.water() - self.trail).step(self.at, dir) {
                Some(next) => next,
                None => break,
            };
            self.trail.set(self.at);
        }
        self.known.set(self.at);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::map::cell_at;

    /// A submarine on `at` with random lives, charges, mines and known cells.
    pub fn craft(at: Cell, map: &Map, rng: &mut Rng) -> Craft {
        let missing = |rng: &mut Rng, full: usize| rng.below(full + 1) as u8;
        Craft {
            at,
            trail: Board15::of(at),
            lives: 1 + rng.below(6) as u8,
            torpedo: missing(rng, 3),
            silence: missing(rng, 6),
            mine: missing(rng, 3),
            mines: map.water().iter().filter(|_| rng.chance(0.05)).collect(),
            known: map.water().iter().filter(|_| rng.chance(0.03)).collect::<Board15>().with(at),
        }
    }

    #[test]
    fn an_explosion_tells_both_sides_what_it_did() {
        let map = Map::new(Board15::FULL);
        let cell = |x, y| cell_at(x, y).unwrap();
        let mut rng = Rng::new(1);
        let known = map.blast(cell(6, 6)) | Board15::of(cell(9, 9));
        let there = Craft { lives: 6, known, ..craft(cell(6, 6), &map, &mut rng) };
        let mut hit = there;
        assert_eq!(hit.suffer(&map, cell(6, 6)), 2);
        assert_eq!((hit.known, hit.lives), (Board15::of(cell(6, 6)), 4));
        let mut grazed = there;
        assert_eq!(grazed.suffer(&map, cell(7, 7)), 1);
        assert_eq!(grazed.known.count(), 3);
        let mut missed = there;
        assert_eq!(missed.suffer(&map, cell(9, 9)), 0);
        assert_eq!(missed.known, map.blast(cell(6, 6)));
        // No more is taken than there is.
        let mut last = Craft { lives: 1, ..there };
        assert_eq!((last.suffer(&map, cell(6, 6)), last.lives), (1, 0));
    }

    #[test]
    fn a_silence_hides_where_it_leads() {
        let map = Map::new(Board15::FULL);
        let mut rng = Rng::new(4);
        let at = cell_at(7, 7).unwrap();
        for _ in 0..50 {
            let mut hidden = Craft { known: Board15::of(at), ..craft(at, &map, &mut rng) };
            hidden.hide(&map, &[0.0, 0.0, 0.0, 0.0, 1.0], &mut rng);
            assert_eq!((hidden.known.count(), hidden.silence), (17, 6));
            assert_eq!(hidden.at.point().manhattan(at.point()), 4);
        }
    }
}

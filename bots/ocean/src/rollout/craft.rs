//! One submarine of a game that is played on quickly, and how it plays there.
//!
//! What one side knows of the other is a plain set of cells, all of them even: a few words of bits, so
//! that a turn takes less than a microsecond.

use gridkit::{Board15, Dir, Rng};

use super::Rules;
use crate::device::Device;
use crate::map::{damage, Cell, Map, FAR, SILENCE_RANGE, TORPEDO_RANGE};

/// A submarine counts as found when it can be on so many cells at most.
const FOUND: u32 = 16;

/// A submarine that can be on so few cells hides.
const EXPOSED: u32 = 5;

/// Price of ending a step without a way on.
const DEAD_END: f32 = 1.0;
/// Price of each way on: the water is filled along its edges.
const EXIT: f32 = 0.04;
/// Price of each step that the prey is out of range, and worth of each step away from a hunter.
const NEAR: f32 = 0.08;
/// Steps differ by chance up to this much.
const CHANCE: f32 = 0.12;

/// How one side plays.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Least expected damage for which it fires a torpedo or blows a mine.
    pub nerve: f32,
    /// How likely it goes each distance in a silence.
    pub silence: [f32; SILENCE_RANGE + 1],
    /// How likely it falls silent when it is found out.
    pub hides: f64,
    /// How likely it falls silent to come into range, and fires.
    pub leaps: f64,
}

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

    fn step(&mut self, map: &Map, dir: Dir, next: Cell) {
        self.at = next;
        self.trail.set(next);
        self.known = (self.known.shift(dir) & map.water()).with(next);
        self.charge();
    }

    fn surface(&mut self, rules: &Rules<'_>) {
        self.lives = self.lives.saturating_sub(1);
        self.trail = Board15::of(self.at);
        self.known &= rules.sectors[self.at.index()];
    }

    /// A silence, as the other sees it: it can be on every cell that a silence leads to.
    fn vanish(&mut self, map: &Map) {
        let free = map.water() - self.trail;
        self.silence = Device::Silence.full();
        let mut all = self.known;
        for dir in Dir::ALL {
            let mut front = self.known;
            for _ in 0..SILENCE_RANGE {
                front = front.shift(dir) & free;
                all |= front;
            }
        }
        self.known = all;
    }

    /// A silence in a direction and over a distance drawn by its habit.
    fn hide(&mut self, map: &Map, style: &Style, rng: &mut Rng) {
        self.vanish(map);
        let dir = Dir::ALL[rng.below(4)];
        let mut left = rng.unit() as f32;
        for weight in style.silence {
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

/// The best explosion on one of `targets` against a submarine that is on one of `cells`: the lives it
/// takes on average, and where.
fn best_target(map: &Map, targets: Board15, cells: Board15) -> Option<(f32, Cell)> {
    let share = 1.0 / cells.count() as f32;
    let mut best: Option<(f32, Cell)> = None;
    for target in targets {
        let near = (map.blast(target) & cells).count() + u32::from(cells.contains(target));
        let worth = near as f32 * share;
        if best.map_or(true, |(most, _)| worth > most) {
            best = Some((worth, target));
        }
    }
    best
}

/// One turn of `own`. Returns the lives that the other lost and those that it lost itself.
pub(super) fn turn(
    rules: &Rules<'_>,
    style: &Style,
    danger: &[f32; 256],
    own: &mut Craft,
    other: &mut Craft,
    rng: &mut Rng,
) -> (u8, u8) {
    let map = rules.map;
    let before = own.lives;
    let mut dealt = 0;
    let mut loud = false;
    if other.known.count() <= FOUND {
        dealt += blow(map, style, own, other);
        if own.torpedo == 0 {
            let hit = fire(map, style, own, other);
            loud = hit.is_some();
            dealt += hit.unwrap_or(0);
        }
    }
    if other.lives == 0 {
        return (dealt, before - own.lives);
    }
    let mut way = best_step(rules, style, danger, own, other, rng);
    if way.is_none() {
        own.surface(rules);
        if own.lives == 0 {
            return (dealt, before);
        }
        way = best_step(rules, style, danger, own, other, rng);
    }
    if let Some((dir, next)) = way {
        own.step(map, dir, next);
    }
    if !loud && own.torpedo == 0 && other.known.count() <= FOUND {
        dealt += fire(map, style, own, other).unwrap_or(0);
    }
    if other.lives > 0 && can_leap(map, own, other) && rng.chance(style.leaps) {
        dealt += leap(map, style, own, other);
    }
    let exposed = own.silence == 0 && own.known.count() <= EXPOSED && other.torpedo <= 1;
    if exposed && other.lives > 0 && rng.chance(style.hides) {
        own.hide(map, style, rng);
    }
    (dealt, before - own.lives)
}

/// Blows the best mine, if it is worth it.
fn blow(map: &Map, style: &Style, own: &mut Craft, other: &mut Craft) -> u8 {
    let near = (own.mines & other.known.grow_king()) - map.blast(own.at);
    match best_target(map, near, other.known) {
        Some((worth, mine)) if worth >= style.nerve => {
            own.mines.clear(mine);
            other.suffer(map, mine)
        }
        _ => 0,
    }
}

/// Fires at the best target in range, if it is worth it: the lives that it takes.
fn fire(map: &Map, style: &Style, own: &mut Craft, other: &mut Craft) -> Option<u8> {
    let targets = (map.reach(own.at) & other.known.grow_king()) - map.blast(own.at);
    let (worth, target) = best_target(map, targets, other.known)?;
    if worth < style.nerve {
        return None;
    }
    own.torpedo = Device::Torpedo.full();
    own.known = (own.known & map.reach(target)).with(own.at);
    Some(other.suffer(map, target))
}

/// Whether a silence may lead to where it can fire at the other.
fn can_leap(map: &Map, own: &Craft, other: &Craft) -> bool {
    let prey = other.known.first().filter(|_| other.known.count() <= FOUND);
    own.torpedo == 0
        && own.silence == 0
        && prey.map_or(false, |prey| map.reach_after_silence(prey).contains(own.at))
}

/// A silence to the cell from where it can fire best, and the shot, if that is worth it: the lives that it takes.
fn leap(map: &Map, style: &Style, own: &mut Craft, other: &mut Craft) -> u8 {
    let free = map.water() - own.trail;
    let near = other.known.grow_king();
    let mut best = (style.nerve, None);
    for dir in Dir::ALL {
        let (mut at, mut trail) = (own.at, own.trail);
        for _ in 0..SILENCE_RANGE {
            at = match free.step(at, dir) {
                Some(next) => next,
                None => break,
            };
            trail.set(at);
            let targets = (map.reach(at) & near) - map.blast(at);
            match best_target(map, targets, other.known) {
                Some((worth, _)) if worth > best.0 => best = (worth, Some((at, trail))),
                _ => {}
            }
        }
    }
    let (at, trail) = match best.1 {
        Some(way) => way,
        None => return 0,
    };
    own.vanish(map);
    own.at = at;
    own.trail = trail;
    own.known.set(at);
    fire(map, style, own, other).unwrap_or(0)
}

/// The step that is most worth taking, with a little chance.
fn best_step(
    rules: &Rules<'_>,
    style: &Style,
    danger: &[f32; 256],
    own: &Craft,
    other: &Craft,
    rng: &mut Rng,
) -> Option<(Dir, Cell)> {
    let map = rules.map;
    let free = map.water() - own.trail;
    let prey = other.known.first().filter(|_| other.known.count() <= FOUND);
    let exposure = 1.0 / own.known.count() as f32;
    let mut best: Option<(f32, Dir, Cell)> = None;
    for dir in Dir::ALL {
        let next = match free.step(own.at, dir) {
            Some(next) => next,
            None => continue,
        };
        let exits = (Board15::of(next).neighbours() & free).count();
        let mut worth = CHANCE * rng.unit() as f32
            - EXIT * exits as f32
            - danger[next.index()] * (0.1 + exposure);
        if exits == 0 {
            worth -= DEAD_END;
        }
        if prey.is_some() && own.torpedo == 0 {
            let targets = (map.reach(next) & other.known.grow_king()) - map.blast(next);
            let hit = best_target(map, targets, other.known).map_or(0.0, |(hit, _)| hit);
            worth += if hit >= style.nerve { hit } else { 0.0 };
        }
        if let Some(prey) = prey {
            let steps = map.steps(next, prey);
            if steps != FAR {
                let beyond = f32::from(steps) - TORPEDO_RANGE as f32;
                worth += if own.torpedo <= 1 {
                    -NEAR * beyond.max(0.0)
                } else if other.torpedo <= 1 {
                    NEAR * beyond.min(3.0)
                } else {
                    0.0
                };
            }
        }
        if best.map_or(true, |(most, ..)| worth > most) {
            best = Some((worth, dir, next));
        }
    }
    best.map(|(_, dir, next)| (dir, next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use crate::rollout::sectors;

    fn craft(at: Cell, map: &Map, rng: &mut Rng) -> Craft {
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

    const STYLE: Style = Style { nerve: 0.6, silence: [0.2; 5], hides: 0.5, leaps: 0.5 };

    #[test]
    fn submarines_keep_the_rules_and_stay_where_they_are_known_to_be() {
        let mut rng = Rng::new(9);
        for _ in 0..200 {
            let land: Board15 = Board15::FULL.iter().filter(|_| rng.chance(0.15)).collect();
            let map = Map::new(Board15::FULL - land);
            let rules = Rules { map: &map, sectors: sectors() };
            let start = |rng: &mut Rng| map.water().nth(rng.below(150) as u32).unwrap();
            let (own, other) = (start(&mut rng), start(&mut rng));
            let mut crafts = [craft(own, &map, &mut rng), craft(other, &map, &mut rng)];
            for turn in 0..40 {
                let before = crafts;
                let (left, right) = crafts.split_at_mut(1);
                let (own, other) = if turn % 2 == 0 {
                    (&mut left[0], &mut right[0])
                } else {
                    (&mut right[0], &mut left[0])
                };
                let (dealt, lost) = super::turn(&rules, &STYLE, &[0.0; 256], own, other, &mut rng);
                let lives = |crafts: &[Craft; 2]| crafts[0].lives + crafts[1].lives;
                assert_eq!(lives(&before), lives(&crafts) + dealt + lost);
                for (craft, before) in crafts.iter().zip(&before) {
                    assert!(map.water().contains(craft.at) && craft.trail.contains(craft.at));
                    assert!(craft.known.contains(craft.at) && craft.known.is_within(map.water()));
                    assert!(craft.mines.is_within(before.mines));
                    // Only a surfacing clears the trail.
                    let cleared = !before.trail.is_within(craft.trail);
                    assert!(!cleared || craft.lives < before.lives);
                }
                if crafts[0].lives == 0 || crafts[1].lives == 0 {
                    break;
                }
            }
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
    fn the_best_target_is_that_of_the_plain_sum() {
        let map = Map::new(Board15::FULL);
        let mut rng = Rng::new(2);
        for _ in 0..100 {
            let some = |rng: &mut Rng| -> Board15 {
                Board15::FULL.iter().filter(|_| rng.chance(0.04)).collect()
            };
            let (cells, targets) = (some(&mut rng).with(Cell::NORTH_WEST), some(&mut rng));
            let mean = |target: Cell| {
                let all: u32 = cells.iter().map(|cell| u32::from(damage(target, cell))).sum();
                all as f32 / cells.count() as f32
            };
            let best = targets.iter().map(mean).fold(f32::NEG_INFINITY, f32::max);
            match best_target(&map, targets, cells) {
                Some((worth, target)) => {
                    assert!((worth - best).abs() < 1e-5 && (mean(target) - best).abs() < 1e-5);
                }
                None => assert!(targets.is_empty()),
            }
        }
    }

    #[test]
    fn it_leaps_to_where_it_can_fire() {
        let map = Map::new(Board15::FULL);
        let rules = Rules { map: &map, sectors: sectors() };
        let mut rng = Rng::new(6);
        // It is seven steps away; the other is known.
        let mut turn = |leaps: f64, silence: u8| {
            let at = cell_at(9, 7).unwrap();
            let ready = Craft {
                torpedo: 0,
                silence,
                lives: 6,
                mines: Board15::EMPTY,
                ..craft(at, &map, &mut rng)
            };
            let known = Board15::of(cell_at(2, 7).unwrap());
            let mut other = Craft {
                lives: 6,
                known,
                silence: 6,
                ..craft(cell_at(2, 7).unwrap(), &map, &mut rng)
            };
            let mut own = Craft { trail: Board15::of(at), known: Board15::of(at), ..ready };
            let style = Style { leaps, hides: 0.0, ..STYLE };
            let (dealt, lost) =
                super::turn(&rules, &style, &[0.0; 256], &mut own, &mut other, &mut rng);
            assert_eq!(lost, 0);
            assert!(own.known.contains(own.at) && own.trail.contains(own.at));
            (dealt, own.silence, own.torpedo)
        };
        assert_eq!(turn(1.0, 0), (2, 6, 3));
        assert_eq!(turn(0.0, 0).0, 0, "it does not want to");
        assert_eq!(turn(1.0, 3).0, 0, "its silence is not charged");
    }

    #[test]
    fn a_silence_hides_where_it_leads() {
        let map = Map::new(Board15::FULL);
        let mut rng = Rng::new(4);
        let at = cell_at(7, 7).unwrap();
        for _ in 0..50 {
            let mut hidden = Craft { known: Board15::of(at), ..craft(at, &map, &mut rng) };
            hidden.hide(&map, &Style { silence: [0.0, 0.0, 0.0, 0.0, 1.0], ..STYLE }, &mut rng);
            assert_eq!((hidden.known.count(), hidden.silence), (17, 6));
            assert_eq!(hidden.at.point().manhattan(at.point()), 4);
        }
    }
}

//! A submarine of a rollout, what its opponent knows of it, and its turns by quick rules.
//!
//! That knowledge is a plain set of equally likely cells, a few words of bits, so a turn takes less
//! than a microsecond.

use gridkit::{Board15, Dir, Rng};

use crate::device::Device;
use crate::map::{damage, glide, silence_ends, Cell, Map, FAR, TORPEDO_RANGE};
use crate::sector::Sector;
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

    fn step(&mut self, map: &Map, dir: Dir, next: Cell) {
        self.at = next;
        self.trail.set(next);
        self.known = (self.known.shift(dir) & map.water()).with(next);
        self.charge();
    }

    /// Surfaces in a sector of these cells, which the other submarine is told.
    fn surface(&mut self, sector: Board15) {
        self.lives = self.lives.saturating_sub(1);
        self.trail = Board15::of(self.at);
        self.known &= sector;
    }

    /// A silence, as the other sees it: it can be on every cell that a silence leads to.
    fn vanish(&mut self, map: &Map) {
        let free = map.water() - self.trail;
        self.silence = Device::Silence.full();
        let known = self.known;
        self.known = Dir::ALL.iter().fold(known, |all, &dir| all | glide(known, dir, free));
    }

    /// A silence in a random direction. `habit` has the probability of each distance.
    fn hide(&mut self, map: &Map, habit: &SilenceHabit, rng: &mut Rng) {
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

/// A submarine counts as found if it can be on at most this number of cells.
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

/// The map, with the tables that both sides use.
pub(super) struct Rules<'a> {
    pub map: &'a Map,
    /// By cell: the cells of its sector.
    sectors: [Board15; 256],
}

impl<'a> Rules<'a> {
    pub fn new(map: &'a Map) -> Rules<'a> {
        let mut sectors = [Board15::EMPTY; 256];
        for cells in Sector::all().map(Sector::cells) {
            for cell in cells {
                sectors[cell.index()] = cells;
            }
        }
        Rules { map, sectors }
    }
}

/// How one side plays.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Least expected damage for which it fires a torpedo or blows a mine.
    pub nerve: f32,
    /// How likely it goes each distance in a silence.
    pub silence: SilenceHabit,
    /// How likely it falls silent when it is found out.
    pub hides: f64,
    /// How likely it falls silent to come into range, and fires.
    pub leaps: f64,
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
        own.surface(rules.sectors[own.at.index()]);
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
        own.hide(map, &style.silence, rng);
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
        for (at, passed) in silence_ends(own.at, dir, free) {
            let targets = (map.reach(at) & near) - map.blast(at);
            match best_target(map, targets, other.known) {
                Some((worth, _)) if worth > best.0 => best = (worth, Some((at, passed))),
                _ => {}
            }
        }
    }
    let (at, passed) = match best.1 {
        Some(end) => end,
        None => return 0,
    };
    own.vanish(map);
    own.at = at;
    own.trail |= passed;
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
mod tests;

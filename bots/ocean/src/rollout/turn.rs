//! One turn of a submarine in a rollout: quick rules instead of a search.

use gridkit::{Board15, Dir, Rng};

use super::craft::Craft;
use crate::device::Device;
use crate::map::{silence_ends, Cell, Map, FAR, TORPEDO_RANGE};
use crate::sector::Sector;
use crate::tracker::SilenceHabit;

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
mod tests {
    use super::*;
    use crate::map::{cell_at, damage};
    use crate::rollout::craft::tests::craft;

    const STYLE: Style = Style { nerve: 0.6, silence: [0.2; 5], hides: 0.5, leaps: 0.5 };

    #[test]
    fn submarines_keep_the_rules_and_stay_where_they_are_known_to_be() {
        let mut rng = Rng::new(9);
        for _ in 0..200 {
            let land: Board15 = Board15::FULL.iter().filter(|_| rng.chance(0.15)).collect();
            let map = Map::new(Board15::FULL - land);
            let rules = Rules::new(&map);
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
        let rules = Rules::new(&map);
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

    /// Ours on (7, 7), not known exactly; the other on (7, 11), known. Nothing is charged.
    fn quiet_pair() -> (Craft, Craft) {
        let at = |x, y| cell_at(x, y).unwrap();
        let known = Board15::FULL;
        let own = Craft {
            at: at(7, 7),
            trail: Board15::of(at(7, 7)),
            lives: 6,
            torpedo: 3,
            silence: 6,
            mine: 3,
            mines: Board15::EMPTY,
            known,
        };
        let there = Board15::of(at(7, 11));
        (own, Craft { at: at(7, 11), trail: there, known: there, ..own })
    }

    /// Plays a turn of `own` on the open sea without random hiding or leaping, unless `style` says so.
    fn play(style: Style, danger: &[f32; 256], own: &mut Craft, other: &mut Craft) -> (u8, u8) {
        let map = Map::new(Board15::FULL);
        super::turn(&Rules::new(&map), &style, danger, own, other, &mut Rng::new(3))
    }

    const STILL: Style = Style { hides: 0.0, leaps: 0.0, ..STYLE };
    const SAFE: [f32; 256] = [0.0; 256];

    #[test]
    fn it_goes_where_it_can_fire_and_away_from_who_can() {
        let steps = |ours: u8, theirs: u8| {
            let (mut own, mut other) = quiet_pair();
            // Six steps away.
            let far = cell_at(7, 13).unwrap();
            other = Craft { at: far, known: Board15::of(far), torpedo: theirs, ..other };
            own.torpedo = ours;
            play(STILL, &SAFE, &mut own, &mut other);
            own.at.point().manhattan(far.point())
        };
        assert_eq!(steps(1, 3), 5, "its torpedo is nearly charged");
        assert_eq!(steps(3, 1), 7, "that of the other is");
    }

    #[test]
    fn it_keeps_out_of_dead_ends_and_away_from_mines() {
        let cell = |x, y| cell_at(x, y).unwrap();
        let (mut own, mut other) = quiet_pair();
        // Two free cells, and only (7, 6) leads on.
        let free: Board15 = [cell(6, 7), cell(7, 6), cell(7, 5)].iter().copied().collect();
        own.trail = Board15::FULL - free;
        other.known = Board15::FULL;
        let before = own;
        play(STILL, &SAFE, &mut own, &mut other);
        assert_eq!(own.at, cell(7, 6));
        let (mut own, mut danger) = (before, SAFE);
        own.known = Board15::of(own.at);
        danger[cell(7, 6).index()] = 2.0;
        play(STILL, &danger, &mut own, &mut other);
        assert_eq!(own.at, cell(6, 7), "two lives are more than a dead end");
    }

    #[test]
    fn it_surfaces_where_there_is_no_way_on() {
        let (mut own, mut other) = quiet_pair();
        own.trail = Board15::FULL;
        assert_eq!(play(STILL, &SAFE, &mut own, &mut other), (0, 1));
        assert!(own.lives == 5 && own.trail.count() == 2, "it surfaces and then moves");
        assert!(own.known.count() <= 25 + 5, "only its sector is in question");
    }

    #[test]
    fn it_blows_a_mine_that_pays_and_does_not_hurt_it() {
        let blown = |mine: (i32, i32), nerve: f32| {
            let (mut own, mut other) = quiet_pair();
            let at = cell_at(mine.0, mine.1).unwrap();
            own.mines = Board15::of(at);
            let (dealt, lost) = play(Style { nerve, ..STILL }, &SAFE, &mut own, &mut other);
            assert_eq!((own.mines.is_empty(), lost), (dealt > 0, 0));
            dealt
        };
        assert_eq!(blown((7, 11), 0.6), 2);
        assert_eq!(blown((8, 12), 0.6), 1);
        assert_eq!(blown((8, 12), 1.5), 0, "it wants more for it");
        assert_eq!(blown((7, 8), 0.6), 0, "it hits nobody but itself");
    }

    #[test]
    fn it_hides_when_it_is_found_by_an_opponent_that_can_fire() {
        let hidden = |found: u32, torpedo: u8, silence: u8| {
            let (mut own, mut other) = quiet_pair();
            own.known = own.known.iter().take(found as usize).collect::<Board15>().with(own.at);
            (own.silence, other.torpedo, other.known) = (silence, torpedo, Board15::FULL);
            play(Style { hides: 1.0, ..STILL }, &SAFE, &mut own, &mut other);
            own.silence == 6
        };
        assert!(hidden(0, 1, 0));
        assert!(!hidden(0, 2, 0), "the other cannot fire in its next turn");
        assert!(!hidden(60, 1, 0), "it is not found");
        assert!(!hidden(0, 1, 2), "its silence is not charged");
    }
}

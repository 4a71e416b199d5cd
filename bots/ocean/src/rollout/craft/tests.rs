use super::*;
use crate::map::{cell_at, damage};

/// A submarine on `at` with random lives, charges, mines and known cells.
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
        let mut other =
            Craft { lives: 6, known, silence: 6, ..craft(cell_at(2, 7).unwrap(), &map, &mut rng) };
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
fn a_leap_is_for_a_hit_that_is_likely_enough_and_not_for_a_target_that_often_is() {
    let cell = |x, y| cell_at(x, y).unwrap();
    let (mut own, mut other) = quiet_pair();
    // Two lives with one chance in two.
    other.at = cell(2, 7);
    other.known = [cell(2, 7), cell(2, 11)].iter().copied().collect();
    own.at = cell(9, 7);
    (own.trail, own.known) = (Board15::of(own.at), Board15::of(own.at));
    (own.torpedo, own.silence) = (0, 0);
    let missing = |nerve: f32| {
        let (mut own, mut other) = (own, other);
        play(Style { nerve, leaps: 1.0, ..STILL }, &SAFE, &mut own, &mut other);
        (own.silence, own.torpedo)
    };
    assert_eq!(missing(0.9), (6, 3));
    assert_eq!(missing(1.05), (0, 0));
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
    // The other is on (7, 9) here, so that a mine between the two hits both.
    let (mut own, mut other) = quiet_pair();
    let (near, mine) = (cell_at(7, 9).unwrap(), cell_at(7, 8).unwrap());
    other = Craft { at: near, known: Board15::of(near), ..other };
    own.mines = Board15::of(mine);
    assert_eq!(play(STILL, &SAFE, &mut own, &mut other), (0, 0), "it would hurt itself");
}

#[test]
fn it_steps_to_the_only_cell_from_which_it_can_fire() {
    let cell = |x, y| cell_at(x, y).unwrap();
    for wanted in [cell(7, 8), cell(8, 7)] {
        let (mut own, mut other) = quiet_pair();
        // Five steps away on the way south or east.
        let prey = if wanted == cell(7, 8) { cell(7, 12) } else { cell(12, 7) };
        other = Craft { at: prey, known: Board15::of(prey), ..other };
        own.torpedo = 0;
        // Mines make the step itself unwelcome.
        let mut danger = SAFE;
        danger[wanted.index()] = 1.0;
        let style = Style { nerve: 1.5, ..STILL };
        assert_eq!(play(style, &danger, &mut own, &mut other), (2, 0));
        assert_eq!(own.at, wanted);
    }
}

#[test]
fn it_flees_whichever_way_leads_away() {
    for (x, y) in [(7, 11), (7, 3), (11, 7), (3, 7)] {
        let (own, mut other) = quiet_pair();
        let hunter = cell_at(x, y).unwrap();
        other = Craft { at: hunter, known: Board15::of(hunter), torpedo: 1, ..other };
        // All ways have as many exits; a way towards the hunter is 0.08 worse per step, which chance
        // cannot hide in the mean of many turns.
        let away = (0..200).filter(|&seed| {
            let mut craft = own;
            let map = Map::new(Board15::FULL);
            let mut rng = Rng::new(seed);
            super::turn(&Rules::new(&map), &STILL, &SAFE, &mut craft, &mut other.clone(), &mut rng);
            craft.at.point().manhattan(hunter.point()) == 5
        });
        let count = away.count();
        assert!(count > 170, "{count} of 200 steps lead away");
    }
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

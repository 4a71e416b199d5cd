//! Tests of the submarines of a game that is played on quickly.

use gridkit::{Board15, Rng};
use ocean::map::{cell_at, damage, Cell, Map};
use ocean::rollout::craft::{self, best_target, Craft, Style};
use ocean::rollout::Rules;

fn random_craft(at: Cell, map: &Map, rng: &mut Rng) -> Craft {
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
        let rules = Rules::new(&map);
        let start = |rng: &mut Rng| map.water().nth(rng.below(150) as u32).unwrap();
        let (own, other) = (start(&mut rng), start(&mut rng));
        let mut crafts = [random_craft(own, &map, &mut rng), random_craft(other, &map, &mut rng)];
        for turn in 0..40 {
            let before = crafts;
            let (left, right) = crafts.split_at_mut(1);
            let (own, other) = if turn % 2 == 0 {
                (&mut left[0], &mut right[0])
            } else {
                (&mut right[0], &mut left[0])
            };
            let (dealt, lost) = craft::turn(&rules, &STYLE, &[0.0; 256], own, other, &mut rng);
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
    let there = Craft { lives: 6, known, ..random_craft(cell(6, 6), &map, &mut rng) };
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
            ..random_craft(at, &map, &mut rng)
        };
        let known = Board15::of(cell_at(2, 7).unwrap());
        let mut other = Craft {
            lives: 6,
            known,
            silence: 6,
            ..random_craft(cell_at(2, 7).unwrap(), &map, &mut rng)
        };
        let mut own = Craft { trail: Board15::of(at), known: Board15::of(at), ..ready };
        let style = Style { leaps, hides: 0.0, ..STYLE };
        let (dealt, lost) =
            craft::turn(&rules, &style, &[0.0; 256], &mut own, &mut other, &mut rng);
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
        let mut hidden = Craft { known: Board15::of(at), ..random_craft(at, &map, &mut rng) };
        hidden.hide(&map, &Style { silence: [0.0, 0.0, 0.0, 0.0, 1.0], ..STYLE }, &mut rng);
        assert_eq!((hidden.known.count(), hidden.silence), (17, 6));
        assert_eq!(hidden.at.point().manhattan(at.point()), 4);
    }
}

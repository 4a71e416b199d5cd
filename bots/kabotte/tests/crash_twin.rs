//! The search with crashes against an exhaustive one over whole lists of records, on small tracks.

use std::collections::HashMap;
use std::rc::Rc;

use gridkit::Deadline;
use kabotte::circuit::Direction;
use kabotte::crash_plan::search_from_start;
use kabotte::motion::{passage, Event, Motion, Vector};
use kabotte::rules::{MoveNumber, Rule, Rules};
use kabotte::solve::{Crashes, Race, Settings};
use kabotte::track::{Cell, Tile, Track};
use proptest::prelude::*;

/// A car with all its records, the newest first.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Driver {
    records: Vec<(Motion, bool)>,
    open: u16,
}

/// The set-back cell, by the words of the rules.
fn set_back(records: &[(Motion, bool)], zzz: u16) -> Cell {
    let (mut left, mut index) = (zzz, 0);
    while left != 0 && index + 1 < records.len() {
        index += 1;
        left -= 1;
        if records[index].1 {
            left += zzz;
        }
    }
    records[index].0.at
}

fn vectors(track: &Track, rules: Rules, car: Motion, number: MoveNumber) -> Vec<Vector> {
    let legal = |vector: &Vector| {
        *vector != Vector::ZERO && passage(track, car.at, *vector, true).is_some()
    };
    let mut vectors: Vec<Vector> = car.vector.nearby().filter(legal).collect();
    rules.filter(track, car, number, &mut vectors);
    vectors
}

/// Fewest moves and the number of ways. `Err` if there are too many lists of records.
fn plain(track: &Track, settings: Settings, most: u16) -> Result<Option<(u16, u64)>, ()> {
    let all = (1_u16 << track.numbers().len()) - 1;
    let start = |cell| Driver { records: vec![(Motion::at_rest(cell), false)], open: all };
    let mut level: HashMap<Driver, u64> =
        track.cells_of(Tile::Start).map(|cell| (start(cell), 1)).collect();
    for count in 1..=most {
        let (mut next, mut ways) = (HashMap::new(), 0);
        for (mut driver, here) in level {
            let mut left = vectors(track, settings.rules, driver.records[0].0, MoveNumber(count));
            for _ in 0..4 {
                if left.is_empty() {
                    let cell = set_back(&driver.records, settings.zzz);
                    driver.records.insert(0, (Motion::at_rest(cell), true));
                    left = vectors(track, settings.rules, driver.records[0].0, MoveNumber(count));
                }
            }
            for vector in left {
                let from = driver.records[0].0;
                let open = match passage(track, from.at, vector, true).unwrap().event {
                    Event::Finish if driver.open == 0 => {
                        ways += here;
                        continue;
                    }
                    Event::Checkpoint(checkpoint) => driver.open & !(1 << checkpoint.0),
                    _ => driver.open,
                };
                let mut records = driver.records.clone();
                records.insert(0, (from.next(vector), false));
                *next.entry(Driver { records, open }).or_insert(0) += here;
            }
        }
        if ways > 0 {
            return Ok(Some((count, ways)));
        }
        if next.len() > 6_000 {
            return Err(());
        }
        level = next;
    }
    Ok(None)
}

const MOST: u16 = 16;

/// Drives a way by the words of the rules: each move is lawful, each crash leads where it must, and the last
/// move is the one that finishes.
fn drive(race: &Race, way: &[Motion]) {
    let (track, settings) = (race.track(), race.settings());
    let mut records = vec![(Motion::at_rest(way[0].source()), false)];
    let mut open = (1_u16 << track.numbers().len()) - 1;
    let mut number = MoveNumber::FIRST;
    let mut is_home = false;
    for motion in way {
        assert!(!is_home, "{way:?} goes on after the finish");
        let car = records[0].0;
        let left = vectors(track, settings.rules, car, number);
        if motion.vector == Vector::ZERO {
            assert!(left.is_empty(), "{way:?} crashes at {car:?}, which can go on");
            assert_eq!(motion.at, set_back(&records, settings.zzz), "{way:?}");
            records.insert(0, (*motion, true));
            continue;
        }
        assert!(left.contains(&motion.vector) && motion.follows(car), "{way:?}: {motion:?}");
        match passage(track, car.at, motion.vector, true).unwrap().event {
            Event::Finish => is_home = open == 0,
            Event::Checkpoint(checkpoint) => open &= !(1 << checkpoint.0),
            Event::None => {}
        }
        records.insert(0, (*motion, false));
        number = number.next();
    }
    assert!(is_home, "{way:?} ends before the finish");
}

fn found(race: &Rc<Race>, most: u16) -> Option<(u16, u64)> {
    let mut deadline = Deadline::after_nodes(5_000_000);
    let mut plan = search_from_start(race, race.starts(), most + 1, &mut deadline).ok()?;
    let way = plan.way();
    assert_eq!(way.iter().filter(|it| it.vector != Vector::ZERO).count(), plan.moves().into());
    drive(race, &way);
    Some((plan.moves(), plan.ways()))
}

/// Narrow tracks: there are few ways, and many of them end in a wall.
fn tracks() -> impl Strategy<Value = String> {
    let cell = prop_oneof![6 => Just('O'), 9 => Just('X'), 1 => Just('1'), 1 => Just('2')];
    (4_usize..11, 1_usize..5).prop_flat_map(move |(width, height)| {
        let cells = prop::collection::vec(cell.clone(), width * height);
        let place = 0..width * height;
        (cells, place.clone(), place).prop_map(move |(mut cells, start, finish)| {
            cells[start] = 'S';
            cells[finish] = 'F';
            if !cells.contains(&'S') {
                cells[(finish + 1) % (width * height)] = 'S';
            }
            let rows = cells.chunks(width).map(|row| row.iter().collect::<String>());
            rows.collect::<Vec<_>>().join("\n")
        })
    })
}

fn compare(code: &str, zzz: u16, rules: Rules, ways: bool) {
    let track = Track::parse(code).unwrap();
    let settings = Settings {
        crashes: Crashes::Allowed,
        direction: Direction::Free,
        zzz,
        rules,
        ..Settings::USUAL
    };
    let race = Rc::new(Race::new(&track, settings, &mut Deadline::after_nodes(1_000_000)));
    if let Ok(plain) = plain(&track, settings, MOST) {
        let found = found(&race, MOST);
        if ways {
            assert_eq!(found, plain, "zzz {zzz}, {rules}\n{code}");
        } else {
            assert_eq!(found.map(|it| it.0), plain.map(|it| it.0), "zzz {zzz}, {rules}\n{code}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn moves_and_ways_with_crashes_are_those_of_the_plain_search(code in tracks(), zzz in 0..3_u16) {
        compare(&code, zzz, Rules::NONE, true);
    }

    #[test]
    fn the_moves_are_with_longer_set_backs(code in tracks(), zzz in 3..6_u16) {
        compare(&code, zzz, Rules::NONE, false);
    }

    #[test]
    fn they_are_under_each_rule(code in tracks(), zzz in 0..3_u16, rule in 0..8_usize) {
        let rules = [
            Rule::Ziffernblock, Rule::Randrennen, Rule::Richtungswechsel, Rule::Doppelzug,
            Rule::Bremspedal, Rule::Prim, Rule::NurXOderY, Rule::Geschwindigkeit,
        ];
        let rules = Rules::NONE.with(rules[rule]);
        compare(&code, zzz, if rules.has(Rule::Geschwindigkeit) { rules.with_limit(2) } else { rules }, true);
    }
}

/// On a road that ends in a checkpoint a car has to crash to get back.
#[test]
fn a_checkpoint_in_a_dead_end_is_passed_with_a_crash() {
    let code = "XXXXXXXXX\nXFSOOOO1X\nXXXXXXXXX";
    let track = Track::parse(code).unwrap();
    let settings = |crashes| Settings { crashes, direction: Direction::Free, ..Settings::USUAL };
    let mut deadline = Deadline::after_nodes(9_999);
    let race = Rc::new(Race::new(&track, settings(Crashes::Allowed), &mut deadline));
    assert!(race.opening().is_err(), "without a crash there is no way to turn");
    assert_eq!(found(&race, MOST), plain(&track, settings(Crashes::Allowed), MOST).unwrap());
    assert!(found(&race, MOST).is_some());
}

//! The search with crashes compared with an exhaustive one over whole lists of records, on small tracks.

use std::collections::HashMap;
use std::rc::Rc;

use gridkit::Deadline;
use kabotte::circuit::{Direction, LineRule};
use kabotte::crash_plan::{answer_from_start, search_from_start, Stop, Task};
use kabotte::motion::{passage, Event, Events, Motion, Passage, Vector};
use kabotte::rules::{MoveNumber, Rule, Rules};
use kabotte::solve::{Crashes, Race, Settings};
use kabotte::track::{Cell, Tile, Track};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use referee::testkit::cases::cases;

/// A car with all its records, the newest first.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Driver {
    records: Vec<(Motion, bool)>,
    open: u16,
}

/// The set-back cell, by the text of the rules.
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

/// The settings that decide moves and events. Only the circuit test is taken from the race: see the tests of
/// directions.
#[derive(Clone, Copy)]
struct Words<'a> {
    track: &'a Track,
    settings: Settings,
    line: LineRule,
    line_first: bool,
}

impl<'a> Words<'a> {
    fn of(race: &'a Race) -> Words<'a> {
        let line_first = race.is_circuit()
            && race.settings().direction == Direction::Formula1
            && race.course().checkpoints() > 0;
        let (track, settings) = (race.track(), race.settings());
        Words { track, settings, line: race.graph().terms().line, line_first }
    }

    /// The bit of the first crossing of the line, beside those of the checkpoints.
    const LINE: u16 = 1 << 10;

    /// The open stops at the start.
    fn all(&self) -> u16 {
        let numbers = if self.settings.checkpoints { self.track.numbers().len() } else { 0 };
        ((1 << numbers) - 1) | if self.line_first { Words::LINE } else { 0 }
    }

    fn passage(&self, source: Cell, vector: Vector) -> Option<Passage> {
        let passage = passage(self.track, source, vector, self.settings.checkpoints)?;
        Some(passage).filter(|it| !it.crosses_finish || self.line.allows(vector))
    }

    fn vectors(&self, car: Motion, number: MoveNumber) -> Vec<Vector> {
        let legal =
            |vector: &Vector| *vector != Vector::ZERO && self.passage(car.at, *vector).is_some();
        let mut vectors: Vec<Vector> = car.vector.nearby().filter(legal).collect();
        self.settings.rules.filter(self.track, car, number, &mut vectors);
        vectors
    }

    /// The open stops after a lawful move; `None` if it finishes.
    fn after(&self, open: u16, source: Cell, vector: Vector) -> Option<u16> {
        let passage = self.passage(source, vector).unwrap();
        if open & Words::LINE != 0 {
            return Some(if passage.crosses_finish { open & !Words::LINE } else { open });
        }
        let (collected, finishes) = match (self.settings.events, passage.event) {
            (Events::All, _) => (passage.checkpoints, passage.crosses_finish),
            (Events::Last, Event::Checkpoint(checkpoint)) => (1 << checkpoint.0, false),
            (Events::Last, event) => (0, event == Event::Finish),
        };
        let open = open & !collected;
        Some(open).filter(|open| *open != 0 || !finishes)
    }
}

/// Fewest moves and the number of ways. `Err` if there are too many lists of records.
fn plain(words: &Words<'_>, most: u16) -> Result<Option<(u16, u64)>, ()> {
    let start = |cell| Driver { records: vec![(Motion::at_rest(cell), false)], open: words.all() };
    let mut level: HashMap<Driver, u64> =
        words.track.cells_of(Tile::Start).map(|cell| (start(cell), 1)).collect();
    for count in 1..=most {
        let (mut next, mut ways) = (HashMap::new(), 0);
        for (mut driver, here) in level {
            let mut left = words.vectors(driver.records[0].0, MoveNumber(count));
            for _ in 0..4 {
                if left.is_empty() {
                    let cell = set_back(&driver.records, words.settings.zzz);
                    driver.records.insert(0, (Motion::at_rest(cell), true));
                    left = words.vectors(driver.records[0].0, MoveNumber(count));
                }
            }
            for vector in left {
                let from = driver.records[0].0;
                match words.after(driver.open, from.at, vector) {
                    None => ways += here,
                    Some(open) => {
                        let mut records = driver.records.clone();
                        records.insert(0, (from.next(vector), false));
                        *next.entry(Driver { records, open }).or_insert(0) += here;
                    }
                }
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

/// Drives a way by the text of the rules: each move is lawful, each crash leads to the right cell, and the
/// last move finishes.
fn drive(race: &Race, way: &[Motion]) {
    let words = Words::of(race);
    let mut records = vec![(Motion::at_rest(way[0].source()), false)];
    let mut open = words.all();
    let mut number = MoveNumber::FIRST;
    let mut is_home = false;
    for motion in way {
        assert!(!is_home, "{way:?} goes on after the finish");
        let car = records[0].0;
        let left = words.vectors(car, number);
        if motion.vector == Vector::ZERO {
            assert!(left.is_empty(), "{way:?} crashes at {car:?}, which can go on");
            assert_eq!(motion.at, set_back(&records, words.settings.zzz), "{way:?}");
            records.insert(0, (*motion, true));
            continue;
        }
        assert!(left.contains(&motion.vector) && motion.follows(car), "{way:?}: {motion:?}");
        match words.after(open, car.at, motion.vector) {
            None => is_home = true,
            Some(after) => open = after,
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
    assert_eq!(
        way.iter().filter(|it| it.vector != Vector::ZERO).count(),
        usize::from(plan.moves())
    );
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

/// Compares the bot with the plain search. Returns whether there is a way; `None` if the plain search is too
/// large.
fn compare(code: &str, settings: Settings) -> Option<bool> {
    let track = Track::parse(code).unwrap();
    let race = Rc::new(Race::new(&track, settings, &mut Deadline::after_nodes(1_000_000)));
    let plain = plain(&Words::of(&race), MOST).ok()?;
    let found = found(&race, MOST);
    let case = format!("{settings:?}, {}\n{code}", settings.rules);
    assert_eq!(found, plain, "{case}");
    Some(plain.is_some())
}

fn settings(zzz: u16, rules: Rules) -> Settings {
    let (crashes, direction) = (Crashes::Allowed, Direction::Free);
    Settings { crashes, direction, zzz, rules, ..Settings::USUAL }
}

const RULES: [Rule; 8] = [
    Rule::Ziffernblock,
    Rule::Randrennen,
    Rule::Richtungswechsel,
    Rule::Doppelzug,
    Rule::Bremspedal,
    Rule::Prim,
    Rule::NurXOderY,
    Rule::Geschwindigkeit,
];

fn rules(some: &[Rule]) -> Rules {
    let rules = some.iter().fold(Rules::NONE, |rules, rule| rules.with(*rule));
    if rules.has(Rule::Geschwindigkeit) {
        rules.with_limit(2)
    } else {
        rules
    }
}

/// All settings of crashes with each other, with no rule, each rule and each pair of rules.
fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    let mut some = vec![rules(&[])];
    for (one, other) in (0..RULES.len()).flat_map(|one| (one..RULES.len()).map(move |it| (one, it)))
    {
        some.push(rules(&[RULES[one], RULES[other]]));
    }
    for (place, rules) in some.into_iter().enumerate() {
        for direction in [Direction::Free, Direction::Classic, Direction::Formula1] {
            for zzz in 0..6 {
                let checkpoints = (place + usize::from(zzz)) % 4 != 0;
                let events = if place % 3 == 0 { Events::All } else { Events::Last };
                let settings = settings(zzz, rules);
                all.push(Settings { checkpoints, events, direction, ..settings });
            }
        }
    }
    all
}

/// Tracks for each setting.
fn tracks_each() -> u32 {
    cases(1, 2)
}

/// One in this number of the settings is tried; the longest cycle of settings has 18.
fn one_in() -> usize {
    cases(5, 1)
}

/// Every pair of settings, each on some random tracks, which are the same in every run.
#[test]
fn moves_with_crashes_are_those_of_the_plain_search_under_every_pair_of_settings() {
    let mut runner = TestRunner::deterministic();
    let (mut compared, mut home) = (0, 0);
    for settings in all_settings().into_iter().step_by(one_in()) {
        for _ in 0..tracks_each() {
            let code = tracks().new_tree(&mut runner).unwrap().current();
            let is_home = compare(&code, settings);
            compared += u32::from(is_home.is_some());
            home += u32::from(is_home == Some(true));
        }
    }
    assert!(compared * one_in() as u32 > 400 * tracks_each(), "{compared} tracks");
    assert!(home * one_in() as u32 > 100 * tracks_each(), "{home} tracks with a way");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 200)))]

    #[test]
    fn moves_and_ways_with_crashes_are_those_of_the_plain_search(code in tracks(), zzz in 0..3_u16) {
        compare(&code, settings(zzz, Rules::NONE));
    }

    #[test]
    fn they_are_with_longer_set_backs(code in tracks(), zzz in 3..9_u16) {
        compare(&code, settings(zzz, Rules::NONE));
    }

    #[test]
    fn they_are_under_each_rule(code in tracks(), zzz in 0..3_u16, rule in 0..8_usize) {
        compare(&code, settings(zzz, rules(&[RULES[rule]])));
    }
}

/// A car in a race does not spend time on a search for quicker ways. The first way found is a valid one, and
/// the answer says that there may be quicker ones.
#[test]
fn without_time_for_quicker_ways_the_first_way_is_driven() {
    let mut runner = TestRunner::deterministic();
    let mut unproven = 0;
    for count in 0..300 {
        let code = tracks().new_tree(&mut runner).unwrap().current();
        let track = Track::parse(&code).unwrap();
        let mut deadline = Deadline::after_nodes(1_000_000);
        let race = Rc::new(Race::new(&track, settings(2 + count % 3, Rules::NONE), &mut deadline));
        let (quickest, _) = match found(&race, MOST) {
            Some(found) => found,
            None => continue,
        };
        let task = Task { share_for_quicker: 0.0, ..Task::proof(MOST + 1) };
        let answer = answer_from_start(&race, race.starts(), task, &mut deadline);
        let mut plan = answer.plan.expect("there is a way");
        drive(&race, &plan.way());
        assert!(plan.moves() >= quickest, "{code}");
        if answer.stop == Some(Stop::Time) {
            assert!(plan.at_least() <= quickest, "{code}");
            unproven += 1;
        } else {
            assert_eq!((plan.moves(), answer.stop), (quickest, None), "{code}");
        }
    }
    assert!(unproven > 100, "{unproven} ways that are not proven");
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
    assert_eq!(found(&race, MOST), plain(&Words::of(&race), MOST).unwrap());
    assert!(found(&race, MOST).is_some());
}

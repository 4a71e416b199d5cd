//! The checker for avoidable crashes, on avoidable and unavoidable ones.

use kabotte::protocol::{Command, Turn};

use crate::common::avoidable;
use crate::common::avoidable::Crash;
use crate::common::link::Link;
use crate::common::racing::Past;

/// Two lanes that end at a wall, and the finish in the lower one.
const WALL: [&str; 2] = ["SOOOOOOOX", "SOOOOOFOX"];
/// One lane.
const LANE: [&str; 1] = ["SSSOOOOOOOF"];

/// A race so far, turn by turn.
struct Story {
    link: Link,
    past: Vec<Past>,
    map: Vec<String>,
}

impl Story {
    fn on(rows: &[&str]) -> Story {
        let map = rows.iter().map(ToString::to_string).collect();
        Story { link: Link::new(), past: Vec::new(), map }
    }

    fn start(&self, seats: usize) -> Vec<String> {
        let head = format!(
            "karo 1\nseats {seats} 0\ntitle A race\ncheckpoints\nevents last\nzzz 2\ncrash forbidden\n\
             direction free\nblocking moved\nnight 0\nmove_ms 1000\nmap {} {}",
            self.map[0].len(),
            self.map.len()
        );
        head.lines().map(str::to_owned).chain(self.map.iter().cloned()).collect()
    }

    /// A turn of the first of these cars, each given as `MOVED X Y XV YV`, with the candidates `X Y XV YV`;
    /// the car makes the first of them.
    fn turn(&mut self, cars: &[&str], candidates: &[&str], then_crashed: bool) {
        let mut sent = if self.past.is_empty() { self.start(cars.len()) } else { Vec::new() };
        let round = self.past.len() + 2;
        sent.extend([format!("turn {round}"), "records 0".into()]);
        sent.push(format!("players {}", cars.len()));
        for car in cars {
            let (moved, motion) = car.split_once(' ').expect("two parts");
            sent.push(format!("racing {moved} 0 3 0 - {motion}"));
        }
        sent.push(format!("candidates {}", candidates.len()));
        sent.extend(candidates.iter().map(|candidate| format!("{candidate} 1")));
        let turn: Turn = self.link.turn(&sent).expect("a turn");
        let start = self.link.start.clone().expect("it was read");
        let command = Command::Move(turn.candidates[0].motion);
        self.past.push(Past { start, turn, command, then_crashed });
    }

    /// The rounds before avoidable crashes.
    fn avoidable(&self) -> Vec<u32> {
        let crashes = avoidable::crashes(&self.past).into_iter();
        crashes.filter(|it| it.is_avoidable()).map(|crash| crash.round).collect()
    }
}

#[test]
fn a_crash_is_avoidable_if_another_move_had_a_way_on() {
    let mut story = Story::on(&WALL);
    story.turn(&["0 4 0 2 0"], &["7 0 3 0", "6 1 2 1"], true);
    assert_eq!(story.avoidable(), [2]);
}

#[test]
fn a_crash_is_not_avoidable_if_no_move_had_a_way_on() {
    let mut story = Story::on(&WALL);
    story.turn(&["0 4 0 2 0"], &["7 0 3 0"], true);
    assert!(story.avoidable().is_empty());
}

#[test]
fn a_crash_is_avoidable_if_the_car_left_all_ways_home_some_moves_before() {
    let mut story = Story::on(&WALL);
    // At a speed of four nothing stops the car before the wall.
    story.turn(&["0 1 0 3 0"], &["5 0 4 0", "3 0 2 0"], false);
    story.turn(&["0 5 0 4 0"], &["7 0 2 0"], true);
    assert_eq!(story.avoidable(), [3]);
    // After the crash that choice no longer counts.
    story.turn(&["0 4 0 2 0"], &["7 0 3 0"], true);
    assert_eq!(story.avoidable(), [3]);
}

/// A crash of a car that two others ahead, which have moved, keep from both cells in the upper lane; the
/// lower one is empty. It continues from the start.
fn crash_in_the_upper_lane(rows: &[&str]) -> Story {
    let mut story = Story::on(rows);
    let ahead = ["1 4 0 0 0", "1 5 0 -1 0"];
    let cars = [&["0 1 0 1 0"], &ahead[..]].concat();
    story.turn(&cars, &["2 0 1 0", "0 1 -1 1"], true);
    let cars = [&["0 1 0 0 0"], &ahead[..]].concat();
    story.turn(&cars, &["2 0 1 0", "0 1 -1 1"], false);
    story
}

#[test]
fn a_crash_is_not_avoidable_if_every_safe_move_costs_more_than_the_crash() {
    let story = crash_in_the_upper_lane(&["SSSOOOFXX", "OXXXXXXXX", "OOOOOOOOF"]);
    assert!(story.avoidable().is_empty());
    // Five moves along the lower lane, and two in the upper one after the first from the start.
    let crash = Crash { round: 2, price: 2 };
    assert_eq!(avoidable::crashes(&story.past), [crash]);
    // If the long way is hardly longer, the crash is avoidable.
    let story = crash_in_the_upper_lane(&["SSSOOOFXX", "OXXXXXXXX", "OOOFXXXXX"]);
    assert_eq!(story.avoidable(), [2]);
}

#[test]
fn a_drive_without_a_crash_has_none_to_avoid() {
    let mut story = Story::on(&WALL);
    story.turn(&["0 4 0 2 0"], &["7 0 3 0", "6 1 2 1"], false);
    assert!(story.avoidable().is_empty());
}

/// Two cars ahead that have moved can take both cells that a slow car has, but not the three of a quick
/// one.
const AHEAD: [&str; 3] = ["0 2 0 1 0", "1 5 0 0 0", "1 6 0 -1 0"];

#[test]
fn a_crash_is_avoidable_if_the_others_could_not_take_every_cell_after_another_move() {
    let mut story = Story::on(&LANE);
    story.turn(&AHEAD, &["3 0 1 0", "4 0 2 0"], true);
    assert_eq!(story.avoidable(), [2]);
}

#[test]
fn a_crash_is_not_avoidable_if_the_others_could_take_every_cell_after_each_move() {
    let mut story = Story::on(&LANE);
    story.turn(&AHEAD, &["3 0 1 0"], true);
    assert!(story.avoidable().is_empty());
    // A third car reaches the third cell.
    let mut story = Story::on(&LANE);
    let cars = [&AHEAD[..], &["1 5 0 1 0"]].concat();
    story.turn(&cars, &["4 0 2 0", "3 0 1 0"], true);
    assert!(story.avoidable().is_empty());
}

//! The lines that a server may write, and their meaning.

use gridkit::{Dir, Point};
use icfp_courier::protocol::{Act, Action, Command, PackageId, Reader, RobotId, Start, Turn};
use proptest::prelude::*;

const START: &str = "\
7 5
..@....
.......
##.~~~~
...~~~~
.......
3 25 1000
#2 X 2 Y 1 #1 X 1 Y 2 #3 X 1 Y 1
";

fn read(text: &str) -> (Option<Start>, Vec<Turn>) {
    let mut reader = Reader::new(text.as_bytes());
    let start = reader.start().expect("a start");
    let mut turns = Vec::new();
    while let Some(turn) = reader.turn(turns.is_empty()).expect("a turn") {
        turns.push(turn);
    }
    (start, turns)
}

#[test]
fn the_start_of_the_task_is_understood() {
    let (start, turns) = read(&format!("{START}\n"));
    let start = start.unwrap();
    assert_eq!((start.me, start.capacity, start.money), (RobotId(3), 25, 1000));
    assert_eq!(start.board.bases(), [Point::new(2, 4)], "the first row is the south");
    let robots: Vec<_> =
        start.reports.iter().map(|report| (report.robot.0, report.acts[0])).collect();
    assert_eq!(robots[0], (2, Act::At(Point::new(1, 4))));
    assert_eq!(robots[1], (1, Act::At(Point::new(0, 3))));
    assert_eq!(turns, [Turn::default()]);
}

/// Two blanks after each pick, blanks at the ends, a needless location, a carriage return.
#[test]
fn the_judges_spacing_does_no_harm() {
    let judges = format!("{START}  17 1 2 50  89 3 3 78 \r\n #87 X 1 Y 1 P 5  P 3  \r\n\n");
    let plain = format!("{START}17 1 2 50 89 3 3 78\n#87 X 1 Y 1 P 5 P 3\n\n");
    let (_, turns) = read(&judges);
    assert_eq!(turns, read(&plain).1);
    assert_eq!(turns[0].listed[1].dest, Point::new(2, 2));
    let acts = [Act::At(Point::new(0, 4)), Act::Pick(PackageId(5)), Act::Pick(PackageId(3))];
    assert_eq!(turns[1].reports[0].acts, acts);
}

#[test]
fn replies_hold_many_robots_and_their_acts_in_order() {
    let (_, turns) = read(&format!("{START}\n#2 E #3 #1 N D 7 E\n\n"));
    let reports = &turns[1].reports;
    assert_eq!(reports[1].acts, []);
    let acts = [Act::Go(Dir::North), Act::Drop(PackageId(7)), Act::Go(Dir::East)];
    assert_eq!(reports[2].acts, acts);
}

/// Numbers of robots and packages are any of 64 bits, as the referee takes them.
#[test]
fn the_greatest_numbers_are_read_and_written() {
    let most = u64::MAX;
    let start = START.replace("3 25 1000", &format!("{most} 25 1000"));
    let reply = format!("{start}{most} 1 2 50\n#{most} P {most}\n\n");
    let (start, turns) = read(&reply);
    assert_eq!(start.unwrap().me, RobotId(most));
    assert_eq!(turns[0].listed[0].id, PackageId(most));
    assert_eq!(turns[1].reports[0].acts, [Act::Pick(PackageId(most))]);
    let pick = Command { bid: 1, action: Action::Pick(vec![PackageId(most)]) };
    assert_eq!(pick.to_string(), format!("1 Pick {most}"));
}

/// A text, a cut line, or a line in another form ends the game.
#[test]
fn a_line_that_is_not_a_turn_ends_the_game() {
    for end in [
        "Robot 3 died.\nx\ny\nz\n",
        "#3 N\nRobot 3 died.\n",
        "",
        "#3 Q\n",
        "#x\n",
        "1 2 3\n",
        "#3 X 1 Z 2\n",
    ] {
        assert_eq!(read(&format!("{START}\n{end}")).1.len(), 1, "{end:?}");
    }
    assert!(read("Sorry, the game is full.\n").0.is_none());
    assert!(read("").0.is_none());
}

#[test]
fn a_bad_start_is_named() {
    let error = |text: &str| Reader::new(text.as_bytes()).start().unwrap_err().to_string();
    assert!(error("0 5\n").contains("width and height"));
    assert!(error("99999 99999\n").contains("width and height"));
    assert!(error("3 1\n..\n").contains("3 tiles"));
    assert!(error("3 1\n..x\n").contains(". @ # ~"));
    assert!(error("3 1\n...\n1 2\n").contains("capacity"));
    assert!(error("3 1\n...\n1 2 3\nwhat\n").contains("where the robots are"));
    assert!(error("3 1\n").contains("the input ends"));
}

#[test]
fn commands_are_spelt_as_the_task_says() {
    let spelt = |bid, action| Command { bid, action }.to_string();
    assert_eq!(spelt(-8, Action::Go(Dir::South)), "-8 Move S");
    assert_eq!(spelt(200, Action::Pick(vec![PackageId(17), PackageId(89)])), "200 Pick 17 89");
    assert_eq!(spelt(1, Action::Drop(Vec::new())), "1 Drop");
}

proptest! {
    /// With any lines at the start and after it, nothing panics.
    #[test]
    fn any_text_is_read_without_a_panic(lines in "([#0-9A-Za-z@.~ -]{0,12}\n?){0,30}") {
        let mut reader = Reader::new(lines.as_bytes());
        let _ = reader.start();
        let text = format!("{START}{lines}");
        let mut reader = Reader::new(text.as_bytes());
        reader.start().unwrap();
        let mut first = true;
        while let Ok(Some(_)) = reader.turn(first) {
            first = false;
        }
    }
}

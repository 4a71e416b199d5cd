//! The direction setting.

use referee::games::karo::{Direction, LineRule, Status, Track, Vector};

use super::scene::{Play, Scene};

/// A lap whose line is beside the starts; cars start to the right.
const LAP: [&str; 7] = [
    "OOOOOOOOOFSOOOOOOOOO",
    "OOOOOOOOOFSOOOOOOOOO",
    "OOXXXXXXXXXXXXXXXXOO",
    "OOXXXXXXXXXXXXXXXXOO",
    "OOXXXXXXXXXXXXXXXXOO",
    "OOOOOOOOO1OOOOOOOOOO",
    "OOOOOOOOO1OOOOOOOOOO",
];

fn rule(rows: &[&str], direction: Direction, checkpoints: bool) -> Option<LineRule> {
    LineRule::of(&Track::parse(&rows.join("\n")).unwrap(), direction, checkpoints)
}

#[test]
fn classic_and_formula_1_cross_the_line_in_opposite_directions_and_nobody_crosses_it_at_90_degrees()
{
    let classic = rule(&LAP, Direction::Classic, true).expect("it is a circuit");
    let formula1 = rule(&LAP, Direction::Formula1, true).expect("it is a circuit");
    for (x, y, to_the_left, to_the_right) in [
        (-1, 0, true, false),
        (-3, 1, true, false),
        (1, 0, false, true),
        (5, -4, false, true),
        (0, 1, false, false),
        (0, -3, false, false),
    ] {
        let vector = Vector::new(x, y);
        assert_eq!(formula1.allows(vector), to_the_left, "{vector:?}");
        assert_eq!(classic.allows(vector), to_the_right, "{vector:?}");
    }
    assert_eq!(rule(&LAP, Direction::Free, true), None);
}

#[test]
fn a_formula_1_race_without_checkpoints_is_a_classic_one() {
    let line = rule(&LAP, Direction::Formula1, false).unwrap();
    assert_eq!(Some(line), rule(&LAP, Direction::Classic, false));
    assert!(!line.wants_first_crossing());
    assert!(rule(&LAP, Direction::Formula1, true).unwrap().wants_first_crossing());
}

#[test]
fn a_finish_that_is_far_from_the_start_makes_no_circuit() {
    let street = |length: usize| {
        let row = format!("{}S{}F{}", "O".repeat(9), "O".repeat(length), "O".repeat(9));
        let track = [row.clone(), row].join("\n");
        // A way around, so that the finish can be reached from its far side.
        let around = "O".repeat(length + 20);
        let grass = format!("OO{}OO", "X".repeat(length + 16));
        let rows = [track, grass.clone(), grass.clone(), grass, around.clone(), around].join("\n");
        LineRule::of(&Track::parse(&rows).unwrap(), Direction::Classic, false).is_some()
    };
    // Six moves go 1 + 2 + … + 6 = 21 cells.
    assert!(street(20) && !street(21));
}

/// Like map 184, whose finish cells form two groups.
#[test]
fn a_finish_in_two_parts_makes_a_circuit() {
    let (lane, grass) = ("OOOOOOOOOFSOOOOOOOOO", "OOXXXXXXXXXXXXXXXXOO");
    let back = "OOOOOOOOOOOOOOOOOOOO";
    let apart = [lane, grass, grass, grass, grass, lane, grass, grass, back];
    let classic = rule(&apart, Direction::Classic, false).expect("it is a circuit");
    assert!(!classic.allows(Vector::new(-1, 0)) && classic.allows(Vector::new(1, 0)));
}

#[test]
fn a_line_that_can_be_crossed_from_all_sides_is_not_a_circuit() {
    let field = ["OOOOOOO", "OOOFOOO", "OOOSOOO", "OOOOOOO"];
    assert_eq!(rule(&field, Direction::Classic, false), None);
}

/// The setting is ignored on a street with the finish beside the start, because no car comes from the far
/// side.
#[test]
fn a_track_on_which_nobody_can_finish_by_the_rule_is_no_circuit() {
    let street = ["OFSOOO", "OFSOOO"];
    assert_eq!(rule(&street, Direction::Classic, false), None);
    assert_eq!(rule(&street, Direction::Formula1, true), None);
}

fn lap(direction: &str, wrong_way: &str) -> Play {
    let scene = Scene::of(&LAP, 1).option("direction", direction).option("wrong_way", wrong_way);
    let mut play = scene.begin();
    play.to((10, 0));
    play
}

#[test]
fn a_move_over_the_line_the_wrong_way_is_counted_and_costs_nothing() {
    let mut play = lap("classic", "report");
    play.to((9, 0));
    assert_eq!(play.car(0).breaches, 1);
    play.to((8, 1));
    assert_eq!(play.car(0).breaches, 2, "this move begins on the line");
    play.to((7, 1));
    assert_eq!((play.car(0).breaches, play.car(0).status), (2, Status::Racing));
    assert_eq!(lap_of("free").car(0).breaches, 0);
    assert_eq!(lap_of("formula1").car(0).breaches, 0);
}

fn lap_of(direction: &str) -> Play {
    let mut play = lap(direction, "report");
    play.way(&[(9, 0), (8, 1), (7, 1)]);
    play
}

#[test]
fn it_throws_a_player_out_if_the_option_says_so() {
    let mut play = lap("classic", "kick");
    play.say("MOVE 9 0 -1 0");
    assert_eq!((play.car(0).status, play.at(0)), (Status::Kicked, (10, 0)));
    let out = &play.end().thrown_out[0];
    assert_eq!((out.cause.as_str(), out.line.as_deref()), ("wrong-way", Some("MOVE 9 0 -1 0")));
}

#[test]
fn in_a_formula_1_race_it_is_wrong_to_finish_by_the_first_crossing() {
    // The checkpoint lies between the start and the line, so that the first crossing finishes.
    let road = "O".repeat(20);
    let mut rows = LAP;
    rows[0] = "OOOOOOOOOF1SOOOOOOOO";
    rows[1] = "OOOOOOOOOF1SOOOOOOOO";
    rows[5] = &road;
    rows[6] = &road;
    for (direction, breaches) in [("formula1", 1), ("classic", 1), ("free", 0)] {
        let mut play = Scene::of(&rows, 1).option("direction", direction).begin();
        assert_eq!(play.game.race().line().is_some(), direction != "free");
        play.way(&[(11, 0), (10, 0), (9, 0)]);
        let car = play.car(0);
        assert_eq!((car.status, car.breaches), (Status::Finished, breaches), "{direction}");
    }
}

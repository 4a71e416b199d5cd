//! Robots that bar our way.

use gridkit::Point;
use icfp_courier::barring::Barring;
use icfp_courier::board::Board;
use icfp_courier::fields::{Fields, Way};
use icfp_courier::ledger::{Item, Ledger};
use icfp_courier::protocol::{Act, Listed, PackageId, Report, RobotId};

/// A ring around a wall.
const RING: &str = ".....\n.###.\n.....";

const HERE: Point = Point { x: 1, y: 0 };
const BESIDE: Point = Point { x: 2, y: 0 };
const GOAL: Point = Point { x: 4, y: 0 };

fn ledger(board: &Board, rival: Point) -> Ledger {
    let report = |id, at| Report { robot: RobotId(id), acts: vec![Act::At(at)] };
    Ledger::new(board, RobotId(1), 50, &[report(1, HERE), report(2, rival)])
}

/// The tiles that are walls after ten turns in which nothing happened, and robots on the way have been made walls.
fn walls(rival: Point) -> Vec<Point> {
    let board = Board::from_drawing(RING).unwrap();
    let ledger = ledger(&board, rival);
    let mut barring = Barring::default();
    for turn in 0..=10 {
        assert_eq!(barring.is_due(&ledger, 10), turn > 10, "turn {turn}");
        barring.note(&ledger);
    }
    assert!(barring.is_due(&ledger, 10));
    let mut fields = Fields::new(8);
    barring.add(&ledger, fields.to(&board, GOAL, Way::Short), 5);
    barring.tiles(&board, &ledger)
}

#[test]
fn a_robot_between_us_and_the_goal_becomes_a_wall() {
    assert_eq!(walls(BESIDE), [BESIDE]);
    assert_eq!(walls(Point::new(3, 0)), [Point::new(3, 0)]);
}

#[test]
fn others_do_not() {
    assert_eq!(walls(Point::new(0, 0)), [], "behind us");
    assert_eq!(walls(GOAL), [], "three tiles off");
    assert_eq!(walls(HERE), [], "on our own tile");
}

#[test]
fn whoever_takes_a_package_or_goes_on_is_not_held() {
    let board = Board::from_drawing(RING).unwrap();
    let mut ledger = ledger(&board, BESIDE);
    let mut barring = Barring::default();
    barring.note(&ledger);
    for step in 0..4 {
        ledger.robots[0].at = Point::new(1 + step, 2);
        barring.note(&ledger);
    }
    assert!(!barring.is_due(&ledger, 3), "it has gone three tiles");
    barring.note(&ledger);
    assert!(barring.is_due(&ledger, 3));
    let here = ledger.me().at;
    let parcel = Listed { id: PackageId(1), dest: GOAL, weight: 1 };
    ledger.look_at(&board, here, &[parcel]);
    ledger.robots[0].carried.push(Item(0));
    barring.note(&ledger);
    assert!(!barring.is_due(&ledger, 1), "it has taken a package");
}

#[test]
fn a_robot_is_a_wall_for_some_turns_only() {
    let board = Board::from_drawing(RING).unwrap();
    let mut ledger = ledger(&board, BESIDE);
    let mut barring = Barring::default();
    let mut fields = Fields::new(8);
    barring.add(&ledger, fields.to(&board, GOAL, Way::Short), 5);
    for turn in 0..7 {
        ledger.turn = turn;
        barring.note(&ledger);
        assert_eq!(barring.tiles(&board, &ledger).is_empty(), turn >= 5, "turn {turn}");
    }
}

#[test]
fn without_other_work_no_robot_is_a_wall_for_some_turns() {
    let board = Board::from_drawing(RING).unwrap();
    let mut ledger = ledger(&board, BESIDE);
    let mut barring = Barring::default();
    let mut fields = Fields::new(8);
    barring.add(&ledger, fields.to(&board, GOAL, Way::Short), 99);
    barring.give_up(5);
    for turn in 0..7 {
        ledger.turn = turn;
        barring.note(&ledger);
        assert_eq!(barring.is_due(&ledger, 0), turn >= 5, "turn {turn}");
        assert_eq!(barring.tiles(&board, &ledger), []);
    }
}

#[test]
fn ways_lead_around_it_while_it_is_a_wall() {
    let board = Board::from_drawing(RING).unwrap();
    let mut fields = Fields::new(8);
    for way in [Way::Short, Way::WaterShy] {
        let far = |fields: &mut Fields| fields.to(&board, GOAL, way).get(HERE);
        assert_eq!(far(&mut fields), Some(3));
        assert!(fields.bar(&board, &[BESIDE]) && fields.has_barred());
        assert!(!fields.bar(&board, &[BESIDE]), "nothing changes");
        assert_eq!(far(&mut fields), Some(9));
        assert!(fields.bar(&board, &[]) && !fields.has_barred());
        assert_eq!(far(&mut fields), Some(3));
    }
}

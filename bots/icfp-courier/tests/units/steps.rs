//! Moves and pushes of robots.

use gridkit::{Dir, Point};
use icfp_courier::board::Board;
use icfp_courier::steps::{carry_out, look_along, Body, Outcome};

fn step(board: &str, at: &[(i32, i32)], dir: Dir) -> (Outcome, Vec<usize>, Vec<Body>) {
    let board = Board::from_drawing(board).unwrap();
    let mut bodies: Vec<Body> = at.iter().map(|&(x, y)| Body::new(Point::new(x, y))).collect();
    let mut pushed = Vec::new();
    let outcome = look_along(&board, &bodies, 0, dir, &mut pushed);
    carry_out(&board, &mut bodies, 0, dir, &pushed, outcome);
    (outcome, pushed, bodies)
}

#[test]
fn a_line_of_robots_is_pushed_together() {
    let (outcome, pushed, bodies) = step("....", &[(0, 0), (1, 0), (2, 0)], Dir::East);
    assert_eq!((outcome, pushed), (Outcome::Goes, vec![1, 2]));
    assert_eq!(bodies[2].at, Point::new(3, 0));
    assert!(bodies[2].rebooted && !bodies[0].rebooted);
}

#[test]
fn against_a_wall_nobody_moves_and_the_pushed_are_rebooted() {
    let (outcome, pushed, bodies) = step("...#", &[(0, 0), (1, 0), (2, 0)], Dir::East);
    assert_eq!((outcome, pushed), (Outcome::Stuck, vec![1, 2]));
    assert_eq!(bodies[0].at, Point::new(0, 0));
    assert!(bodies[1].rebooted);
}

#[test]
fn all_on_a_tile_are_pushed_and_robots_on_the_movers_tile_stay() {
    let (outcome, pushed, bodies) = step("...", &[(0, 0), (1, 0), (1, 0), (0, 0)], Dir::East);
    assert_eq!((outcome, pushed), (Outcome::Goes, vec![1, 2]));
    assert_eq!(bodies[3].at, Point::new(0, 0));
    assert!(!bodies[3].rebooted);
}

#[test]
fn water_kills_a_robot_that_enters_it() {
    let (outcome, _, bodies) = step("..~", &[(0, 0), (1, 0)], Dir::East);
    assert_eq!(outcome, Outcome::Goes);
    assert!(!bodies[1].alive && bodies[0].alive);
    let (_, _, bodies) = step(".~", &[(0, 0)], Dir::East);
    assert!(!bodies[0].alive);
    assert_eq!(step(".#", &[(0, 0)], Dir::East).0, Outcome::Wall);
}

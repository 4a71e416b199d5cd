//! The guessed packages of unseen bases.

use gridkit::Point;
use icfp_courier::board::Board;
use icfp_courier::guesses::{Guess, Guesses};
use icfp_courier::ledger::Ledger;
use icfp_courier::protocol::{Act, Listed, PackageId, Report, RobotId};

const WEST: Point = Point { x: 0, y: 0 };

/// Three bases in a row above free land; we stand on the one in the west.
fn start() -> (Board, Ledger) {
    let board = Board::from_drawing("@...@...@\n.........\n.........").unwrap();
    let report = Report { robot: RobotId(1), acts: vec![Act::At(WEST)] };
    let ledger = Ledger::new(&board, RobotId(1), 100, &[report]);
    (board, ledger)
}

/// A ledger that was sent these packages (destination, weight) on the western base.
fn told(labels: &[(Point, i64)]) -> (Board, Ledger) {
    let (board, mut ledger) = start();
    let listed: Vec<Listed> = labels
        .iter()
        .enumerate()
        .map(|(id, &(dest, weight))| Listed { id: PackageId(id as u64), dest, weight })
        .collect();
    ledger.look(&board, &listed);
    (board, ledger)
}

fn on(guesses: &[Guess], base: Point) -> Vec<Guess> {
    guesses.iter().copied().filter(|guess| guess.base == base).collect()
}

#[test]
fn before_a_base_was_seen_each_is_thought_to_hold_six_packages_that_we_can_carry() {
    let (board, ledger) = start();
    let mut guesses = Guesses::new(1);
    let all = guesses.all(&board, &ledger);
    for base in board.bases() {
        assert_eq!(on(all, *base).len(), 6);
    }
    assert!(all.iter().all(|guess| (1..=100).contains(&guess.weight) && board.is_land(guess.dest)));
}

#[test]
fn an_unseen_base_is_thought_to_hold_as_many_packages_as_the_seen_ones_and_as_heavy() {
    let (board, ledger) = told(&[(Point::new(3, 1), 7), (Point::new(5, 2), 9)]);
    let mut guesses = Guesses::new(1);
    let all = guesses.all(&board, &ledger);
    assert!(on(all, WEST).is_empty(), "that base was seen");
    assert_eq!((on(all, Point::new(4, 0)).len(), on(all, Point::new(8, 0)).len()), (2, 2));
    assert!(all.iter().all(|guess| [7, 9].contains(&guess.weight)), "{all:?}");
}

#[test]
fn the_number_of_packages_on_a_base_is_the_rounded_mean_of_the_seen_ones() {
    let (board, mut ledger) = told(&[(Point::new(3, 1), 7), (Point::new(5, 2), 9)]);
    let listed = Listed { id: PackageId(9), dest: Point::new(1, 1), weight: 5 };
    ledger.look_at(&board, Point::new(4, 0), &[listed]);
    assert_eq!(Guesses::new(1).all(&board, &ledger).len(), 2, "three on two bases");
}

#[test]
fn many_unseen_bases_are_thought_to_hold_sixty_packages_together() {
    let board = Board::from_drawing(&format!("{}\n....................", "@".repeat(20))).unwrap();
    let ledger = Ledger::new(&board, RobotId(1), 100, &[]);
    let mut guesses = Guesses::new(1);
    let all = guesses.all(&board, &ledger);
    assert_eq!((all.len(), on(all, WEST).len()), (60, 3));
}

#[test]
fn where_the_seen_packages_share_destinations_so_do_the_guesses() {
    let (one, other) = (Point::new(3, 1), Point::new(5, 2));
    let (board, ledger) = told(&[(one, 7), (one, 8), (other, 9), (other, 5), (one, 6)]);
    let mut guesses = Guesses::new(1);
    assert!(guesses.all(&board, &ledger).iter().all(|guess| [one, other].contains(&guess.dest)));
    // Five packages for five destinations: the next one may go anywhere.
    let apart: Vec<_> = (0..5).map(|x| (Point::new(x, 1), 7)).collect();
    let (board, ledger) = told(&apart);
    let mut guesses = Guesses::new(1);
    assert!(guesses.all(&board, &ledger).iter().any(|guess| guess.dest.y != 1));
}

/// Another robot takes two packages from a base that we have not seen, and goes on. Four of the six are still there.
#[test]
fn as_many_guesses_are_gone_as_packages_were_taken_on_the_base() {
    let board = Board::from_drawing("@...@...@\n.........\n.........").unwrap();
    let (middle, other) = (Point::new(4, 0), RobotId(2));
    let report = |robot, acts: &[Act]| Report { robot, acts: acts.to_vec() };
    let start = [report(RobotId(1), &[Act::At(WEST)]), report(other, &[Act::At(middle)])];
    let mut ledger = Ledger::new(&board, RobotId(1), 100, &start);
    let mut guesses = Guesses::new(1);
    let mut left = |ledger: &Ledger| {
        let all = guesses.all(&board, ledger).to_vec();
        let left: Vec<_> = all.into_iter().filter(|guess| guess.is_left(ledger)).collect();
        (on(&left, middle).len(), on(&left, Point::new(8, 0)).len())
    };
    assert_eq!(left(&ledger), (6, 6));
    let takes = [Act::Pick(PackageId(7)), Act::Pick(PackageId(8))];
    ledger.apply(&board, &[report(RobotId(1), &[]), report(other, &takes)]);
    assert_eq!(left(&ledger), (4, 6));
    for turn in 0..2 {
        // To go away and to come back changes nothing.
        let step = [Act::Go([gridkit::Dir::East, gridkit::Dir::West][turn])];
        ledger.apply(&board, &[report(RobotId(1), &[]), report(other, &step)]);
        assert_eq!(left(&ledger), (4, 6));
    }
    let more: Vec<Act> = (10..15).map(|id| Act::Pick(PackageId(id))).collect();
    ledger.apply(&board, &[report(RobotId(1), &[]), report(other, &more)]);
    assert_eq!(left(&ledger), (0, 6));
}

/// If they were drawn again on every turn, plans would waver.
#[test]
fn guesses_stay_until_another_base_is_seen() {
    let (board, mut ledger) = told(&[(Point::new(3, 1), 7)]);
    let mut guesses = Guesses::new(1);
    let before = guesses.all(&board, &ledger).to_vec();
    assert_eq!(guesses.all(&board, &ledger), before);
    ledger.look_at(&board, Point::new(4, 0), &[]);
    let after = guesses.all(&board, &ledger);
    assert!(on(after, Point::new(4, 0)).is_empty());
    ledger.look_at(&board, Point::new(8, 0), &[]);
    assert!(guesses.all(&board, &ledger).is_empty());
}

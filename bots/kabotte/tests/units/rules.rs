//! Tests of the special rules.

use kabotte::motion::{Motion, Vector};
use kabotte::rules::{MoveNumber, Rule, Rules};
use kabotte::track::{Cell, Track};

fn left(rules: Rules, last: (i8, i8), number: u16) -> Vec<(i8, i8)> {
    let track = Track::parse(&format!("SF{}", "\nOOOOOOOOOOOO".repeat(12))).unwrap();
    let car = Motion { at: Cell { x: 5, y: 5 }, vector: Vector { x: last.0, y: last.1 } };
    let mut next: Vec<Vector> =
        car.vector.nearby().filter(|vector| *vector != Vector::ZERO).collect();
    rules.filter(&track, car, MoveNumber(number), &mut next);
    next.iter().map(|vector| (vector.x, vector.y)).collect()
}

#[test]
fn each_rule_leaves_what_it_says() {
    let only = |rule| Rules::NONE.with(rule);
    assert_eq!(left(only(Rule::Ziffernblock), (2, 0), 4), [(1, -1), (3, -1), (1, 1), (3, 1)]);
    assert_eq!(left(only(Rule::Richtungswechsel), (2, 0), 4), [(1, 0), (2, 0), (3, 0)]);
    assert_eq!(left(only(Rule::Richtungswechsel), (0, 0), 4).len(), 8);
    assert_eq!(left(only(Rule::Doppelzug), (2, 1), 4), [(2, 1)]);
    assert_eq!(left(only(Rule::Doppelzug), (2, 1), 5).len(), 9);
    // After a crash there is no vector to repeat.
    assert_eq!(left(only(Rule::Doppelzug), (0, 0), 4).len(), 8);
    assert_eq!(left(only(Rule::Bremspedal), (2, 0), 4).len(), 6);
    assert_eq!(left(only(Rule::Prim), (2, 0), 4), [(1, -1), (1, 0), (2, 0), (1, 1)]);
    assert_eq!(left(only(Rule::Prim), (2, 0), 5).len(), 9);
    assert_eq!(left(only(Rule::Prim), (0, 0), 1).len(), 8);
    assert_eq!(left(only(Rule::NurXOderY), (1, 0), 1), [(0, -1), (1, 0), (2, 0), (0, 1)]);
    assert_eq!(left(Rules::NONE.with_limit(2), (2, 0), 1), [(1, -1), (1, 0), (2, 0), (1, 1)]);
    // In the middle of the road every cell is far from the edge, and there is no fallback.
    assert_eq!(left(only(Rule::Randrennen), (1, 1), 1), []);
}

#[test]
fn a_rule_that_would_leave_nothing_is_passed_over_if_it_has_a_fallback() {
    let rules = Rules::NONE.with(Rule::NurXOderY).with(Rule::Ziffernblock);
    // Both components change only in moves that the other rule forbids.
    assert_eq!(left(rules, (2, 0), 1), [(1, 0), (2, 0), (3, 0)]);
}

#[test]
fn names_of_the_command_line_are_read() {
    let rules = Rules::NONE.with_name("prim").unwrap().with_name("geschwindigkeit=3").unwrap();
    assert_eq!(rules, Rules::NONE.with(Rule::Prim).with_limit(3));
    assert_eq!(rules.to_string(), "prim, geschwindigkeit");
    assert!(Rules::NONE.with_name("prim=3").is_err());
    assert!(Rules::NONE.with_name("geschwindigkeit=x").is_err());
}

#[test]
fn the_primes_are_the_primes() {
    let primes: Vec<u16> = (0..30).filter(|number| MoveNumber(*number).is_prime()).collect();
    assert_eq!(primes, [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
}

//! Tests of circuits and of the directions over their line.

use kabotte::circuit::{turn, Direction, Line};
use kabotte::motion::Vector;
use kabotte::track::Track;

#[test]
fn on_a_circuit_classic_and_formula_1_cross_the_line_in_opposite_directions() {
    // The lap is long: a car comes to the far side of the line too late to be counted.
    let (road, grass) = ("O".repeat(60), "X".repeat(58));
    let track = Track::parse(&format!("{road}\nO{grass}O\nO{grass}O\nSF{}", &road[2..])).unwrap();
    let line = Line::of(&track).unwrap();
    assert!(line.is_circuit());
    let (classic, formula) = (line.rule(Direction::Classic), line.rule(Direction::Formula1));
    for (x, y, forward, backward) in
        [(1, 0, true, false), (-1, 0, false, true), (0, 1, false, false), (0, -1, false, false)]
    {
        let vector = Vector { x, y };
        assert_eq!(
            (formula.allows(vector), classic.allows(vector)),
            (forward, backward),
            "{vector:?}"
        );
        assert!(line.rule(Direction::Free).allows(vector));
    }
}

#[test]
fn a_finish_far_away_or_on_both_sides_makes_no_circuit() {
    let far = format!("S{}F", "O".repeat(40));
    assert_eq!(Line::of(&Track::parse(&far).unwrap()), None);
    let around = Track::parse("OFO\nFSF\nOFO").unwrap();
    assert!(!Line::of(&around).unwrap().is_circuit());
    assert_eq!(Line::of(&Track::parse("SXF").unwrap()), None);
}

#[test]
fn turns_are_between_minus_180_and_180_degrees() {
    for (degrees, same) in [(190.0, -170.0), (-180.0, 180.0), (180.0, 180.0), (-190.0, 170.0)] {
        assert!((turn(degrees) - same).abs() < 1e-9, "{degrees}");
    }
}

//! Tests of the pursuit: how near we are to the opponent, and it to us.

use gridkit::Board15;
use ocean::knowledge::Knowledge;
use ocean::map::{cell_at, Map};
use ocean::params::Params;
use ocean::pursuit::Pursuit;
use ocean::tracker::{Settings, Tracker};

#[test]
fn nearness_falls_with_each_step_beyond_the_range() {
    let cell = |x| cell_at(x, 7).unwrap();
    let params = Params { chase: 0.5, ..Params::default() };
    let knowledge = Knowledge::new(Map::new(Board15::FULL), cell(0), &params);
    let them =
        Tracker::new(Board15::of(cell(0)), Settings { cap: 9, silence: Some([1.0; 5]) }).belief();
    let mut pursuit = Pursuit::new(&knowledge, &params, &them);
    let near: Vec<(f64, f64)> = [4, 5, 6, 4]
        .iter()
        .map(|&x| pursuit.nearness(cell(x)))
        .map(|nearness| (nearness.ours, nearness.theirs))
        .collect();
    // The opponent moves before it fires, so it is nearer to us than we are to it.
    assert_eq!(near, [(1.0, 1.0), (0.5, 1.0), (0.25, 0.5), (1.0, 1.0)]);
}

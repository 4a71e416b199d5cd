//! Tests of the habits that the tracker learns.

use gridkit::{Board15, Dir};
use ocean::map::cell_at;
use ocean::tracker::habits::{silence, step};
use ocean::tracker::Path;

#[test]
fn the_styles_are_learnt_and_never_excluded() {
    let mut path = Path::starting(cell_at(7, 7).unwrap(), 1.0);
    for _ in 0..20 {
        let mut next = Vec::new();
        silence(&path, Board15::FULL, &mut next);
        let all: f32 = next.iter().map(|path| path.weight).sum();
        assert!((all - 1.0).abs() < 1e-3, "{all}");
        // It never goes anywhere.
        path = Path { weight: 1.0, ..next[0] };
    }
    assert!(path.silences[0] > 0.9, "{:?}", path.silences);
    assert!(path.silences.iter().all(|&share| share > 0.0));
    let mut next = Vec::new();
    silence(&path, Board15::FULL, &mut next);
    assert!(next[0].weight > 0.9, "{}", next[0].weight);
    assert!(next.iter().all(|path| path.weight > 0.0));
}

#[test]
fn the_steps_of_a_path_have_probabilities_that_sum_up_to_one() {
    let path = Path::starting(cell_at(0, 7).unwrap(), 1.0);
    let all: f32 = Dir::ALL
        .iter()
        .filter_map(|&dir| step(&mut { path }, Board15::FULL, dir))
        .map(|(_, chance)| chance)
        .sum();
    assert!((all - 1.0).abs() < 1e-5, "{all}");
}

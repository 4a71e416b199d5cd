//! The solver of linear programs.

use crate::bound::simplex::{Column, Simplex};

#[test]
fn a_knapsack_takes_the_densest_first() {
    // At most 10 in total, at most 1 of each thing; the things weigh 6, 5 and 4.
    let mut program = Simplex::new(vec![10.0, 1.0, 1.0, 1.0]);
    for (number, (value, weight)) in [(6.0, 6.0), (10.0, 5.0), (6.0, 4.0)].iter().enumerate() {
        program.add(Column { value: *value, entries: vec![(0, *weight), (number + 1, 1.0)] });
    }
    program.solve(100);
    assert!((program.value() - 17.0).abs() < 1e-6, "{}", program.value());
    let prices = program.prices();
    assert!((prices[0] - 1.0).abs() < 1e-6, "a unit more is filled with the first thing");
    assert!((program.value_of_limits(&prices) - 17.0).abs() < 1e-6);
}

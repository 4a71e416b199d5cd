//! The solver of matrix games.

use fruitbot::matrix::{solve, Payoffs, MOST};
use gridkit::Rng;

#[test]
fn stone_paper_scissors_is_a_draw() {
    let mut payoffs = Payoffs::default();
    payoffs[0][..3].copy_from_slice(&[0.0, -1.0, 1.0]);
    payoffs[1][..3].copy_from_slice(&[1.0, 0.0, -1.0]);
    payoffs[2][..3].copy_from_slice(&[-1.0, 1.0, 0.0]);
    let mix = solve(&payoffs, 3, 3);
    assert!(mix.value.abs() < 1e-12);
    assert!(mix.rows[..3].iter().all(|it| (it - 1.0 / 3.0).abs() < 1e-12), "{mix:?}");
}

/// The probabilities guarantee the value, and the other side's probabilities allow no more.
#[test]
fn neither_side_can_do_better() {
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let (rows, columns) = (1 + rng.below(MOST), 1 + rng.below(MOST));
        let (mut payoffs, mut mirrored) = (Payoffs::default(), Payoffs::default());
        for row in 0..rows {
            for column in 0..columns {
                let few = rng.chance(0.7);
                payoffs[row][column] =
                    if few { f64::from(rng.between(-1, 1)) } else { rng.unit() * 2.0 - 1.0 };
                mirrored[column][row] = -payoffs[row][column];
            }
        }
        let (ours, theirs) = (solve(&payoffs, rows, columns), solve(&mirrored, columns, rows));
        assert!((ours.rows.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!((ours.value + theirs.value).abs() < 1e-9, "{ours:?} {theirs:?}");
        let got = |column: usize| -> f64 {
            (0..rows).map(|row| ours.rows[row] * payoffs[row][column]).sum()
        };
        assert!((0..columns).all(|column| got(column) > ours.value - 1e-9));
    }
}

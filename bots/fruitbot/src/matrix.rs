//! Games in one move: both sides choose at the same time.

/// Most choices of a side: the moves of a robot.
pub const MOST: usize = 6;

/// What the row side gets, by its choice and the other's.
pub type Payoffs = [[f64; MOST]; MOST];

/// The value of a matrix game, and how often the row side makes each of its choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// What the row side gets on average, whatever the other does.
    pub value: f64,
    /// The probability of each row.
    pub rows: [f64; MOST],
}

/// Solves a game of `rows` times `columns` choices, at least one each.
///
/// Linear programming by the simplex method: the payoffs are shifted above zero; the column side
/// maximises the sum of its `y` with `A y <= 1`; the value is one over that sum, and the row side's
/// mixture stands in the last row of the tableau. Bland's rule keeps it from going in circles.
pub fn solve(payoffs: &Payoffs, rows: usize, columns: usize) -> Mix {
    let used = payoffs.iter().take(rows).flat_map(|row| &row[..columns]);
    let shift = 1.0 - used.fold(f64::INFINITY, |least, it| least.min(*it));
    // Columns: the y, then a slack for each row, then the right side.
    let width = columns + rows;
    let mut tableau = [[0.0; 2 * MOST + 1]; MOST + 1];
    for row in 0..rows {
        for column in 0..columns {
            tableau[row][column] = payoffs[row][column] + shift;
        }
        tableau[row][columns + row] = 1.0;
        tableau[row][width] = 1.0;
    }
    tableau[rows][..columns].fill(-1.0);
    let mut basis = [0; MOST];
    for (row, basis) in basis.iter_mut().enumerate() {
        *basis = columns + row;
    }
    // Far more than it ever takes: rounding shall not keep it going.
    for _ in 0..1000 {
        let enter = match (0..width).find(|column| tableau[rows][*column] < -1e-12) {
            Some(enter) => enter,
            None => break,
        };
        let mut leave = None;
        for row in (0..rows).filter(|row| tableau[*row][enter] > 1e-12) {
            let ratio = tableau[row][width] / tableau[row][enter];
            let better = match leave {
                None => true,
                Some((least, which)) => {
                    ratio < least - 1e-15 || (ratio <= least && basis[row] < basis[which])
                }
            };
            if better {
                leave = Some((ratio, row));
            }
        }
        // All payoffs are above zero, so the sum of the y has a bound.
        let pivot = match leave {
            Some((_, row)) => row,
            None => break,
        };
        let by = tableau[pivot][enter];
        tableau[pivot][..=width].iter_mut().for_each(|it| *it /= by);
        let pivot_row = tableau[pivot];
        for (row, line) in tableau.iter_mut().enumerate().take(rows + 1) {
            let factor = line[enter];
            if row != pivot && factor != 0.0 {
                for (it, above) in line[..=width].iter_mut().zip(&pivot_row) {
                    *it -= factor * above;
                }
            }
        }
        basis[pivot] = enter;
    }
    let sum = tableau[rows][width];
    let mut mix = Mix { value: 1.0 / sum - shift, rows: [0.0; MOST] };
    for row in 0..rows {
        mix.rows[row] = (tableau[rows][columns + row] / sum).max(0.0);
    }
    mix
}

#[cfg(test)]
mod tests {
    use super::*;
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

    /// The mixture guarantees the value, and the other side has one that allows no more.
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
}

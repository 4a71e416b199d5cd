//! Matrix games: both sides choose once and at the same time.

/// The most choices of a side: the moves of a robot.
pub const MOST: usize = 6;

/// What the row side gets, by its own choice and the other side's.
pub type Payoffs = [[f64; MOST]; MOST];

/// The value of a matrix game, and how often the row side makes each of its choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mix {
    /// What the row side gets on average if both sides play well.
    pub value: f64,
    /// The probability of each row.
    pub rows: [f64; MOST],
}

/// Solves a game of `rows` times `columns` choices, at least one each, by linear programming.
///
/// The payoffs are shifted above zero. The column side maximises the sum of its `y` under the
/// condition `A y <= 1`. The value is 1 divided by that sum, and the row side's probabilities are in
/// the last row of the final tableau.
pub fn solve(payoffs: &Payoffs, rows: usize, columns: usize) -> Mix {
    let used = payoffs.iter().take(rows).flat_map(|row| &row[..columns]);
    let shift = 1.0 - used.fold(f64::INFINITY, |least, it| least.min(*it));
    let mut tableau = Tableau::new(payoffs, rows, columns, shift);
    // The limit is far above what is ever needed: rounding must not keep the loop going.
    for _ in 0..1000 {
        match tableau.pivot() {
            Some((row, column)) => tableau.exchange(row, column),
            None => break,
        }
    }
    let last = &tableau.lines[rows];
    let sum = last[tableau.width];
    let mut mix = Mix { value: 1.0 / sum - shift, rows: [0.0; MOST] };
    for row in 0..rows {
        mix.rows[row] = (last[columns + row] / sum).max(0.0);
    }
    mix
}

/// The tableau of the simplex method: a line for each row of the game, and the goal in the last line.
/// Its columns are the `y`, then one slack for each row, then the right side.
struct Tableau {
    lines: [[f64; 2 * MOST + 1]; MOST + 1],
    /// The variable of each line: the index of its column.
    basis: [usize; MOST],
    rows: usize,
    /// The index of the right side.
    width: usize,
}

impl Tableau {
    fn new(payoffs: &Payoffs, rows: usize, columns: usize, shift: f64) -> Tableau {
        let width = columns + rows;
        let mut lines = [[0.0; 2 * MOST + 1]; MOST + 1];
        for row in 0..rows {
            for column in 0..columns {
                lines[row][column] = payoffs[row][column] + shift;
            }
            lines[row][columns + row] = 1.0;
            lines[row][width] = 1.0;
        }
        lines[rows][..columns].fill(-1.0);
        let mut basis = [0; MOST];
        for (row, basis) in basis.iter_mut().enumerate() {
            *basis = columns + row;
        }
        Tableau { lines, basis, rows, width }
    }

    /// The row and the column to exchange next, by Bland's rule, which never repeats a tableau.
    /// `None` if the sum is greatest.
    fn pivot(&self) -> Option<(usize, usize)> {
        let enter = (0..self.width).find(|column| self.lines[self.rows][*column] < -1e-12)?;
        let mut leave: Option<(f64, usize)> = None;
        for row in (0..self.rows).filter(|row| self.lines[*row][enter] > 1e-12) {
            let ratio = self.lines[row][self.width] / self.lines[row][enter];
            let better = leave.map_or(true, |(least, which)| {
                ratio < least - 1e-15 || (ratio <= least && self.basis[row] < self.basis[which])
            });
            if better {
                leave = Some((ratio, row));
            }
        }
        // There is a row to leave: all payoffs are above zero, so the sum of the y has a bound.
        leave.map(|(_, row)| (row, enter))
    }

    fn exchange(&mut self, pivot: usize, enter: usize) {
        let by = self.lines[pivot][enter];
        self.lines[pivot][..=self.width].iter_mut().for_each(|it| *it /= by);
        let pivot_line = self.lines[pivot];
        for (row, line) in self.lines.iter_mut().enumerate().take(self.rows + 1) {
            let factor = line[enter];
            if row != pivot && factor != 0.0 {
                for (it, above) in line[..=self.width].iter_mut().zip(&pivot_line) {
                    *it -= factor * above;
                }
            }
        }
        self.basis[pivot] = enter;
    }
}

//! A small linear program solver: [`Simplex`], for the bound of the bench.
//!
//! The primal simplex method with an explicit inverse of the basis, for programs whose columns come
//! one after the other.

/// Maximises `value . x` where every row's sum is at most its limit, and no `x` is negative.
#[derive(Clone, Debug)]
pub struct Simplex {
    rows: usize,
    /// What each row allows.
    limits: Vec<f64>,
    columns: Vec<Column>,
    /// For each row the column in the basis; `rows` and more are slack.
    basis: Vec<usize>,
    inverse: Vec<f64>,
    /// The value of each basic variable.
    amounts: Vec<f64>,
}

/// A column: its value and its entries, by row.
#[derive(Clone, Debug)]
pub struct Column {
    /// What one unit of it is worth.
    pub value: f64,
    /// Row and factor.
    pub entries: Vec<(usize, f64)>,
}

/// Numbers nearer to zero than this are taken for zero.
const TINY: f64 = 1e-9;

/// The slack of a row has this bit set in its number.
const SLACK: usize = 1 << 40;

impl Simplex {
    /// A program without a column. No limit is negative.
    pub fn new(limits: Vec<f64>) -> Self {
        let rows = limits.len();
        let mut inverse = vec![0.0; rows * rows];
        for row in 0..rows {
            inverse[row * rows + row] = 1.0;
        }
        let basis = (0..rows).map(|row| SLACK | row).collect();
        let amounts = limits.clone();
        Self { rows, limits, columns: Vec::new(), basis, inverse, amounts }
    }

    /// Adds a column.
    pub fn add(&mut self, column: Column) {
        self.columns.push(column);
    }

    fn value_of(&self, column: usize) -> f64 {
        if column & SLACK == 0 {
            self.columns[column].value
        } else {
            0.0
        }
    }

    /// What a unit of each row's limit is worth.
    pub fn prices(&self) -> Vec<f64> {
        let mut prices = vec![0.0; self.rows];
        for (row, &column) in self.basis.iter().enumerate() {
            let value = self.value_of(column);
            if value != 0.0 {
                let line = &self.inverse[row * self.rows..][..self.rows];
                for (price, factor) in prices.iter_mut().zip(line) {
                    *price += value * factor;
                }
            }
        }
        prices
    }

    /// The value of the present solution.
    pub fn value(&self) -> f64 {
        let values = self.basis.iter().zip(&self.amounts);
        values.map(|(&column, amount)| self.value_of(column) * amount).sum()
    }

    /// An upper bound of all solutions by the prices of the rows (weak duality).
    pub fn value_of_limits(&self, prices: &[f64]) -> f64 {
        prices.iter().zip(&self.limits).map(|(price, limit)| price.max(0.0) * limit).sum()
    }

    /// Goes to the best solution over the columns added so far, in at most `steps` steps.
    pub fn solve(&mut self, steps: usize) {
        for _ in 0..steps {
            let prices = self.prices();
            let slack = (0..self.rows).map(|row| (SLACK | row, -prices[row]));
            let added = self.columns.iter().enumerate().map(|(number, column)| {
                let cost: f64 = column.entries.iter().map(|&(row, f)| prices[row] * f).sum();
                (number, column.value - cost)
            });
            let best = added.chain(slack).fold((0, 1e-7), |best, (number, gain)| {
                if gain > best.1 {
                    (number, gain)
                } else {
                    best
                }
            });
            if best.1 <= 1e-7 || !self.enter(best.0) {
                return;
            }
        }
    }

    /// Brings a column into the basis; false if nothing limits it.
    fn enter(&mut self, column: usize) -> bool {
        let rows = self.rows;
        let mut change = vec![0.0; rows];
        if column & SLACK == 0 {
            for &(row, factor) in &self.columns[column].entries {
                for (line, change) in change.iter_mut().enumerate() {
                    *change += self.inverse[line * rows + row] * factor;
                }
            }
        } else {
            let row = column & !SLACK;
            for (line, change) in change.iter_mut().enumerate() {
                *change = self.inverse[line * rows + row];
            }
        }
        let mut leaving: Option<(f64, usize)> = None;
        for (row, &factor) in change.iter().enumerate() {
            if factor > TINY {
                let ratio = self.amounts[row] / factor;
                let better = leaving.map_or(true, |(least, held)| {
                    ratio < least - TINY || (ratio < least + TINY && factor > change[held])
                });
                if better {
                    leaving = Some((ratio, row));
                }
            }
        }
        let (ratio, pivot) = match leaving {
            Some(leaving) => leaving,
            None => return false,
        };
        let ratio = ratio.max(0.0);
        for (row, factor) in change.iter().enumerate() {
            self.amounts[row] = (self.amounts[row] - ratio * factor).max(0.0);
        }
        self.amounts[pivot] = ratio;
        self.basis[pivot] = column;
        let line: Vec<f64> = self.inverse[pivot * rows..][..rows]
            .iter()
            .map(|number| number / change[pivot])
            .collect();
        for (row, &factor) in change.iter().enumerate() {
            let own = &mut self.inverse[row * rows..][..rows];
            if row == pivot {
                own.copy_from_slice(&line);
            } else if factor.abs() > TINY * 0.001 {
                for (number, pivot) in own.iter_mut().zip(&line) {
                    *number -= factor * pivot;
                }
            }
        }
        true
    }
}

//! Linear equations whose matrix is symmetric and positive.

/// A symmetric positive matrix as the product of a lower triangle and its mirror image.
pub(super) struct Cholesky {
    /// Row by row; what stands above the diagonal is of no meaning.
    triangle: Vec<f64>,
    n: usize,
}

impl Cholesky {
    /// Takes a matrix of `n` rows, row by row, apart.
    pub(super) fn new(mut matrix: Vec<f64>, n: usize) -> Self {
        for row in 0..n {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|k| matrix[row * n + k] * matrix[column * n + k]).sum();
                let rest = matrix[row * n + column] - known;
                matrix[row * n + column] = if row == column {
                    // The prior keeps it above 0; rounding may not.
                    rest.max(1e-12).sqrt()
                } else {
                    rest / matrix[column * n + column]
                };
            }
        }
        Self { triangle: matrix, n }
    }

    /// The vector that the matrix turns into `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let n = self.n;
        let mut x = right.to_vec();
        for row in 0..n {
            let known: f64 = (0..row).map(|k| self.triangle[row * n + k] * x[k]).sum();
            x[row] = (x[row] - known) / self.triangle[row * n + row];
        }
        for row in (0..n).rev() {
            let known: f64 = (row + 1..n).map(|k| self.triangle[k * n + row] * x[k]).sum();
            x[row] = (x[row] - known) / self.triangle[row * n + row];
        }
        x
    }

    /// The inverse matrix, row by row, which is column by column.
    pub(super) fn inverse(&self) -> Vec<f64> {
        (0..self.n)
            .flat_map(|row| {
                let mut unit = vec![0.0; self.n];
                unit[row] = 1.0;
                self.solve(&unit)
            })
            .collect()
    }
}

//! Small symmetric matrices.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// Returns a matrix of zeros.
    pub(super) fn zero(size: usize) -> Self {
        Self {
            size,
            cells: vec![0.0; size * size],
        }
    }

    /// Returns a matrix with the same value in each cell of the diagonal, and zeros.
    pub(super) fn diagonal(size: usize, value: f64) -> Self {
        let mut matrix = Self::zero(size);
        for i in 0..size {
            matrix.add(i, i, value);
        }
        matrix
    }

    /// Returns a cell.
    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    /// Adds to a cell.
    pub(super) fn add(&mut self, row: usize, column: usize, amount: f64) {
        self.cells[row * self.size + column] += amount;
    }

    /// Returns the inverse of a positive definite matrix by Gauss-Jordan elimination with the largest pivot, or `None`
    /// if it is singular.
    pub(super) fn inverse(&self) -> Option<Self> {
        let n = self.size;
        let mut left = self.clone();
        let mut right = Self::diagonal(n, 1.0);
        for column in 0..n {
            let pivot = (column..n).max_by(|&a, &b| {
                let (a, b) = (left.get(a, column).abs(), left.get(b, column).abs());
                a.total_cmp(&b)
            })?;
            let scale = left.get(pivot, column);
            if scale.abs() < 1e-300 || !scale.is_finite() {
                return None;
            }
            for k in 0..n {
                left.cells.swap(column * n + k, pivot * n + k);
                right.cells.swap(column * n + k, pivot * n + k);
                left.cells[column * n + k] /= scale;
                right.cells[column * n + k] /= scale;
            }
            for row in (0..n).filter(|&row| row != column) {
                let factor = left.get(row, column);
                for k in 0..n {
                    left.add(row, k, -factor * left.get(column, k));
                    right.add(row, k, -factor * right.get(column, k));
                }
            }
        }
        Some(right)
    }

    /// Returns the product with a column vector.
    pub(super) fn times(&self, column: &[f64]) -> Vec<f64> {
        self.cells
            .chunks(self.size.max(1))
            .map(|row| row.iter().zip(column).map(|(a, b)| a * b).sum())
            .collect()
    }

    /// Converts a covariance matrix to that of the deviations from the mean.
    pub(super) fn centred(&self) -> Self {
        let n = self.size;
        let size = n as f64;
        let row_means: Vec<f64> = (0..n)
            .map(|i| (0..n).map(|j| self.get(i, j)).sum::<f64>() / size)
            .collect();
        let mean = row_means.iter().sum::<f64>() / size;
        let mut centred = self.clone();
        for i in 0..n {
            for j in 0..n {
                centred.add(i, j, mean - row_means[i] - row_means[j]);
            }
        }
        centred
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut matrix = Matrix::zero(3);
        for (row, cells) in [[0.0, 2.0, 1.0], [2.0, 5.0, 0.5], [1.0, 0.5, 4.0]]
            .iter()
            .enumerate()
        {
            for (column, &cell) in cells.iter().enumerate() {
                matrix.add(row, column, cell);
            }
        }
        let inverse = matrix.inverse().expect("it has one");
        for column in 0..3 {
            let cells: Vec<f64> = (0..3).map(|row| inverse.get(row, column)).collect();
            let unit = matrix.times(&cells);
            for (row, cell) in unit.iter().enumerate() {
                let expected = f64::from(u8::from(row == column));
                assert!((cell - expected).abs() < 1e-12);
            }
        }
        assert_eq!(Matrix::zero(2).inverse(), None);
    }
}

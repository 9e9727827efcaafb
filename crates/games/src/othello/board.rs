//! Bitboards: a step in a direction is a shift.
//!
//! Square `line * N + column` is bit `line * N + column`. For directions that change the
//! column, opposing discs on the edge columns are masked, so that a shift does not wrap
//! around.

/// A set of squares.
pub type Board = u64;

/// Shifts and masks for one board size.
#[derive(Clone, Copy, Debug)]
pub struct Masks {
    size: usize,
    /// All squares.
    pub all: Board,
    inner_columns: Board,
}

impl Masks {
    /// Returns the masks of a board of `size` by `size` squares.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        assert!(
            size == 4 || size == 6 || size == 8,
            "Othello is played on 4x4, 6x6 or 8x8 squares"
        );
        let all = if size == 8 {
            !0
        } else {
            (1 << (size * size)) - 1
        };
        let mut inner_columns = 0;
        let mut square = 0;
        while square < size * size {
            let column = square % size;
            if column != 0 && column != size - 1 {
                inner_columns |= 1 << square;
            }
            square += 1;
        }
        Self {
            size,
            all,
            inner_columns,
        }
    }

    /// Returns the four axes: the shift of a step, and the mask of discs that can be flanked.
    #[inline]
    const fn axes(&self, other: Board) -> [(usize, Board); 4] {
        let sideways = other & self.inner_columns;
        [
            (1, sideways),
            (self.size - 1, sideways),
            (self.size, other),
            (self.size + 1, sideways),
        ]
    }

    /// Returns the legal moves: empty squares on which a disc of `own` flanks discs of `other`.
    #[inline]
    #[must_use]
    pub fn placements(&self, own: Board, other: Board) -> Board {
        let mut found = 0;
        for (shift, passable) in self.axes(other) {
            // Rows of opposing discs next to an own disc, extended step by step in both directions.
            let mut up = (own << shift) & passable;
            let mut down = (own >> shift) & passable;
            for _ in 0..self.size - 3 {
                up |= (up << shift) & passable;
                down |= (down >> shift) & passable;
            }
            found |= (up << shift) | (down >> shift);
        }
        found & self.all & !(own | other)
    }

    /// Returns the discs of `other` that a move of `own` on `square` flips.
    #[inline]
    #[must_use]
    pub fn turned(&self, square: usize, own: Board, other: Board) -> Board {
        let disc = 1 << square;
        let mut turned = 0;
        for (shift, passable) in self.axes(other) {
            let mut up = (disc << shift) & passable;
            let mut down = (disc >> shift) & passable;
            for _ in 0..self.size - 3 {
                up |= (up << shift) & passable;
                down |= (down >> shift) & passable;
            }
            // Keep rows that end at an own disc.
            if (up << shift) & own != 0 {
                turned |= up;
            }
            if (down >> shift) & own != 0 {
                turned |= down;
            }
        }
        turned
    }

    /// Returns the four corners.
    #[must_use]
    pub const fn corners(&self) -> Board {
        let last = self.size - 1;
        1 | 1 << last | 1 << (last * self.size) | 1 << (self.size * self.size - 1)
    }

    /// Returns the X-squares (diagonally next to a corner), each with its corner.
    pub(super) const fn x_squares(&self) -> [(Board, Board); 4] {
        let (n, last) = (self.size, self.size - 1);
        [
            (1 << (n + 1), 1),
            (1 << (n + last - 1), 1 << last),
            (1 << ((last - 1) * n + 1), 1 << (last * n)),
            (1 << ((last - 1) * n + last - 1), 1 << (n * n - 1)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a straightforward implementation: follows each direction step by step.
    fn turned_slowly(size: i32, square: i32, own: Board, other: Board) -> Board {
        let mut turned = 0;
        for (dx, dy) in [
            (-1, -1),
            (0, -1),
            (1, -1),
            (-1, 0),
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
        ] {
            let (mut x, mut y) = (square % size + dx, square / size + dy);
            let mut row = 0;
            while (0..size).contains(&x) && (0..size).contains(&y) {
                let bit = 1 << (y * size + x);
                if other & bit != 0 {
                    row |= bit;
                } else {
                    turned |= if own & bit != 0 { row } else { 0 };
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        turned
    }

    #[test]
    fn shifting_agrees_with_walking() {
        let mut rng = gametree::SplitMix64::new(5);
        for size in [4, 6, 8] {
            let masks = Masks::new(size);
            for _ in 0..2_000 {
                let own = rng.next_u64() & rng.next_u64() & masks.all;
                let other = rng.next_u64() & masks.all & !own;
                let mut expected = 0;
                for square in 0..size * size {
                    if (own | other) & (1 << square) != 0 {
                        continue;
                    }
                    let turned = turned_slowly(size as i32, square as i32, own, other);
                    assert_eq!(
                        masks.turned(square, own, other),
                        turned,
                        "square {square}, size {size}"
                    );
                    expected |= Board::from(turned != 0) << square;
                }
                assert_eq!(masks.placements(own, other), expected, "size {size}");
            }
        }
    }
}

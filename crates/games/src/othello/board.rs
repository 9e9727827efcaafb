//! Discs as bits: one step in a direction is one shift.
//!
//! Square `line * N + column` is bit `line * N + column`. A step to the right must not
//! leave the last column and appear in the first, so the opposing discs that may be
//! passed over exclude the edge columns for every direction that moves sideways.

/// A set of squares.
pub type Board = u64;

/// Shifts and masks for one board size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Masks {
    size: usize,
    pub(super) all: Board,
    inner_columns: Board,
}

impl Masks {
    pub(super) const fn new(size: usize) -> Self {
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

    /// The four axes: how far one step shifts, and which discs may be passed over.
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

    /// Empty squares on which a disc of `own` traps some of `other`.
    #[inline]
    pub(super) fn placements(&self, own: Board, other: Board) -> Board {
        let mut found = 0;
        for (shift, passable) in self.axes(other) {
            // Rows of opposing discs next to an own one, grown step by step both ways.
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

    /// The discs of `other` that a disc of `own` on `square` turns.
    #[inline]
    pub(super) fn turned(&self, square: usize, own: Board, other: Board) -> Board {
        let disc = 1 << square;
        let mut turned = 0;
        for (shift, passable) in self.axes(other) {
            let mut up = (disc << shift) & passable;
            let mut down = (disc >> shift) & passable;
            for _ in 0..self.size - 3 {
                up |= (up << shift) & passable;
                down |= (down >> shift) & passable;
            }
            // Only rows with an own disc at the far end.
            if (up << shift) & own != 0 {
                turned |= up;
            }
            if (down >> shift) & own != 0 {
                turned |= down;
            }
        }
        turned
    }

    /// The four corners.
    pub(super) const fn corners(&self) -> Board {
        let last = self.size - 1;
        1 | 1 << last | 1 << (last * self.size) | 1 << (self.size * self.size - 1)
    }

    /// The squares diagonally next to a corner, each with its corner.
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

    /// The rules said plainly: walk from the square until something stops you.
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

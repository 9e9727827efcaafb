//! Flipped discs of a move by rays: faster for a single square than shifting bitboards.

use games::othello::Board;

/// Rays from every square, and the quadrants of the board for parity.
pub(super) struct Rays {
    /// The directions towards larger squares (right, down-left, down, down-right), then the other four.
    rays: [[Board; 8]; 64],
    quadrants: [Board; 4],
    /// The quadrant of each square, as a bit.
    pub(super) quadrant: [u8; 64],
    /// The squares of the odd quadrants, indexed by the bits of these quadrants.
    pub(super) odd: [Board; 16],
    size: usize,
    inner_columns: Board,
    /// The squares next to each square.
    around: [Board; 64],
}

impl Rays {
    /// Computes the rays of a board of `size` by `size` squares.
    pub(super) const fn new(size: usize) -> Self {
        const STEPS: [(isize, isize); 8] = [
            (1, 0),
            (-1, 1),
            (0, 1),
            (1, 1),
            (-1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
        ];
        let mut rays: [[Board; 8]; 64] = [[0; 8]; 64];
        let mut square = 0;
        while square < size * size {
            let mut direction = 0;
            while direction < 8 {
                let (dx, dy) = STEPS[direction];
                let mut x = (square % size) as isize + dx;
                let mut y = (square / size) as isize + dy;
                while x >= 0 && y >= 0 && x < size as isize && y < size as isize {
                    rays[square][direction] |= 1 << (y * size as isize + x);
                    x += dx;
                    y += dy;
                }
                direction += 1;
            }
            square += 1;
        }
        let mut quadrants = [0; 4];
        let mut quadrant_of = [0; 64];
        let mut inner_columns = 0;
        let mut square = 0;
        while square < size * size {
            let (x, y) = (square % size, square / size);
            let quadrant = (y >= size / 2) as usize * 2 + (x >= size / 2) as usize;
            quadrants[quadrant] |= 1 << square;
            quadrant_of[square] = 1 << quadrant;
            if x != 0 && x != size - 1 {
                inner_columns |= 1 << square;
            }
            square += 1;
        }
        let mut around = [0; 64];
        let mut square = 0;
        while square < size * size {
            let mut direction = 0;
            while direction < 8 {
                let ray = rays[square][direction];
                // The first square of a ray is its nearest one.
                around[square] |= match direction {
                    0..4 => ray & ray.wrapping_neg(),
                    _ if ray == 0 => 0,
                    _ => 1 << (63 - ray.leading_zeros()),
                };
                direction += 1;
            }
            square += 1;
        }
        let mut odd = [0; 16];
        let mut set = 0;
        while set < 16 {
            let mut quadrant = 0;
            while quadrant < 4 {
                if set >> quadrant & 1 == 1 {
                    odd[set] |= quadrants[quadrant];
                }
                quadrant += 1;
            }
            set += 1;
        }
        Self {
            rays,
            quadrants,
            quadrant: quadrant_of,
            odd,
            size,
            inner_columns,
            around,
        }
    }

    /// Returns the discs of `other` that a move of `own` on `square` flips.
    #[inline(always)]
    pub(super) fn turned(&self, square: usize, own: Board, other: Board) -> Board {
        let rays = &self.rays[square];
        let mut turned = 0;
        // The carry of an addition passes all discs of the opponent on the ray up to the first other square.
        for &ray in &rays[..4] {
            let end = (other | !ray).wrapping_add(1) & ray & own;
            turned |= end.wrapping_sub(Board::from(end != 0)) & ray;
        }
        for &ray in &rays[4..] {
            let stop = ray & !other;
            let first = (1 << 63) >> (stop | 1).leading_zeros();
            let end = first & stop & own;
            turned |= if end == 0 {
                0
            } else {
                ray & (!0 << end.trailing_zeros()) & !end
            };
        }
        turned
    }

    /// Returns whether a move on `square` can flip a disc of `other`: one of them is next to it. Faster than [`Rays::turned`].
    #[inline(always)]
    pub(super) const fn touches(&self, square: usize, other: Board) -> bool {
        self.around[square] & other != 0
    }

    /// Returns the quadrants with an odd number of empty squares, as bits.
    #[inline]
    pub(super) fn parity(&self, empty: Board) -> u8 {
        let mut odd = 0;
        for (index, quadrant) in self.quadrants.into_iter().enumerate() {
            odd |= (((empty & quadrant).count_ones() & 1) as u8) << index;
        }
        odd
    }

    /// Counts the empty squares next to these discs.
    #[inline]
    pub(super) fn around(&self, discs: Board, empty: Board) -> u32 {
        let inner = discs & self.inner_columns;
        let n = self.size;
        let sides = inner << 1 | inner >> 1;
        let up_and_down = discs << n | discs >> n;
        let corners = inner << (n - 1) | inner << (n + 1) | inner >> (n - 1) | inner >> (n + 1);
        ((sides | up_and_down | corners) & empty).count_ones()
    }
}

/// Returns the canonical one of the eight symmetric positions: the smallest.
pub(super) fn symmetries(size: usize, own: Board, other: Board) -> (Board, Board) {
    let mut best = (own, other);
    for image in 1..8 {
        let turn = |mut discs: Board| {
            let mut turned = 0;
            while discs != 0 {
                let square = discs.trailing_zeros() as usize;
                discs &= discs - 1;
                let (mut x, mut y) = (square % size, square / size);
                if image & 1 != 0 {
                    x = size - 1 - x;
                }
                if image & 2 != 0 {
                    y = size - 1 - y;
                }
                if image & 4 != 0 {
                    (x, y) = (y, x);
                }
                turned |= 1 << (y * size + x);
            }
            turned
        };
        best = best.min((turn(own), turn(other)));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::othello::Masks;

    #[test]
    fn rays_agree_with_shifting() {
        let mut rng = gametree::SplitMix64::new(7);
        for size in [4, 6, 8] {
            let (masks, rays) = (Masks::new(size), Rays::new(size));
            for _ in 0..2_000 {
                let own = rng.next_u64() & rng.next_u64() & masks.all;
                let other = rng.next_u64() & masks.all & !own;
                for square in 0..size * size {
                    if (own | other) >> square & 1 == 0 {
                        let expected = masks.turned(square, own, other);
                        assert_eq!(
                            rays.turned(square, own, other),
                            expected,
                            "{square} of {size}"
                        );
                        assert!(expected == 0 || rays.touches(square, other));
                    }
                }
            }
        }
    }

    #[test]
    fn mirror_images_have_one_smallest() {
        let (own, other) = (0b1011, 0b1_0000_0100);
        let smallest = symmetries(6, own, other);
        assert_eq!(symmetries(6, smallest.0, smallest.1), smallest);
    }
}

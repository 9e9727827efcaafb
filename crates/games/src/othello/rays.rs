//! Which discs a move turns, by looking along rays instead of shifting whole boards: quicker where one square is asked about.

use super::board::Board;

/// Rays from every square, and the regions of the board by which parity is counted.
pub(super) struct Rays {
    /// Towards larger numbers: right, down-left, down, down-right; then the other four.
    rays: [[Board; 8]; 64],
    quarters: [Board; 4],
    /// The quarter of each square, as a bit.
    pub(super) quarter: [u8; 64],
    /// The squares of the quarters that are odd, by the bits of those.
    pub(super) odd: [Board; 16],
    size: usize,
    inner_columns: Board,
}

impl Rays {
    /// For a board of `size` by `size` squares.
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
        let mut rays = [[0; 8]; 64];
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
        let mut quarters = [0; 4];
        let mut quarter_of = [0; 64];
        let mut inner_columns = 0;
        let mut square = 0;
        while square < size * size {
            let (x, y) = (square % size, square / size);
            let quarter = (y >= size / 2) as usize * 2 + (x >= size / 2) as usize;
            quarters[quarter] |= 1 << square;
            quarter_of[square] = 1 << quarter;
            if x != 0 && x != size - 1 {
                inner_columns |= 1 << square;
            }
            square += 1;
        }
        let mut odd = [0; 16];
        let mut set = 0;
        while set < 16 {
            let mut quarter = 0;
            while quarter < 4 {
                if set >> quarter & 1 == 1 {
                    odd[set] |= quarters[quarter];
                }
                quarter += 1;
            }
            set += 1;
        }
        Self {
            rays,
            quarters,
            quarter: quarter_of,
            odd,
            size,
            inner_columns,
        }
    }

    /// The discs of `other` that a disc of `own` on `square` turns.
    #[inline(always)]
    pub(super) fn turned(&self, square: usize, own: Board, other: Board) -> Board {
        let rays = &self.rays[square];
        let mut turned = 0;
        // Adding one runs through all discs of the opponent on the ray to the first other square.
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

    /// The quarters of the board with an odd number of empty squares, as bits.
    #[inline]
    pub(super) fn parity(&self, empty: Board) -> u8 {
        let mut odd = 0;
        for (index, quarter) in self.quarters.into_iter().enumerate() {
            odd |= (((empty & quarter).count_ones() & 1) as u8) << index;
        }
        odd
    }

    /// How many empty squares lie beside these discs.
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

/// The smallest of the eight mirror images of a position.
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
    use super::super::board::Masks;
    use super::*;

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

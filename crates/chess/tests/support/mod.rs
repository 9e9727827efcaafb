//! What several tests need: a random number generator and random start positions.

/// Steele, Lea and Flood's SplitMix64: small, and the same on every machine.
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `bound`. The bounds here are so small that the bias does not matter.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// The pieces of a random Chess960 first rank, as the letters of White.
pub fn back_rank(random: &mut SplitMix64) -> String {
    let mut rank = [' '; 8];
    rank[random.below(4) * 2] = 'B';
    rank[random.below(4) * 2 + 1] = 'B';
    for piece in ['Q', 'N', 'N'] {
        let empty: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[empty[random.below(empty.len())]] = piece;
    }
    // The king stands between the rooks.
    let mut rest = ['R', 'K', 'R'].into_iter();
    rank.iter()
        .map(|&piece| {
            if piece == ' ' {
                rest.next().unwrap()
            } else {
                piece
            }
        })
        .collect()
}

/// A random start position as a FEN: of Chess960, or of double Chess960 in which the sides may differ.
pub fn chess960_start(random: &mut SplitMix64, double: bool) -> String {
    let white = back_rank(random);
    let black = if double {
        back_rank(random)
    } else {
        white.clone()
    };
    let black = black.to_lowercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

//! Random numbers from a seed.

/// SplitMix64: small, fast, and good enough to shuffle moves and fill test trees.
///
/// Reference: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next 64 random bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Returns a number in `0..bound` (`bound` at least 1).
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.next_u64() as u128 * bound as u128) >> 64) as u64
    }

    /// Returns a number in `low..=high`.
    #[inline]
    pub const fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.below((high - low) as u64 + 1) as i32
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for n in (1..list.len()).rev() {
            list.swap(n, self.below(n as u64 + 1) as usize);
        }
    }
}

/// The finaliser of SplitMix64: spreads every bit of `z` over all bits of the result.
#[inline]
#[must_use]
pub const fn mix(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_numbers_of_the_reference_implementation() {
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn bounds_are_kept_and_reached() {
        let mut rng = SplitMix64::new(1);
        let mut seen = [false; 7];
        for _ in 0..1_000 {
            let n = rng.between(-3, 3);
            seen[(n + 3) as usize] = true;
        }
        assert!(seen.iter().all(|&s| s));
    }
}

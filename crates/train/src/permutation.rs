//! A random order of numbers without a list of them.

use gametree::SplitMix64;

/// A permutation of `0..count`. It takes no memory, so the order of a hundred million samples costs nothing, and a resumed training
/// continues anywhere in it.
#[derive(Clone, Copy, Debug)]
pub struct Permutation {
    count: u64,
    mask: u64,
    shift: u32,
    keys: [(u64, u64); 3],
}

impl Permutation {
    /// Creates the permutation of a seed.
    #[must_use]
    pub fn new(count: usize, seed: u64) -> Self {
        let count = count.max(1) as u64;
        let bits = (64 - (count - 1).leading_zeros()).max(2);
        let mut random = SplitMix64::new(seed);
        Self {
            count,
            mask: (1 << bits) - 1,
            shift: bits.div_ceil(2),
            keys: std::array::from_fn(|_| (random.next_u64() | 1, random.next_u64())),
        }
    }

    /// Returns the number at a place.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, place: usize) -> usize {
        let mut number = place as u64;
        loop {
            // Each step is reversible on numbers of these bits, and so is their sequence.
            for (factor, summand) in self.keys {
                number = number.wrapping_mul(factor).wrapping_add(summand) & self.mask;
                number ^= number >> self.shift;
            }
            if number < self.count {
                return number as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for count in [1, 2, 3, 17, 1_000, 4_096, 4_097] {
            let order = Permutation::new(count, 7);
            let mut numbers: Vec<usize> = (0..count).map(|place| order.at(place)).collect();
            let unsorted = numbers.clone();
            numbers.sort_unstable();
            assert!(numbers.iter().copied().eq(0..count));
            assert!(count < 10 || numbers != unsorted);
        }
    }

    #[test]
    fn neighbours_are_spread() {
        let count = 100_000;
        let order = Permutation::new(count, 3);
        // The mean distance of two random numbers below n is n / 3.
        let distance: usize = (0..count - 1)
            .map(|place| order.at(place).abs_diff(order.at(place + 1)))
            .sum();
        let mean = distance as f64 / count as f64;
        assert!((mean / count as f64 - 1.0 / 3.0).abs() < 0.02, "{mean}");
    }
}

//! The portable kernel: arrays, which the compiler translates for any processor.

use super::{LANES, Line, ONE, Reals, Simd};

/// The portable kernel.
#[derive(Clone, Copy)]
pub(super) struct Portable;

const HALF: usize = LANES / 2;

#[inline(always)]
fn multiply_high_rounded(a: i16, b: i16) -> i16 {
    ((i32::from(a) * i32::from(b) + (1 << 14)) >> 15) as i16
}

impl Simd for Portable {
    type Words = [i16; LANES];
    type Sums = [i32; HALF];
    type Floats = [f32; HALF];

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Words {
        line.0
    }

    #[inline(always)]
    fn store(self, line: &mut Line, words: Self::Words) {
        line.0 = words;
    }

    #[inline(always)]
    fn splat(self, word: i16) -> Self::Words {
        [word; LANES]
    }

    #[inline(always)]
    fn pair(self, even: i16, odd: i16) -> Self::Words {
        std::array::from_fn(|column| if column % 2 == 0 { even } else { odd })
    }

    #[inline(always)]
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words {
        std::array::from_fn(|column| a[column].saturating_add(b[column]))
    }

    #[inline(always)]
    fn clamp(self, neurons: Self::Words) -> Self::Words {
        neurons.map(|neuron| neuron.clamp(0, ONE))
    }

    #[inline(always)]
    fn square(self, clamped: Self::Words) -> Self::Words {
        clamped.map(|neuron| ((i32::from(neuron) * i32::from(neuron)) >> 12) as i16)
    }

    #[inline(always)]
    fn weigh(self, clamped: Self::Words, weights: Self::Words) -> Self::Words {
        std::array::from_fn(|column| {
            multiply_high_rounded(clamped[column].wrapping_mul(8), weights[column])
        })
    }

    #[inline(always)]
    fn multiply_below_one(
        self,
        neurons: Self::Words,
        a: Self::Words,
        b: Self::Words,
    ) -> Self::Words {
        std::array::from_fn(|column| {
            if neurons[column] < ONE {
                multiply_high_rounded(a[column], b[column])
            } else {
                0
            }
        })
    }

    #[inline(always)]
    fn interleave(self, a: Self::Words, b: Self::Words) -> [Self::Words; 2] {
        [0, 1].map(|high| {
            std::array::from_fn(|place| {
                let column = super::interleaved(high * HALF + place / 2);
                if place % 2 == 0 { a[column] } else { b[column] }
            })
        })
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        [0; HALF]
    }

    #[inline(always)]
    fn dot(self, sums: Self::Sums, a: Self::Words, b: Self::Words) -> Self::Sums {
        let product = |column: usize| i32::from(a[column]) * i32::from(b[column]);
        std::array::from_fn(|place| {
            let both = product(2 * place).wrapping_add(product(2 * place + 1));
            sums[place].wrapping_add(both)
        })
    }

    #[inline(always)]
    fn total(self, sums: Self::Sums) -> i32 {
        sums.into_iter().fold(0, i32::wrapping_add)
    }

    #[inline(always)]
    fn read(self, reals: &Reals) -> Self::Floats {
        reals.0
    }

    #[inline(always)]
    fn write(self, reals: &mut Reals, floats: Self::Floats) {
        reals.0 = floats;
    }

    #[inline(always)]
    fn fill(self, number: f32) -> Self::Floats {
        [number; HALF]
    }

    #[inline(always)]
    fn float(self, sums: Self::Sums) -> Self::Floats {
        sums.map(|sum| sum as f32)
    }

    #[inline(always)]
    fn plus(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        std::array::from_fn(|place| a[place] + b[place])
    }

    #[inline(always)]
    fn times(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        std::array::from_fn(|place| a[place] * b[place])
    }

    #[inline(always)]
    fn over(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        std::array::from_fn(|place| a[place] / b[place])
    }

    #[inline(always)]
    fn root(self, a: Self::Floats) -> Self::Floats {
        a.map(f32::sqrt)
    }

    #[inline(always)]
    fn limit(self, a: Self::Floats, most: f32) -> Self::Floats {
        a.map(|number| number.clamp(-most, most))
    }

    #[inline(always)]
    fn pack(self, even: Self::Floats, odd: Self::Floats) -> Self::Words {
        // Adding this number moves the integer part into the low bits, rounded. It is exact for 16-bit integers.
        const SHIFT: f32 = 12_582_912.0;
        std::array::from_fn(|column| {
            let number = [even, odd][column % 2][column / 2];
            (number + SHIFT).to_bits() as i16
        })
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}

    #[inline(always)]
    fn index(self, index: &u16) -> usize {
        usize::from(*index)
    }
}

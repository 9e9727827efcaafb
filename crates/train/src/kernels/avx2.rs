//! AVX2: a line in two registers.

use std::arch::x86_64::*;

use super::{Job, Line, ONE, Reals, Simd};

/// A proof that this processor has AVX2, BMI1 and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }

    /// Runs a job in a function compiled for AVX2.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` exists, so the processor has the extensions that `run` enables.
        unsafe { run(self, job) }
    }
}

#[target_feature(enable = "avx2,bmi1,popcnt")]
fn run<J: Job>(simd: Avx2, job: J) -> J::Output {
    job.run(simd)
}

/// The second of two neighbouring registers in memory.
const SECOND: usize = 1;

impl Simd for Avx2 {
    type Words = [__m256i; 2];
    type Sums = [__m256i; 2];
    type Floats = [__m256; 2];

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Words {
        // SAFETY: a line is two registers long and aligned to 64 bytes; `self` exists, so the processor has AVX2.
        unsafe {
            let at: *const __m256i = line.0.as_ptr().cast();
            [_mm256_load_si256(at), _mm256_load_si256(at.add(SECOND))]
        }
    }

    #[inline(always)]
    fn store(self, line: &mut Line, words: Self::Words) {
        // SAFETY: a line is two registers long and aligned to 64 bytes; `self` exists, so the processor has AVX2.
        unsafe {
            let at: *mut __m256i = line.0.as_mut_ptr().cast();
            _mm256_store_si256(at, words[0]);
            _mm256_store_si256(at.add(SECOND), words[1]);
        }
    }

    #[inline(always)]
    fn splat(self, word: i16) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_set1_epi16(word); 2] }
    }

    #[inline(always)]
    fn pair(self, even: i16, odd: i16) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_set1_epi32(i32::from(odd) << 16 | i32::from(even as u16)); 2] }
    }

    #[inline(always)]
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_adds_epi16(a[0], b[0]), _mm256_adds_epi16(a[1], b[1])] }
    }

    #[inline(always)]
    fn clamp(self, neurons: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
            neurons.map(|half| _mm256_min_epi16(_mm256_max_epi16(half, zero), one))
        }
    }

    #[inline(always)]
    fn square(self, clamped: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            clamped.map(|half| {
                let four = _mm256_slli_epi16::<2>(half);
                _mm256_mulhi_epu16(four, four)
            })
        }
    }

    #[inline(always)]
    fn weigh(self, clamped: Self::Words, weights: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            let [a, b] = clamped.map(|half| _mm256_slli_epi16::<3>(half));
            [
                _mm256_mulhrs_epi16(a, weights[0]),
                _mm256_mulhrs_epi16(b, weights[1]),
            ]
        }
    }

    #[inline(always)]
    fn multiply_below_one(
        self,
        neurons: Self::Words,
        a: Self::Words,
        b: Self::Words,
    ) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            let one = _mm256_set1_epi16(ONE);
            let below = neurons.map(|half| _mm256_cmpgt_epi16(one, half));
            [
                _mm256_and_si256(below[0], _mm256_mulhrs_epi16(a[0], b[0])),
                _mm256_and_si256(below[1], _mm256_mulhrs_epi16(a[1], b[1])),
            ]
        }
    }

    #[inline(always)]
    fn interleave(self, a: Self::Words, b: Self::Words) -> [Self::Words; 2] {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            [
                [
                    _mm256_unpacklo_epi16(a[0], b[0]),
                    _mm256_unpacklo_epi16(a[1], b[1]),
                ],
                [
                    _mm256_unpackhi_epi16(a[0], b[0]),
                    _mm256_unpackhi_epi16(a[1], b[1]),
                ],
            ]
        }
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    fn dot(self, sums: Self::Sums, a: Self::Words, b: Self::Words) -> Self::Sums {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            [
                _mm256_add_epi32(sums[0], _mm256_madd_epi16(a[0], b[0])),
                _mm256_add_epi32(sums[1], _mm256_madd_epi16(a[1], b[1])),
            ]
        }
    }

    #[inline(always)]
    fn total(self, sums: Self::Sums) -> i32 {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            let sum = _mm256_add_epi32(sums[0], sums[1]);
            let sum = _mm_add_epi32(
                _mm256_castsi256_si128(sum),
                _mm256_extracti128_si256::<1>(sum),
            );
            let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b01_00_11_10>(sum));
            let sum = _mm_add_epi32(sum, _mm_shuffle_epi32::<0b10_11_00_01>(sum));
            _mm_cvtsi128_si32(sum)
        }
    }

    #[inline(always)]
    fn read(self, reals: &Reals) -> Self::Floats {
        // SAFETY: a line is two registers long and aligned to 64 bytes; `self` exists, so the processor has AVX2.
        unsafe {
            let at = reals.0.as_ptr();
            [_mm256_load_ps(at), _mm256_load_ps(at.add(8))]
        }
    }

    #[inline(always)]
    fn write(self, reals: &mut Reals, floats: Self::Floats) {
        // SAFETY: a line is two registers long and aligned to 64 bytes; `self` exists, so the processor has AVX2.
        unsafe {
            let at = reals.0.as_mut_ptr();
            _mm256_store_ps(at, floats[0]);
            _mm256_store_ps(at.add(8), floats[1]);
        }
    }

    #[inline(always)]
    fn fill(self, number: f32) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_set1_ps(number); 2] }
    }

    #[inline(always)]
    fn float(self, sums: Self::Sums) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { sums.map(|half| _mm256_cvtepi32_ps(half)) }
    }

    #[inline(always)]
    fn plus(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_add_ps(a[0], b[0]), _mm256_add_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn times(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_mul_ps(a[0], b[0]), _mm256_mul_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn over(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { [_mm256_div_ps(a[0], b[0]), _mm256_div_ps(a[1], b[1])] }
    }

    #[inline(always)]
    fn root(self, a: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { a.map(|half| _mm256_sqrt_ps(half)) }
    }

    #[inline(always)]
    fn limit(self, a: Self::Floats, most: f32) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            let (least, most) = (_mm256_set1_ps(-most), _mm256_set1_ps(most));
            a.map(|half| _mm256_min_ps(_mm256_max_ps(half, least), most))
        }
    }

    #[inline(always)]
    fn pack(self, even: Self::Floats, odd: Self::Floats) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe {
            let low = _mm256_set1_epi32(0xffff);
            let half = |even, odd| {
                let even = _mm256_and_si256(_mm256_cvtps_epi32(even), low);
                _mm256_or_si256(even, _mm256_slli_epi32::<16>(_mm256_cvtps_epi32(odd)))
            };
            [half(even[0], odd[0]), half(even[1], odd[1])]
        }
    }

    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        // SAFETY: a prefetch of a valid reference has no effect on memory.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }

    #[inline(always)]
    fn index(self, index: &u16) -> usize {
        // SAFETY: a reference is valid for reads.
        usize::from(unsafe { std::ptr::from_ref(index).read_volatile() })
    }
}

//! AVX-512F and AVX-512BW: a line in one register.

use std::arch::x86_64::*;

use super::{Job, Line, ONE, Reals, Simd};

/// A proof that this processor has AVX-512F, AVX-512BW, BMI1 and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }

    /// Runs a job in a function compiled for AVX-512.
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` exists, so the processor has the extensions that `run` enables.
        unsafe { run(self, job) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,bmi1,popcnt")]
fn run<J: Job>(simd: Avx512, job: J) -> J::Output {
    job.run(simd)
}

impl Simd for Avx512 {
    type Words = __m512i;
    type Sums = __m512i;
    type Floats = __m512;

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Words {
        // SAFETY: a line is one register long and aligned to 64 bytes; `self` exists, so the processor has AVX-512.
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, line: &mut Line, words: Self::Words) {
        // SAFETY: a line is one register long and aligned to 64 bytes; `self` exists, so the processor has AVX-512.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), words) }
    }

    #[inline(always)]
    fn splat(self, word: i16) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_set1_epi16(word) }
    }

    #[inline(always)]
    fn pair(self, even: i16, odd: i16) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_set1_epi32(i32::from(odd) << 16 | i32::from(even as u16)) }
    }

    #[inline(always)]
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_adds_epi16(a, b) }
    }

    #[inline(always)]
    fn clamp(self, neurons: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let positive = _mm512_max_epi16(neurons, _mm512_setzero_si512());
            _mm512_min_epi16(positive, _mm512_set1_epi16(ONE))
        }
    }

    #[inline(always)]
    fn square(self, clamped: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let four = _mm512_slli_epi16::<2>(clamped);
            _mm512_mulhi_epu16(four, four)
        }
    }

    #[inline(always)]
    fn weigh(self, clamped: Self::Words, weights: Self::Words) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_mulhrs_epi16(_mm512_slli_epi16::<3>(clamped), weights) }
    }

    #[inline(always)]
    fn multiply_below_one(
        self,
        neurons: Self::Words,
        a: Self::Words,
        b: Self::Words,
    ) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let below = _mm512_cmplt_epi16_mask(neurons, _mm512_set1_epi16(ONE));
            _mm512_maskz_mulhrs_epi16(below, a, b)
        }
    }

    #[inline(always)]
    fn interleave(self, a: Self::Words, b: Self::Words) -> [Self::Words; 2] {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { [_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)] }
    }

    #[inline(always)]
    fn zero(self) -> Self::Sums {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn dot(self, sums: Self::Sums, a: Self::Words, b: Self::Words) -> Self::Sums {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_add_epi32(sums, _mm512_madd_epi16(a, b)) }
    }

    #[inline(always)]
    fn total(self, sums: Self::Sums) -> i32 {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_reduce_add_epi32(sums) }
    }

    #[inline(always)]
    fn read(self, reals: &Reals) -> Self::Floats {
        // SAFETY: a line is one register long and aligned to 64 bytes; `self` exists, so the processor has AVX-512.
        unsafe { _mm512_load_ps(reals.0.as_ptr()) }
    }

    #[inline(always)]
    fn write(self, reals: &mut Reals, floats: Self::Floats) {
        // SAFETY: a line is one register long and aligned to 64 bytes; `self` exists, so the processor has AVX-512.
        unsafe { _mm512_store_ps(reals.0.as_mut_ptr(), floats) }
    }

    #[inline(always)]
    fn fill(self, number: f32) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_set1_ps(number) }
    }

    #[inline(always)]
    fn float(self, sums: Self::Sums) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_cvtepi32_ps(sums) }
    }

    #[inline(always)]
    fn plus(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn times(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_mul_ps(a, b) }
    }

    #[inline(always)]
    fn over(self, a: Self::Floats, b: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_div_ps(a, b) }
    }

    #[inline(always)]
    fn root(self, a: Self::Floats) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_sqrt_ps(a) }
    }

    #[inline(always)]
    fn limit(self, a: Self::Floats, most: f32) -> Self::Floats {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let above = _mm512_max_ps(a, _mm512_set1_ps(-most));
            _mm512_min_ps(above, _mm512_set1_ps(most))
        }
    }

    #[inline(always)]
    fn pack(self, even: Self::Floats, odd: Self::Floats) -> Self::Words {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let [even, odd] = [even, odd].map(|half| _mm512_cvtps_epi32(half));
            let low = _mm512_and_si512(even, _mm512_set1_epi32(0xffff));
            _mm512_or_si512(low, _mm512_slli_epi32::<16>(odd))
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

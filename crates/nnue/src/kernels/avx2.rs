//! AVX2: sixteen neurons in a register, two registers for a line.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_add_epi64, _mm256_castsi256_si128,
    _mm256_cvtepi32_epi64, _mm256_extracti128_si256, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_storeu_si256, _mm256_sub_epi16,
};

use super::{Job, Line, Simd};
use crate::quantisation::QA;

/// A proof that this processor has AVX2 and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt")).then_some(Self(()))
    }

    /// Runs a job in a function compiled for AVX2.
    #[inline(always)]
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` exists, so the processor has the extensions that `run` enables.
        unsafe { run(self, job) }
    }
}

#[target_feature(enable = "avx2,popcnt")]
fn run<J: Job>(simd: Avx2, job: J) -> J::Output {
    job.run(simd)
}

/// Applies a function to each of the two registers of a line.
#[inline(always)]
fn both(a: [__m256i; 2], b: [__m256i; 2], f: impl Fn(__m256i, __m256i) -> __m256i) -> [__m256i; 2] {
    [f(a[0], b[0]), f(a[1], b[1])]
}

impl Simd for Avx2 {
    type Vector = [__m256i; 2];
    type Sum = __m256i;

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Vector {
        let start = line.0.as_ptr().cast::<__m256i>();
        // SAFETY: a line is two registers long and aligned to 64 bytes; `self` exists, so the processor has AVX2.
        unsafe { [_mm256_load_si256(start), _mm256_load_si256(start.add(1))] }
    }

    #[inline(always)]
    fn store(self, line: &mut Line, vector: Self::Vector) {
        let start = line.0.as_mut_ptr().cast::<__m256i>();
        // SAFETY: a line is two registers long and aligned to 64 bytes; `self` exists, so the processor has AVX2.
        unsafe {
            _mm256_store_si256(start, vector[0]);
            _mm256_store_si256(start.add(1), vector[1]);
        }
    }

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        // SAFETY: `self` exists, so the processor has AVX2.
        both(a, b, |a, b| unsafe { _mm256_add_epi16(a, b) })
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        // SAFETY: `self` exists, so the processor has AVX2.
        both(a, b, |a, b| unsafe { _mm256_sub_epi16(a, b) })
    }

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        // SAFETY: `self` exists, so the processor has AVX2.
        unsafe { _mm256_setzero_si256() }
    }

    #[inline(always)]
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum {
        // SAFETY: `self` exists, so the processor has AVX2.
        let products = both(neurons, weights, |neurons, weights| unsafe {
            let active = _mm256_max_epi16(neurons, _mm256_setzero_si256());
            let active = _mm256_min_epi16(active, _mm256_set1_epi16(QA));
            _mm256_madd_epi16(_mm256_mullo_epi16(active, weights), active)
        });
        // SAFETY: as above.
        unsafe { _mm256_add_epi32(sum, _mm256_add_epi32(products[0], products[1])) }
    }

    #[inline(always)]
    fn total(self, sum: Self::Sum) -> i64 {
        let mut parts = [0; 4];
        // SAFETY: `parts` is as long as a register, and the store needs no alignment; `self` exists, so the processor has
        // AVX2.
        unsafe {
            let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum));
            let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sum));
            _mm256_storeu_si256(parts.as_mut_ptr().cast(), _mm256_add_epi64(low, high));
        }
        parts.iter().sum()
    }
}

//! AVX-512F and AVX-512BW: a line in one register.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64, _mm512_castsi512_si256,
    _mm512_cvtepi32_epi64, _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi64,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512, _mm512_sub_epi16,
};

use super::{Job, Line, Simd};
use crate::quantisation::QA;

/// A proof that this processor has AVX-512F, AVX-512BW and POPCNT.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        (is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("popcnt"))
        .then_some(Self(()))
    }

    /// Runs a job in a function compiled for AVX-512.
    #[inline(always)]
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` exists, so the processor has the extensions that `run` enables.
        unsafe { run(self, job) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,popcnt")]
fn run<J: Job>(simd: Avx512, job: J) -> J::Output {
    job.run(simd)
}

impl Simd for Avx512 {
    type Vector = __m512i;
    type Sum = __m512i;

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Vector {
        // SAFETY: a line is one register long and aligned to 64 bytes; `self` exists, so the processor has AVX-512.
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, line: &mut Line, vector: Self::Vector) {
        // SAFETY: a line is one register long and aligned to 64 bytes; `self` exists, so the processor has AVX-512.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), vector) }
    }

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let active = _mm512_max_epi16(neurons, _mm512_setzero_si512());
            let active = _mm512_min_epi16(active, _mm512_set1_epi16(QA));
            let products = _mm512_madd_epi16(_mm512_mullo_epi16(active, weights), active);
            _mm512_add_epi32(sum, products)
        }
    }

    #[inline(always)]
    fn total(self, sum: Self::Sum) -> i64 {
        // SAFETY: `self` exists, so the processor has AVX-512.
        unsafe {
            let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
            let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sum));
            _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
        }
    }
}

//! NEON of 64-bit ARM: eight neurons in a register, four registers for a line.

use std::arch::aarch64::{
    int16x8_t, int32x4_t, vaddlvq_s32, vaddq_s16, vdupq_n_s16, vdupq_n_s32, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16, vsubq_s16,
};
use std::arch::is_aarch64_feature_detected;
use std::array;

use super::{Job, Line, Simd};
use crate::quantisation::QA;

/// A proof that this processor has NEON.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Neon(());

impl Neon {
    /// Returns the proof if the processor has the instructions.
    pub(super) fn new() -> Option<Self> {
        is_aarch64_feature_detected!("neon").then_some(Self(()))
    }

    /// Runs a job in a function compiled for NEON.
    #[inline(always)]
    pub(super) fn run<J: Job>(self, job: J) -> J::Output {
        // SAFETY: `self` exists, so the processor has NEON. (On targets where every processor has it, the
        // compiler does not require `unsafe` here.)
        #[allow(unused_unsafe)]
        unsafe {
            run(self, job)
        }
    }
}

#[target_feature(enable = "neon")]
fn run<J: Job>(simd: Neon, job: J) -> J::Output {
    job.run(simd)
}

impl Simd for Neon {
    type Vector = [int16x8_t; 4];
    type Sum = [int32x4_t; 2];

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Vector {
        // SAFETY: a line is four registers long; `self` exists, so the processor has NEON.
        array::from_fn(|i| unsafe { vld1q_s16(line.0.as_ptr().add(8 * i)) })
    }

    #[inline(always)]
    fn store(self, line: &mut Line, vector: Self::Vector) {
        for (i, part) in vector.into_iter().enumerate() {
            // SAFETY: a line is four registers long; `self` exists, so the processor has NEON.
            unsafe { vst1q_s16(line.0.as_mut_ptr().add(8 * i), part) };
        }
    }

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        // SAFETY: `self` exists, so the processor has NEON.
        array::from_fn(|i| unsafe { vaddq_s16(a[i], b[i]) })
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        // SAFETY: `self` exists, so the processor has NEON.
        array::from_fn(|i| unsafe { vsubq_s16(a[i], b[i]) })
    }

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        // SAFETY: `self` exists, so the processor has NEON.
        [unsafe { vdupq_n_s32(0) }; 2]
    }

    #[inline(always)]
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum {
        let [mut low, mut high] = sum;
        for (neurons, weights) in neurons.into_iter().zip(weights) {
            // SAFETY: `self` exists, so the processor has NEON.
            unsafe {
                let active = vminq_s16(vmaxq_s16(neurons, vdupq_n_s16(0)), vdupq_n_s16(QA));
                let product = vmulq_s16(active, weights);
                low = vmlal_s16(low, vget_low_s16(product), vget_low_s16(active));
                high = vmlal_high_s16(high, product, active);
            }
        }
        [low, high]
    }

    #[inline(always)]
    fn total(self, sum: Self::Sum) -> i64 {
        // SAFETY: `self` exists, so the processor has NEON.
        unsafe { vaddlvq_s32(sum[0]) + vaddlvq_s32(sum[1]) }
    }
}

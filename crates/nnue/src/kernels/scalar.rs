//! Portable kernels. The other kernels must give the same values, bit for bit.

use std::array;

use super::{Job, LANES, Line, Simd};

const HALF: usize = LANES / 2;

/// Arithmetic without particular instructions.
#[derive(Clone, Copy)]
pub(super) struct Scalar;

/// Runs a job. Not inlined, because it keeps many neurons on the stack.
#[inline(never)]
pub(super) fn run<J: Job>(job: J) -> J::Output {
    job.run(Scalar)
}

impl Simd for Scalar {
    type Vector = [i16; LANES];
    type Sum = [i32; HALF];

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Vector {
        line.0
    }

    #[inline(always)]
    fn store(self, line: &mut Line, vector: Self::Vector) {
        line.0 = vector;
    }

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        array::from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        array::from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        [0; HALF]
    }

    #[inline(always)]
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum {
        let active = neurons.map(|neuron| neuron.clamp(0, 255));
        let product = |i: usize| i32::from(active[i] * weights[i]) * i32::from(active[i]);
        array::from_fn(|i| sum[i] + product(i) + product(i + HALF))
    }

    #[inline(always)]
    fn total(self, sum: Self::Sum) -> i64 {
        sum.into_iter().map(i64::from).sum()
    }
}

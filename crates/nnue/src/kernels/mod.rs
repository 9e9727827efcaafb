//! SIMD kernels: vector arithmetic on neurons, for each instruction set.
//!
//! All other code is generic over [`Simd`], which adds, subtracts and activates 32 neurons at once. The implementation is
//! chosen when a network is loaded. All of them use the same integer arithmetic, so their values are equal.
//!
//! # Why no sum overflows
//!
//! A clamped neuron is at most 255 and the absolute value of an output weight at most 128, so their product is at most 32,640
//! and fits in 16 bits. Times the neuron again it is at most 8,323,200. Every [`Simd::Sum`] has at least eight 32-bit lanes, so each
//! gets at most 256 of the 2,048 products of the widest network: 2,130,739,200, below 2^31. The lanes are summed in 64
//! bits.

mod scalar;

#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
mod avx2;
#[cfg(all(
    target_arch = "x86_64",
    not(any(feature = "portable", feature = "avx2"))
))]
mod avx512;
#[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
mod neon;
#[cfg(all(
    target_arch = "wasm32",
    target_feature = "simd128",
    not(feature = "portable")
))]
mod simd128;

use std::fmt;

use crate::quantisation::{MAX_OUTPUT_WEIGHT, MAX_WIDTH, QA};

/// The number of neurons in a line. The width of a network is a multiple of it.
pub(crate) const LANES: usize = 32;

/// The fewest lanes of a [`Simd::Sum`].
const SUM_LANES: usize = 8;

const _: () = assert!(QA as i64 * MAX_OUTPUT_WEIGHT as i64 <= i16::MAX as i64);
const _: () = assert!(
    QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 * (2 * MAX_WIDTH / SUM_LANES) as i64
        <= i32::MAX as i64
);

/// 32 neurons or weights: a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [i16; LANES]);

/// Arithmetic on [`Line`]s with an instruction set. A value of such a type proves that the processor has the instructions.
pub(crate) trait Simd: Copy {
    /// A line in registers.
    type Vector: Copy;
    /// Sums of products, in at least eight lanes of 32 bits.
    type Sum: Copy;

    /// Reads a line.
    fn load(self, line: &Line) -> Self::Vector;
    /// Writes a line.
    fn store(self, line: &mut Line, vector: Self::Vector);
    /// Adds neuron by neuron, modulo 2^16.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Subtracts neuron by neuron, modulo 2^16.
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the empty sum.
    fn zero(self) -> Self::Sum;
    /// Adds `clamp(neuron, 0, 255)^2 * weight` of every neuron to the sum. The absolute value of a weight is at most 128.
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum;
    /// Adds up the lanes of a sum.
    fn total(self, sum: Self::Sum) -> i64;
}

/// A function that is compiled for each instruction set.
///
/// `run` and every function it calls with a [`Simd`] must be `#[inline(always)]`: the instructions are enabled only in the
/// function that they are inlined into.
pub(crate) trait Job {
    /// The result.
    type Output;
    /// Runs the function.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// An instruction set of this processor. The values of a network do not depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instructions(Set);

// Private, so that a value exists only for instructions that the processor has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Scalar,
    #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
    Avx2(avx2::Avx2),
    #[cfg(all(
        target_arch = "x86_64",
        not(any(feature = "portable", feature = "avx2"))
    ))]
    Avx512(avx512::Avx512),
    #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
    Neon(neon::Neon),
    #[cfg(all(
        target_arch = "wasm32",
        target_feature = "simd128",
        not(feature = "portable")
    ))]
    Simd128(simd128::Simd128),
}

impl Instructions {
    /// The portable implementation.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// Detects the instruction sets of this processor, the best last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut sets = vec![Set::Scalar];
        #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
        sets.extend(avx2::Avx2::new().map(Set::Avx2));
        #[cfg(all(
            target_arch = "x86_64",
            not(any(feature = "portable", feature = "avx2"))
        ))]
        sets.extend(avx512::Avx512::new().map(Set::Avx512));
        #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
        sets.extend(neon::Neon::new().map(Set::Neon));
        #[cfg(all(
            target_arch = "wasm32",
            target_feature = "simd128",
            not(feature = "portable")
        ))]
        sets.push(Set::Simd128(simd128::Simd128));
        sets.into_iter().map(Self).collect()
    }

    /// Detects the best instruction set of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::SCALAR)
    }

    /// Returns the name of the instruction set.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar => "scalar",
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            Set::Avx2(_) => "AVX2",
            #[cfg(all(
                target_arch = "x86_64",
                not(any(feature = "portable", feature = "avx2"))
            ))]
            Set::Avx512(_) => "AVX-512",
            #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
            Set::Neon(_) => "NEON",
            #[cfg(all(
                target_arch = "wasm32",
                target_feature = "simd128",
                not(feature = "portable")
            ))]
            Set::Simd128(_) => "simd128",
        }
    }

    /// Runs a job with these instructions.
    #[inline(always)]
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            Set::Scalar => scalar::run(job),
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            Set::Avx2(simd) => simd.run(job),
            #[cfg(all(
                target_arch = "x86_64",
                not(any(feature = "portable", feature = "avx2"))
            ))]
            Set::Avx512(simd) => simd.run(job),
            #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
            Set::Neon(simd) => simd.run(job),
            #[cfg(all(
                target_arch = "wasm32",
                target_feature = "simd128",
                not(feature = "portable")
            ))]
            Set::Simd128(simd) => job.run(simd),
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Instructions({})", self.name())
    }
}

/// Adds and subtracts rows of weights: `to = from + added - removed`.
#[inline(always)]
pub(crate) fn update<S: Simd, const A: usize, const R: usize>(
    simd: S,
    to: &mut [Line],
    from: &[Line],
    added: [&[Line]; A],
    removed: [&[Line]; R],
) {
    // Equal lengths remove the bounds checks from the loop.
    let len = to.len();
    let from = &from[..len];
    let added = added.map(|row| &row[..len]);
    let removed = removed.map(|row| &row[..len]);
    for index in 0..len {
        let mut neurons = simd.load(&from[index]);
        for row in added {
            neurons = simd.add(neurons, simd.load(&row[index]));
        }
        for row in removed {
            neurons = simd.sub(neurons, simd.load(&row[index]));
        }
        simd.store(&mut to[index], neurons);
    }
}

/// Like [`update`], and adds the activated neurons to the sum of the output in the same pass.
#[inline(always)]
pub(crate) fn update_and_sum<S: Simd, const A: usize, const R: usize>(
    simd: S,
    to: &mut [Line],
    from: &[Line],
    added: [&[Line]; A],
    removed: [&[Line]; R],
    weights: &[Line],
    mut sum: S::Sum,
) -> S::Sum {
    let len = to.len();
    let from = &from[..len];
    let added = added.map(|row| &row[..len]);
    let removed = removed.map(|row| &row[..len]);
    let weights = &weights[..len];
    for index in 0..len {
        let mut neurons = simd.load(&from[index]);
        for row in added {
            neurons = simd.add(neurons, simd.load(&row[index]));
        }
        for row in removed {
            neurons = simd.sub(neurons, simd.load(&row[index]));
        }
        simd.store(&mut to[index], neurons);
        sum = simd.activate(sum, neurons, simd.load(&weights[index]));
    }
    sum
}

/// Adds one row to neurons in place.
#[inline(always)]
pub(crate) fn add<S: Simd>(simd: S, neurons: &mut [Line], row: &[Line]) {
    for (line, row) in neurons.iter_mut().zip(row) {
        let sum = simd.add(simd.load(line), simd.load(row));
        simd.store(line, sum);
    }
}

/// Subtracts one row from neurons in place.
#[inline(always)]
pub(crate) fn sub<S: Simd>(simd: S, neurons: &mut [Line], row: &[Line]) {
    for (line, row) in neurons.iter_mut().zip(row) {
        let difference = simd.sub(simd.load(line), simd.load(row));
        simd.store(line, difference);
    }
}

/// Returns the sum over all neurons of both perspectives, the side to move first: the neuron, clamped to 0..=255 and squared,
/// times its weight.
#[inline(always)]
pub(crate) fn forward<S: Simd>(simd: S, neurons: [&[Line]; 2], weights: [&[Line]; 2]) -> S::Sum {
    let mut sum = simd.zero();
    for (neurons, weights) in neurons.into_iter().zip(weights) {
        for (neurons, weights) in neurons.iter().zip(weights) {
            sum = simd.activate(sum, simd.load(neurons), simd.load(weights));
        }
    }
    sum
}

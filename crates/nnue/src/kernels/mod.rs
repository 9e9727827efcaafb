//! The arithmetic on many neurons at once, for each kind of processor.
//!
//! All other code is written once, over a [`Simd`]: 32 neurons that are added, subtracted and activated together. Which one
//! is used is decided when a network is loaded. All of them do the same integer arithmetic, so all give the same values.
//!
//! # Why no sum overflows
//!
//! An activated neuron is at most 255 and an output weight at most 128 either way, so their product is at most 32,640 and fits
//! in 16 bits. Times the neuron again it is at most 8,323,200. Every [`Simd::Sum`] has at least eight 32-bit lanes, so each
//! gets at most 256 of the 2,048 products of the widest network: 2,130,739,200, below 2^31. The lanes are put together in 64
//! bits.

mod scalar;

#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
mod avx512;
#[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
mod neon;

use std::fmt;

use crate::quantisation::{MAX_OUTPUT_WEIGHT, MAX_WIDTH, QA};

/// How many neurons are worked on at once. The width of a network is a multiple of it.
pub(crate) const LANES: usize = 32;

/// The fewest lanes of a [`Simd::Sum`].
const SUM_LANES: usize = 8;

const _: () = assert!(QA as i64 * MAX_OUTPUT_WEIGHT as i64 <= i16::MAX as i64);
const _: () = assert!(
    QA as i64 * QA as i64 * MAX_OUTPUT_WEIGHT as i64 * (2 * MAX_WIDTH / SUM_LANES) as i64
        <= i32::MAX as i64
);

/// Thirty-two neurons or weights: a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [i16; LANES]);

/// A kind of processor's way to work on a [`Line`]. Whoever holds a value of such a type is on such a processor.
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
    /// The empty sum.
    fn zero(self) -> Self::Sum;
    /// Adds `clamp(neuron, 0, 255)^2 * weight` of every neuron to the sum. No weight is beyond 128.
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum;
    /// The lanes of a sum put together.
    fn total(self, sum: Self::Sum) -> i64;
}

/// Work to be done with the instructions of this processor.
///
/// `run` must be `#[inline(always)]`, and so must be all it calls that has a [`Simd`]: only what is inside the function that
/// was compiled for these instructions can use them well.
pub(crate) trait Job {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// A set of instructions that this processor has.
///
/// The values of a network are the same with every one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Instructions(Set);

// Nobody outside can name a set, so nobody can claim to have instructions that the processor has not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Scalar,
    #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
    Avx2(avx2::Avx2),
    #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
    Avx512(avx512::Avx512),
    #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
    Neon(neon::Neon),
}

impl Instructions {
    /// What every processor has.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// All that this processor has, the best last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut sets = vec![Set::Scalar];
        #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
        {
            sets.extend(avx2::Avx2::new().map(Set::Avx2));
            sets.extend(avx512::Avx512::new().map(Set::Avx512));
        }
        #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
        sets.extend(neon::Neon::new().map(Set::Neon));
        sets.into_iter().map(Self).collect()
    }

    /// The best that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self::SCALAR)
    }

    /// The name of the set.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar => "scalar",
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            Set::Avx2(_) => "AVX2",
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            Set::Avx512(_) => "AVX-512",
            #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
            Set::Neon(_) => "NEON",
        }
    }

    /// Does a piece of work with these instructions.
    #[inline(always)]
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            Set::Scalar => scalar::run(job),
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            Set::Avx2(simd) => simd.run(job),
            #[cfg(all(target_arch = "x86_64", not(feature = "portable")))]
            Set::Avx512(simd) => simd.run(job),
            #[cfg(all(target_arch = "aarch64", not(feature = "portable")))]
            Set::Neon(simd) => simd.run(job),
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
    // Told once that all have this length, the compiler checks nothing in the loop.
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

/// As [`update`], and adds what the new neurons say to the sum of the output: they need not be read once more for it.
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

/// Adds one row to neurons in their place.
#[inline(always)]
pub(crate) fn add<S: Simd>(simd: S, neurons: &mut [Line], row: &[Line]) {
    for (line, row) in neurons.iter_mut().zip(row) {
        let sum = simd.add(simd.load(line), simd.load(row));
        simd.store(line, sum);
    }
}

/// Subtracts one row from neurons in their place.
#[inline(always)]
pub(crate) fn sub<S: Simd>(simd: S, neurons: &mut [Line], row: &[Line]) {
    for (line, row) in neurons.iter_mut().zip(row) {
        let difference = simd.sub(simd.load(line), simd.load(row));
        simd.store(line, difference);
    }
}

/// The sum over all neurons of both perspectives, the side to move first: the neuron, clamped to 0..=255 and squared, times its
/// weight.
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

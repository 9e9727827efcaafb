//! SIMD kernels of the trainer: arithmetic on 32 columns at once, for each instruction set.
//!
//! The forward and backward passes are generic over [`Simd`] and compiled once for each instruction set. The integer operations
//! are exact, and the floating-point operations round each result on its own (no fused multiply-add), so all kernels compute the
//! same bits. Only the files below contain `unsafe` code.

mod portable;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use std::fmt;
use std::str::FromStr;

/// The columns of a line.
pub const LANES: usize = 32;

/// 1.0 of a neuron and of an input weight.
pub const ONE: i16 = 4096;

/// 32 columns of 16-bit integers: a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub struct Line(pub [i16; LANES]);

/// 16 floating-point numbers: a cache line.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Reals(pub [f32; LANES / 2]);

/// Arithmetic with an instruction set. A value of such a type proves that the processor has the instructions.
///
/// `Words` has the 32 integers of a [`Line`], `Sums` 16 sums of 32 bits, `Floats` the 16 numbers of a [`Reals`].
pub trait Simd: Copy {
    /// A line in registers.
    type Words: Copy;
    /// 16 sums in registers.
    type Sums: Copy;
    /// 16 floating-point numbers in registers.
    type Floats: Copy;

    /// Reads a line.
    fn load(self, line: &Line) -> Self::Words;
    /// Writes a line.
    fn store(self, line: &mut Line, words: Self::Words);
    /// Returns a line of equal numbers.
    fn splat(self, word: i16) -> Self::Words;
    /// Returns a line with one number in the even and another in the odd columns.
    fn pair(self, even: i16, odd: i16) -> Self::Words;
    /// Adds with saturation.
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Clamps neurons to 0..=[`ONE`].
    fn clamp(self, neurons: Self::Words) -> Self::Words;
    /// Squares clamped neurons, in units of [`ONE`], rounded down.
    fn square(self, clamped: Self::Words) -> Self::Words;
    /// Multiplies clamped neurons by weights: `clamped * weight / ONE`, rounded. The result is undefined for a neuron of [`ONE`].
    fn weigh(self, clamped: Self::Words, weights: Self::Words) -> Self::Words;
    /// Returns `a * b / 2^15`, rounded, where the neuron is below [`ONE`], and 0 elsewhere.
    fn multiply_below_one(
        self,
        neurons: Self::Words,
        a: Self::Words,
        b: Self::Words,
    ) -> Self::Words;
    /// Returns pairs of a number of `a` and the one of `b` in the same column. [`interleaved`] has the order of the columns.
    fn interleave(self, a: Self::Words, b: Self::Words) -> [Self::Words; 2];
    /// Returns sums of 0.
    fn zero(self) -> Self::Sums;
    /// Adds `a[2i] * b[2i] + a[2i+1] * b[2i+1]` to sum `i`.
    fn dot(self, sums: Self::Sums, a: Self::Words, b: Self::Words) -> Self::Sums;
    /// Adds up the sums, modulo 2^32.
    fn total(self, sums: Self::Sums) -> i32;

    /// Reads numbers.
    fn read(self, reals: &Reals) -> Self::Floats;
    /// Writes numbers.
    fn write(self, reals: &mut Reals, floats: Self::Floats);
    /// Returns equal numbers.
    fn fill(self, number: f32) -> Self::Floats;
    /// Converts sums to numbers.
    fn float(self, sums: Self::Sums) -> Self::Floats;
    /// Returns `a + b`.
    fn plus(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a * b`.
    fn times(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns `a / b`.
    fn over(self, a: Self::Floats, b: Self::Floats) -> Self::Floats;
    /// Returns square roots.
    fn root(self, a: Self::Floats) -> Self::Floats;
    /// Limits the absolute values.
    fn limit(self, a: Self::Floats, most: f32) -> Self::Floats;
    /// Rounds to integers (halves to even), with the numbers of `even` in the even columns and those of `odd` in the odd ones.
    fn pack(self, even: Self::Floats, odd: Self::Floats) -> Self::Words;

    /// Loads the cache line of a value in advance.
    fn prefetch<T>(self, value: &T);
    /// Reads an index on its own: compilers otherwise load several into a vector and extract them again, which is slower.
    fn index(self, index: &u16) -> usize;
}

/// Returns the column of a number in the sums of [`Simd::interleave`]: number `0..16` of the first result, then of the second.
#[must_use]
pub const fn interleaved(place: usize) -> usize {
    let (high, place) = (place / 16, place % 16);
    place / 4 * 8 + high * 4 + place % 4
}

/// Returns the column of a number that [`Simd::pack`] writes: 16 even columns, then 16 odd ones.
#[must_use]
pub const fn packed(place: usize) -> usize {
    place % 16 * 2 + place / 16
}

/// A function that is compiled for each instruction set.
///
/// `run` and every function it calls with a [`Simd`] must be `#[inline(always)]`: the instructions are enabled only in the
/// function that they are inlined into.
pub trait Job {
    /// The result.
    type Output;
    /// Runs the function.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}

/// An instruction set of this processor. The result of a training does not depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Set);

// Private, so that a value exists only for instructions that the processor has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Kernel {
    /// Detects the kernels that this processor can run, the best last.
    #[must_use]
    pub fn available() -> Vec<Self> {
        #[allow(unused_mut)]
        let mut sets = vec![Set::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            sets.extend(avx2::Avx2::new().map(Set::Avx2));
            sets.extend(avx512::Avx512::new().map(Set::Avx512));
        }
        sets.into_iter().map(Self).collect()
    }

    /// Detects the best kernel of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::available().pop().unwrap_or(Self(Set::Portable))
    }

    /// Returns the name of the kernel.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.0 {
            Set::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(_) => "avx512",
        }
    }

    /// Runs a job with these instructions.
    pub(crate) fn run<J: Job>(self, job: J) -> J::Output {
        match self.0 {
            Set::Portable => job.run(portable::Portable),
            #[cfg(target_arch = "x86_64")]
            Set::Avx2(simd) => simd.run(job),
            #[cfg(target_arch = "x86_64")]
            Set::Avx512(simd) => simd.run(job),
        }
    }
}

impl FromStr for Kernel {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let all = Self::available();
        let found = all.iter().find(|kernel| kernel.name() == name);
        found.copied().ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|kernel| kernel.name()).collect();
            format!(
                "this processor has no kernel {name:?}: choose {}",
                names.join(", ")
            )
        })
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({self})")
    }
}

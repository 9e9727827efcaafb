//! simd128 of WebAssembly: eight neurons in a register, four registers for a line.
//!
//! WebAssembly has no detection at run time: a module with these instructions is not loaded where they are missing. So the
//! target feature decides when the module is compiled.

use std::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
};
use std::array;

use super::{Line, Simd};
use crate::quantisation::QA;

/// The instructions that this module was compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Simd128;

impl Simd for Simd128 {
    type Vector = [v128; 4];
    type Sum = [v128; 2];

    #[inline(always)]
    fn load(self, line: &Line) -> Self::Vector {
        let start = line.0.as_ptr().cast::<v128>();
        // SAFETY: a line is four registers long.
        array::from_fn(|i| unsafe { v128_load(start.add(i)) })
    }

    #[inline(always)]
    fn store(self, line: &mut Line, vector: Self::Vector) {
        let start = line.0.as_mut_ptr().cast::<v128>();
        for (i, part) in vector.into_iter().enumerate() {
            // SAFETY: a line is four registers long.
            unsafe { v128_store(start.add(i), part) };
        }
    }

    #[inline(always)]
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        array::from_fn(|i| i16x8_add(a[i], b[i]))
    }

    #[inline(always)]
    fn sub(self, a: Self::Vector, b: Self::Vector) -> Self::Vector {
        array::from_fn(|i| i16x8_sub(a[i], b[i]))
    }

    #[inline(always)]
    fn zero(self) -> Self::Sum {
        [i32x4_splat(0); 2]
    }

    #[inline(always)]
    fn activate(self, sum: Self::Sum, neurons: Self::Vector, weights: Self::Vector) -> Self::Sum {
        let products: [v128; 4] = array::from_fn(|i| {
            let active = i16x8_max(neurons[i], i16x8_splat(0));
            let active = i16x8_min(active, i16x8_splat(QA));
            i32x4_dot_i16x8(i16x8_mul(active, weights[i]), active)
        });
        // Eight lanes in all, as the bound of the sums requires.
        array::from_fn(|i| i32x4_add(sum[i], i32x4_add(products[i], products[i + 2])))
    }

    #[inline(always)]
    fn total(self, sum: Self::Sum) -> i64 {
        let lanes = |v: v128| {
            [
                i32x4_extract_lane::<0>(v),
                i32x4_extract_lane::<1>(v),
                i32x4_extract_lane::<2>(v),
                i32x4_extract_lane::<3>(v),
            ]
        };
        let all = sum.into_iter().flat_map(lanes);
        all.map(i64::from).sum()
    }
}

//! Table indices by `PEXT`, an instruction of the x86 extension BMI2.

use std::arch::x86_64::{__cpuid, _pext_u64};

use super::sliders::{Finder, Gather, Job, Sliders};

/// Indexing by `PEXT`. Only [`run`] may use this type.
#[derive(Clone, Copy)]
pub(super) struct Pext;

impl Gather for Pext {
    #[inline(always)]
    fn index(finder: &Finder, occupied: u64) -> usize {
        // SAFETY: only `run` and the code that fills the table use this type, after `is_fast` returned true (the processor
        // has BMI2) or in a build for processors that have BMI2.
        unsafe { _pext_u64(occupied, finder.mask) as usize }
    }
}

/// Whether the build is for processors with BMI2, so that no run-time check is needed.
pub(super) const KNOWN: bool = cfg!(target_feature = "bmi2");

/// Returns whether this processor has a fast `PEXT`. AMD processors before Zen 3 implement it in slow microcode.
pub(super) fn is_fast() -> bool {
    if KNOWN {
        return true;
    }
    let extensions = is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    if !extensions {
        return false;
    }
    let amd = __cpuid(0).ebx == u32::from_le_bytes(*b"Auth");
    let signature = __cpuid(1).eax;
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    !amd || family >= 0x19
}

/// Runs `job` with a table that was filled for `PEXT`.
#[inline(always)]
pub(super) fn run<J: Job>(job: J, sliders: &Sliders) -> J::Output {
    #[cfg(target_feature = "bmi2")]
    return job.run::<Pext>(sliders);
    // SAFETY: a table for `PEXT` exists only if `is_fast` found all four extensions.
    #[cfg(not(target_feature = "bmi2"))]
    unsafe {
        run_with_extensions(job, sliders)
    }
}

#[cfg(not(target_feature = "bmi2"))]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
fn run_with_extensions<J: Job>(job: J, sliders: &Sliders) -> J::Output {
    job.run::<Pext>(sliders)
}

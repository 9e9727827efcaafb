//! Gathering blockers by `PEXT`, an instruction of the x86 extension BMI2.

use std::arch::x86_64::{__cpuid, _pext_u64};

use super::sliders::{Finder, Gather, Job, Sliders};

/// Gather by the instruction. Only [`run`] may use it.
#[derive(Clone, Copy)]
pub(super) struct Pext;

impl Gather for Pext {
    #[inline(always)]
    fn index(finder: &Finder, occupied: u64) -> usize {
        // SAFETY: `run` and the filling of the table, which alone use this type, come after `is_fast` said that the
        // processor has BMI2, or in a build for processors that have it.
        unsafe { _pext_u64(occupied, finder.mask) as usize }
    }
}

/// Whether the build is for processors that have the instruction, so that nobody needs to ask.
pub(super) const KNOWN: bool = cfg!(target_feature = "bmi2");

/// Whether this machine has the instruction in hardware. AMD's processors before Zen 3 have it in slow microcode.
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

/// Runs `job` with the table that was filled for this way to gather.
#[inline(always)]
pub(super) fn run<J: Job>(job: J, sliders: &Sliders) -> J::Output {
    #[cfg(target_feature = "bmi2")]
    return job.run::<Pext>(sliders);
    // SAFETY: a table for this way to gather exists only if `is_fast` found all four extensions.
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

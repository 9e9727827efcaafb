//! Sliding attacks by table: the blockers that matter for a square are gathered into an index.
//!
//! Two ways to gather. `PEXT`, an instruction of the BMI2 extension, packs the masked bits exactly. A *magic*
//! multiplication moves them to the top of a word by a constant that happens to keep different attacks apart
//! (<https://www.chessprogramming.org/Magic_Bitboards>). One table is filled at first use for whichever way this
//! machine does better, so one binary runs everywhere and still uses what is there.

use std::sync::LazyLock;

#[cfg(target_arch = "x86_64")]
use super::pext;
use super::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, magics, walk};
use crate::{Bitboard, Square};

/// The distinct blocker sets of all 64 squares, for rooks and for bishops.
const ROOK_SETS: usize = 102_400;
const BISHOP_SETS: usize = 5_248;

/// How to find one square's attacks in the table.
#[derive(Clone, Copy)]
pub(crate) struct Finder {
    /// The squares whose occupation matters: the rays without their last squares.
    pub(super) mask: u64,
    magic: u64,
    /// Where this square's attacks begin.
    start: u32,
    /// 64 minus the number of squares in the mask.
    shift: u32,
}

/// The finders and attacks of all sliding pieces.
pub(crate) struct Sliders {
    rook: [Finder; 64],
    bishop: [Finder; 64],
    attacks: Box<[Bitboard; ROOK_SETS + BISHOP_SETS]>,
}

/// A way to turn blockers into an index below two to the number of squares in the mask. The choice is a type, so that
/// a whole move generator is compiled for it.
pub(crate) trait Gather: Copy {
    fn index(finder: &Finder, occupied: u64) -> usize;
}

/// Gather by multiplication; works everywhere.
#[derive(Clone, Copy)]
pub(crate) struct Magic;

impl Gather for Magic {
    #[inline(always)]
    fn index(finder: &Finder, occupied: u64) -> usize {
        ((occupied & finder.mask).wrapping_mul(finder.magic) >> finder.shift) as usize
    }
}

impl Sliders {
    #[inline(always)]
    fn find<G: Gather>(&self, finder: &Finder, occupied: Bitboard) -> Bitboard {
        let index = finder.start as usize + G::index(finder, occupied.bits());
        debug_assert!(index < self.attacks.len());
        // SAFETY: every index is below two to the number of squares in the mask, by the nature of `pext` and by the
        // shift of `magic`, and `fill` made that much room from `start` on. The finders are private to this table.
        unsafe { *self.attacks.get_unchecked(index) }
    }

    #[inline(always)]
    pub(crate) fn rook<G: Gather>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.find::<G>(&self.rook[square], occupied)
    }

    #[inline(always)]
    pub(crate) fn bishop<G: Gather>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.find::<G>(&self.bishop[square], occupied)
    }

    fn new<G: Gather>() -> Self {
        let empty = Finder {
            mask: 0,
            magic: 0,
            start: 0,
            shift: 0,
        };
        let attacks = vec![Bitboard::EMPTY; ROOK_SETS + BISHOP_SETS].into_boxed_slice();
        let mut sliders = Self {
            rook: [empty; 64],
            bishop: [empty; 64],
            attacks: attacks.try_into().expect("the vector has that length"),
        };
        let mut start = 0;
        for square in Square::ALL {
            sliders.rook[square] =
                sliders.fill::<G>(square, ROOK_DIRECTIONS, magics::ROOK[square], &mut start);
        }
        for square in Square::ALL {
            sliders.bishop[square] = sliders.fill::<G>(
                square,
                BISHOP_DIRECTIONS,
                magics::BISHOP[square],
                &mut start,
            );
        }
        sliders
    }

    /// Writes the attacks from one square for every set of blockers.
    fn fill<G: Gather>(
        &mut self,
        square: Square,
        directions: [(i8, i8); 4],
        magic: u64,
        start: &mut usize,
    ) -> Finder {
        let mask = relevant(square, directions);
        let finder = Finder {
            mask,
            magic,
            start: *start as u32,
            shift: 64 - mask.count_ones(),
        };
        for blockers in subsets(mask) {
            let index = *start + G::index(&finder, blockers);
            self.attacks[index] = Bitboard::new(walk(square, directions, blockers));
        }
        *start += 1 << mask.count_ones();
        finder
    }
}

/// The squares whose occupation changes what is seen from `square`: all seen ones but the last of each ray.
pub(super) fn relevant(square: Square, directions: [(i8, i8); 4]) -> u64 {
    let mut mask = 0;
    for (files, ranks) in directions {
        let mut at = square;
        while let Some(next) = at.offset(files, ranks) {
            if next.offset(files, ranks).is_some() {
                mask |= next.bitboard().bits();
            }
            at = next;
        }
    }
    mask
}

/// All subsets of `mask`, the empty one first (the "carry-rippler" trick).
pub(super) fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0), move |&set: &u64| {
        let next = set.wrapping_sub(mask) & mask;
        (next != 0).then_some(next)
    })
}

/// Work that needs sliding attacks, written once and compiled for each way to gather.
pub(crate) trait Job {
    type Output;

    /// Must be `#[inline(always)]`, so that it is compiled for the processor that [`dispatch`] found.
    fn run<G: Gather>(self, sliders: &Sliders) -> Self::Output;
}

/// Whether this build does as processors without PEXT do.
const PORTABLE: bool = cfg!(feature = "portable");

/// The table of this machine, and whether it is one for PEXT.
static SLIDERS: LazyLock<(Sliders, bool)> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    if !PORTABLE && pext::is_fast() {
        return (Sliders::new::<pext::Pext>(), true);
    }
    (Sliders::new::<Magic>(), false)
});

/// Runs `job` with this machine's table and way to gather.
#[inline(always)]
pub(crate) fn dispatch<J: Job>(job: J) -> J::Output {
    let (sliders, _uses_pext) = &*SLIDERS;
    #[cfg(target_arch = "x86_64")]
    if !PORTABLE && (pext::KNOWN || *_uses_pext) {
        return pext::run(job, sliders);
    }
    job.run::<Magic>(sliders)
}

struct Rook(Square, Bitboard);

impl Job for Rook {
    type Output = Bitboard;

    #[inline(always)]
    fn run<G: Gather>(self, sliders: &Sliders) -> Bitboard {
        sliders.rook::<G>(self.0, self.1)
    }
}

struct Bishop(Square, Bitboard);

impl Job for Bishop {
    type Output = Bitboard;

    #[inline(always)]
    fn run<G: Gather>(self, sliders: &Sliders) -> Bitboard {
        sliders.bishop::<G>(self.0, self.1)
    }
}

#[inline]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    dispatch(Rook(square, occupied))
}

#[inline]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    dispatch(Bishop(square, occupied))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every square with every set of blockers that matters.
    fn equals_walking<G: Gather>() {
        let sliders = Sliders::new::<G>();
        for square in Square::ALL {
            for blockers in subsets(relevant(square, ROOK_DIRECTIONS)) {
                let found = sliders.rook::<G>(square, Bitboard::new(blockers));
                assert_eq!(found.bits(), walk(square, ROOK_DIRECTIONS, blockers));
            }
            for blockers in subsets(relevant(square, BISHOP_DIRECTIONS)) {
                let found = sliders.bishop::<G>(square, Bitboard::new(blockers));
                assert_eq!(found.bits(), walk(square, BISHOP_DIRECTIONS, blockers));
            }
        }
    }

    #[test]
    fn magics_equal_walking() {
        equals_walking::<Magic>();
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn pext_equals_walking() {
        if is_x86_feature_detected!("bmi2") {
            equals_walking::<pext::Pext>();
        }
    }
}

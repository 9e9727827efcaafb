//! Sliding attacks by table lookup: the relevant blockers of a square determine an index.
//!
//! There are two ways to compute the index. `PEXT`, an instruction of the BMI2 extension, packs the masked bits. A *magic*
//! multiplication maps them to the top of a word by a constant under which different attacks do not collide
//! (<https://www.chessprogramming.org/Magic_Bitboards>). The table is filled at first use for the faster way on this
//! processor, so one binary runs on every processor.

use std::sync::LazyLock;

#[cfg(target_arch = "x86_64")]
use super::pext;
use super::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, magics, walk};
use crate::{Bitboard, Square};

/// The number of blocker sets of all 64 squares, for rooks and for bishops.
const ROOK_SETS: usize = 102_400;
const BISHOP_SETS: usize = 5_248;

/// The parameters of one square's index.
#[derive(Clone, Copy)]
pub(crate) struct Finder {
    /// The relevant squares: the rays without their last squares.
    pub(super) mask: u64,
    magic: u64,
    /// The start of this square's attacks in the table.
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

/// A function from blockers to an index below 2^n, where n is the number of squares in the mask. It is a type, so that the
/// whole move generator is compiled for it.
pub(crate) trait Gather: Copy {
    fn index(finder: &Finder, occupied: u64) -> usize;
}

/// Indexing by multiplication, for every processor.
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
        // SAFETY: every index is below 2^n for n squares in the mask, by definition of `pext` and by the shift of `magic`,
        // and `fill` allocated that many entries from `start` on. The finders are private to this table.
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

    /// Writes the attacks from one square for each set of blockers.
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

/// Returns the squares on which a piece changes the attacks from `square`: all rays without their last squares.
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

/// Returns all subsets of `mask`, the empty one first (carry-rippler).
pub(super) fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0), move |&set: &u64| {
        let next = set.wrapping_sub(mask) & mask;
        (next != 0).then_some(next)
    })
}

/// A function that uses sliding attacks, compiled once for each [`Gather`].
pub(crate) trait Job {
    type Output;

    /// Must be `#[inline(always)]`, so that it is compiled for the processor that [`dispatch`] found.
    fn run<G: Gather>(self, sliders: &Sliders) -> Self::Output;
}

/// Whether this build does not use PEXT.
#[cfg(target_arch = "x86_64")]
const PORTABLE: bool = cfg!(feature = "portable");

/// The table, and whether it is filled for PEXT.
static SLIDERS: LazyLock<(Sliders, bool)> = LazyLock::new(|| {
    #[cfg(target_arch = "x86_64")]
    if !PORTABLE && pext::is_fast() {
        return (Sliders::new::<pext::Pext>(), true);
    }
    (Sliders::new::<Magic>(), false)
});

/// Runs `job` with the table and the [`Gather`] of this processor.
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

    /// Compares every square with every set of relevant blockers.
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

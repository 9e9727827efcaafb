//! Accumulators: the neurons of a position before activation, a sum over its pieces that a move updates incrementally.

use chess::{Color, Position, Square};

use crate::changes::{Changes, Man, Shape};
use crate::features::{index, mirrored};
use crate::kernels::{self, Job, Line, Simd};
use crate::network::Network;

/// The neurons of one position for the perspectives of White and Black. Valid only for the network it was created with.
#[derive(Clone, Debug)]
pub(crate) struct Accumulator {
    lines: [Box<[Line]>; 2],
}

impl Accumulator {
    /// Creates the accumulator of an empty board.
    pub(crate) fn new(network: &Network) -> Self {
        Self {
            lines: [network.biases().into(), network.biases().into()],
        }
    }

    /// Returns the neurons of both perspectives.
    #[inline(always)]
    pub(crate) fn lines(&self) -> [&[Line]; 2] {
        [&self.lines[0], &self.lines[1]]
    }

    /// Returns the neurons of one perspective.
    #[inline(always)]
    pub(crate) fn lines_mut(&mut self, perspective: Color) -> &mut [Line] {
        &mut self.lines[perspective]
    }

    /// Computes the neurons of one perspective from those of the parent and the changes.
    #[inline(always)]
    pub(crate) fn apply<S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        parent: &Self,
        perspective: Color,
        is_mirrored: bool,
        changes: &Changes,
    ) {
        let to = &mut self.lines[perspective];
        let from = &parent.lines[perspective];
        let row = |man: Man| network.row(man.feature(perspective, is_mirrored));
        match changes.0 {
            Shape::Nothing => to.copy_from_slice(from),
            Shape::Step { added, removed } => {
                kernels::update(simd, to, from, [row(added)], [row(removed)]);
            }
            Shape::Capture { added, removed } => {
                kernels::update(simd, to, from, [row(added)], removed.map(row));
            }
            Shape::Castle { added, removed } => {
                kernels::update(simd, to, from, added.map(row), removed.map(row));
            }
        }
    }

    /// Computes the neurons of both perspectives from those of the parent and the changes, and the sum of the output in the
    /// same pass. The output weights are those for White's neurons, then for Black's.
    #[inline(always)]
    pub(crate) fn apply_and_sum<S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        parent: &Self,
        is_mirrored: [bool; 2],
        changes: &Changes,
        weights: [&[Line]; 2],
    ) -> S::Sum {
        let mut both = Both {
            to: self,
            parent,
            weights,
        };
        // One copy for each perspective, so that it is a constant. (The compiler does not inline `map` of an array here.)
        let [white, black] = is_mirrored;
        let white = |man: Man| network.row(man.feature(Color::White, white));
        let black = |man: Man| network.row(man.feature(Color::Black, black));
        let sum = simd.zero();
        match changes.0 {
            Shape::Nothing => {
                let sum = both.sum(simd, Color::White, [], [], sum);
                both.sum(simd, Color::Black, [], [], sum)
            }
            Shape::Step { added, removed } => {
                let sum = both.sum(simd, Color::White, [white(added)], [white(removed)], sum);
                both.sum(simd, Color::Black, [black(added)], [black(removed)], sum)
            }
            Shape::Capture {
                added,
                removed: [moved, taken],
            } => {
                let removed = [white(moved), white(taken)];
                let sum = both.sum(simd, Color::White, [white(added)], removed, sum);
                let removed = [black(moved), black(taken)];
                both.sum(simd, Color::Black, [black(added)], removed, sum)
            }
            Shape::Castle {
                added: [king, rook],
                removed: [from, corner],
            } => {
                let (added, removed) = ([white(king), white(rook)], [white(from), white(corner)]);
                let sum = both.sum(simd, Color::White, added, removed, sum);
                let (added, removed) = ([black(king), black(rook)], [black(from), black(corner)]);
                both.sum(simd, Color::Black, added, removed, sum)
            }
        }
    }
}

/// Computes and activates neurons in one pass.
struct Both<'a> {
    to: &'a mut Accumulator,
    parent: &'a Accumulator,
    weights: [&'a [Line]; 2],
}

impl Both<'_> {
    #[inline(always)]
    fn sum<S: Simd, const A: usize, const R: usize>(
        &mut self,
        simd: S,
        perspective: Color,
        added: [&[Line]; A],
        removed: [&[Line]; R],
        sum: S::Sum,
    ) -> S::Sum {
        kernels::update_and_sum(
            simd,
            &mut self.to.lines[perspective],
            &self.parent.lines[perspective],
            added,
            removed,
            self.weights[perspective],
            sum,
        )
    }
}

/// Evaluates a position from scratch.
pub(crate) struct Scratch<'a> {
    pub(crate) network: &'a Network,
    pub(crate) position: &'a Position,
    /// The square of a piece to leave out. Not that of a king.
    pub(crate) without: Option<Square>,
}

impl Job for Scratch<'_> {
    /// The value in centipawns for the side to move.
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> i32 {
        let Self {
            network, position, ..
        } = self;
        let mut accumulator = Accumulator::new(network);
        let is_mirrored = mirrored(position);
        let mut pieces = position.occupied();
        if let Some(square) = self.without {
            pieces -= square.bitboard();
        }
        for square in pieces {
            let Some(piece) = position.piece_at(square) else {
                continue;
            };
            for perspective in Color::ALL {
                let feature = index(perspective, is_mirrored[perspective], piece, square);
                let lines = accumulator.lines_mut(perspective);
                kernels::add(simd, lines, network.row(feature));
            }
        }
        let count = pieces.count() as usize;
        network.output(simd, position.side_to_move(), count, accumulator.lines())
    }
}

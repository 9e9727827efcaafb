//! The neurons of a position before they are activated: a sum over its men that a move changes in a few places only.

use chess::{Color, Move, Piece, Position, Square};

use crate::changes::{Changes, Man, Shape};
use crate::features::{index, mirrored};
use crate::kernels::{self, Job, Line, Simd};
use crate::network::Network;

/// The neurons of one position, as White and as Black see it. It belongs to the network that it was made for.
///
/// [`Accumulators`](crate::Accumulators) is what a search uses; this is what it is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulator {
    lines: [Box<[Line]>; 2],
}

impl Accumulator {
    /// The neurons of an empty board.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        Self {
            lines: [network.biases().into(), network.biases().into()],
        }
    }

    /// Makes the neurons of a position from nothing.
    pub fn refresh(&mut self, network: &Network, position: &Position) {
        network.instructions().run(Refresh {
            accumulator: self,
            network,
            position,
        });
    }

    /// Makes the neurons of the position `after` a legal move from those of the position `before` it. The perspective of a king
    /// that went to the other half of the board is made from nothing.
    pub fn update(
        &mut self,
        network: &Network,
        parent: &Self,
        before: &Position,
        m: Move,
        after: &Position,
    ) {
        network.instructions().run(Update {
            accumulator: self,
            network,
            parent,
            before,
            m,
            after,
        });
    }

    /// The value of the position it was made for, in centipawns for the side to move.
    #[must_use]
    pub fn evaluate(&self, network: &Network, position: &Position) -> i32 {
        network.instructions().run(Output {
            accumulator: self,
            network,
            position,
        })
    }

    /// The value of the position it was made for, as if a man that is there were not. The neurons are then without it.
    pub(crate) fn evaluate_without(
        &mut self,
        network: &Network,
        position: &Position,
        piece: Piece,
        square: Square,
    ) -> i32 {
        network.instructions().run(Without {
            accumulator: self,
            network,
            position,
            piece,
            square,
        })
    }

    /// The neurons of both perspectives.
    #[inline(always)]
    pub(crate) fn lines(&self) -> [&[Line]; 2] {
        [&self.lines[0], &self.lines[1]]
    }

    /// The neurons of one perspective.
    #[inline(always)]
    pub(crate) fn lines_mut(&mut self, perspective: Color) -> &mut [Line] {
        &mut self.lines[perspective]
    }

    /// Makes the neurons of one perspective from those before some changes.
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

    /// Makes the neurons of both perspectives from those before some changes, and the sum of the output on the way. The weights
    /// of the output are those for White's neurons, then for Black's.
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
        // Written out for each perspective, which the compiler then knows. (It does not inline `map` of an array here.)
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
                removed: [mover, taken],
            } => {
                let removed = [white(mover), white(taken)];
                let sum = both.sum(simd, Color::White, [white(added)], removed, sum);
                let removed = [black(mover), black(taken)];
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

    #[inline(always)]
    fn refresh_one<S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        position: &Position,
        perspective: Color,
    ) {
        let is_mirrored = mirrored(position)[perspective];
        let lines = &mut self.lines[perspective];
        lines.copy_from_slice(network.biases());
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                let feature = index(perspective, is_mirrored, piece, square);
                kernels::add(simd, lines, network.row(feature));
            }
        }
    }
}

/// Neurons that are made and activated in one go.
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

struct Refresh<'a> {
    accumulator: &'a mut Accumulator,
    network: &'a Network,
    position: &'a Position,
}

impl Job for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        for perspective in Color::ALL {
            self.accumulator
                .refresh_one(simd, self.network, self.position, perspective);
        }
    }
}

struct Update<'a> {
    accumulator: &'a mut Accumulator,
    network: &'a Network,
    parent: &'a Accumulator,
    before: &'a Position,
    m: Move,
    after: &'a Position,
}

impl Job for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self {
            accumulator,
            network,
            parent,
            ..
        } = self;
        let changes = Changes::of(self.before, self.m);
        let (was, is) = (mirrored(self.before), mirrored(self.after));
        for perspective in Color::ALL {
            if was[perspective] == is[perspective] {
                accumulator.apply(
                    simd,
                    network,
                    parent,
                    perspective,
                    is[perspective],
                    &changes,
                );
            } else {
                accumulator.refresh_one(simd, network, self.after, perspective);
            }
        }
    }
}

struct Output<'a> {
    accumulator: &'a Accumulator,
    network: &'a Network,
    position: &'a Position,
}

impl Job for Output<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> i32 {
        self.network.output(
            simd,
            self.position.side_to_move(),
            self.position.occupied().count() as usize,
            self.accumulator.lines(),
        )
    }
}

struct Without<'a> {
    accumulator: &'a mut Accumulator,
    network: &'a Network,
    position: &'a Position,
    piece: Piece,
    square: Square,
}

impl Job for Without<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> i32 {
        let is_mirrored = mirrored(self.position);
        for perspective in Color::ALL {
            let feature = index(
                perspective,
                is_mirrored[perspective],
                self.piece,
                self.square,
            );
            let lines = self.accumulator.lines_mut(perspective);
            kernels::sub(simd, lines, self.network.row(feature));
        }
        self.network.output(
            simd,
            self.position.side_to_move(),
            self.position.occupied().count() as usize - 1,
            self.accumulator.lines(),
        )
    }
}

//! The refresh cache (Finny tables): recomputes neurons that cannot be updated incrementally.
//!
//! A king that crosses the middle of the board mirrors its perspective. The position for which the neurons were last refreshed
//! usually differs in a few pieces only, and applying the difference costs less than adding all pieces.

use chess::{Bitboard, Color, Piece, PieceKind, Position};

use crate::features::index;
use crate::kernels::{self, Line, Simd};
use crate::network::Network;

/// The last refreshed neurons for each perspective, mirrored and not.
#[derive(Clone, Debug)]
pub(crate) struct RefreshCache {
    cached: [[Cached; 2]; 2],
}

/// Neurons, and the pieces they are the sum of.
#[derive(Clone, Debug)]
struct Cached {
    lines: Box<[Line]>,
    men: [Bitboard; 12],
}

impl RefreshCache {
    /// Creates a cache of empty boards.
    pub(crate) fn new(network: &Network) -> Self {
        let empty = || Cached {
            lines: network.biases().into(),
            men: [Bitboard::EMPTY; 12],
        };
        Self {
            cached: [[empty(), empty()], [empty(), empty()]],
        }
    }

    /// Computes the neurons of one perspective of a position.
    #[inline(always)]
    pub(crate) fn refresh<S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        position: &Position,
        perspective: Color,
        is_mirrored: bool,
        to: &mut [Line],
    ) {
        let Cached { lines, men } = &mut self.cached[perspective][usize::from(is_mirrored)];
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let piece = Piece::new(color, kind);
                let now = position.pieces(color, kind);
                let before = std::mem::replace(&mut men[piece], now);
                for square in before - now {
                    let feature = index(perspective, is_mirrored, piece, square);
                    kernels::sub(simd, lines, network.row(feature));
                }
                for square in now - before {
                    let feature = index(perspective, is_mirrored, piece, square);
                    kernels::add(simd, lines, network.row(feature));
                }
            }
        }
        to.copy_from_slice(lines);
    }
}

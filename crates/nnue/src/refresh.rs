//! Making neurons anew when no others are near, from the last ones that were.
//!
//! A king that crosses the middle of the board turns its perspective around. The neurons that were last made for that king on
//! that half are usually only a few men away, and adding those costs less than adding all (the idea is known as Finny tables).

use chess::{Bitboard, Color, Piece, PieceKind, Position};

use crate::features::index;
use crate::kernels::{self, Line, Simd};
use crate::network::Network;

/// The neurons that were last made for each perspective, mirrored and not.
#[derive(Clone, Debug)]
pub(crate) struct RefreshCache {
    remembered: [[Remembered; 2]; 2],
}

/// Neurons, and the men they are a sum of.
#[derive(Clone, Debug)]
struct Remembered {
    lines: Box<[Line]>,
    men: [Bitboard; 12],
}

impl RefreshCache {
    /// One that remembers empty boards.
    pub(crate) fn new(network: &Network) -> Self {
        let empty = || Remembered {
            lines: network.biases().into(),
            men: [Bitboard::EMPTY; 12],
        };
        Self {
            remembered: [[empty(), empty()], [empty(), empty()]],
        }
    }

    /// Makes the neurons of one perspective of a position.
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
        let Remembered { lines, men } = &mut self.remembered[perspective][usize::from(is_mirrored)];
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

//! Chess evaluators, from the simplest on.

use super::Chess;
use ::chess::{Bitboard, Color, PieceKind, Position, Square, attacks};
use gametree::{Evaluator, Score};

/// The textbook values of pawn, knight, bishop, rook, queen and king. The king is never captured.
pub const VALUES: [Score; 6] = [100, 300, 300, 500, 900, 0];

/// Returns the material of one side.
#[inline(always)]
fn material(position: &Position, color: Color) -> Score {
    let count = |kind| position.pieces(color, kind).count() as Score;
    100 * count(PieceKind::Pawn)
        + 300 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
        + 500 * count(PieceKind::Rook)
        + 900 * count(PieceKind::Queen)
}

/// The difference in material by [`VALUES`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator<Chess> for Material {
    #[inline]
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        let us = state.side_to_move();
        material(state, us) - material(state, !us)
    }
}

/// Material and piece-square tables.
///
/// The tables are computed from four rules: pieces are better in the centre, knights most of
/// all; pawns are better when advanced, most of all in the centre; rooks are better on the
/// seventh rank; the king is better in its own corner.
#[derive(Clone, Copy, Debug, Default)]
pub struct MaterialAndSquares;

/// Piece-square tables by kind and square, from White's point of view, material included.
static SQUARES: [[i16; 64]; 6] = square_tables();

const fn square_tables() -> [[i16; 64]; 6] {
    let mut tables = [[0; 64]; 6];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i16 % 8, square as i16 / 8);
        // From 0 at the edge to 3 in the centre, for files and ranks.
        let centre_file = if file < 4 { file } else { 7 - file };
        let centre_rank = if rank < 4 { rank } else { 7 - rank };
        let centre = centre_file + centre_rank;
        tables[0][square] = 100 + rank * (2 + 2 * centre_file) - 4;
        tables[1][square] = 300 + 8 * centre - 24;
        tables[2][square] = 300 + 4 * centre - 12;
        tables[3][square] = 500 + 2 * centre_file + if rank == 6 { 20 } else { 0 };
        tables[4][square] = 900 + 2 * centre;
        tables[5][square] = -8 * centre_file - 12 * rank;
        square += 1;
    }
    tables
}

/// Returns the sum of the tables over the pieces of one side.
fn squares(position: &Position, color: Color) -> Score {
    let mut sum = 0;
    for kind in PieceKind::ALL {
        for square in position.pieces(color, kind) {
            sum += Score::from(SQUARES[kind][square.relative_to(color)]);
        }
    }
    sum
}

impl Evaluator<Chess> for MaterialAndSquares {
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        let us = state.side_to_move();
        squares(state, us) - squares(state, !us)
    }
}

/// Material and mobility: two centipawns for each square that a knight, bishop, rook or
/// queen can move to. Pins and checks are ignored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// Counts pseudo-legal target squares of the pieces of `color` other than pawns and king.
fn mobility(position: &Position, color: Color) -> Score {
    let occupied = position.occupied();
    let targets = !position.color(color);
    let reach = |kind: PieceKind, attacks: &dyn Fn(Square) -> Bitboard| {
        position
            .pieces(color, kind)
            .into_iter()
            .map(|from| (attacks(from) & targets).count())
            .sum::<u32>()
    };
    let squares = reach(PieceKind::Knight, &attacks::knight)
        + reach(PieceKind::Bishop, &|from| attacks::bishop(from, occupied))
        + reach(PieceKind::Rook, &|from| attacks::rook(from, occupied))
        + reach(PieceKind::Queen, &|from| attacks::queen(from, occupied));
    squares as Score
}

impl Evaluator<Chess> for Mobility {
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        let us = state.side_to_move();
        let worth = |color| material(state, color) + 2 * mobility(state, color);
        worth(us) - worth(!us)
    }
}

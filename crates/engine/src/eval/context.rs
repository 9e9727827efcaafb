//! The shared state of all terms: attack maps and sums.

use chess::{Bitboard, Color, PieceKind, Position, Square, attacks};

use super::geometry::{ranks, ring};
use super::layout::Weight;
use super::pawns::Structure;
use super::placement::counted;
use super::shelter::Shelter;
use super::tapered::Tapered;
use super::trace::Trace;

/// An evaluation in progress.
///
/// Every method with a colour parameter is inlined and called with a constant for each colour, so that the direction of play is
/// known at compile time.
pub(super) struct Context<'a, T: Trace> {
    pub position: &'a Position,
    pub trace: &'a mut T,
    /// The sum of the terms, White's minus Black's.
    pub score: Tapered,
    /// The danger sum for each king.
    pub danger: [Tapered; 2],
    /// The number of enemy pieces that attack the ring around each king.
    pub king_attackers: [u32; 2],

    pub structure: Structure,
    pub occupied: Bitboard,
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    /// The pinned pieces of each side.
    pub pinned: [Bitboard; 2],
    /// The ring around each king.
    pub rings: [Bitboard; 2],
    /// The mobility area of each side: not its king, not its pawns that are blocked or on low ranks, not squares that enemy pawns
    /// attack.
    pub free: [Bitboard; 2],

    /// The attacks by side and kind.
    pub by: [[Bitboard; 6]; 2],
    /// The attacks by side.
    pub attacked: [Bitboard; 2],
    /// The squares that each side attacks at least twice.
    pub attacked_twice: [Bitboard; 2],
}

impl<'a, T: Trace> Context<'a, T> {
    /// Creates the state with the attacks of kings and pawns only.
    #[inline(always)]
    pub(super) fn new(
        position: &'a Position,
        trace: &'a mut T,
        structure: Structure,
        shelters: [Shelter; 2],
    ) -> Self {
        let mut context = Self {
            position,
            trace,
            score: structure.score + shelters[0].score - shelters[1].score,
            danger: [shelters[0].danger, shelters[1].danger],
            king_attackers: [0; 2],
            structure,
            occupied: position.occupied(),
            pawns: [Bitboard::EMPTY; 2],
            kings: [position.king(Color::White), position.king(Color::Black)],
            pinned: [Bitboard::EMPTY; 2],
            rings: [Bitboard::EMPTY; 2],
            free: [Bitboard::EMPTY; 2],
            by: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            attacked_twice: [Bitboard::EMPTY; 2],
        };
        context.begin(Color::White);
        context.begin(Color::Black);
        for us in Color::ALL {
            context.free[us] = context.free[us] - context.by[!us][PieceKind::Pawn];
        }
        context
    }

    #[inline(always)]
    fn begin(&mut self, us: Color) {
        let pawns = self.position.pieces(us, PieceKind::Pawn);
        let king = self.kings[us];
        self.pawns[us] = pawns;
        self.pinned[us] = self.position.pinned(us);

        let ahead = pawns.forward(us);
        let (left, right) = (ahead.left(), ahead.right());
        let by_king = attacks::king(king);
        self.by[us][PieceKind::Pawn] = left | right;
        self.by[us][PieceKind::King] = by_king;
        self.attacked[us] = left | right | by_king;
        self.attacked_twice[us] = left & right | (left | right) & by_king;
        // Squares that two pawns defend do not belong to the ring.
        self.rings[us] = ring(king) - (left & right);

        let held = self.occupied.forward(!us) | ranks(us, 2, 3);
        self.free[us] = !(pawns & held | king.bitboard());
    }

    /// Adds a weight `count` times for `us`, because of these squares.
    #[inline(always)]
    pub(super) fn add(&mut self, us: Color, weight: Weight, count: i32, squares: Bitboard) {
        let value = counted(us, weight, count, squares, self.trace);
        match us {
            Color::White => self.score += value,
            Color::Black => self.score -= value,
        }
    }

    /// Adds a weight once for each of these squares.
    #[inline(always)]
    pub(super) fn add_each(&mut self, us: Color, weight: Weight, squares: Bitboard) {
        self.add(us, weight, squares.count() as i32, squares);
    }

    /// Adds a weight once, because of a square.
    #[inline(always)]
    pub(super) fn add_at(&mut self, us: Color, weight: Weight, square: Square) {
        self.add(us, weight, 1, square.bitboard());
    }

    /// Adds to the danger sum of the king of `us`.
    #[inline(always)]
    pub(super) fn endanger(&mut self, us: Color, weight: Weight, count: i32, squares: Bitboard) {
        self.danger[us] += counted(us, weight, count, squares, self.trace);
    }

    /// Returns the pieces of a colour and kind.
    #[inline(always)]
    pub(super) fn pieces(&self, us: Color, kind: PieceKind) -> Bitboard {
        self.position.pieces(us, kind)
    }
}

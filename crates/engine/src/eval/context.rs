//! What all terms look at: who attacks what, and the sum so far.

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
/// Every method that takes a colour is inlined and called once with White and once with Black, so that each colour gets
/// code of its own without any question which way forward is.
pub(super) struct Context<'a, T: Trace> {
    pub position: &'a Position,
    pub trace: &'a mut T,
    /// The value so far, White's minus Black's.
    pub score: Tapered,
    /// How dangerous things are for each king.
    pub danger: [Tapered; 2],
    /// How many enemy pieces attack the squares around each king.
    pub king_attackers: [u32; 2],

    pub structure: Structure,
    pub occupied: Bitboard,
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    /// What stands alone between each king and an enemy slider.
    pub pinned: [Bitboard; 2],
    /// The squares around each king.
    pub rings: [Bitboard; 2],
    /// Where a piece of each side is free and safe to go: not onto its king, its pawns at home or held fast, or where an
    /// enemy pawn takes it.
    pub free: [Bitboard; 2],

    /// What each kind of piece of each side attacks.
    pub by: [[Bitboard; 6]; 2],
    /// What each side attacks.
    pub attacked: [Bitboard; 2],
    /// What each side attacks at least twice.
    pub attacked_twice: [Bitboard; 2],
}

impl<'a, T: Trace> Context<'a, T> {
    /// The start: kings and pawns have attacked, the other pieces have not.
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
        // A square that two pawns defend is no way in.
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

    /// Adds to the danger of the king of `us`.
    #[inline(always)]
    pub(super) fn endanger(&mut self, us: Color, weight: Weight, count: i32, squares: Bitboard) {
        self.danger[us] += counted(us, weight, count, squares, self.trace);
    }

    /// The pieces of one colour and kind.
    #[inline(always)]
    pub(super) fn pieces(&self, us: Color, kind: PieceKind) -> Bitboard {
        self.position.pieces(us, kind)
    }
}

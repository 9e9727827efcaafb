//! Consumers of the move sets that the generator finds: a list, a counter, and a check for any move.

use crate::{Bitboard, Move, MoveKind, MoveList, PieceKind, Square};

/// A consumer of move sets. Each method returns true to stop the generator.
pub(super) trait Sink {
    /// Moves of a piece from one square to each target; those onto `enemies` are captures.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) -> bool;
    /// Pawn moves to each target from the square with the number `target - step`.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool;
    /// Like [`Sink::pawns`], with all four promotions.
    fn promotions(&mut self, targets: Bitboard, step: i8, captures: bool) -> bool;
    /// En passant or castling.
    fn special(&mut self, from: Square, to: Square, kind: MoveKind) -> bool;
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) -> bool {
        self.push_targets(from, targets, enemies);
        false
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool {
        self.push_pawns(targets, step, kind);
        false
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8, captures: bool) -> bool {
        if targets.any() {
            for piece in [
                PieceKind::Queen,
                PieceKind::Rook,
                PieceKind::Bishop,
                PieceKind::Knight,
            ] {
                self.push_pawns(targets, step, MoveKind::promotion(piece, captures));
            }
        }
        false
    }

    #[inline(always)]
    fn special(&mut self, from: Square, to: Square, kind: MoveKind) -> bool {
        if let Some(m) = Move::new(from, to, kind) {
            self.push(m);
        }
        false
    }
}

/// Counts moves without building them.
pub(super) struct Counter(pub u32);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: Bitboard, _enemies: Bitboard) -> bool {
        self.0 += targets.count();
        false
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _step: i8, _kind: MoveKind) -> bool {
        self.0 += targets.count();
        false
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _step: i8, _captures: bool) -> bool {
        self.0 += 4 * targets.count();
        false
    }

    #[inline(always)]
    fn special(&mut self, _from: Square, _to: Square, _kind: MoveKind) -> bool {
        self.0 += 1;
        false
    }
}

/// Stops at the first move.
pub(super) struct AnyMove(pub bool);

impl Sink for AnyMove {
    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: Bitboard, _enemies: Bitboard) -> bool {
        self.0 |= targets.any();
        self.0
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _step: i8, _kind: MoveKind) -> bool {
        self.0 |= targets.any();
        self.0
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _step: i8, _captures: bool) -> bool {
        self.0 |= targets.any();
        self.0
    }

    #[inline(always)]
    fn special(&mut self, _from: Square, _to: Square, _kind: MoveKind) -> bool {
        self.0 = true;
        true
    }
}

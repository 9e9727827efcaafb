//! Playing moves.

use std::fmt;

use super::{Position, keys};
use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{Bitboard, Castling, Color, Move, MoveKind, Piece, PieceKind, Rank, Square, attacks};

/// The move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the move {} is not legal here", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl Position {
    /// Plays a legal move.
    ///
    /// A search plays millions of these a second, so nothing is checked in a release build: an illegal move leaves
    /// a position that makes no sense, or panics. [`Position::try_play`] checks.
    #[inline]
    pub fn play(&mut self, m: Move) {
        *self = self.after(m);
    }

    /// Plays a move if it is legal.
    pub fn try_play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(IllegalMove(m));
        }
        self.play(m);
        Ok(())
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = *self;
        self.play_into(m, &mut next);
        next
    }

    /// Writes the position after a legal move over `next`, whatever that was.
    ///
    /// This is the one to use in a search, on a stack of positions: it copies once and never waits for the copy,
    /// which [`Position::after`] does when it hands its result over.
    #[inline(always)]
    pub fn play_into(&self, m: Move, next: &mut Self) {
        debug_assert!(self.is_legal(m), "{m:?} is not legal in {self}");
        *next = *self;
        sliders::dispatch(Play {
            before: self,
            next,
            m,
        });
    }

    /// The position if the side to move could pass; `None` if it is in check. Counts as a half-move.
    #[must_use]
    pub fn after_null(&self) -> Option<Self> {
        if self.in_check() {
            return None;
        }
        let mut next = *self;
        next.state ^= keys::black_to_move();
        if let Some(square) = next.en_passant.take() {
            next.state ^= keys::en_passant(square.file());
        }
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.fullmove_number = next.fullmove_number.saturating_add(self.side as u16);
        next.side = !self.side;
        debug_assert!(next.is_consistent());
        Some(next)
    }
}

struct Play<'a> {
    before: &'a Position,
    next: &'a mut Position,
    m: Move,
}

impl Job for Play<'_> {
    type Output = ();

    #[inline(always)]
    fn run<G: Gather>(self, sliders: &Sliders) {
        match self.before.side {
            Color::White => self.play::<G, true>(sliders),
            Color::Black => self.play::<G, false>(sliders),
        }
    }
}

impl Play<'_> {
    /// Changes `next`, a copy of `before`. What can be is read from `before`: it was written long ago, and reading
    /// a copy just made would wait for it.
    #[inline(always)]
    fn play<G: Gather, const WHITE: bool>(self, sliders: &Sliders) {
        let Self { before, next, m } = self;
        let (us, them) = if WHITE {
            (Color::White, Color::Black)
        } else {
            (Color::Black, Color::White)
        };
        let (from, to) = (m.from(), m.to());
        let Some(piece) = before.board[from] else {
            nothing_to_move(m);
        };
        let kind = piece.kind();
        let both = from.bitboard() | to.bitboard();

        // The side to move, the counters, and the end of the last en-passant right.
        next.side = them;
        next.state = before.state ^ keys::black_to_move();
        next.fullmove_number = before.fullmove_number.wrapping_add(us as u16);
        next.halfmove_clock = match kind {
            PieceKind::Pawn => 0,
            _ => before.halfmove_clock.saturating_add(1),
        };
        if before.en_passant.is_some() {
            next.forget_en_passant();
        }

        // Castling rights go when the king moves, and when a rook leaves or is taken.
        let home = Bitboard::from(Rank::First.relative_to(us));
        let touched = if kind == PieceKind::King {
            both | home
        } else {
            both
        };
        if before.castling.meets(touched) {
            next.forget_castling(touched);
        }

        if !m.is_ordinary() {
            next.play_special(m, us, piece);
            return;
        }

        // A piece goes to an empty square or takes what is there.
        let part = keys::part_of(piece);
        next.kinds[kind] = before.kinds[kind] ^ both;
        next.colors[us] = before.colors[us] ^ both;
        next.placement[part] =
            before.placement[part] ^ keys::piece(piece, from) ^ keys::piece(piece, to);
        next.board[from] = None;
        next.board[to] = Some(piece);
        if let Some(taken) = before.board[to] {
            next.remove(taken, to);
        }

        // Check: by the piece that moved, or by a slider behind the square it left.
        let king = before.king(them);
        let occupied = (before.occupied() ^ from.bitboard()) | to.bitboard();
        let straight = sliders.rook::<G>(king, occupied);
        let diagonal = sliders.bishop::<G>(king, occupied);
        let reach = [
            attacks::pawn(them, king),
            attacks::knight(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        let waiting = before.colors[us] - from.bitboard();
        let behind = straight & before.straight_sliders() | diagonal & before.diagonal_sliders();
        next.checkers = reach[kind] & to.bitboard() | behind & waiting;

        if m.is_double_push() {
            let passed = Square::masked((from as u8 + to as u8) / 2);
            // Most double pushes pass nobody.
            let theirs = before.colors[them] & before.kinds[PieceKind::Pawn];
            if attacks::pawn(us, passed).meets(theirs) {
                next.allow_en_passant(passed);
            }
        }
    }
}

impl Position {
    /// Adds or removes a piece everywhere but in the mailbox.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind()] ^= square.bitboard();
        self.colors[piece.color()] ^= square.bitboard();
        self.placement[keys::part_of(piece)] ^= keys::piece(piece, square);
    }

    /// Takes a captured piece off, leaving its square in the mailbox to whoever comes there.
    #[inline(always)]
    fn remove(&mut self, taken: Piece, square: Square) {
        self.toggle(taken, square);
        self.halfmove_clock = 0;
    }

    /// A pawn went two squares past an enemy pawn, which may take it unless that exposes its king.
    #[inline(never)]
    fn allow_en_passant(&mut self, passed: Square) {
        if self.can_capture_en_passant(passed) {
            self.en_passant = Some(passed);
            self.state ^= keys::en_passant(passed.file());
        }
    }

    fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.state ^= keys::en_passant(square.file());
        }
    }

    fn forget_castling(&mut self, touched: Bitboard) {
        for rook in self.castling & touched {
            self.state ^= keys::castling(rook);
        }
        self.castling -= touched;
    }

    /// The moves that do more than go somewhere and take what is there. Side, clocks and rights are done already.
    #[inline(never)]
    fn play_special(&mut self, m: Move, us: Color, piece: Piece) {
        let (from, to) = (m.from(), m.to());
        self.toggle(piece, from);
        self.board[from] = None;
        match m.kind() {
            MoveKind::Castle => {
                let side = Castling::of(from, to);
                let rook = Piece::new(us, PieceKind::Rook);
                self.toggle(rook, to);
                self.board[to] = None;
                self.put(piece, side.king_target(us));
                self.put(rook, side.rook_target(us));
            }
            MoveKind::EnPassant => {
                let taken = Square::masked(to as u8 ^ 8);
                self.remove(Piece::new(!us, PieceKind::Pawn), taken);
                self.board[taken] = None;
                self.put(piece, to);
            }
            _ => {
                if let Some(taken) = self.board[to] {
                    self.remove(taken, to);
                }
                let promoted = Piece::new(us, m.promotion().unwrap_or(PieceKind::Queen));
                self.put(promoted, to);
            }
        }
        self.checkers = self.attackers_to(self.king(!us), self.occupied()) & self.colors[us];
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.board[square] = Some(piece);
    }
}

#[cold]
#[inline(never)]
fn nothing_to_move(m: Move) -> ! {
    panic!("no piece on {} to play {m}", m.from());
}

const _: () = assert!(Color::White as u16 == 0 && Color::Black as u16 == 1);

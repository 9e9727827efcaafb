//! Playing moves: checked, unchecked, and into a position that the caller owns.

use super::{Position, keys};
use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{
    Bitboard, Castling, Color, IllegalMove, Move, MoveKind, Piece, PieceKind, Rank, Square, attacks,
};

impl Position {
    /// Plays a move, or returns the reason why it is not legal and leaves the position unchanged.
    ///
    /// ```
    /// use chess::{Move, MoveKind, Position, Square};
    /// let mut position = Position::startpos();
    /// let jump = Move::new(Square::E2, Square::E5, MoveKind::Quiet).unwrap();
    /// let error = position.play(jump).unwrap_err();
    /// assert_eq!(error.to_string(), "the move e2e5 is not legal: the pawn on e2 has no quiet move to e5");
    /// ```
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(m) {
            return Err(self.illegal(m));
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a legal move without checking it, such as one from [`Position::legal_moves`].
    ///
    /// A release build does not check the move: an illegal one panics or leaves an inconsistent position. Memory
    /// safety does not depend on it.
    #[inline]
    pub fn play_unchecked(&mut self, m: Move) {
        *self = self.after(m);
    }

    /// Returns the position after a legal move. Like [`Position::play_unchecked`], it does not check the move.
    #[must_use]
    pub fn after(&self, m: Move) -> Self {
        let mut next = *self;
        self.play_into(m, &mut next);
        next
    }

    /// Overwrites `next` with the position after a legal move. Like [`Position::play_unchecked`], it does not check the
    /// move.
    ///
    /// The fastest way to play a move in a search that keeps a stack of positions: it copies the position once, while
    /// [`Position::after`] copies it again to return it.
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

    /// Returns the position after a null move (the side to move passes), or `None` if the side to move is in check.
    /// A null move counts as a half-move.
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
    /// Plays the move on `next`, a copy of `before`. Reads from `before` where possible: a load from a copy just
    /// written waits for the store.
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

        // Side to move, counters, and the en-passant right of the last move, which expires.
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

        // Castling rights are lost when the king moves, and when a rook moves or is captured.
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

        // A piece moves to an empty square or captures.
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

        // Direct check by the piece that moved, discovered check by a slider behind it.
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
            // Most double pushes do not pass an enemy pawn.
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

    /// Removes a captured piece from the bitboards and the key. The capturing piece overwrites its mailbox entry.
    #[inline(always)]
    fn remove(&mut self, taken: Piece, square: Square) {
        self.toggle(taken, square);
        self.halfmove_clock = 0;
    }

    /// Sets the en-passant square after a double push past an enemy pawn, if the capture is legal.
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

    /// Plays castling, en passant and promotions. Side to move, counters and rights are already updated.
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

    /// Places a piece on an empty square.
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

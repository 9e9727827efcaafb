//! Legal move generation.
//!
//! The generator produces legal moves directly, without playing and undoing pseudo-legal ones. Three sets restrict the
//! targets: the *checkers* (a piece other than the king must capture the checker or block the check), the *pinned* pieces
//! (which stay on their line through the king), and the squares attacked by the enemy (forbidden to the king). Whole
//! target sets go to a [`Sink`], so that counting moves does not build any.

use std::marker::PhantomData;

use super::Position;
use super::sink::{AnyMove, Counter, Sink};
use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{Bitboard, Castling, Color, MoveKind, MoveList, PieceKind, Rank, Square, attacks};

/// Which moves to generate.
trait Selection {
    /// Captures and promotions.
    const NOISY: bool;
    /// Everything else.
    const QUIET: bool;
}

struct All;
impl Selection for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

struct Noisy;
impl Selection for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

struct Quiet;
impl Selection for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

struct Generate<'a, W, S> {
    position: &'a Position,
    sink: &'a mut S,
    selected: PhantomData<W>,
}

impl<W: Selection, S: Sink> Job for Generate<'_, W, S> {
    type Output = ();

    #[inline(always)]
    fn run<G: Gather>(self, sliders: &Sliders) {
        match self.position.side {
            Color::White => generate::<G, W, S, true>(self.position, sliders, self.sink),
            Color::Black => generate::<G, W, S, false>(self.position, sliders, self.sink),
        };
    }
}

impl Position {
    /// Generates all legal moves, in this order: knights; diagonal moves of bishops and queens; straight moves of rooks
    /// and queens; pawns (pushes, double pushes, captures to the left and to the right, promotions, en passant); king;
    /// castling. Within each group squares ascend from `a1`.
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All, _>(&mut list);
        list
    }

    /// Appends all legal moves to `list`. For inner loops: it does not copy a list.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        self.generate::<All, _>(list);
    }

    /// Appends the legal captures and promotions to `list`.
    #[inline]
    pub fn noisy_moves_into(&self, list: &mut MoveList) {
        self.generate::<Noisy, _>(list);
    }

    /// Appends the legal moves that neither capture nor promote to `list`.
    #[inline]
    pub fn quiet_moves_into(&self, list: &mut MoveList) {
        self.generate::<Quiet, _>(list);
    }

    /// Generates the legal captures and promotions.
    #[must_use]
    #[inline]
    pub fn noisy_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Noisy, _>(&mut list);
        list
    }

    /// Generates the legal moves that neither capture nor promote.
    #[must_use]
    #[inline]
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Quiet, _>(&mut list);
        list
    }

    /// Counts the legal moves without building a list.
    #[must_use]
    #[inline]
    pub fn count_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate::<All, _>(&mut counter);
        counter.0
    }

    /// Returns whether the side to move has a legal move. If not, the game is over by checkmate or stalemate.
    #[must_use]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let mut any = AnyMove(false);
        self.generate::<All, _>(&mut any);
        any.0
    }

    #[inline(always)]
    fn generate<W: Selection, S: Sink>(&self, sink: &mut S) {
        sliders::dispatch(Generate::<W, S> {
            position: self,
            sink,
            selected: PhantomData,
        });
    }
}

/// Shifts the set one rank forward for the side to move.
#[inline(always)]
fn up<const WHITE: bool>(set: Bitboard) -> Bitboard {
    if WHITE { set << 8 } else { set >> 8 }
}

/// Generates all moves. Returns true if the sink stopped the generator.
#[inline(always)]
fn generate<G: Gather, W: Selection, S: Sink, const WHITE: bool>(
    position: &Position,
    sliders: &Sliders,
    sink: &mut S,
) -> bool {
    let (us, them) = if WHITE {
        (Color::White, Color::Black)
    } else {
        (Color::Black, Color::White)
    };
    let ours = position.colors[us];
    let theirs = position.colors[them];
    let occupied = ours | theirs;
    let king = position.king(us);
    let checkers = position.checkers;

    let mut selected = Bitboard::EMPTY;
    if W::NOISY {
        selected |= theirs;
    }
    if W::QUIET {
        selected |= !occupied;
    }

    // In double check only the king can move.
    if checkers.has_several() {
        return king_moves::<G, S, WHITE>(position, sliders, sink, selected);
    }
    // In check, other pieces must capture the checker or block.
    let mut allowed = Bitboard::FULL;
    if let Some(checker) = checkers.first() {
        allowed = attacks::between(king, checker) | checkers;
    }
    let targets = selected & allowed;

    // A piece is pinned if it is the only one between its king and an enemy slider.
    let straight = position.straight_sliders();
    let diagonal = position.diagonal_sliders();
    let snipers =
        (attacks::rook_rays(king) & straight | attacks::bishop_rays(king) & diagonal) & theirs;
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(king, sniper) & occupied;
        if !blockers.has_several() {
            pinned |= blockers;
        }
    }

    // Knights: a pinned knight has no legal move.
    for from in position.kinds[PieceKind::Knight] & (ours - pinned) {
        if sink.piece(from, attacks::knight(from) & targets, theirs) {
            return true;
        }
    }

    // Sliders: queens move as bishops here and as rooks below.
    for from in diagonal & ours {
        let mut to = sliders.bishop::<G>(from, occupied) & targets;
        if pinned.has(from) {
            to &= attacks::line(king, from);
        }
        if sink.piece(from, to, theirs) {
            return true;
        }
    }
    for from in straight & ours {
        let mut to = sliders.rook::<G>(from, occupied) & targets;
        if pinned.has(from) {
            to &= attacks::line(king, from);
        }
        if sink.piece(from, to, theirs) {
            return true;
        }
    }

    if pawn_moves::<G, W, S, WHITE>(position, sliders, sink, allowed, pinned) {
        return true;
    }
    if king_moves::<G, S, WHITE>(position, sliders, sink, selected) {
        return true;
    }
    W::QUIET && checkers.is_empty() && castling_moves::<G, S, WHITE>(position, sliders, sink)
}

#[inline(always)]
fn pawn_moves<G: Gather, W: Selection, S: Sink, const WHITE: bool>(
    position: &Position,
    sliders: &Sliders,
    sink: &mut S,
    allowed: Bitboard,
    pinned: Bitboard,
) -> bool {
    let us = if WHITE { Color::White } else { Color::Black };
    let (ahead, left, right) = if WHITE { (8, 7, 9) } else { (-8, -9, -7) };
    let king = position.king(us);
    let theirs = position.colors[!us];
    let empty = !position.occupied();
    let pawns = position.pieces(us, PieceKind::Pawn);
    let last = Bitboard::from(Rank::Eighth.relative_to(us));

    // A pinned pawn may move along its pin: push on the king's file, or capture on the king's diagonal.
    let free = pawns - pinned;
    let stuck = pawns & pinned;
    let (mut pushers, mut to_left, mut to_right) = (free, free, free);
    if stuck.any() {
        pushers |= stuck & Bitboard::from(king.file());
        let rays = attacks::bishop_rays(king) & stuck;
        // Captures to the right follow the rising diagonal, captures to the left the falling one.
        to_right |= rays & rising(king);
        to_left |= rays - rising(king);
        if !WHITE {
            // For Black, captures to the right follow the falling diagonal.
            to_right = free | (rays - rising(king));
            to_left = free | rays & rising(king);
        }
    }

    // Pushes.
    let once = up::<WHITE>(pushers) & empty;
    if W::QUIET {
        let twice = up::<WHITE>(once & Bitboard::from(Rank::Third.relative_to(us))) & empty;
        if sink.pawns(once & (allowed - last), ahead, MoveKind::Quiet)
            || sink.pawns(twice & allowed, 2 * ahead, MoveKind::DoublePush)
        {
            return true;
        }
    }
    if !W::NOISY {
        return false;
    }

    // Captures.
    let victims = theirs & allowed;
    let left_captures = up::<WHITE>(to_left).left() & victims;
    let right_captures = up::<WHITE>(to_right).right() & victims;
    if sink.pawns(left_captures - last, left, MoveKind::Capture)
        || sink.pawns(right_captures - last, right, MoveKind::Capture)
    {
        return true;
    }

    // Promotions.
    if (pawns & Bitboard::from(Rank::Seventh.relative_to(us))).any()
        && (sink.promotions(once & allowed & last, ahead, false)
            || sink.promotions(left_captures & last, left, true)
            || sink.promotions(right_captures & last, right, true))
    {
        return true;
    }

    // En passant is rare: each capture is checked separately.
    if let Some(to) = position.en_passant {
        for from in attacks::pawn(!us, to) & pawns {
            if en_passant_is_legal::<G>(position, sliders, from, to)
                && sink.special(from, to, MoveKind::EnPassant)
            {
                return true;
            }
        }
    }
    false
}

/// Returns the diagonal through `square` that rises from left to right.
#[inline(always)]
fn rising(square: Square) -> Bitboard {
    const MAIN: u64 = 0x8040_2010_0804_0201;
    let lean = square as i32 / 8 - square as i32 % 8;
    let shift = lean * 8;
    Bitboard::new(if shift >= 0 {
        MAIN << shift
    } else {
        MAIN >> -shift
    })
}

/// Returns whether the king of the side to move is safe after the en-passant capture from `from` on `to`.
#[inline(always)]
pub(super) fn en_passant_is_legal<G: Gather>(
    position: &Position,
    sliders: &Sliders,
    from: Square,
    to: Square,
) -> bool {
    let us = position.side;
    let king = position.king(us);
    let taken = Square::masked(to as u8 ^ 8).bitboard();
    let occupied = (position.occupied() ^ from.bitboard() ^ taken) | to.bitboard();
    let attackers = position.attackers::<G>(sliders, king, occupied);
    (attackers & (position.colors[!us] - taken)).is_empty()
}

#[inline(always)]
fn king_moves<G: Gather, S: Sink, const WHITE: bool>(
    position: &Position,
    sliders: &Sliders,
    sink: &mut S,
    selected: Bitboard,
) -> bool {
    let (us, them) = if WHITE {
        (Color::White, Color::Black)
    } else {
        (Color::Black, Color::White)
    };
    let king = position.king(us);
    let theirs = position.colors[them];
    let pawns = position.kinds[PieceKind::Pawn] & theirs;
    let candidates = (attacks::king(king) & selected)
        - pawns.pawn_attacks(them)
        - attacks::king(position.king(them));
    if candidates.is_empty() {
        return false;
    }
    // The king does not block attacks on the squares behind it.
    let occupied = position.occupied() ^ king.bitboard();
    let knights = position.kinds[PieceKind::Knight] & theirs;
    let straight = position.straight_sliders() & theirs;
    let diagonal = position.diagonal_sliders() & theirs;
    let mut targets = candidates;
    for to in candidates {
        let attackers = attacks::knight(to) & knights
            | sliders.rook::<G>(to, occupied) & straight
            | sliders.bishop::<G>(to, occupied) & diagonal;
        if attackers.any() {
            targets ^= to.bitboard();
        }
    }
    sink.piece(king, targets, theirs)
}

#[inline(always)]
fn castling_moves<G: Gather, S: Sink, const WHITE: bool>(
    position: &Position,
    sliders: &Sliders,
    sink: &mut S,
) -> bool {
    let us = if WHITE { Color::White } else { Color::Black };
    let king = position.king(us);
    let home = Bitboard::from(Rank::First.relative_to(us));
    for rook in position.castling & home {
        if can_castle::<G>(position, sliders, king, rook)
            && sink.special(king, rook, MoveKind::Castle)
        {
            return true;
        }
    }
    false
}

/// Returns whether the paths of king and rook are free and the path of the king is not attacked. The caller checks the
/// castling right and that the king is not in check.
#[inline(always)]
pub(super) fn can_castle<G: Gather>(
    position: &Position,
    sliders: &Sliders,
    king: Square,
    rook: Square,
) -> bool {
    let us = position.side;
    let side = Castling::of(king, rook);
    let king_to = side.king_target(us);
    let rook_to = side.rook_target(us);

    // No other piece may stand on the two paths.
    let king_path = attacks::between(king, king_to) | king_to.bitboard();
    let rook_path = attacks::between(rook, rook_to) | rook_to.bitboard();
    let others = position.occupied() ^ king.bitboard() ^ rook.bitboard();
    if (king_path | rook_path).meets(others) {
        return false;
    }

    // The king may neither pass nor reach an attacked square, with the rook already on its target.
    let theirs = position.colors[!us];
    let attacked =
        |square, occupied| (position.attackers::<G>(sliders, square, occupied) & theirs).any();
    for square in king_path {
        if attacked(square, others | rook_to.bitboard()) {
            return false;
        }
    }
    true
}

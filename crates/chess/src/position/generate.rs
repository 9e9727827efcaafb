//! The legal moves of a position.
//!
//! Moves are made legal as they are found, never tried and taken back. Three sets decide everything: the *checkers*
//! (out of check, a piece may only take the checker or step between), the *pinned* pieces (which stay on their line
//! through the king), and what the enemy attacks (where the king may not go). Whole sets of targets are handed to a
//! [`Sink`], so that counting moves never builds one.

use std::marker::PhantomData;

use super::Position;
use crate::attacks::sliders::{self, Gather, Job, Sliders};
use crate::{
    Bitboard, Castling, Color, Move, MoveKind, MoveList, PieceKind, Rank, Square, attacks,
};

/// Which moves are wanted.
trait Wanted {
    /// Captures and promotions.
    const NOISY: bool;
    /// Everything else.
    const QUIET: bool;
}

struct All;
impl Wanted for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

struct Noisy;
impl Wanted for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

struct Quiet;
impl Wanted for Quiet {
    const NOISY: bool = false;
    const QUIET: bool = true;
}

/// Takes sets of moves. Each method says whether that was enough, and the generator stops then.
trait Sink {
    /// A piece goes from one square to each target, taking the enemies among them.
    fn piece(&mut self, from: Square, targets: Bitboard, enemies: Bitboard) -> bool;
    /// Each target is reached by the pawn `step` squares below it.
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) -> bool;
    /// The same for promotions.
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

/// Counts without making moves.
struct Counter(u32);

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
struct AnyMove(bool);

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

struct Generate<'a, W, S> {
    position: &'a Position,
    sink: &'a mut S,
    wanted: PhantomData<W>,
}

impl<W: Wanted, S: Sink> Job for Generate<'_, W, S> {
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
    /// All legal moves: knights, diagonal moves of bishops and queens, straight moves of rooks and queens, pawns
    /// (pushes, double pushes, captures to the left, to the right, en passant), king, castling; each from `a1` up.
    #[must_use]
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<All, _>(&mut list);
        list
    }

    /// Adds all legal moves to a list the caller has: for inner loops, where a list is better not moved.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        self.generate::<All, _>(list);
    }

    /// Adds the legal captures and promotions to a list the caller has.
    #[inline]
    pub fn noisy_moves_into(&self, list: &mut MoveList) {
        self.generate::<Noisy, _>(list);
    }

    /// Adds the other legal moves to a list the caller has.
    #[inline]
    pub fn quiet_moves_into(&self, list: &mut MoveList) {
        self.generate::<Quiet, _>(list);
    }

    /// The legal captures and promotions.
    #[must_use]
    #[inline]
    pub fn noisy_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Noisy, _>(&mut list);
        list
    }

    /// The legal moves that neither capture nor promote.
    #[must_use]
    #[inline]
    pub fn quiet_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate::<Quiet, _>(&mut list);
        list
    }

    /// How many legal moves there are, without making a list.
    #[must_use]
    #[inline]
    pub fn count_moves(&self) -> u32 {
        let mut counter = Counter(0);
        self.generate::<All, _>(&mut counter);
        counter.0
    }

    /// Whether there is any legal move. If not, the game is over by mate or stalemate.
    #[must_use]
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let mut any = AnyMove(false);
        self.generate::<All, _>(&mut any);
        any.0
    }

    #[inline(always)]
    fn generate<W: Wanted, S: Sink>(&self, sink: &mut S) {
        sliders::dispatch(Generate::<W, S> {
            position: self,
            sink,
            wanted: PhantomData,
        });
    }
}

/// The set moved up the board as the side to move sees it.
#[inline(always)]
fn up<const WHITE: bool>(set: Bitboard) -> Bitboard {
    if WHITE { set << 8 } else { set >> 8 }
}

/// Whether the sink had enough.
#[inline(always)]
fn generate<G: Gather, W: Wanted, S: Sink, const WHITE: bool>(
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

    let mut wanted = Bitboard::EMPTY;
    if W::NOISY {
        wanted |= theirs;
    }
    if W::QUIET {
        wanted |= !occupied;
    }

    // In double check only the king can move.
    if checkers.has_several() {
        return king_moves::<G, S, WHITE>(position, sliders, sink, wanted);
    }
    // In check, every other piece must take the checker or step between.
    let mut allowed = Bitboard::FULL;
    if let Some(checker) = checkers.first() {
        allowed = attacks::between(king, checker) | checkers;
    }
    let targets = wanted & allowed;

    // A piece is pinned if it alone stands between its king and an enemy slider.
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

    // Knights: a pinned knight can never stay on its line.
    for from in position.kinds[PieceKind::Knight] & (ours - pinned) {
        if sink.piece(from, attacks::knight(from) & targets, theirs) {
            return true;
        }
    }

    // Sliders: a queen is a bishop here and a rook below.
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
    if king_moves::<G, S, WHITE>(position, sliders, sink, wanted) {
        return true;
    }
    W::QUIET && checkers.is_empty() && castling_moves::<G, S, WHITE>(position, sliders, sink)
}

#[inline(always)]
fn pawn_moves<G: Gather, W: Wanted, S: Sink, const WHITE: bool>(
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

    // A pinned pawn may go along its pin: straight ahead on the king's file, or to capture on the king's diagonal.
    // The diagonals are told apart by which way they lean.
    let free = pawns - pinned;
    let stuck = pawns & pinned;
    let (mut pushers, mut to_left, mut to_right) = (free, free, free);
    if stuck.any() {
        pushers |= stuck & Bitboard::from(king.file());
        let rays = attacks::bishop_rays(king) & stuck;
        // The king's file splits each diagonal pair: above it to the right is the same line as below it to the left.
        to_right |= rays & rising(king);
        to_left |= rays - rising(king);
        if !WHITE {
            // Going down the board, a capture to the right runs along the falling diagonal.
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

    // En passant: rare, so each capture is looked at by itself.
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

/// The diagonal through `square` that rises from left to right.
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

/// Whether the king of the side to move is safe after `from` takes en passant on `to`.
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
    wanted: Bitboard,
) -> bool {
    let (us, them) = if WHITE {
        (Color::White, Color::Black)
    } else {
        (Color::Black, Color::White)
    };
    let king = position.king(us);
    let theirs = position.colors[them];
    let pawns = position.kinds[PieceKind::Pawn] & theirs;
    let candidates = (attacks::king(king) & wanted)
        - pawns.pawn_attacks(them)
        - attacks::king(position.king(them));
    if candidates.is_empty() {
        return false;
    }
    // The king does not hide the squares behind it.
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

/// Whether the way is clear and safe for a castling that is still allowed. The king is not in check.
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

    // Nothing but the two of them may stand on their ways.
    let king_way = attacks::between(king, king_to) | king_to.bitboard();
    let rook_way = attacks::between(rook, rook_to) | rook_to.bitboard();
    let others = position.occupied() ^ king.bitboard() ^ rook.bitboard();
    if (king_way | rook_way).meets(others) {
        return false;
    }

    // The king may not pass an attacked square, nor end on one once the rook has left its place.
    let theirs = position.colors[!us];
    let attacked =
        |square, occupied| (position.attackers::<G>(sliders, square, occupied) & theirs).any();
    for square in king_way {
        if attacked(square, others | rook_to.bitboard()) {
            return false;
        }
    }
    true
}

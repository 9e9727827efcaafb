//! Chess as a [`Game`]: an adapter from the rules of the crate `chess` to the searches of
//! `gametree`.
//!
//! ```
//! use games::{BoardGame, Chess, chess::Material};
//! use gametree::{Limits, Searcher, searches::AlphaBeta};
//! let game = Chess::default();
//! // White to move mates on the back rank.
//! let position = game.read_position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
//! let result = AlphaBeta::new(Material).search(&game, &position, &Limits::depth(3));
//! assert_eq!(game.write_move(result.best.unwrap()), "a1a8");
//! ```
//!
//! **Order of moves.** That of [`Position::legal_moves`]: knights, diagonal moves of
//! bishops and queens, straight moves of rooks and queens, pawns (pushes, double pushes,
//! captures towards a, towards h, promotions, en passant), king, castling; each from `a1` up.
//!
//! **Draws.** A state is a single position without its history, so a search does not detect
//! repetitions. Draws by the fifty-move rule and by insufficient material are enabled by
//! [`Draws`]. The clock of the fifty-move rule is not part of the key: with a transposition
//! table, positions with different clocks share an entry, as is usual.

mod board_game;
pub mod book;
mod eval;
pub mod named;
mod notation;

pub use eval::{Material, MaterialAndSquares, Mobility, VALUES};

use ::chess::{Color, Move, MoveKind, MoveList, PieceKind, Position, attacks};
use gametree::{Game, Score, Side, WIN};

/// The rules by which a game is drawn, except stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draws {
    /// Fifty moves by each side without a capture or pawn move.
    pub fifty_moves: bool,
    /// Insufficient material.
    pub insufficient_material: bool,
}

impl Draws {
    /// Both rules, as in real games.
    pub const ALL: Self = Self {
        fifty_moves: true,
        insufficient_material: true,
    };

    /// Only stalemate, as in most first chess programs.
    pub const STALEMATE_ONLY: Self = Self {
        fifty_moves: false,
        insufficient_material: false,
    };
}

/// The rules of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chess {
    /// The rules by which a game is drawn.
    pub draws: Draws,
}

impl Default for Chess {
    fn default() -> Self {
        Self::new(Draws::ALL)
    }
}

impl Chess {
    /// Creates the rules with these draws.
    #[must_use]
    pub const fn new(draws: Draws) -> Self {
        Self { draws }
    }

    /// Returns whether a position with legal moves is a draw.
    #[inline(always)]
    fn is_drawn(&self, position: &Position) -> bool {
        self.draws.fifty_moves && position.halfmove_clock() >= 100
            || self.draws.insufficient_material
                // The quick test: with a pawn, material is sufficient.
                && position.kind(PieceKind::Pawn).is_empty()
                && position.is_insufficient_material()
    }
}

/// Returns the player of a colour: White is the first.
#[inline(always)]
#[must_use]
pub const fn player(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

/// Returns the colour of a player.
#[inline(always)]
#[must_use]
pub const fn color(player: Side) -> Color {
    match player {
        Side::First => Color::White,
        Side::Second => Color::Black,
    }
}

/// Returns the score of a position without legal moves.
#[inline(always)]
fn stuck(position: &Position) -> Score {
    if position.in_check() { -WIN } else { 0 }
}

/// Returns whether there is a legal move. Called at every leaf, so the usual case is first: if the
/// king is not in check, a pawn that shares no line with it is not pinned and can advance.
#[inline(always)]
fn can_move(position: &Position) -> bool {
    let us = position.side_to_move();
    let king = position.king(us);
    let lines = attacks::rook_rays(king) | attacks::bishop_rays(king);
    let free = position.pieces(us, PieceKind::Pawn) - lines;
    let steps = free.forward(us) - position.occupied();
    steps.any() && !position.in_check() || generates_a_move(position)
}

/// Returns the general case, not inlined into the searches.
#[inline(never)]
fn generates_a_move(position: &Position) -> bool {
    position.has_legal_move()
}

/// Returns the kind of piece that a move captures.
#[must_use]
pub fn victim(position: &Position, mv: Move) -> Option<PieceKind> {
    if !mv.is_capture() {
        return None;
    }
    if mv.kind() == MoveKind::EnPassant {
        return Some(PieceKind::Pawn);
    }
    position.piece_at(mv.to()).map(::chess::Piece::kind)
}

/// Returns the immediate material gain of a capture or promotion, by [`VALUES`].
fn gain(position: &Position, mv: Move) -> Score {
    let taken = victim(position, mv).map_or(0, |kind| VALUES[kind]);
    let promoted = mv
        .promotion()
        .map_or(0, |kind| VALUES[kind] - VALUES[PieceKind::Pawn]);
    taken + promoted
}

impl Game for Chess {
    type State = Position;
    type Move = Move;
    /// The position before the move: positions are copied, not undone.
    type Undo = Position;
    const ALTERNATES: bool = true;

    #[inline(always)]
    fn side(&self, state: &Position) -> Side {
        player(state.side_to_move())
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut Vec<Move>) {
        let mut list = MoveList::new();
        state.legal_moves_into(&mut list);
        out.extend_from_slice(&list);
    }

    #[inline(always)]
    fn play(&self, state: &mut Position, mv: Move) -> Position {
        let before = *state;
        before.play_into(mv, state);
        before
    }

    #[inline(always)]
    fn undo(&self, state: &mut Position, _: Move, before: Position) {
        *state = before;
    }

    #[inline(always)]
    fn terminal(&self, state: &Position) -> Option<Score> {
        if !can_move(state) {
            return Some(stuck(state));
        }
        self.is_drawn(state).then_some(0)
    }

    #[inline]
    fn expand(&self, state: &Position, out: &mut Vec<Move>) -> Option<Score> {
        let mut list = MoveList::new();
        state.legal_moves_into(&mut list);
        if list.is_empty() {
            return Some(stuck(state));
        }
        if self.is_drawn(state) {
            return Some(0);
        }
        out.extend_from_slice(&list);
        None
    }

    #[inline]
    fn key(&self, state: &Position) -> u64 {
        state.key()
    }

    fn board_key(&self, state: &Position) -> u64 {
        state.pawn_key() ^ state.non_pawn_key(Color::White) ^ state.non_pawn_key(Color::Black)
    }

    fn null_move(&self, state: &mut Position) -> Option<Position> {
        // Zugzwang is likely with only king and pawns.
        let us = state.side_to_move();
        let pawns_and_king = state.kind(PieceKind::Pawn) | state.kind(PieceKind::King);
        if (state.color(us) - pawns_and_king).is_empty() {
            return None;
        }
        let before = *state;
        *state = before.after_null()?;
        Some(before)
    }

    fn undo_null(&self, state: &mut Position, before: Position) {
        *state = before;
    }

    fn noisy_moves(&self, state: &Position, out: &mut Vec<Move>) {
        out.extend_from_slice(&state.noisy_moves());
    }

    #[inline]
    fn in_check(&self, state: &Position) -> bool {
        state.in_check()
    }

    /// MVV-LVA. A promotion counts as a capture of the promoted piece.
    #[inline]
    fn capture_value(&self, state: &Position, mv: Move) -> Option<i32> {
        if !mv.is_noisy() {
            return None;
        }
        let attacker = state
            .piece_at(mv.from())
            .map_or(0, |piece| piece.kind() as i32);
        Some(gain(state, mv) * 8 - attacker)
    }

    fn static_gain(&self, state: &Position, mv: Move) -> Option<Score> {
        Some(gain(state, mv))
    }

    #[inline]
    fn move_slot(&self, mv: Move) -> Option<usize> {
        Some(mv.from() as usize * 64 + mv.to() as usize)
    }
}

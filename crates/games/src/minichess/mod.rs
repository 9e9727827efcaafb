//! MiniChess: chess on six rows and five columns, without check.
//!
//! The rules of the I2P3 course at National Tsing Hua University. White begins:
//!
//! ```
//! use games::{BoardGame, MiniChess};
//! let game = MiniChess::default();
//! assert_eq!(game.render(&game.start()), "\
//! 6 k q b n r
//! 5 p p p p p
//! 4 . . . . .
//! 3 . . . . .
//! 2 P P P P P
//! 1 R N B Q K
//!   a b c d e
//! White to move, ply 0 of 50
//! ");
//! ```
//!
//! Pieces move as in chess, without double steps, en passant and castling; a pawn on the
//! last row becomes a queen. There is no check: **if the player to move can capture the
//! opposing king, the game is won at once** without playing the move. After 50
//! plies the side with more material wins (pawn 2, rook 6, knight 7, bishop 8, queen 20,
//! king 100); equal material is a draw. A player without a legal move loses.
//!
//! Moves are generated square by square, from `a6` along the top row to `e1`. A pawn: one
//! step, then the captures to the `a` and to the `e` side. The others: up the board, down,
//! towards `a`, towards `e`, then the diagonals up-`a`, up-`e`, down-`a`, down-`e`, each ray
//! outwards; knights from up-up-`a` clockwise.
//!
//! [`Rules`] has two variants in which the king is captured by a move.

mod board_game;
mod eval;
mod geometry;
mod position;
pub mod referee;

pub use eval::{Activity, Material, SquareTables, TableSign, square_table};
pub use geometry::last_row;
pub use position::{Kind, Position};

use gametree::{Game, Score, Side, WIN};
use geometry::{DIAGONALS, KNIGHT, NONE, STEP, STRAIGHT};

/// A variant of MiniChess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A position in which the side to move can capture the king is won. Otherwise the capture
    /// of the king is a move, which ends the game.
    pub won_if_king_can_be_taken: bool,
    /// Bishops can also move one step straight, without capturing.
    pub bishop_steps: bool,
    /// The game ends after this many plies.
    pub ply_limit: u32,
    /// At the ply limit the side with more material wins; otherwise the game is a draw.
    pub material_decides: bool,
}

impl Rules {
    /// The rules of the course.
    pub const COURSE: Self = Self {
        won_if_king_can_be_taken: true,
        bishop_steps: false,
        ply_limit: 50,
        material_decides: true,
    };

    /// Kings are captured, bishops move as in chess, draw after 40 moves by each side.
    pub const PLAIN_CAPTURE: Self = Self {
        won_if_king_can_be_taken: false,
        bishop_steps: false,
        ply_limit: 80,
        material_decides: false,
    };

    /// "MinitChess" of Portland State University: like [`Rules::PLAIN_CAPTURE`], with bishops
    /// that can change the colour of their square.
    pub const MINITCHESS: Self = Self {
        bishop_steps: true,
        ..Self::PLAIN_CAPTURE
    };
}

/// The rules of MiniChess.
#[derive(Clone, Copy, Debug)]
pub struct MiniChess {
    /// The variant.
    pub rules: Rules,
}

impl Default for MiniChess {
    fn default() -> Self {
        Self::new(Rules::COURSE)
    }
}

/// A move from a square to a square. A pawn that reaches the last row becomes a queen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Move {
    /// Origin and target, each as (row, column) with row 0 at the top, as in the course.
    #[must_use]
    pub const fn rows_and_columns(self) -> [(usize, usize); 2] {
        [
            (self.from as usize / 5, self.from as usize % 5),
            (self.to as usize / 5, self.to as usize % 5),
        ]
    }
}

/// The number of plies before the limit in which the ply is part of the key.
///
/// The end by the ply limit makes positions at different plies different, but only for a
/// search that reaches the limit. Searches deeper than this can confuse positions at
/// different plies.
const PLY_IN_KEY: u32 = 20;

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Select {
    All,
    /// Captures and promotions.
    Noisy,
}

impl MiniChess {
    /// Creates the game with these rules.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { rules }
    }

    /// Calls `visit` with each move until it returns `true`. Returns whether it did.
    #[inline]
    fn visit_moves(
        &self,
        state: &Position,
        select: Select,
        mut visit: impl FnMut(Move) -> bool,
    ) -> bool {
        let side = state.side();
        for from in 0..30 {
            let Some((owner, kind)) = state.piece(from) else {
                continue;
            };
            if owner != side {
                continue;
            }
            // Own pieces block, and quiet moves may be excluded.
            let may_go = |to: u8| match state.piece(to) {
                Some((other, _)) => other != side,
                None => select == Select::All,
            };
            let mut go = |to: u8| may_go(to) && visit(Move { from, to });
            let stopped = match kind {
                Kind::Pawn => self.visit_pawn_moves(state, from, side, select, &mut visit),
                Kind::Knight => KNIGHT[usize::from(from)]
                    .iter()
                    .any(|&to| to != NONE && go(to)),
                Kind::King => STEP[usize::from(from)]
                    .iter()
                    .any(|&to| to != NONE && go(to)),
                Kind::Rook => STRAIGHT.into_iter().any(|d| slide(state, from, d, &mut go)),
                Kind::Queen => (0..8).any(|d| slide(state, from, d, &mut go)),
                Kind::Bishop => {
                    DIAGONALS
                        .into_iter()
                        .any(|d| slide(state, from, d, &mut go))
                        || (self.rules.bishop_steps
                            && STRAIGHT.into_iter().any(|d| {
                                let to = STEP[usize::from(from)][d];
                                to != NONE && state.piece(to).is_none() && go(to)
                            }))
                }
            };
            if stopped {
                return true;
            }
        }
        false
    }

    fn visit_pawn_moves(
        &self,
        state: &Position,
        from: u8,
        side: Side,
        select: Select,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let [ahead, captures @ ..] = geometry::pawn_targets(side, from);
        let promotes = |to: u8| to / 5 == last_row(side);
        let may_step = ahead != NONE
            && state.piece(ahead).is_none()
            && (select == Select::All || promotes(ahead));
        if may_step && visit(Move { from, to: ahead }) {
            return true;
        }
        captures.into_iter().any(|to| {
            let enemy = to != NONE && state.piece(to).is_some_and(|(owner, _)| owner != side);
            enemy && visit(Move { from, to })
        })
    }

    /// Counts the moves of the side to move, including those that expose its king.
    fn mobility(&self, state: &Position) -> Score {
        let mut count = 0;
        self.visit_moves(state, Select::All, |_| {
            count += 1;
            false
        });
        count
    }

    /// Returns the score by material for the side to move.
    #[must_use]
    pub fn by_material(&self, state: &Position) -> Score {
        let [own, other] = state.material_of(state.side());
        match own.cmp(&other) {
            _ if !self.rules.material_decides => 0,
            std::cmp::Ordering::Greater => WIN,
            std::cmp::Ordering::Less => -WIN,
            std::cmp::Ordering::Equal => 0,
        }
    }

    /// Returns the terminal score, except for positions without a move.
    #[inline]
    fn decided(&self, state: &Position) -> Option<Score> {
        let side = state.side();
        match (state.king(side), state.king(side.other())) {
            (None, _) => return Some(-WIN),
            (_, None) => return Some(WIN),
            (_, Some(king))
                if self.rules.won_if_king_can_be_taken && state.attacked(king, side) =>
            {
                return Some(WIN);
            }
            _ => {}
        }
        (state.ply() >= self.rules.ply_limit).then(|| self.by_material(state))
    }
}

/// Visits the squares along a ray up to the first piece.
#[inline]
fn slide(state: &Position, from: u8, direction: usize, go: &mut impl FnMut(u8) -> bool) -> bool {
    let mut to = STEP[usize::from(from)][direction];
    while to != NONE {
        if go(to) {
            return true;
        }
        if state.piece(to).is_some() {
            break;
        }
        to = STEP[usize::from(to)][direction];
    }
    false
}

impl Game for MiniChess {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self, state: &Position) -> Side {
        state.side()
    }

    fn moves(&self, state: &Position, out: &mut Vec<Move>) {
        self.visit_moves(state, Select::All, |mv| {
            out.push(mv);
            false
        });
    }

    #[inline]
    fn play(&self, state: &mut Position, mv: Move) -> Position {
        let before = *state;
        state.make(mv);
        before
    }

    #[inline]
    fn undo(&self, state: &mut Position, _: Move, before: Position) {
        *state = before;
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        let stuck = || (!self.visit_moves(state, Select::All, |_| true)).then_some(-WIN);
        self.decided(state).or_else(stuck)
    }

    fn expand(&self, state: &Position, out: &mut Vec<Move>) -> Option<Score> {
        let decided = self.decided(state);
        if decided.is_some() {
            return decided;
        }
        let before = out.len();
        self.moves(state, out);
        (out.len() == before).then_some(-WIN)
    }

    #[inline]
    fn key(&self, state: &Position) -> u64 {
        let ply = state.ply();
        let counts = ply + PLY_IN_KEY > self.rules.ply_limit;
        let clock = if counts {
            u64::from(ply).wrapping_mul(0xD6E8_FEB8_6659_FD93)
        } else {
            0
        };
        state.zobrist() ^ clock
    }

    fn board_key(&self, state: &Position) -> u64 {
        state.zobrist_without_side()
    }

    fn null_move(&self, state: &mut Position) -> Option<Position> {
        // A null move with the king attacked loses it, and zugzwang is likely with only
        // king and pawns.
        let side = state.side();
        if self.in_check(state) || !state.has_piece_besides_pawns(side) {
            return None;
        }
        let before = *state;
        state.pass();
        Some(before)
    }

    fn undo_null(&self, state: &mut Position, before: Position) {
        *state = before;
    }

    fn noisy_moves(&self, state: &Position, out: &mut Vec<Move>) {
        self.visit_moves(state, Select::Noisy, |mv| {
            out.push(mv);
            false
        });
    }

    /// Returns whether the king of the side to move is attacked. The rules have no check, but a
    /// search extends such positions.
    fn in_check(&self, state: &Position) -> bool {
        let side = state.side();
        state
            .king(side)
            .is_some_and(|king| state.attacked(king, side.other()))
    }

    #[inline]
    fn capture_value(&self, state: &Position, mv: Move) -> Option<i32> {
        let (_, victim) = state.piece(mv.to)?;
        let (_, attacker) = state.piece(mv.from)?;
        Some(victim.material() * 16 - attacker.material())
    }

    fn static_gain(&self, state: &Position, mv: Move) -> Option<Score> {
        let victim = state.piece(mv.to).map_or(0, |(_, kind)| kind.material());
        let pawn = state
            .piece(mv.from)
            .is_some_and(|(_, kind)| kind == Kind::Pawn);
        let promotes = pawn && mv.to / 5 == last_row(state.side());
        Some(
            victim
                + if promotes {
                    Kind::Queen.material() - Kind::Pawn.material()
                } else {
                    0
                },
        )
    }

    #[inline]
    fn move_slot(&self, mv: Move) -> Option<usize> {
        Some(usize::from(mv.from) * 30 + usize::from(mv.to))
    }
}

//! MiniChess positions.

use super::Move;
use super::geometry::{DIAGONALS, KNIGHT, NONE, STEP, STRAIGHT, last_row, pawn_targets};
use gametree::{Side, SplitMix64};

/// A kind of piece, with the number it has in the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Moves one step forward, captures diagonally.
    Pawn = 1,
    /// Moves along straight lines.
    Rook = 2,
    /// Jumps as in chess.
    Knight = 3,
    /// Moves along diagonals.
    Bishop = 4,
    /// Moves along straight lines and diagonals.
    Queen = 5,
    /// Moves one step. The game is lost with it.
    King = 6,
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Rook,
        Self::Knight,
        Self::Bishop,
        Self::Queen,
        Self::King,
    ];

    /// Returns the material value at the ply limit.
    #[inline]
    #[must_use]
    pub const fn material(self) -> i32 {
        match self {
            Self::Pawn => 2,
            Self::Rook => 6,
            Self::Knight => 7,
            Self::Bishop => 8,
            Self::Queen => 20,
            Self::King => 100,
        }
    }
}

/// Zobrist numbers for each piece on each square, and for the player to move.
static ZOBRIST: ([[[u64; 7]; 2]; 30], u64) = {
    let mut rng = SplitMix64::new(0x0506_0C0D);
    let mut table = [[[0; 7]; 2]; 30];
    let mut square = 0;
    while square < 30 {
        let mut kind = 1;
        while kind < 7 {
            table[square][0][kind] = rng.next_u64();
            table[square][1][kind] = rng.next_u64();
            kind += 1;
        }
        square += 1;
    }
    (table, rng.next_u64())
};

/// The board, the player to move, and the number of plies played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    squares: [Option<(Side, Kind)>; 30],
    side: Side,
    ply: u32,
    kings: [u8; 2],
    material: [i32; 2],
    key: u64,
}

impl Position {
    /// Creates an empty board.
    #[must_use]
    pub const fn empty(side: Side, ply: u32) -> Self {
        Self {
            squares: [None; 30],
            side,
            ply,
            kings: [NONE; 2],
            material: [0; 2],
            key: 0,
        }
    }

    /// Returns the player to move.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the number of plies played.
    #[inline]
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the piece on `row` (0 at the top) and `column`.
    #[must_use]
    pub fn piece_at(&self, row: usize, column: usize) -> Option<(Side, Kind)> {
        assert!(
            row < 6 && column < 5,
            "row {row}, column {column} is not on the board"
        );
        self.squares[row * 5 + column]
    }

    #[inline]
    pub(super) fn piece(&self, square: u8) -> Option<(Side, Kind)> {
        self.squares[usize::from(square)]
    }

    /// Returns the occupied squares with their pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (usize, Side, Kind)> + '_ {
        let occupied = |(square, piece): (usize, &Option<(Side, Kind)>)| {
            piece.map(|(owner, kind)| (square, owner, kind))
        };
        self.squares.iter().enumerate().filter_map(occupied)
    }

    /// Returns the square of a king, if it is on the board.
    #[inline]
    #[must_use]
    pub fn king(&self, player: Side) -> Option<u8> {
        let square = self.kings[player.index()];
        (square != NONE).then_some(square)
    }

    /// Returns the material of `player`, then that of the opponent, kings included.
    #[inline]
    #[must_use]
    pub const fn material_of(&self, player: Side) -> [i32; 2] {
        match player {
            Side::First => self.material,
            Side::Second => [self.material[1], self.material[0]],
        }
    }

    pub(super) fn has_piece_besides_pawns(&self, player: Side) -> bool {
        self.pieces()
            .any(|(_, owner, kind)| owner == player && !matches!(kind, Kind::Pawn | Kind::King))
    }

    #[inline]
    pub(super) fn zobrist(&self) -> u64 {
        self.key
            ^ if self.side == Side::First {
                0
            } else {
                ZOBRIST.1
            }
    }

    #[inline]
    pub(super) fn zobrist_without_side(&self) -> u64 {
        self.key
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, square: u8, owner: Side, kind: Kind) {
        self.squares[usize::from(square)] = Some((owner, kind));
        self.material[owner.index()] += kind.material();
        self.key ^= ZOBRIST.0[usize::from(square)][owner.index()][kind as usize];
        if kind == Kind::King {
            self.kings[owner.index()] = square;
        }
    }

    /// Removes and returns the piece on a square.
    #[inline]
    fn take(&mut self, square: u8) -> Option<(Side, Kind)> {
        let piece = self.squares[usize::from(square)].take();
        if let Some((owner, kind)) = piece {
            self.material[owner.index()] -= kind.material();
            self.key ^= ZOBRIST.0[usize::from(square)][owner.index()][kind as usize];
            if kind == Kind::King {
                self.kings[owner.index()] = NONE;
            }
        }
        piece
    }

    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        let (owner, kind) = self.take(mv.from).expect("a move starts on a piece");
        self.take(mv.to);
        let promotes = kind == Kind::Pawn && mv.to / 5 == last_row(owner);
        self.put(mv.to, owner, if promotes { Kind::Queen } else { kind });
        self.pass();
    }

    /// Passes the turn to the other player.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.side = self.side.other();
        self.ply += 1;
    }

    /// Returns whether `by` attacks `square`.
    #[inline]
    pub(super) fn attacked(&self, square: u8, by: Side) -> bool {
        let at = usize::from(square);
        let is = |from: u8, kinds: &[Kind]| {
            from != NONE
                && self
                    .piece(from)
                    .is_some_and(|(owner, kind)| owner == by && kinds.contains(&kind))
        };
        // A pawn of `by` attacks `square` from where a pawn of the other side on `square` captures.
        let [_, left, right] = pawn_targets(by.other(), square);
        if is(left, &[Kind::Pawn]) || is(right, &[Kind::Pawn]) {
            return true;
        }
        if KNIGHT[at].iter().any(|&from| is(from, &[Kind::Knight])) {
            return true;
        }
        if STEP[at].iter().any(|&from| is(from, &[Kind::King])) {
            return true;
        }
        let seen_along = |direction: usize, kinds: &[Kind]| {
            let mut from = STEP[at][direction];
            while from != NONE && self.piece(from).is_none() {
                from = STEP[usize::from(from)][direction];
            }
            is(from, kinds)
        };
        STRAIGHT
            .into_iter()
            .any(|d| seen_along(d, &[Kind::Rook, Kind::Queen]))
            || DIAGONALS
                .into_iter()
                .any(|d| seen_along(d, &[Kind::Bishop, Kind::Queen]))
    }

    /// Recomputes everything that is updated incrementally. For tests.
    #[must_use]
    pub fn recounted(&self) -> Self {
        let mut fresh = Self::empty(self.side, self.ply);
        for (square, owner, kind) in self.pieces() {
            fresh.put(square as u8, owner, kind);
        }
        fresh
    }

    /// Mirrors the board and swaps the colours: the same position for the other player.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirror = Self::empty(self.side.other(), self.ply);
        for (square, owner, kind) in self.pieces() {
            let (row, column) = (square / 5, square % 5);
            mirror.put(((5 - row) * 5 + column) as u8, owner.other(), kind);
        }
        mirror
    }
}

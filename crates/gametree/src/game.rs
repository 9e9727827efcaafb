//! The game trait.
//!
//! A game has two sides, no chance, no hidden information, and is zero-sum. The searches use only the trait
//! [`Game`].

use crate::named::named;
use crate::score::Score;
use std::fmt::Debug;
use std::hash::Hash;

named! {
    /// One of the two sides. Each game defines which side a colour is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Side {
        /// The side that moves first from the usual starting position.
        First = "first",
        /// The other side.
        Second = "second",
    }
}

impl Side {
    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns 0 for [`Side::First`] and 1 for [`Side::Second`], an index for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The rules of a two-player, zero-sum game with perfect information and no chance.
///
/// Every game implements the first block of methods. The second block are optional *capabilities* that some searches use.
/// Their defaults mean "not available"; a search then does
/// without them.
pub trait Game {
    /// A position, with everything that the rules depend on.
    type State: Clone;
    /// A move. Small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug;
    /// The data that `undo` needs. May be a whole state.
    type Undo;

    /// `true` if the sides always alternate. It is only an optimisation: otherwise searches
    /// compare [`side`](Game::side), because a side may move twice in a row.
    const ALTERNATES: bool = false;

    /// Returns the side to move.
    fn side(&self, state: &Self::State) -> Side;

    /// Appends the legal moves to `out`, in an order that the game documents.
    ///
    /// The buffer may contain moves of other nodes, so do not clear it. Called only
    /// if [`terminal`](Game::terminal) returns `None`; must then
    /// append at least one move (a forced pass is a move).
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Undoes the last move. The state is then exactly as before.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// If the game is over, returns its exact score *for the side to move*.
    ///
    /// A side that has lost gets `-WIN`; the search adds the distance.
    /// Scores below [`DECISIVE`](crate::score::DECISIVE), such as a disc count, are not changed.
    fn terminal(&self, state: &Self::State) -> Option<Score>;

    /// Returns a well-mixed hash of the position.
    ///
    /// It must include the side to move and everything else that the rules depend on.
    fn key(&self, state: &Self::State) -> u64;

    /// Returns whether equal positions have equal keys. Otherwise a key identifies the moves that led to a position, and a
    /// transposition table is useless.
    #[inline]
    fn has_keys(&self) -> bool {
        true
    }

    /// Returns a hash of the board without the side to move. **Not** a key for a table:
    /// it serves to demonstrate the classic mistake of using it as one.
    #[inline]
    fn board_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// [`terminal`](Game::terminal) and [`moves`](Game::moves) in one call.
    ///
    /// Override it if generating moves also detects the end of the game (in chess,
    /// no legal move means mate or stalemate).
    /// If it returns a score, `out` must be unchanged.
    #[inline]
    fn expand(&self, state: &Self::State, out: &mut Vec<Self::Move>) -> Option<Score> {
        let over = self.terminal(state);
        if over.is_none() {
            self.moves(state, out);
        }
        over
    }

    /// Capability: plays a null move, even if the rules do not allow a pass.
    ///
    /// `None` means that a null move is impossible or unsound here: not part of
    /// the game, in check, or likely zugzwang.
    #[inline]
    fn null_move(&self, state: &mut Self::State) -> Option<Self::Undo> {
        let _ = state;
        None
    }

    /// Undoes a null move.
    #[inline]
    fn undo_null(&self, state: &mut Self::State, undo: Self::Undo) {
        let _ = (state, undo);
    }

    /// Capability: appends the noisy moves (captures, promotions), which may change the value by
    /// much, in generator order. Every sequence of them must be finite.
    #[inline]
    fn noisy_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        let _ = (state, out);
    }

    /// Capability: returns whether the side to move is in check or under a similar threat.
    /// Quiescence then searches every move, and standing pat and null moves are not allowed.
    #[inline]
    fn in_check(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Capability: returns the priority of a capture, higher first; `None` for a quiet move.
    ///
    /// The usual choice is MVV-LVA: most valuable victim, then least valuable attacker.
    #[inline]
    fn capture_value(&self, state: &Self::State, mv: Self::Move) -> Option<i32> {
        let _ = (state, mv);
        None
    }

    /// Capability: returns the most that `mv` can gain immediately, in units of the evaluator.
    /// Delta pruning in quiescence uses it. `None` switches it off for this move.
    #[inline]
    fn static_gain(&self, state: &Self::State, mv: Self::Move) -> Option<Score> {
        let _ = (state, mv);
        None
    }

    /// Capability: returns a small index for the move, such as `from * squares + to`.
    ///
    /// History and countermove tables use it. `None`: no such tables.
    #[inline]
    fn move_slot(&self, mv: Self::Move) -> Option<usize> {
        let _ = mv;
        None
    }
}

/// Whether windows and values change their sign between a node and its child.
///
/// Negamax uses minus the value of the reply, which is correct only if the *other*
/// side replies. `Sign` compares the sides, so games
/// with double moves are searched correctly by the same code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sign {
    changed: bool,
}

impl Sign {
    /// Compares `side`, which has moved, with the side to move in `state`.
    #[inline(always)]
    pub fn after<G: Game>(game: &G, side: Side, state: &G::State) -> Self {
        Self {
            changed: G::ALTERNATES || game.side(state) != side,
        }
    }

    /// Converts the window of the parent to the view of the side to move at the child.
    #[inline(always)]
    #[must_use]
    pub fn window(self, alpha: Score, beta: Score) -> (Score, Score) {
        if self.changed {
            (-beta, -alpha)
        } else {
            (alpha, beta)
        }
    }

    /// Converts the value of the child to the view of the side that has moved.
    #[inline(always)]
    #[must_use]
    pub fn value(self, child: Score) -> Score {
        if self.changed { -child } else { child }
    }
}

/// Returns the number of lines of exactly `depth` plies; a line that ends earlier counts once.
/// Comparing it with known numbers tests the move generator ("performance test").
///
/// ```
/// use gametree::{perft, synthetic::UniformTree};
/// let tree = UniformTree::random(3, 4, 1);
/// assert_eq!(perft(&tree, &tree.root(), 4), 81);
/// ```
pub fn perft<G: Game>(game: &G, root: &G::State, depth: u32) -> u64 {
    fn count<G: Game>(
        game: &G,
        state: &mut G::State,
        depth: u32,
        buffer: &mut Vec<G::Move>,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        let start = buffer.len();
        if game.expand(state, buffer).is_some() {
            return 1;
        }
        let mut lines = 0;
        for i in start..buffer.len() {
            let mv = buffer[i];
            let undo = game.play(state, mv);
            lines += count(game, state, depth - 1, buffer);
            game.undo(state, mv, undo);
        }
        buffer.truncate(start);
        lines
    }
    count(game, &mut root.clone(), depth, &mut Vec::new())
}

//! What a game is.
//!
//! Two players, no chance, nothing hidden, and what one wins the other loses.
//! Everything else is up to the [`Game`]: the searches know only this trait.

use crate::score::Score;
use std::fmt::Debug;
use std::hash::Hash;

/// One of the two players. The game says which of them a colour is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The player who moves first from the usual starting position.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for [`Player::First`], 1 for [`Player::Second`]: an index for tables.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The rules of a two-player, zero-sum game with open information and no chance.
///
/// The first block of methods is all a game must have. The second block are
/// *capabilities*: things some games can do and some searches can use. Their
/// defaults say "this game cannot", and a search that uses one then falls back
/// to what it would do without it.
pub trait Game {
    /// A position, with everything the rules need to know.
    type State: Clone;
    /// A move. Small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug;
    /// What `undo` needs to take a move back. May be a whole state.
    type Undo;

    /// `true` if the players always move in turn. Only a hint for speed: searches
    /// look at [`side`](Game::side) otherwise, because a player may move twice in a row.
    const ALTERNATES: bool = false;

    /// The player to move.
    fn side(&self, state: &Self::State) -> Player;

    /// Append the legal moves to `out`, in an order that the game documents.
    ///
    /// The buffer may hold moves of other nodes: append, never clear. Called only
    /// on positions for which [`terminal`](Game::terminal) is `None`, and must then
    /// append at least one move (a forced pass is a move).
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Play a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Take back the move just played. The state is then exactly as before.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// If the game is over, its exact score *for the side to move*.
    ///
    /// A player who has just lost gets `-WIN`: the search adds the distance.
    /// Scores below [`DECISIVE`](crate::score::DECISIVE) (a count of discs, say) are taken as they are.
    fn terminal(&self, state: &Self::State) -> Option<Score>;

    /// A well-mixed number for this position.
    ///
    /// Must include the side to move and every bit that matters to the rules.
    fn key(&self, state: &Self::State) -> u64;

    /// A key of what stands where, without who is to move. **Not** a key for a table:
    /// it is here so that the classic mistake of using it as one can be shown.
    #[inline]
    fn board_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// [`terminal`](Game::terminal) and [`moves`](Game::moves) in one call.
    ///
    /// Override it if the end of the game is found by generating moves (chess:
    /// no legal move is mate or stalemate), so that the work is done once.
    /// If it returns a score, `out` must be as it was.
    #[inline]
    fn expand(&self, state: &Self::State, out: &mut Vec<Self::Move>) -> Option<Score> {
        let over = self.terminal(state);
        if over.is_none() {
            self.moves(state, out);
        }
        over
    }

    /// Capability: let the side to move pass, though the rules may not allow it.
    ///
    /// `None` means that passing is impossible or misleading here: not part of
    /// the game, in check, or a position where having to move is likely to hurt.
    #[inline]
    fn null_move(&self, state: &mut Self::State) -> Option<Self::Undo> {
        let _ = state;
        None
    }

    /// Take back a null move.
    #[inline]
    fn undo_null(&self, state: &mut Self::State, undo: Self::Undo) {
        let _ = (state, undo);
    }

    /// Capability: append the noisy moves, those that may change the value by
    /// much (captures, promotions), in generator order. Sequences of them must end.
    #[inline]
    fn noisy_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        let _ = (state, out);
    }

    /// Capability: is the side to move under a threat it must answer?
    /// Then quiescence looks at every move and nobody may stand pat or pass.
    #[inline]
    fn in_check(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Capability: how promising a capture is, higher first; `None` for a quiet move.
    ///
    /// The usual choice is MVV-LVA: most valuable victim, then least valuable attacker.
    #[inline]
    fn capture_value(&self, state: &Self::State, mv: Self::Move) -> Option<i32> {
        let _ = (state, mv);
        None
    }

    /// Capability: the most that `mv` can win at once, in units of the evaluator.
    /// Used by delta pruning in quiescence. `None` switches it off for this move.
    #[inline]
    fn static_gain(&self, state: &Self::State, mv: Self::Move) -> Option<Score> {
        let _ = (state, mv);
        None
    }

    /// Capability: a small number for the move, such as `from * squares + to`.
    ///
    /// History and countermove tables are indexed by it. `None`: no such tables.
    #[inline]
    fn move_slot(&self, mv: Self::Move) -> Option<usize> {
        let _ = mv;
        None
    }
}

/// Who moves after a move: decides how windows and values change signs.
///
/// Negamax writes "minus the value of the reply". That holds only if the *other*
/// player replies. `Turn` asks instead of assuming, so Othello variants and games
/// with double moves are searched rightly by the same code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    changed: bool,
}

impl Turn {
    /// Compare the player who moved with the player to move in `state`.
    #[inline(always)]
    pub fn after<G: Game>(game: &G, mover: Player, state: &G::State) -> Self {
        Self {
            changed: G::ALTERNATES || game.side(state) != mover,
        }
    }

    /// The window of the parent, as the player to move at the child sees it.
    #[inline(always)]
    #[must_use]
    pub fn window(self, alpha: Score, beta: Score) -> (Score, Score) {
        if self.changed {
            (-beta, -alpha)
        } else {
            (alpha, beta)
        }
    }

    /// The value of the child, as the player who moved sees it.
    #[inline(always)]
    #[must_use]
    pub fn value(self, child: Score) -> Score {
        if self.changed { -child } else { child }
    }
}

/// The number of lines of exactly `depth` plies, finished games included once
/// (the "performance test" by which rules are checked against each other).
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

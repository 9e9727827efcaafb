//! `FindBestMove` with alpha-beta, as the handout specifies it.
//!
//! If alpha is not less than beta, the current best move is returned *with the opponent's best score as its weight*:
//! beta when maximizing. As a fail-hard value that is correct, but the weight is then only a lower bound for the move.

use crate::player::Walk;
use gametree::observer::{How, View};
use gametree::{Game, Limits, Observer, Score, Stats};

/// The infinity of the handout; it can be negated.
const INFINITY: Score = Score::MAX;

/// A move with its weight for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The weight, or a bound of it after a cutoff.
    pub weight: Score,
    /// The move; `None` at a leaf.
    pub best: Option<M>,
}

/// The handout's search, over any game.
pub struct FindBestMove<'a, G: Game, W> {
    game: &'a G,
    weight: W,
    /// The handout counts calls of the private method.
    pub(super) walk: Walk<'a, G::Move>,
    /// Whether the player at the root maximizes. Events report values for that player.
    root_maximizes: bool,
    /// Whether the search prunes. Without pruning it is the method that the handout starts from.
    pub prunes: bool,
    /// The number of leaves that were weighed.
    pub weighed: u64,
}

impl<'a, G, W> FindBestMove<'a, G, W>
where
    G: Game,
    W: FnMut(&G::State, Option<Score>, u32) -> Score,
{
    /// Creates a search of `game`. `weight` returns the weight of a leaf for the first player. Its arguments are the
    /// position, the score for the side to move if the game is over, and the remaining depth.
    pub fn new(
        game: &'a G,
        weight: W,
        limits: &'a Limits,
        observer: &'a mut dyn Observer<G::Move>,
    ) -> Self {
        Self {
            game,
            weight,
            walk: Walk::new(limits, observer),
            root_maximizes: true,
            prunes: true,
            weighed: 0,
        }
    }

    /// The public method: searches `depth` plies for the maximizing or the minimizing player.
    pub fn find(&mut self, state: &G::State, depth: u32, maximize: bool) -> BestMove<G::Move> {
        self.root_maximizes = maximize;
        let found = self.find_between(&mut state.clone(), depth, maximize, -INFINITY, INFINITY);
        if self.walk.stopped() {
            self.walk.close();
        }
        found
    }

    /// Returns the number of calls of the private method.
    #[must_use]
    pub const fn calls(&self) -> u64 {
        self.walk.calls()
    }

    /// Returns the work by the counting rules of all searches.
    #[must_use]
    pub const fn stats(&self) -> &Stats {
        self.walk.stats()
    }

    /// Converts a weight for the first player to one for the player at the root.
    const fn seen(&self, weight: Score) -> Score {
        if self.root_maximizes { weight } else { -weight }
    }

    /// The private method with alpha and beta.
    fn find_between(
        &mut self,
        state: &mut G::State,
        depth: u32,
        maximize: bool,
        mut alpha: Score,
        mut beta: Score,
    ) -> BestMove<G::Move> {
        self.walk.call();
        let (low, high) = match self.root_maximizes {
            true => (alpha, beta),
            false => (-beta, -alpha),
        };
        let view = match maximize == self.root_maximizes {
            true => View::Max,
            false => View::Min,
        };
        self.walk.enter(depth, low, high, view);
        let mut moves = Vec::new();
        let over = if depth == 0 {
            self.game.terminal(state)
        } else {
            self.game.expand(state, &mut moves)
        };
        if depth == 0 || over.is_some() {
            self.weighed += 1;
            let how = over.map_or(How::Horizon, |_| How::Terminal);
            let weight = (self.weight)(state, over, depth);
            self.walk.leaf(self.seen(weight), how, true);
            return BestMove { weight, best: None };
        }
        self.walk.expand();
        let mut best = None;
        for &mv in &moves {
            self.walk.try_move(mv);
            let undo = self.game.play(state, mv);
            let (below, above) = if self.prunes {
                (alpha, beta)
            } else {
                (-INFINITY, INFINITY)
            };
            let reply = self.find_between(state, depth - 1, !maximize, below, above);
            self.game.undo(state, mv, undo);
            if self.walk.stopped() {
                let weight = if maximize { alpha } else { beta };
                return BestMove { weight, best };
            }
            if maximize && reply.weight > alpha {
                alpha = reply.weight;
                best = Some(mv);
            } else if !maximize && reply.weight < beta {
                beta = reply.weight;
                best = Some(mv);
            }
            if self.prunes && alpha >= beta {
                let weight = if maximize { beta } else { alpha };
                self.walk.cut(&moves);
                self.walk.leave(self.seen(weight));
                return BestMove { weight, best };
            }
        }
        let weight = if maximize { alpha } else { beta };
        self.walk.leave(self.seen(weight));
        BestMove { weight, best }
    }
}

//! `FindBestMove` with alpha-beta, as the handout asks for it.
//!
//! If alpha is not less than beta, the current best move is returned *with the opponent's best
//! score as its weight*: beta when maximizing. As a fail-hard value that is right. But the pair
//! must not be read as "this move is worth that": the move only proves that it is worth no less.

use crate::player::Log;
use gametree::observer::{How, View};
use gametree::{Game, Score};

/// Stands for the infinities of the handout; it has an opposite.
const INFINITY: Score = Score::MAX;

/// A move with its weight for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The weight, or a bound of it if the search was cut.
    pub weight: Score,
    /// The move; `None` at a leaf.
    pub best: Option<M>,
}

/// The handout's search, over any game.
pub struct FindBestMove<'a, 'b, G: Game, W> {
    game: &'a G,
    weight: W,
    /// Calls of the private method are what is counted.
    log: &'a mut Log<'b, G::Move>,
    /// Whether the player at the root maximizes: values are told as that player sees them.
    root_maximizes: bool,
    /// Whether what cannot matter is left out; without it this is the method that the handout begins with.
    pub prunes: bool,
    /// Leaves that were weighed.
    pub weighed: u64,
}

impl<'a, 'b, G, W> FindBestMove<'a, 'b, G, W>
where
    G: Game,
    W: FnMut(&G::State, Option<Score>, u32) -> Score,
{
    /// Search `game`. `weight` is asked for the weight of a leaf for the first player: it gets
    /// the position, the score for the side to move if the game is over, and the plies left.
    pub const fn new(game: &'a G, weight: W, log: &'a mut Log<'b, G::Move>) -> Self {
        Self {
            game,
            weight,
            log,
            root_maximizes: true,
            prunes: true,
            weighed: 0,
        }
    }

    /// The public method: `depth` plies, for the player who maximizes or the other.
    pub fn find(&mut self, state: &G::State, depth: u32, maximize: bool) -> BestMove<G::Move> {
        self.root_maximizes = maximize;
        let found = self.find_between(&mut state.clone(), depth, maximize, -INFINITY, INFINITY);
        if self.log.stopped() {
            self.log.close();
        }
        found
    }

    /// A value for the first player, as the player at the root sees it.
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
        self.log.call();
        let (low, high) = match self.root_maximizes {
            true => (alpha, beta),
            false => (-beta, -alpha),
        };
        let view = match maximize == self.root_maximizes {
            true => View::Max,
            false => View::Min,
        };
        self.log.enter(depth, low, high, view);
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
            self.log.leaf(self.seen(weight), how, true);
            return BestMove { weight, best: None };
        }
        self.log.expand();
        let mut best = None;
        for &mv in &moves {
            self.log.try_move(mv);
            let undo = self.game.play(state, mv);
            let (below, above) = if self.prunes {
                (alpha, beta)
            } else {
                (-INFINITY, INFINITY)
            };
            let reply = self.find_between(state, depth - 1, !maximize, below, above);
            self.game.undo(state, mv, undo);
            if self.log.stopped() {
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
                self.log.cut(&moves);
                self.log.leave(self.seen(weight));
                return BestMove { weight, best };
            }
        }
        let weight = if maximize { alpha } else { beta };
        self.log.leave(self.seen(weight));
        BestMove { weight, best }
    }
}

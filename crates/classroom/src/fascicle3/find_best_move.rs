//! `FindBestMove` with alpha-beta, as the handout asks for it.
//!
//! If alpha is not less than beta, the current best move is returned *with the opponent's best
//! score as its weight*: beta when maximizing. As a fail-hard value that is right. But the pair
//! must not be read as "this move is worth that": the move only proves that it is worth no less.

use crate::player::{Calls, Control};
use gametree::{Game, Score};

/// A move with its weight for the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The weight, or a bound of it if the search was cut.
    pub weight: Score,
    /// The move; `None` at a leaf.
    pub best: Option<M>,
}

/// The handout's search, over any game.
pub struct FindBestMove<'a, G, W> {
    game: &'a G,
    weight: W,
    /// Calls of the private method.
    calls: Calls<'a>,
    /// Leaves that were weighed.
    pub weighed: u64,
}

impl<'a, G, W> FindBestMove<'a, G, W>
where
    G: Game,
    W: FnMut(&G::State, Option<Score>, u32) -> Score,
{
    /// Search `game`. `weight` is asked for the weight of a leaf for the first player: it gets
    /// the position, the score for the side to move if the game is over, and the plies left.
    pub fn new(game: &'a G, weight: W, control: &'a Control) -> Self {
        Self {
            game,
            weight,
            calls: Calls::new(control),
            weighed: 0,
        }
    }

    /// Calls of the private method.
    #[must_use]
    pub const fn calls(&self) -> u64 {
        self.calls.total()
    }

    /// Was the search stopped? Then the best move is the best of those looked at.
    #[must_use]
    pub const fn stopped(&self) -> bool {
        self.calls.stopped()
    }

    /// The public method: `depth` plies, for the player who maximizes or the other.
    pub fn find(&mut self, state: &G::State, depth: u32, maximize: bool) -> BestMove<G::Move> {
        self.find_between(&mut state.clone(), depth, maximize, Score::MIN, Score::MAX)
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
        self.calls.count();
        let mut moves = Vec::new();
        let over = if depth == 0 {
            self.game.terminal(state)
        } else {
            self.game.expand(state, &mut moves)
        };
        if depth == 0 || over.is_some() {
            self.weighed += 1;
            return BestMove {
                weight: (self.weight)(state, over, depth),
                best: None,
            };
        }
        let mut best = None;
        for mv in moves {
            let undo = self.game.play(state, mv);
            let reply = self.find_between(state, depth - 1, !maximize, alpha, beta);
            self.game.undo(state, mv, undo);
            if self.calls.stopped() {
                break;
            }
            if maximize && reply.weight > alpha {
                alpha = reply.weight;
                best = Some(mv);
            } else if !maximize && reply.weight < beta {
                beta = reply.weight;
                best = Some(mv);
            }
            if alpha >= beta {
                let weight = if maximize { beta } else { alpha };
                return BestMove { weight, best };
            }
        }
        let weight = if maximize { alpha } else { beta };
        BestMove { weight, best }
    }
}

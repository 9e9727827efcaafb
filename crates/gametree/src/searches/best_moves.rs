//! # All the best moves
//!
//! **Branch of.** [`AlphaBeta`](super::AlphaBeta), or any other exact search: it goes around
//! one. **Different here.** At the root, moves that are as good as the best are told apart from
//! moves that only may be.
//!
//! **The idea.** Often several moves are equally good, and one would like to choose among
//! them at random, or to know whether a move is *one of* the best. Plain alpha-beta cannot
//! say: once a move has value `v`, a later one that comes back with `v` has only been shown to
//! be *at most* `v`. Picking at random among such "equals" plays bad moves.
//!
//! **The remedy.** Search every later move with the lower edge `v - 1` instead of `v`. A move
//! worth exactly `v` then lies inside the window and comes back exact, and one that is worse
//! still fails low.
//!
//! **What it costs.** A window one unit wider at the root, and every tie searched in full.
//!
//! **The invariant.** The list holds exactly the moves whose minimax value is the best one,
//! in generator order.
//!
//! **Reference.** <https://www.chessprogramming.org/Alpha-Beta> (on the value of later moves).

use crate::game::{Game, Turn};
use crate::limits::Limits;
use crate::observer::Silent;
use crate::score::{self, INF, Score, is_decisive};
use crate::search::Search;

/// All moves at `root` that are best, `limits.depth` plies deep, and their value.
///
/// `search` must be exact. The limits other than the depth hold for each move by itself.
/// Empty, with the value of the game, if the game is over.
pub fn best_moves<G: Game, S: Search<G>>(
    search: &mut S,
    game: &G,
    root: &G::State,
    limits: &Limits,
) -> (Vec<G::Move>, Score) {
    let mut moves = Vec::new();
    if let Some(value) = game.expand(root, &mut moves) {
        return (Vec::new(), value);
    }
    let child_limits = Limits {
        depth: limits.depth.saturating_sub(1),
        ..limits.clone()
    };
    let mover = game.side(root);
    let mut best = -INF;
    let mut ties = Vec::new();
    for mv in moves {
        let mut child = root.clone();
        game.play(&mut child, mv);
        let turn = Turn::after(game, mover, &child);
        // Won games are counted from the child here, so their window would be one ply
        // off: ask for those with the full one.
        let floor = if is_decisive(best) {
            -INF
        } else {
            (best - 1).max(-INF)
        };
        let window = turn.window(floor, INF);
        let reply = search.run_window(game, &child, &child_limits, window, &mut Silent);
        let value = turn.value(score::from_node(reply.score, 1));
        if value > best {
            best = value;
            ties.clear();
        }
        if value == best {
            ties.push(mv);
        }
    }
    (ties, best)
}

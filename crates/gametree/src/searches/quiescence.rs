//! # Quiescence search
//!
//! **Parent.** [`Static`](crate::horizon::Static), the plain horizon, for any search.
//! **New here.** At the horizon the search continues with captures, as alpha-beta, before
//! it calls the evaluator.
//!
//! **The idea.** A search that stops in the middle of an exchange counts a captured queen
//! but not the recapture. So continue at the horizon with *noisy* moves only (captures
//! and the like) until the position is quiet, and evaluate there. The side to move may also
//! *stand pat*: capture nothing and take the static value, since some quiet move
//! is probably at least as good. In check it may not stand pat, and every move is searched.
//!
//! **Why it is right.** It is not a better minimax but another leaf function: the value
//! of the game in which both sides may capture or stop. As such it is exact: with
//! delta pruning off, any alpha-beta over it equals minimax over it.
//!
//! **What it costs.** Usually more nodes than the search above it, small ones. It ends
//! because captures use up the pieces; a ply limit guards games where they do not.
//!
//! **The invariant.** Not in check, the value is at least the static one. Without noisy
//! moves it *is* the static one. A position without captures is not a position without moves.
//!
//! **References.** C. Shannon, 1950 (the need for it);
//! <https://www.chessprogramming.org/Quiescence_Search>.

use crate::evaluator::Evaluator;
use crate::game::{Game, Sign};
use crate::horizon::Horizon;
use crate::observer::{Cut, How, Observer, Try, View};
use crate::ordering::Captures;
use crate::result::Bound;
use crate::score::{INF, Score, is_decisive};
use crate::walk::{Stopped, Walk};

/// Searches the noisy moves before it evaluates. A [`Horizon`] for every search.
#[derive(Clone, Debug)]
pub struct Quiescence<E> {
    eval: E,
    max_plies: u32,
    delta_margin: Option<Score>,
}

impl<E> Quiescence<E> {
    /// Searches at most 16 plies of captures and evaluates with `eval`, without delta pruning.
    pub const fn new(eval: E) -> Self {
        Self {
            eval,
            max_plies: 16,
            delta_margin: None,
        }
    }

    /// Limits captures to `plies` plies.
    #[must_use]
    pub const fn with_max_plies(mut self, plies: u32) -> Self {
        self.max_plies = plies;
        self
    }

    /// Skips captures that stay `margin` below alpha even with their largest
    /// gain ([`Game::static_gain`]). Saves nodes and is not exact.
    #[must_use]
    pub const fn with_delta_pruning(mut self, margin: Score) -> Self {
        self.delta_margin = Some(margin);
        self
    }

    #[allow(clippy::too_many_arguments)] // A search node, one level down.
    fn quiet_value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        ply: u32,
        plies_left: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        // Count the node; a finished game has its exact value.
        w.enter_as(View::Quiescence, ply, 0, alpha, beta)?;
        w.stats.quiescence_nodes += 1;
        let in_check = w.game.in_check(state);
        if plies_left == 0 || w.game.terminal(state).is_some() {
            return Ok(w.horizon(&mut self.eval, state, ply));
        }

        // >>> New in step 9: stand pat, unless in check; otherwise try the noisy moves.
        let mut best = -INF;
        if !in_check {
            w.stats.evals += 1;
            best = self.eval.evaluate(w.game, state);
            if best >= beta {
                w.stats.leaves += 1;
                w.watch.cut(Cut::StandPat, &[]);
                return Ok(w.leaf_with(best, Bound::Lower, How::Horizon));
            }
        }
        let stand_pat = best;

        // The noisy moves, or all of them in check; best captures first.
        let start = w.moves.len();
        if in_check {
            w.game.moves(state, &mut w.moves);
        } else {
            w.game.noisy_moves(state, &mut w.moves);
        }
        let list = w.list_from(start);
        if list.is_empty() {
            w.stats.leaves += 1;
            return Ok(w.leaf_with(best, Bound::Exact, How::Horizon));
        }
        w.stats.interior += 1;
        w.stats.selective_depth = w.stats.selective_depth.max(ply + 1);
        w.order(&mut Captures, state, list, ply, 0, None);

        // Search them by alpha-beta.
        let side = w.game.side(state);
        let mut best_move = None;
        for index in list.indices() {
            if let Some(most) = self.most_to_win(w, state, index, stand_pat)
                && most <= alpha.max(best)
            {
                best = best.max(most);
                let mv = w.moves[index];
                w.watch.cut(Cut::Delta, &[mv]);
                continue;
            }
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(alpha.max(best), beta);
            let reply = self.quiet_value(w, state, ply + 1, plies_left - 1, a, b);
            w.game.undo(state, mv, undo);
            let value = sign.value(reply?);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                }
            }
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                break;
            }
        }
        // <<<
        Ok(w.leave(list, best, Bound::of(best, alpha, beta), best_move))
    }

    /// Returns the largest value that the move at `index` can reach, if delta pruning applies.
    fn most_to_win<G: Game, O>(
        &self,
        w: &Walk<'_, G, O>,
        state: &G::State,
        index: usize,
        stand_pat: Score,
    ) -> Option<Score> {
        let margin = self.delta_margin?;
        if stand_pat == -INF || is_decisive(stand_pat) {
            return None;
        }
        Some(stand_pat + w.game.static_gain(state, w.moves[index])? + margin)
    }
}

impl<G: Game, E: Evaluator<G>> Horizon<G> for Quiescence<E> {
    fn value<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        debug_assert!(
            self.eval.antisymmetric(),
            "quiescence needs an antisymmetric evaluator"
        );
        self.quiet_value(w, state, ply, self.max_plies, alpha, beta)
    }
}

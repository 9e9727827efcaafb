//! # ProbiMax
//!
//! **The idea.** Against an opponent who makes mistakes, the best move gives the most chances for one. At the opponent's nodes the value
//! is the mean over its moves, weighted by their probabilities: a model of *moves*, not of one certain reply.
//!
//! **Reference.** P. Jansen (1990 to 1992), quoted by A. Junghanns, 1998, for endings against a human within the fifty-move
//! rule; A. Reibman and B. Ballard, 1983, for opponents who rank moves correctly but do not always choose the first.
//!
//! **What it costs.** The whole tree: alpha-beta cannot cut a mean. Against a good opponent the risks lose, so `safe` allows only
//! moves whose minimax value is close to the best.
//! **Measured.** It loses to alpha-beta, which makes too few mistakes. Against a greedy player it does better than alpha-beta at equal depth.
//!
//! **The invariant.** If the opponent certainly plays the worst move for us, it is minimax. With `safe=0` the move is a best move of minimax.

use super::board::AnyMove;
use super::context::Context;
use super::outcome::{Alternative, Outcome, deepen};
use crate::mark::Mark;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// The probabilities of the opponent's moves, by their values in the opponent's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveModel {
    /// In proportion to `exp(value / temperature)`.
    Softmax(f64),
    /// The best with probability `q`, the next with `q (1 - q)`, and so on.
    Rank(f64),
    /// The best one, or with this probability any move.
    Blunder(f64),
}

impl MoveModel {
    /// Returns the probabilities of moves with these values. The opponent prefers low values.
    fn chances(self, values: &[Score]) -> Vec<f64> {
        let lowest = values.iter().copied().min().unwrap_or(0);
        let count = values.len() as f64;
        let mut chances: Vec<f64> = match self {
            Self::Softmax(temperature) => {
                let above = |value: Score| f64::from(value.saturating_sub(lowest));
                let chance = |&value: &Score| (-above(value) / temperature.max(1e-9)).exp();
                values.iter().map(chance).collect()
            }
            Self::Rank(q) => {
                let mut order: Vec<usize> = (0..values.len()).collect();
                order.sort_by_key(|&index| values[index]);
                let mut chances = vec![0.0; values.len()];
                for (rank, index) in order.into_iter().enumerate() {
                    chances[index] = q * (1.0 - q).powi(rank as i32);
                }
                chances
            }
            Self::Blunder(error) => {
                let best = values.iter().position(|&value| value == lowest);
                let chance = |index| {
                    let sure = if Some(index) == best {
                        1.0 - error
                    } else {
                        0.0
                    };
                    sure + error / count
                };
                (0..values.len()).map(chance).collect()
            }
        };
        let sum: f64 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= sum;
        }
        chances
    }
}

/// A node: the mean value, minimax by the opponent's evaluator, minimax by ours.
#[derive(Clone, Copy)]
struct Values {
    mean: f64,
    theirs: Score,
    sure: Score,
}

impl Values {
    fn mark(self, context: &mut Context<'_>) {
        let sure = Mark::Sure.of(f64::from(self.sure));
        context.mark(None, &[Mark::Expected.of(self.mean), sure]);
    }
}

/// Maximises the expected value against an opponent who makes mistakes.
#[derive(Clone, Copy, Debug)]
pub struct ProbiMax {
    moves: MoveModel,
    safe: Option<Score>,
}

impl ProbiMax {
    /// Uses a model of the opponent's moves. `safe` is the largest loss of a move against the best one by minimax.
    #[must_use]
    pub const fn new(moves: MoveModel, safe: Option<Score>) -> Self {
        Self { moves, safe }
    }

    /// The value of a finished game in a mean: a won game must not outweigh everything else.
    fn in_a_mean(context: &Context<'_>, value: Score) -> f64 {
        match score::plies_to_end(value) {
            Some(plies) => {
                let won = 4.0 * f64::from(context.scale) * (1.0 - f64::from(plies) / 1_000.0);
                won.copysign(f64::from(value))
            }
            None => f64::from(value),
        }
    }

    fn search(&self, context: &mut Context<'_>, depth: u32, ply: u32) -> Result<Values, Stopped> {
        context.enter(ply, depth, -INF, INF)?;
        let mut moves = Vec::new();
        let over = if depth == 0 {
            context.terminal(ply)
        } else {
            context.expand(ply, &mut moves)
        };
        if let Some(value) = over {
            context.leave(value, Bound::Exact, None, How::Terminal);
            return Ok(Values {
                mean: Self::in_a_mean(context, value),
                theirs: value,
                sure: value,
            });
        }
        if depth == 0 {
            context.stats.leaves += 1;
            let (sure, theirs) = (context.evaluate(0)?, context.evaluate(1)?);
            context.leave(sure, Bound::Exact, None, How::Horizon);
            return Ok(Values {
                mean: f64::from(sure),
                theirs,
                sure,
            });
        }
        let max = context.is_max();
        let children = self.children(context, &moves, depth, ply)?;
        let sure = children.iter().map(|child| child.sure);
        let theirs: Vec<Score> = children.iter().map(|child| child.theirs).collect();
        let values = if max {
            Values {
                mean: children.iter().map(|c| c.mean).fold(f64::MIN, f64::max),
                theirs: theirs.iter().copied().max().unwrap_or(0),
                sure: sure.max().unwrap_or(0),
            }
        } else {
            let chances = self.moves.chances(&theirs);
            if context.is_watched() {
                for (&mv, &chance) in moves.iter().zip(&chances) {
                    context.mark(Some(mv), &[Mark::Chance.of(chance)]);
                }
            }
            let parts = children.iter().zip(chances);
            Values {
                mean: parts.map(|(child, chance)| chance * child.mean).sum(),
                theirs: theirs.iter().copied().min().unwrap_or(0),
                sure: sure.min().unwrap_or(0),
            }
        };
        values.mark(context);
        context.leave(
            values.mean.round() as Score,
            Bound::Exact,
            None,
            How::Searched,
        );
        Ok(values)
    }

    fn children(
        &self,
        context: &mut Context<'_>,
        moves: &[AnyMove],
        depth: u32,
        ply: u32,
    ) -> Result<Vec<Values>, Stopped> {
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            context.play(mv);
            let child = self.search(context, depth - 1, ply + 1);
            context.board.undo();
            children.push(child?);
        }
        Ok(children)
    }

    /// Returns the move to play, and the value of the position.
    fn choose(
        &self,
        context: &mut Context<'_>,
        depth: u32,
    ) -> Result<(Score, Vec<AnyMove>), Stopped> {
        context.enter(0, depth, -INF, INF)?;
        let mut moves = Vec::new();
        context.expand(0, &mut moves);
        let children = self.children(context, &moves, depth, 0)?;
        let best = children.iter().map(|child| child.sure).max().unwrap_or(0);
        let least = self.safe.map_or(-INF, |safe| best.saturating_sub(safe));
        let allowed = children.iter().enumerate();
        let mut chosen: Option<usize> = None;
        for (index, child) in allowed.filter(|(_, child)| child.sure >= least) {
            if chosen.is_none_or(|chosen| child.mean > children[chosen].mean) {
                chosen = Some(index);
            }
        }
        let chosen = chosen.unwrap_or(0);
        let Values { mean, sure, .. } = children[chosen];
        children[chosen].mark(context);
        // A decided game has its exact value.
        let value = if score::is_decisive(sure) {
            sure
        } else {
            mean.round() as Score
        };
        context.leave(value, Bound::Exact, Some(moves[chosen]), How::Searched);
        Ok((value, vec![moves[chosen]]))
    }
}

impl Alternative for ProbiMax {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        deepen(context, &mut |context, depth| self.choose(context, depth))
    }
}

//! # ProbiMax
//!
//! **The idea.** Against somebody who errs, the best move is the one that gives him the best chance to. At his nodes the value
//! is the mean over his moves, each with the probability that he plays it: a model of *moves*, not of one certain reply.
//!
//! **Who.** P. Jansen (1990 to 1992), quoted by A. Junghanns, 1998, for endings in which a human has to be tricked before the fifty
//! moves are over; A. Reibman and B. Ballard, 1983, for opponents who rank moves rightly but not always take the first.
//!
//! **What it costs.** The whole tree: a mean cannot be cut by alpha-beta. Against a good opponent the bets lose, so `safe` allows only
//! moves that minimax finds hardly worse than the best.
//! **What our experiment says.** It loses to alpha-beta, which does not err as it hopes, and does better than it against a greedy player, at equal depth.
//!
//! **The invariant.** If he surely plays what is worst for us it is minimax. With `safe=0` the move is one of minimax's best.

use super::board::AnyMove;
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;
use crate::mark::Mark;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// How likely each of the opponent's moves is, by what they are worth in his opinion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveModel {
    /// In proportion to `exp(value / temperature)`.
    Softmax(f64),
    /// The best with probability `q`, the next with `q (1 - q)`, and so on.
    Rank(f64),
    /// The best, but with this probability any move at all.
    Blunder(f64),
}

impl MoveModel {
    /// The probabilities of moves with these values, which the opponent wants to be low.
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

/// A node: the mean value, minimax by the opponent's opinion, minimax by ours.
#[derive(Clone, Copy)]
struct Worth {
    mean: f64,
    theirs: Score,
    sure: Score,
}

impl Worth {
    fn mark(self, trip: &mut Trip<'_>) {
        let sure = Mark::Sure.of(f64::from(self.sure));
        trip.mark(None, &[Mark::Expected.of(self.mean), sure]);
    }
}

/// Plays for the opponent's mistakes.
#[derive(Clone, Copy, Debug)]
pub struct ProbiMax {
    moves: MoveModel,
    safe: Option<Score>,
}

impl ProbiMax {
    /// With a model of the opponent's moves. `safe` is how much worse than the best a move may be by minimax.
    #[must_use]
    pub const fn new(moves: MoveModel, safe: Option<Score>) -> Self {
        Self { moves, safe }
    }

    /// A finished game in a mean: won games must not outweigh everything else.
    fn in_a_mean(trip: &Trip<'_>, value: Score) -> f64 {
        match score::plies_to_end(value) {
            Some(plies) => {
                let won = 4.0 * f64::from(trip.scale) * (1.0 - f64::from(plies) / 1_000.0);
                won.copysign(f64::from(value))
            }
            None => f64::from(value),
        }
    }

    fn search(&self, trip: &mut Trip<'_>, depth: u32, ply: u32) -> Result<Worth, Stopped> {
        trip.enter(ply, depth, -INF, INF)?;
        let mut moves = Vec::new();
        let over = if depth == 0 {
            trip.terminal(ply)
        } else {
            trip.expand(ply, &mut moves)
        };
        if let Some(value) = over {
            trip.leave(value, Bound::Exact, None, How::Terminal);
            return Ok(Worth {
                mean: Self::in_a_mean(trip, value),
                theirs: value,
                sure: value,
            });
        }
        if depth == 0 {
            trip.stats.leaves += 1;
            let (sure, theirs) = (trip.evaluate(0)?, trip.evaluate(1)?);
            trip.leave(sure, Bound::Exact, None, How::Horizon);
            return Ok(Worth {
                mean: f64::from(sure),
                theirs,
                sure,
            });
        }
        let max = trip.is_max();
        let children = self.children(trip, &moves, depth, ply)?;
        let sure = children.iter().map(|child| child.sure);
        let theirs: Vec<Score> = children.iter().map(|child| child.theirs).collect();
        let worth = if max {
            Worth {
                mean: children.iter().map(|c| c.mean).fold(f64::MIN, f64::max),
                theirs: theirs.iter().copied().max().unwrap_or(0),
                sure: sure.max().unwrap_or(0),
            }
        } else {
            let chances = self.moves.chances(&theirs);
            if trip.is_watched() {
                for (&mv, &chance) in moves.iter().zip(&chances) {
                    trip.mark(Some(mv), &[Mark::Chance.of(chance)]);
                }
            }
            let parts = children.iter().zip(chances);
            Worth {
                mean: parts.map(|(child, chance)| chance * child.mean).sum(),
                theirs: theirs.iter().copied().min().unwrap_or(0),
                sure: sure.min().unwrap_or(0),
            }
        };
        worth.mark(trip);
        trip.leave(
            worth.mean.round() as Score,
            Bound::Exact,
            None,
            How::Searched,
        );
        Ok(worth)
    }

    fn children(
        &self,
        trip: &mut Trip<'_>,
        moves: &[AnyMove],
        depth: u32,
        ply: u32,
    ) -> Result<Vec<Worth>, Stopped> {
        let mut children = Vec::with_capacity(moves.len());
        for &mv in moves {
            trip.play(mv);
            let child = self.search(trip, depth - 1, ply + 1);
            trip.board.undo();
            children.push(child?);
        }
        Ok(children)
    }

    /// The move to play, and what the position is worth with it.
    fn choose(&self, trip: &mut Trip<'_>, depth: u32) -> Result<(Score, Vec<AnyMove>), Stopped> {
        trip.enter(0, depth, -INF, INF)?;
        let mut moves = Vec::new();
        trip.expand(0, &mut moves);
        let children = self.children(trip, &moves, depth, 0)?;
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
        let Worth { mean, sure, .. } = children[chosen];
        children[chosen].mark(trip);
        // What is decided whatever the opponent does is told as it is.
        let value = if score::is_decisive(sure) {
            sure
        } else {
            mean.round() as Score
        };
        trip.leave(value, Bound::Exact, Some(moves[chosen]), How::Searched);
        Ok((value, vec![moves[chosen]]))
    }
}

impl Alternative for ProbiMax {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        deepen(trip, &mut |trip, depth| self.choose(trip, depth))
    }
}

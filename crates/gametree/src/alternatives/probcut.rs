//! # ProbCut
//!
//! **The idea.** The value of a shallow search predicts that of a deep one, with a measurable error:
//! `deep = slope * shallow + offset + error`. If the shallow value lies so far outside the window that the deep value very probably does too, skip
//! the deep search. This is alpha-beta with selective pruning.
//!
//! **Reference.** M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18, 1995; used in Logistello.
//!
//! **What it costs.** A shallow search at every node of a depth that has a [`Forecast`], and an occasional wrong cut. The forecasts are fitted to
//! positions of our own games.
//!
//! **Measured.** At small budgets behind alpha-beta with a table (43% and 31% at equal nodes): the skipped searches are still shallow.
//!
//! **The invariant.** With no forecast, or a threshold beyond every error, it visits the nodes of alpha-beta.

use super::board::AnyMove;
use super::context::Context;
use super::outcome::{Alternative, Outcome, deepen};
use super::uct_ab::alpha_beta;
use crate::observer::{Cut, How, Try};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// The prediction of a deep value from a shallow one. Values are fractions of a nearly won value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The depth of the shallow search.
    pub shallow: u32,
    /// The depth of the predicted search.
    pub deep: u32,
    /// `deep = slope * shallow + offset`.
    pub slope: f64,
    /// The constant of that line.
    pub offset: f64,
    /// The standard deviation of the error.
    pub deviation: f64,
}

impl Forecast {
    /// Fits a line to pairs of a shallow and a deep value. Returns `None` for too few pairs.
    #[must_use]
    pub fn fitted(shallow: u32, deep: u32, pairs: &[(f64, f64)]) -> Option<Self> {
        if pairs.len() < 3 {
            return None;
        }
        let count = pairs.len() as f64;
        let mean = |part: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(part).sum::<f64>() / count;
        let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
        let spread = mean(&|pair| (pair.0 - x).powi(2));
        let together = mean(&|pair| (pair.0 - x) * (pair.1 - y));
        let slope = if spread > 0.0 { together / spread } else { 1.0 };
        let offset = y - slope * x;
        let error = mean(&|pair| (pair.1 - slope * pair.0 - offset).powi(2));
        Some(Self {
            shallow,
            deep,
            slope,
            offset,
            deviation: error.sqrt(),
        })
    }
}

/// Alpha-beta that skips deep searches whose result a shallow search predicts.
#[derive(Clone, Debug)]
pub struct ProbCut {
    forecasts: Vec<Forecast>,
    /// The threshold in standard deviations.
    threshold: f64,
}

impl ProbCut {
    /// Uses these forecasts and this threshold in standard deviations.
    #[must_use]
    pub const fn new(forecasts: Vec<Forecast>, threshold: f64) -> Self {
        Self {
            forecasts,
            threshold,
        }
    }

    fn search(
        &self,
        context: &mut Context<'_>,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (Score, Score),
        line: &mut Vec<AnyMove>,
    ) -> Result<Score, Stopped> {
        line.clear();
        context.enter(ply, depth, alpha, beta)?;
        if depth == 0 {
            return alpha_beta(context, 0, ply, alpha, beta);
        }
        if ply > 0
            && let Some(value) = self.predicted(context, depth, ply, alpha, beta)?
        {
            return Ok(value);
        }
        let mut moves = Vec::new();
        if let Some(value) = context.expand(ply, &mut moves) {
            return Ok(context.leave(value, Bound::Exact, None, How::Terminal));
        }
        let max = context.is_max();
        let window = (alpha, beta);
        let mut best = if max { -INF } else { INF };
        let mut below = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            context.play(mv);
            let value = self.search(context, depth - 1, ply + 1, (alpha, beta), &mut below);
            context.board.undo();
            let value = value?;
            if (max && value > best) || (!max && value < best) {
                best = value;
                line.clear();
                line.push(mv);
                line.append(&mut below);
            }
            if max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                context.stats.cutoffs += 1;
                context.stats.first_move_cutoffs += u64::from(index == 0);
                let reason = if max { Cut::Beta } else { Cut::Alpha };
                context.cut(reason, &moves[index + 1..]);
                break;
            }
        }
        let bound = Bound::of(best, window.0, window.1);
        Ok(context.leave(best, bound, line.first().copied(), How::Searched))
    }

    /// Returns the edge of the window beyond which a shallow search predicts the deep value.
    fn predicted(
        &self,
        context: &mut Context<'_>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Some(forecast) = self.forecasts.iter().find(|it| it.deep == depth) else {
            return Ok(None);
        };
        if forecast.slope <= 0.0 || score::is_decisive(alpha) && score::is_decisive(beta) {
            return Ok(None);
        }
        // The forecast is for the side to move; MIN's values have the other sign.
        let scale = f64::from(context.scale);
        let offset = if context.is_max() { 1.0 } else { -1.0 } * forecast.offset * scale;
        let margin = self.threshold * forecast.deviation * scale;
        let needed = |edge: f64| (edge - offset) / forecast.slope;
        let ask = |context: &mut Context<'_>, low: Score| {
            context.watch.try_move(None, Try::Internal);
            context.report_enter(ply, forecast.shallow, low, low + 1);
            alpha_beta(context, forecast.shallow, ply, low, low + 1)
        };
        if !score::is_decisive(beta) && beta < INF {
            let bound = needed(f64::from(beta) + margin).ceil() as Score;
            if bound < score::DECISIVE && ask(context, bound - 1)? >= bound {
                context.cut(Cut::ProbCut, &[]);
                return Ok(Some(context.leave(beta, Bound::Lower, None, How::Searched)));
            }
        }
        if !score::is_decisive(alpha) && alpha > -INF {
            let bound = needed(f64::from(alpha) - margin).floor() as Score;
            if bound > -score::DECISIVE && ask(context, bound)? <= bound {
                context.cut(Cut::ProbCut, &[]);
                return Ok(Some(context.leave(
                    alpha,
                    Bound::Upper,
                    None,
                    How::Searched,
                )));
            }
        }
        Ok(None)
    }
}

impl Alternative for ProbCut {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        deepen(context, &mut |context, depth| {
            let mut line = Vec::new();
            let value = self.search(context, depth, 0, (-INF, INF), &mut line)?;
            Ok((value, line))
        })
    }
}

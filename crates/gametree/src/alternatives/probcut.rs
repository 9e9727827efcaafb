//! # ProbCut
//!
//! **The idea.** The value of a shallow search foretells that of a deep one, up to an error that can be measured:
//! `deep = slope * shallow + offset + error`. If a shallow search lies so far outside the window that the deep one will too, with a chance that one
//! may choose, the deep search is left out. It is still alpha-beta, but selective.
//!
//! **Who.** M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18, 1995; it made Logistello.
//!
//! **What it costs.** A shallow search at every node of a depth that has a [`Forecast`], and a cut that is wrong now and then. The forecasts are fitted to
//! positions of our own games.
//!
//! **What our experiment says.** At small budgets it is behind alpha-beta with a table (43% and 31% at equal nodes): there is not yet a deep search to leave out.
//!
//! **The invariant.** With no forecast, or a threshold beyond every error, it is alpha-beta to the node.

use super::board::AnyMove;
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;
use super::uct_ab::alpha_beta;
use crate::observer::{Cut, How, Try};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::walk::Stopped;

/// What a shallow search says about a deep one. Values are in parts of what nearly wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The depth of the shallow search.
    pub shallow: u32,
    /// The depth that it foretells.
    pub deep: u32,
    /// `deep = slope * shallow + offset`.
    pub slope: f64,
    /// See above.
    pub offset: f64,
    /// The standard deviation of the error.
    pub deviation: f64,
}

impl Forecast {
    /// The line through pairs of a shallow and a deep value, and how far from it they lie. `None` if there are too few.
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

/// Alpha-beta that leaves out what a shallow search foretells.
#[derive(Clone, Debug)]
pub struct ProbCut {
    forecasts: Vec<Forecast>,
    /// How many standard deviations the forecast must lie outside.
    threshold: f64,
}

impl ProbCut {
    /// With these forecasts, and a threshold in standard deviations.
    #[must_use]
    pub const fn new(forecasts: Vec<Forecast>, threshold: f64) -> Self {
        Self {
            forecasts,
            threshold,
        }
    }

    fn search(
        &self,
        trip: &mut Trip<'_>,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (Score, Score),
        line: &mut Vec<AnyMove>,
    ) -> Result<Score, Stopped> {
        line.clear();
        trip.enter(ply, depth, alpha, beta)?;
        if depth == 0 {
            return alpha_beta(trip, 0, ply, alpha, beta);
        }
        if ply > 0
            && let Some(value) = self.foretold(trip, depth, ply, alpha, beta)?
        {
            return Ok(value);
        }
        let mut moves = Vec::new();
        if let Some(value) = trip.expand(ply, &mut moves) {
            return Ok(trip.leave(value, Bound::Exact, None, How::Terminal));
        }
        let max = trip.is_max();
        let window = (alpha, beta);
        let mut best = if max { -INF } else { INF };
        let mut below = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            trip.play(mv);
            let value = self.search(trip, depth - 1, ply + 1, (alpha, beta), &mut below);
            trip.board.undo();
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
                trip.stats.cutoffs += 1;
                trip.stats.first_move_cutoffs += u64::from(index == 0);
                let reason = if max { Cut::Beta } else { Cut::Alpha };
                trip.cut(reason, &moves[index + 1..]);
                break;
            }
        }
        let bound = Bound::of(best, window.0, window.1);
        Ok(trip.leave(best, bound, line.first().copied(), How::Searched))
    }

    /// The edge of the window beyond which the deep value will lie, if a shallow search says so.
    fn foretold(
        &self,
        trip: &mut Trip<'_>,
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
        // The forecast is about the player to move; MIN's values have the other sign.
        let scale = f64::from(trip.scale);
        let offset = if trip.is_max() { 1.0 } else { -1.0 } * forecast.offset * scale;
        let margin = self.threshold * forecast.deviation * scale;
        let needed = |edge: f64| (edge - offset) / forecast.slope;
        let ask = |trip: &mut Trip<'_>, low: Score| {
            trip.watch.try_move(None, Try::Internal);
            trip.tell_enter(ply, forecast.shallow, low, low + 1);
            alpha_beta(trip, forecast.shallow, ply, low, low + 1)
        };
        if !score::is_decisive(beta) && beta < INF {
            let bound = needed(f64::from(beta) + margin).ceil() as Score;
            if bound < score::DECISIVE && ask(trip, bound - 1)? >= bound {
                trip.cut(Cut::ProbCut, &[]);
                return Ok(Some(trip.leave(beta, Bound::Lower, None, How::Searched)));
            }
        }
        if !score::is_decisive(alpha) && alpha > -INF {
            let bound = needed(f64::from(alpha) - margin).floor() as Score;
            if bound > -score::DECISIVE && ask(trip, bound)? <= bound {
                trip.cut(Cut::ProbCut, &[]);
                return Ok(Some(trip.leave(alpha, Bound::Upper, None, How::Searched)));
            }
        }
        Ok(None)
    }
}

impl Alternative for ProbCut {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        deepen(trip, &mut |trip, depth| {
            let mut line = Vec::new();
            let value = self.search(trip, depth, 0, (-INF, INF), &mut line)?;
            Ok((value, line))
        })
    }
}

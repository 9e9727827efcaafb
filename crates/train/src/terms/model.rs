//! The evaluation as a differentiable function of its weights.

use engine::eval::{
    DANGER_LINEAR_DIVISOR, DANGER_MAX, DANGER_SQUARE_DIVISOR, FULL_PHASE, FULL_SCALE,
};

/// The middlegame and the endgame value of a weight.
pub type Pair = [f64; 2];

/// All weights, in the order of their indices.
pub type Params = Vec<Pair>;

/// Indices of weights, and their coefficients.
type Uses<'a> = (&'a [u16], &'a [i8]);

/// A position as coefficients of the weights.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    pub(super) linear: Uses<'a>,
    pub(super) danger: [Uses<'a>; 2],
    pub(super) complexity: Uses<'a>,
    pub(super) phase: f64,
    pub(super) scale: f64,
    pub(super) fifty_move_factor: f64,
    /// The game result for White: 1, 0.5 or 0.
    pub result: f64,
    /// The score of a search for White in centipawns, if the data has one.
    pub score: Option<f64>,
}

/// The value of a position, with the intermediate results that the gradient needs.
#[derive(Clone, Copy, Debug)]
pub struct Forward {
    /// The value for White.
    pub value: f64,
    danger: [Pair; 2],
    /// The endgame sum before complexity, and the complexity term.
    endgame: f64,
    complexity: f64,
}

const DANGER_SIGN: [f64; 2] = [-1.0, 1.0];
const MAX: f64 = DANGER_MAX as f64;
const SQUARE_DIVISOR: f64 = DANGER_SQUARE_DIVISOR as f64;
const LINEAR_DIVISOR: f64 = DANGER_LINEAR_DIVISOR as f64;

fn sum((indices, counts): Uses<'_>, params: &[Pair]) -> Pair {
    let mut sum = [0.0; 2];
    for (&index, &count) in indices.iter().zip(counts) {
        let weight = params[usize::from(index)];
        sum[0] += weight[0] * f64::from(count);
        sum[1] += weight[1] * f64::from(count);
    }
    sum
}

fn add((indices, counts): Uses<'_>, slope: Pair, gradient: &mut [Pair]) {
    for (&index, &count) in indices.iter().zip(counts) {
        let entry = &mut gradient[usize::from(index)];
        entry[0] += slope[0] * f64::from(count);
        entry[1] += slope[1] * f64::from(count);
    }
}

impl Position<'_> {
    /// Returns the value for White with these weights.
    #[must_use]
    pub fn forward(&self, params: &[Pair]) -> Forward {
        let [mut middlegame, mut endgame] = sum(self.linear, params);
        let mut dangers = [[0.0; 2]; 2];
        for side in 0..2 {
            let sum = sum(self.danger[side], params);
            let squared = sum[0].clamp(0.0, MAX);
            middlegame += DANGER_SIGN[side] * squared * squared / SQUARE_DIVISOR;
            endgame += DANGER_SIGN[side] * sum[1].clamp(0.0, MAX) / LINEAR_DIVISOR;
            dangers[side] = sum;
        }
        let [_, complexity] = sum(self.complexity, params);
        // Complexity changes the advantage of the side that is ahead, at most to zero.
        let play = complexity.max(-endgame.abs());
        let decided = endgame + sign(endgame) * play;
        let [middlegame_share, endgame_share] = self.shares();
        Forward {
            value: middlegame * middlegame_share + decided * endgame_share,
            danger: dangers,
            endgame,
            complexity,
        }
    }

    /// Returns the derivatives of the value with respect to the middlegame and the endgame sum.
    fn shares(&self) -> Pair {
        let phase = self.phase / f64::from(FULL_PHASE);
        let fifty_move_factor = self.fifty_move_factor / 256.0;
        let scale = self.scale / f64::from(FULL_SCALE);
        [
            phase * fifty_move_factor,
            (1.0 - phase) * scale * fifty_move_factor,
        ]
    }

    /// Adds `slope` times the gradient of the value to `gradient`.
    pub fn backward(&self, forward: &Forward, slope: f64, gradient: &mut [Pair]) {
        let [middlegame, endgame] = self.shares().map(|share| share * slope);
        let has_play = forward.complexity > -forward.endgame.abs() && forward.endgame != 0.0;
        if has_play {
            let sign = sign(forward.endgame);
            add(self.complexity, [0.0, endgame * sign], gradient);
        }
        // If complexity has cancelled the advantage, the value does not depend on endgame weights.
        let endgame = if has_play || forward.endgame == 0.0 {
            endgame
        } else {
            0.0
        };
        add(self.linear, [middlegame, endgame], gradient);
        for (side, [squared, linear]) in forward.danger.into_iter().enumerate() {
            let inside = |x: f64| 0.0 < x && x < MAX;
            let mut slopes = [0.0; 2];
            if inside(squared) {
                slopes[0] = middlegame * DANGER_SIGN[side] * 2.0 * squared / SQUARE_DIVISOR;
            }
            if inside(linear) {
                slopes[1] = endgame * DANGER_SIGN[side] / LINEAR_DIVISOR;
            }
            add(self.danger[side], slopes, gradient);
        }
    }

    /// Returns the indices of the weights that the position uses.
    pub fn weights(&self) -> impl Iterator<Item = usize> {
        [self.linear, self.danger[0], self.danger[1], self.complexity]
            .into_iter()
            .flat_map(|(indices, _)| indices.iter().map(|&index| usize::from(index)))
    }
}

/// Returns 1, -1, or 0 for zero.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// Returns the expected score of a value: a logistic curve on which 400 points are a factor of ten in the odds, times `k`.
#[must_use]
pub fn expected(value: f64, k: f64) -> f64 {
    1.0 / (1.0 + (-value * k * steepness()).exp())
}

/// The natural logarithm of ten, divided by 400.
#[must_use]
pub fn steepness() -> f64 {
    std::f64::consts::LN_10 / 400.0
}

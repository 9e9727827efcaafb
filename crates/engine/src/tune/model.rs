//! The evaluation once more, as a function of its weights: the value of a position, and its slope for each weight.

use crate::eval::{FULL_PHASE, FULL_SCALE, danger};

/// A weight's values for the middlegame and the endgame.
pub type Pair = [f64; 2];

/// All weights, in the order of the numbering.
pub type Params = Vec<Pair>;

/// Numbers of weights, and how often each counts.
type Uses<'a> = (&'a [u16], &'a [i8]);

/// A position as the tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    pub(super) linear: Uses<'a>,
    pub(super) danger: [Uses<'a>; 2],
    pub(super) complexity: Uses<'a>,
    pub(super) phase: f64,
    pub(super) scale: f64,
    pub(super) patience: f64,
    /// How the game ended for White: 1, 0.5 or 0.
    pub result: f64,
    /// What a search found, for White, if anybody asked it.
    pub score: Option<f64>,
}

/// A value, and everything on the way that its slope needs.
#[derive(Clone, Copy, Debug)]
pub struct Forward {
    /// The value for White.
    pub value: f64,
    danger: [Pair; 2],
    /// The endgame before complexity, and what complexity says.
    endgame: f64,
    complexity: f64,
}

const DANGER_SIGN: [f64; 2] = [-1.0, 1.0];
const MOST: f64 = danger::MOST as f64;
const SQUARE_DIVISOR: f64 = danger::SQUARE_DIVISOR as f64;
const LINEAR_DIVISOR: f64 = danger::LINEAR_DIVISOR as f64;

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
    /// The value for White with these weights.
    #[must_use]
    pub fn forward(&self, params: &[Pair]) -> Forward {
        let [mut middlegame, mut endgame] = sum(self.linear, params);
        let mut dangers = [[0.0; 2]; 2];
        for side in 0..2 {
            let sum = sum(self.danger[side], params);
            let squared = sum[0].clamp(0.0, MOST);
            middlegame += DANGER_SIGN[side] * squared * squared / SQUARE_DIVISOR;
            endgame += DANGER_SIGN[side] * sum[1].clamp(0.0, MOST) / LINEAR_DIVISOR;
            dangers[side] = sum;
        }
        let [_, complexity] = sum(self.complexity, params);
        // Complexity works for whoever is ahead, and never past zero.
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

    /// How much of the value one point of middlegame and one of endgame make.
    fn shares(&self) -> Pair {
        let phase = self.phase / f64::from(FULL_PHASE);
        let patience = self.patience / 256.0;
        let scale = self.scale / f64::from(FULL_SCALE);
        [phase * patience, (1.0 - phase) * scale * patience]
    }

    /// Adds `slope` times the slope of the value for each weight to `gradient`.
    pub fn backward(&self, forward: &Forward, slope: f64, gradient: &mut [Pair]) {
        let [middlegame, endgame] = self.shares().map(|share| share * slope);
        let has_play = forward.complexity > -forward.endgame.abs() && forward.endgame != 0.0;
        if has_play {
            let sign = sign(forward.endgame);
            add(self.complexity, [0.0, endgame * sign], gradient);
        }
        // Where complexity has eaten the whole advantage, no endgame weight matters.
        let endgame = if has_play || forward.endgame == 0.0 {
            endgame
        } else {
            0.0
        };
        add(self.linear, [middlegame, endgame], gradient);
        for (side, [squared, linear]) in forward.danger.into_iter().enumerate() {
            let inside = |x: f64| 0.0 < x && x < MOST;
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

    /// The numbers of the weights that it uses.
    pub fn weights(&self) -> impl Iterator<Item = usize> {
        [self.linear, self.danger[0], self.danger[1], self.complexity]
            .into_iter()
            .flat_map(|(indices, _)| indices.iter().map(|&index| usize::from(index)))
    }
}

/// 1, -1, or 0 for zero.
fn sign(x: f64) -> f64 {
    if x == 0.0 { 0.0 } else { x.signum() }
}

/// The expected score of a value: the S-shaped curve, 400 points a factor of ten.
#[must_use]
pub fn expected(value: f64, k: f64) -> f64 {
    1.0 / (1.0 + (-value * k * steepness()).exp())
}

/// The natural logarithm of ten, over 400.
#[must_use]
pub fn steepness() -> f64 {
    std::f64::consts::LN_10 / 400.0
}

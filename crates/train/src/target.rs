//! The target of a training: the expected score of a position.

use crate::sample::Sample;

/// The target of a sample: the expected score by the score of the search, mixed with the result of its game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The centipawns at which the expected score is 73%.
    pub scale: f32,
    /// The weight of the result, from 0 to 1.
    pub result_weight: f32,
}

impl Target {
    /// The target against which all errors are reported: the score alone, with 400 centipawns.
    pub const SCORE: Self = Self {
        scale: nnue::SCALE as f32,
        result_weight: 0.0,
    };

    /// Returns the factor from a network's output to the argument of the logistic function.
    #[inline(always)]
    #[must_use]
    pub fn steepness(&self) -> f32 {
        nnue::SCALE as f32 / self.scale
    }

    /// Returns the expected score of a sample.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, sample: &Sample) -> f32 {
        let by_score = logistic(f32::from(sample.score()) / self.scale);
        match sample.result() {
            Some(result) => by_score + self.result_weight * (result - by_score),
            None => by_score,
        }
    }
}

/// Returns `1 / (1 + e^-x)`. Unlike the standard library's functions this has the same bits on all machines, and compilers vectorise it.
#[inline(always)]
#[must_use]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// Returns e^x with a relative error of about 1e-6; x is limited to +-80.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // Adding this number moves the integer part into the low bits.
    const SHIFT: f32 = 12_582_912.0;
    let y = x.clamp(-80.0, 80.0) * std::f32::consts::LOG2_E;
    let shifted = y + SHIFT;
    let r = (y - (shifted - SHIFT)) * std::f32::consts::LN_2;
    let mut power = 1.0 / 720.0;
    for coefficient in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        power = power * r + coefficient;
    }
    let exponent = shifted
        .to_bits()
        .wrapping_sub(SHIFT.to_bits())
        .wrapping_add(127);
    power * f32::from_bits(exponent << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_function_is_exact() {
        for step in -700..700 {
            let x = step as f32 / 10.0;
            let exact = f64::from(x).exp();
            let error = (f64::from(exp(x)) / exact - 1.0).abs();
            assert!(error < 2e-6 * f64::from(x.abs().max(1.0)), "{x}: {error:e}");
        }
        assert!((logistic(0.0) - 0.5).abs() < 1e-7);
        assert!(logistic(-1e9) >= 0.0 && logistic(1e9) <= 1.0);
    }
}

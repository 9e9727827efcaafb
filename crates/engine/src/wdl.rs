//! Converts values to chances of winning, drawing and losing, fitted to games of the engine against itself.
//!
//! The example `chances` of the crate `train` fits the two constants. docs/networks.md has the games and the quality of the fit.

use gametree::Wdl;

use crate::score::Value;

/// The value at which winning has a probability of one half, in centipawns.
const EVEN: f64 = 111.0;

/// The scale of the logistic curve, in centipawns.
const SPREAD: f64 = 109.0;

/// Returns the chances for a value: a logistic curve for winning, and its mirror image for losing.
#[must_use]
pub fn chances(value: Value) -> Wdl {
    let win = |value: f64| 1_000.0 / (1.0 + ((EVEN - value) / SPREAD).exp());
    let value = f64::from(value.clamp(-4_000, 4_000));
    let (win, loss) = (win(value).round() as u32, win(-value).round() as u32);
    Wdl {
        win,
        draw: 1_000 - win - loss,
        loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_are_monotonic() {
        let mut last = 0;
        for value in (-5_000..=5_000).step_by(10) {
            let Wdl { win, draw, loss } = chances(value);
            assert_eq!(win + draw + loss, 1_000);
            assert!(win >= last);
            last = win;
            let mirrored = chances(-value);
            assert_eq!((win, loss), (mirrored.loss, mirrored.win));
        }
        // As in the games: half of the equal positions were drawn, and six pawns nearly always won.
        assert!((450..570).contains(&chances(0).draw));
        assert!((980..995).contains(&chances(600).win));
    }
}

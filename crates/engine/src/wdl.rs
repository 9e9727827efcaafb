//! From a value to chances, as games of the engine against itself ended.
//!
//! `trainer/chances.py` finds the two numbers; docs/networks.md has the games and how well they fit.

use gametree::Wdl;

use crate::score::Value;

/// Where winning and not winning are equally likely, in centipawns.
const EVEN: f64 = 111.0;

/// How quickly the chances change around that.
const SPREAD: f64 = 109.0;

/// The chances of a value: two logistic curves, one for winning and its mirror image for losing.
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
    fn chances_add_up_and_grow() {
        let mut last = 0;
        for value in (-5_000..=5_000).step_by(10) {
            let Wdl { win, draw, loss } = chances(value);
            assert_eq!(win + draw + loss, 1_000);
            assert!(win >= last);
            last = win;
            let mirrored = chances(-value);
            assert_eq!((win, loss), (mirrored.loss, mirrored.win));
        }
        // As in the games: half of the level positions were drawn, and six pawns were nearly always enough.
        assert!((450..570).contains(&chances(0).draw));
        assert!((980..995).contains(&chances(600).win));
    }
}

//! The static evaluation of a position in parts: the terms of the hand-crafted evaluation, and the pieces for the network.

use std::collections::BTreeMap;

use chess::Position;
use engine::eval::{FULL_PHASE, FULL_SCALE, Tapered, explain, explain_network};
use serde::Serialize;

use super::blended;

/// The hand-crafted evaluation of a position, and the network's. Values are for White, in centipawns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Terms {
    /// The terms that are not zero.
    pub terms: Vec<TermRow>,
    /// Their sum for the middlegame and the endgame.
    pub sum: [i32; 2],
    /// The weight of the middlegame in percent.
    pub middlegame: u32,
    /// The share of the endgame's advantage that can be won, in percent.
    pub scale: u32,
    /// The factor of the fifty-move rule in percent.
    pub patience: u32,
    /// The name of the known endgame, if it is one.
    pub known: Option<&'static str>,
    /// The value.
    pub value: i32,
    /// The network's evaluation, which the search uses.
    pub network: Option<NetworkOpinion>,
}

/// The network's evaluation of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NetworkOpinion {
    /// The value for White in centipawns.
    pub value: i32,
    /// Each piece but the kings: its square, its letter (lower case for Black) and the loss of its side without it.
    pub men: Vec<(String, char, i32)>,
}

/// A term of the hand-crafted evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TermRow {
    /// Its name.
    pub name: &'static str,
    /// White's value for the middlegame and the endgame, in centipawns.
    pub white: [i32; 2],
    /// Black's value.
    pub black: [i32; 2],
    /// The value in this position for White.
    pub total: i32,
    /// The squares that cause it, with the share of each for White in this position.
    pub squares: Vec<(String, f32)>,
}

impl Terms {
    /// Evaluates a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let explained = explain(position);
        let pair = |value: Tapered| [value.middlegame(), value.endgame()];
        let percent = |part: i32, whole: i32| (100 * part / whole).max(0) as u32;
        let phase = explained.phase as f32 / FULL_PHASE as f32;
        let terms = explained.terms.iter().map(|term| {
            let mut squares: BTreeMap<String, f32> = BTreeMap::new();
            for (side, sign) in term.sides.iter().zip([1.0, -1.0]) {
                for cause in &side.causes {
                    let share = cause.middlegame * phase + cause.endgame * (1.0 - phase);
                    *squares.entry(cause.square.to_string()).or_default() += sign * share;
                }
            }
            squares.retain(|_, share| share.abs() >= 0.05);
            TermRow {
                name: term.term.name(),
                white: pair(term.sides[0].value),
                black: pair(term.sides[1].value),
                total: blended(term.total(), &explained),
                squares: squares.into_iter().collect(),
            }
        });
        Self {
            terms: terms.collect(),
            sum: pair(explained.sum),
            middlegame: percent(explained.phase, FULL_PHASE),
            scale: percent(explained.scale, FULL_SCALE),
            patience: percent(explained.fifty_move_factor, 256),
            known: explained.known.map(|known| known.name),
            value: explained.value,
            network: NetworkOpinion::of(position),
        }
    }
}

impl NetworkOpinion {
    /// Evaluates a position with the embedded network; `None` without one.
    fn of(position: &Position) -> Option<Self> {
        let explained = explain_network(&*engine::network::embedded().ok()?, position);
        let pieces = explained.pieces.iter();
        Some(Self {
            value: explained.value,
            men: pieces
                .map(|piece| (piece.square.to_string(), piece.piece.letter(), piece.value))
                .collect(),
        })
    }
}

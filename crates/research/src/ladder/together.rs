//! The gain of each technique of the engine, measured for all techniques together.
//!
//! A match of the whole engine against itself without one technique needs some two thousand games to detect ten Elo, and
//! there are more than thirty techniques. Here each side of a pair lacks every technique with a probability of one in
//! [`ONE_IN`], four or five of them, so that every game has information about nine techniques. A regression separates them
//! ([`elo_per_technique`]). The result is still the gain at full strength, because most other techniques are on. The
//! techniques of [`ALONE`] are always on: without one of them the engine is so different that the gain of the others would
//! be another quantity.

use contest::stats::{Answer, Claim, Estimate, MatchResult, Trial, elo_per_technique};
use engine::techniques::Switches;
use engine::{Technique, Techniques};
use gametree::{SplitMix64, mix};
use players::{PlayerSpec, SpecError};

use super::judged::Judged;
use crate::pairs::result;

/// The probability that a technique is missing is one in this number.
pub(super) const ONE_IN: u64 = 8;

/// The techniques with a separate match.
const ALONE: [Technique; 2] = [Technique::Table, Technique::Network];

/// Returns whether a technique has a separate match.
pub(super) fn is_alone(technique: Technique) -> bool {
    ALONE.contains(&technique)
}

/// Returns the techniques that are measured together.
pub(super) fn together() -> impl Iterator<Item = Technique> {
    let all = Technique::ALL.iter().copied();
    all.filter(|&technique| !is_alone(technique))
}

/// Returns the techniques of both sides of a pair; the seed and the number determine them.
pub(super) fn drawn(seed: u64, number: u64) -> [Techniques; 2] {
    let mut random = SplitMix64::new(mix(mix(seed) ^ number));
    let mut side = || {
        let all = Techniques::ALL;
        together().fold(all, |side, technique| match random.below(ONE_IN) {
            0 => side.without(technique),
            _ => side,
        })
    };
    [side(), side()]
}

/// Returns the engine with these techniques.
pub(super) fn spec(engine: &PlayerSpec, techniques: Techniques) -> Result<PlayerSpec, SpecError> {
    let off: Vec<&str> = techniques.off().map(Technique::name).collect();
    match off.as_slice() {
        [] => Ok(engine.clone()),
        off => engine.with("off", &off.join("+")),
    }
}

/// Returns the engine without a technique.
pub(super) fn without(engine: &PlayerSpec, technique: Technique) -> Result<PlayerSpec, SpecError> {
    spec(engine, Techniques::ALL.without(technique))
}

/// Returns the result of each technique in the order of [`together`]. `pairs` are the half points of both games, from the
/// first pair on. The games of a technique are those in which one side had it and the other did not.
pub(super) fn judged(seed: u64, margin: f64, pairs: &[[u8; 2]]) -> Vec<Option<Judged>> {
    let techniques: Vec<Technique> = together().collect();
    let trials: Vec<Trial> = (0..)
        .zip(pairs)
        .map(|(number, pair)| {
            let [one, other] = drawn(seed, number);
            let had = |&technique: &Technique| {
                i8::from(one.has(technique)) - i8::from(other.has(technique))
            };
            Trial {
                had: techniques.iter().map(had).collect(),
                share: f64::from(pair[0] + pair[1]) / 4.0,
            }
        })
        .collect();
    let judge = |(index, elo): (usize, Estimate)| {
        let seen = trials.iter().zip(pairs).filter_map(|(trial, pair)| {
            Some(match trial.had[index] {
                1 => *pair,
                -1 => pair.map(|half_points| 2 - half_points),
                _ => return None,
            })
        });
        let seen: Vec<[u8; 2]> = seen.collect();
        (!seen.is_empty()).then(|| Judged {
            result: MatchResult {
                elo,
                claim: Claim::About(elo),
                ..result(&seen)
            },
            answer: answer(elo, margin),
        })
    };
    if trials.is_empty() {
        return techniques.iter().map(|_| None).collect();
    }
    elo_per_technique(&trials)
        .into_iter()
        .enumerate()
        .map(judge)
        .collect()
}

/// Returns the answer of the 95% interval: above 0, below 0, or within the margin. The number of games is fixed in advance,
/// so no sequential test is needed.
fn answer(elo: Estimate, margin: f64) -> Answer {
    if elo.lower > 0.0 {
        Answer::Stronger
    } else if elo.upper < 0.0 {
        Answer::Weaker
    } else if elo.lower > -margin && elo.upper < margin {
        Answer::Alike
    } else {
        Answer::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_in_eight_is_missing_and_never_those_alone() {
        let mut missing = 0;
        for number in 0..1_000 {
            for side in drawn(3, number) {
                assert!(ALONE.iter().all(|&technique| side.has(technique)));
                missing += side.off().count() as u64;
            }
        }
        let expected = 2_000 * together().count() as u64 / ONE_IN;
        assert!(missing.abs_diff(expected) < expected / 20, "{missing}");
        assert_eq!(drawn(3, 7), drawn(3, 7));
        assert_ne!(drawn(3, 7), drawn(4, 7));
    }

    #[test]
    fn a_technique_that_wins_every_game_is_seen_among_the_others() {
        let wins = |number: u64| {
            let [one, other] = drawn(1, number).map(|side| side.has(Technique::NullMove));
            // Without it the game is lost; else it is drawn.
            [1 + u8::from(one) - u8::from(other); 2]
        };
        let pairs: Vec<[u8; 2]> = (0..1_500).map(wins).collect();
        let judged = judged(1, 20.0, &pairs);
        for (technique, one) in together().zip(&judged) {
            let one = one.as_ref().expect("games");
            let expected = match technique {
                Technique::NullMove => Answer::Stronger,
                _ => Answer::Alike,
            };
            assert_eq!(one.answer, expected, "{technique}: {one:?}");
            assert_eq!(one.games(), 2 * one.result.pairs.pairs());
        }
    }

    #[test]
    fn answers_are_those_of_the_interval() {
        let of = |lower: f64, upper: f64| {
            let value = f64::midpoint(lower, upper);
            answer(
                Estimate {
                    value,
                    lower,
                    upper,
                },
                20.0,
            )
        };
        assert_eq!(of(1.0, 30.0), Answer::Stronger);
        assert_eq!(of(-30.0, -1.0), Answer::Weaker);
        assert_eq!(of(-12.0, 15.0), Answer::Alike);
        assert_eq!(of(-12.0, 25.0), Answer::Open);
    }
}

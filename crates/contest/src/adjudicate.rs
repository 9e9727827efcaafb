//! Adjudication: games that end before the rules end them.

use games::{Ending, Reason};
use gametree::Side;
use gametree::score::plies_to_end;
use serde::{Deserialize, Serialize};

use gametree::Value;

/// The adjudication rules of a match. Scores are hundredths of a pawn in chess, and in the evaluator's units in other
/// games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// A draw by the scores of both players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A loss by the score of the losing player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// The number of plies after which the game is a draw, including those of the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

/// A draw if the scores of both players were within `score` of 0 for `moves` moves in a row, and each side has made
/// `from` moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// The least number of moves by each side.
    pub from: u32,
    /// Moves in a row, by each side.
    pub moves: u32,
    /// The largest distance from 0.
    pub score: i32,
}

/// A loss if the score of a player was `-score` or less for `moves` of its moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row.
    pub moves: u32,
    /// The deficit.
    pub score: i32,
}

/// The state of the adjudication in one game.
pub(crate) struct Adjudicator {
    rules: Adjudication,
    /// Moves in a row with a drawn score, for each side.
    equal: [u32; 2],
    /// Moves in a row with a lost score, for each side.
    lost: [u32; 2],
}

impl Adjudicator {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            equal: [0; 2],
            lost: [0; 2],
        }
    }

    /// Counts a move of `side` with this `score`, after which the game has `plies` plies. Returns the ending if a rule
    /// applies.
    pub(crate) fn after(
        &mut self,
        side: Side,
        score: Option<Value>,
        plies: usize,
    ) -> Option<Ending> {
        let (value, decided) = match score {
            Some(Value::Centipawns(value)) => (Some(value), false),
            Some(Value::Mate(moves)) => (Some(if moves > 0 { i32::MAX } else { i32::MIN }), true),
            Some(Value::Proved(proof)) => match proof.sign() {
                0 => (Some(0), false),
                sign => (Some(if sign > 0 { i32::MAX } else { i32::MIN }), true),
            },
            Some(Value::Points(value)) => (Some(value), plies_to_end(value).is_some()),
            // The units of a course document are not those of the rules.
            Some(Value::Printed(_)) | None => (None, false),
        };
        let count =
            |counter: &mut u32, counts: bool| *counter = if counts { *counter + 1 } else { 0 };
        let me = side.index();
        if let Some(rule) = self.rules.resign {
            count(
                &mut self.lost[me],
                value.is_some_and(|value| value <= -rule.score),
            );
            if self.lost[me] >= rule.moves {
                return Some(Ending::loss(side, Reason::Resignation));
            }
        }
        if let Some(rule) = self.rules.draw {
            let is_drawn =
                |value: i32| !decided && value.unsigned_abs() <= rule.score.unsigned_abs();
            count(&mut self.equal[me], value.is_some_and(is_drawn));
            if self.equal.iter().all(|&moves| moves >= rule.moves)
                && plies >= 2 * rule.from as usize
            {
                return Some(Ending::draw(Reason::DrawAgreed));
            }
        }
        let too_long = self
            .rules
            .max_plies
            .is_some_and(|most| plies >= most as usize);
        too_long.then(|| Ending::draw(Reason::Length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    fn cp(score: i32) -> Option<Value> {
        Some(Value::Centipawns(score))
    }

    #[test]
    fn a_draw_needs_scores_of_both_players_in_a_row_and_enough_moves() {
        let rule = DrawRule {
            from: 3,
            moves: 2,
            score: 10,
        };
        let rules = Adjudication {
            draw: Some(rule),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules);
        let moves = [
            (First, 5),
            (Second, -10),
            (First, 11),
            (Second, 0),
            (First, 0),
            (Second, 0),
        ];
        for (ply, (side, score)) in moves.into_iter().enumerate() {
            assert_eq!(
                adjudicator.after(side, cp(score), ply + 1),
                None,
                "ply {ply}"
            );
        }
        assert_eq!(
            adjudicator.after(First, cp(-3), 7),
            Some(Ending::draw(Reason::DrawAgreed))
        );

        let mut adjudicator = Adjudicator::new(rules);
        for (ply, side) in [First, Second, First, Second, First]
            .into_iter()
            .enumerate()
        {
            assert_eq!(
                adjudicator.after(side, cp(0), ply + 1),
                None,
                "too early: ply {ply}"
            );
        }
        assert!(adjudicator.after(Second, cp(0), 6).is_some());
    }

    #[test]
    fn a_draw_needs_a_score_that_is_no_mate() {
        let rule = DrawRule {
            from: 0,
            moves: 1,
            score: i32::MAX,
        };
        let rules = Adjudication {
            draw: Some(rule),
            ..Adjudication::default()
        };
        for silent in [None, Some(Value::Mate(-3)), Some(Value::Mate(3))] {
            let mut adjudicator = Adjudicator::new(rules);
            assert_eq!(adjudicator.after(First, cp(0), 1), None);
            assert_eq!(adjudicator.after(Second, silent, 2), None, "{silent:?}");
        }
    }

    #[test]
    fn a_player_resigns_after_enough_moves_in_a_row() {
        let rule = ResignRule {
            moves: 2,
            score: 500,
        };
        let rules = Adjudication {
            resign: Some(rule),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules);
        for (side, score) in [
            (Second, -600),
            (First, 600),
            (Second, -499),
            (First, 900),
            (Second, -500),
        ] {
            assert_eq!(adjudicator.after(side, cp(score), 1), None);
        }
        let mate = Some(Value::Mate(-4));
        assert_eq!(
            adjudicator.after(Second, mate, 1),
            Some(Ending::loss(Second, Reason::Resignation))
        );
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rules = Adjudication {
            max_plies: Some(4),
            ..Adjudication::default()
        };
        let mut adjudicator = Adjudicator::new(rules);
        assert_eq!(adjudicator.after(First, None, 3), None);
        assert_eq!(
            adjudicator.after(Second, None, 4),
            Some(Ending::draw(Reason::Length))
        );
    }
}

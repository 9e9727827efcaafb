//! Games that are ended before the rules end them.

use games::{Ending, Reason};
use gametree::Player as Side;
use gametree::score::plies_to_end;
use serde::{Deserialize, Serialize};

use gametree::Value;

/// When games are ended early. Scores are hundredths of a pawn in chess, and the evaluator's units elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// A draw: both players say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A loss: the loser says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A draw after so many plies, those of the opening included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
}

/// A draw if each player has found the game within `score` of equal for `moves` moves in a row, and `from` moves by
/// each side have been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before so many moves by each side.
    pub from: u32,
    /// Moves in a row, by each side.
    pub moves: u32,
    /// How far from equal.
    pub score: i32,
}

/// A loss if a player has found itself `score` or more behind for `moves` of its moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Moves in a row.
    pub moves: u32,
    /// How far behind.
    pub score: i32,
}

/// Counts through one game.
pub(crate) struct Judge {
    rules: Adjudication,
    /// Moves in a row that each side found equal.
    equal: [u32; 2],
    /// Moves in a row that each side found lost.
    lost: [u32; 2],
}

impl Judge {
    pub(crate) fn new(rules: Adjudication) -> Self {
        Self {
            rules,
            equal: [0; 2],
            lost: [0; 2],
        }
    }

    /// `side` has moved and said `score`; now the game is `plies` long.
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
            // The units of a document are not those of the rules.
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
            let near = |value: i32| !decided && value.unsigned_abs() <= rule.score.unsigned_abs();
            count(&mut self.equal[me], value.is_some_and(near));
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
    fn a_draw_needs_both_players_in_a_row_and_enough_moves() {
        let rule = DrawRule {
            from: 3,
            moves: 2,
            score: 10,
        };
        let rules = Adjudication {
            draw: Some(rule),
            ..Adjudication::default()
        };
        let mut judge = Judge::new(rules);
        let says = [
            (First, 5),
            (Second, -10),
            (First, 11),
            (Second, 0),
            (First, 0),
            (Second, 0),
        ];
        for (ply, (side, score)) in says.into_iter().enumerate() {
            assert_eq!(judge.after(side, cp(score), ply + 1), None, "ply {ply}");
        }
        assert_eq!(
            judge.after(First, cp(-3), 7),
            Some(Ending::draw(Reason::DrawAgreed))
        );

        let mut judge = Judge::new(rules);
        for (ply, side) in [First, Second, First, Second, First]
            .into_iter()
            .enumerate()
        {
            assert_eq!(
                judge.after(side, cp(0), ply + 1),
                None,
                "too early: ply {ply}"
            );
        }
        assert!(judge.after(Second, cp(0), 6).is_some());
    }

    #[test]
    fn nobody_agrees_to_a_draw_without_a_score_or_with_a_mate() {
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
            let mut judge = Judge::new(rules);
            assert_eq!(judge.after(First, cp(0), 1), None);
            assert_eq!(judge.after(Second, silent, 2), None, "{silent:?}");
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
        let mut judge = Judge::new(rules);
        for (side, score) in [
            (Second, -600),
            (First, 600),
            (Second, -499),
            (First, 900),
            (Second, -500),
        ] {
            assert_eq!(judge.after(side, cp(score), 1), None);
        }
        let mate = Some(Value::Mate(-4));
        assert_eq!(
            judge.after(Second, mate, 1),
            Some(Ending::loss(Second, Reason::Resignation))
        );
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rules = Adjudication {
            max_plies: Some(4),
            ..Adjudication::default()
        };
        let mut judge = Judge::new(rules);
        assert_eq!(judge.after(First, None, 3), None);
        assert_eq!(
            judge.after(Second, None, 4),
            Some(Ending::draw(Reason::Length))
        );
    }
}

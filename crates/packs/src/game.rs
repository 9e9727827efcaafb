//! A self-play game with scores, and the filter of its positions.

use chess::{Color, Move, Position};
use games::GameResult;

/// A self-play game of the engine. Its first moves are random or from a book and have no score; every other move has the score of
/// its search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// The number of the game in its run. The same recipe, seed and number give the same game.
    pub number: u64,
    /// The first position.
    pub start: Position,
    /// Every move.
    pub moves: Vec<Move>,
    /// The scores of the last moves, in centipawns for the side to move. [`MATE_SCORE`] is a mate.
    pub scores: Vec<i16>,
    /// The result, possibly adjudicated.
    pub result: GameResult,
}

/// The score of a mate at any distance.
pub const MATE_SCORE: i16 = 30_000;

/// A position of a game with its score.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The position.
    pub position: Position,
    /// The move that was played.
    pub played: Move,
    /// The score in centipawns for White.
    pub white_score: i16,
    /// The number of moves before it.
    pub ply: usize,
}

impl ScoredGame {
    /// Returns the number of moves without a score.
    #[must_use]
    pub fn unscored(&self) -> usize {
        self.moves.len() - self.scores.len()
    }

    /// Returns the positions with a score, in order.
    pub fn positions(&self) -> impl Iterator<Item = Scored> + '_ {
        let unscored = self.unscored();
        let mut position = self.start;
        self.moves.iter().enumerate().filter_map(move |(ply, &m)| {
            let before = position;
            position.play_unchecked(m);
            let score = *self.scores.get(ply.checked_sub(unscored)?)?;
            Some(Scored {
                position: before,
                played: m,
                white_score: match before.side_to_move() {
                    Color::White => score,
                    Color::Black => -score,
                },
                ply,
            })
        })
    }

    /// Formats a position as a line `FEN|result|score`, both for White, for `espalier tune`.
    #[must_use]
    pub fn line(&self, scored: &Scored) -> String {
        let result = match self.result {
            GameResult::First => "1",
            GameResult::Draw => "0.5",
            GameResult::Second => "0",
        };
        format!("{}|{result}|{}", scored.position, scored.white_score)
    }

    /// Returns the positions that pass a filter.
    pub fn kept<'a>(&'a self, keep: &'a Keep) -> impl Iterator<Item = Scored> + 'a {
        self.positions().filter(|scored| keep.keeps(scored))
    }
}

/// The filter of training positions: quiet ones, since the search evaluates no others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// The first ply: the first positions of all games are alike.
    pub from_ply: usize,
    /// The upper limit of scores, exclusive: decided positions teach little.
    pub below: i16,
    /// The least number of pieces and pawns: solved endgames need no network.
    pub least_men: u32,
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            from_ply: 8,
            below: 3_000,
            least_men: 4,
        }
    }
}

impl Keep {
    /// Returns whether a position passes: not in check, a quiet move, and numbers within the limits.
    #[must_use]
    pub fn keeps(&self, scored: &Scored) -> bool {
        scored.ply >= self.from_ply
            && scored.white_score.unsigned_abs() < self.below.unsigned_abs()
            && !scored.played.is_noisy()
            && !scored.position.in_check()
            && scored.position.occupied().count() >= self.least_men
    }
}

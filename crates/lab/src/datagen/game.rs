//! A game that was played for its positions, and which of them are kept.

use chess::{Color, Move, Position};
use games::GameResult;

/// A whole game of the engine against itself. Its first moves were played by chance or come from a book and have no score; each
/// of the others has the score of the search that chose it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredGame {
    /// Which game of its run it is. The same recipe, seed and number are the same game.
    pub number: u64,
    /// Where it begins.
    pub start: Position,
    /// Every move.
    pub moves: Vec<Move>,
    /// What the search found, in centipawns for the side to move, for the last so many moves. [`MATE_SCORE`] is a mate.
    pub scores: Vec<i16>,
    /// How it ended, or would have ended.
    pub result: GameResult,
}

/// The score of a mate, however far.
pub const MATE_SCORE: i16 = 30_000;

/// A position of a game, with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The position.
    pub position: Position,
    /// What was played.
    pub played: Move,
    /// The score in centipawns for White.
    pub white_score: i16,
    /// Moves of the game before it.
    pub ply: usize,
}

impl ScoredGame {
    /// How many moves have no score.
    #[must_use]
    pub fn unscored(&self) -> usize {
        self.moves.len() - self.scores.len()
    }

    /// The positions with a score, in their order.
    pub fn positions(&self) -> impl Iterator<Item = Scored> + '_ {
        let unscored = self.unscored();
        let mut position = self.start;
        self.moves.iter().enumerate().filter_map(move |(ply, &m)| {
            let before = position;
            position.play(m);
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

    /// A position as a line `FEN|result|score`, both for White: what `espalier tune` reads.
    #[must_use]
    pub fn line(&self, scored: &Scored) -> String {
        let result = match self.result {
            GameResult::First => "1",
            GameResult::Draw => "0.5",
            GameResult::Second => "0",
        };
        format!("{}|{result}|{}", scored.position, scored.white_score)
    }

    /// The positions that pass a filter.
    pub fn kept<'a>(&'a self, keep: &'a Keep) -> impl Iterator<Item = Scored> + 'a {
        self.positions().filter(|scored| keep.keeps(scored))
    }
}

/// Which positions are worth learning from: quiet ones, since an evaluation is asked about no others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keep {
    /// Only positions after so many plies: the first ones are all alike.
    pub from_ply: usize,
    /// Only scores below this: what is decided teaches little.
    pub below: i16,
    /// Only positions with at least so many men: the known endings need no network.
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
    /// Nobody is in check, the move takes and promotes nothing, and the numbers are within bounds.
    #[must_use]
    pub fn keeps(&self, scored: &Scored) -> bool {
        scored.ply >= self.from_ply
            && scored.white_score.unsigned_abs() < self.below.unsigned_abs()
            && !scored.played.is_noisy()
            && !scored.position.in_check()
            && scored.position.occupied().count() >= self.least_men
    }
}

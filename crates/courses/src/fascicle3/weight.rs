//! The weight of a board, in four parts, White's minus Black's.

use crate::player::material;
use chess::{Color, PieceKind, Position, Rank};
use games::Chess;
use gametree::{Evaluator, Score};

/// Pawn, knight, bishop, rook, queen, king.
const OWNERSHIP: [Score; 6] = [1, 3, 3, 5, 9, 0];
/// The points for a threat against each kind of piece.
const THREAT: [Score; 6] = [0, 1, 1, 2, 5, 4];

/// One part of the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Pieces owned: pawn 1, knight and bishop 3, rook 5, queen 9.
    Ownership,
    /// One point for every square a pawn has advanced.
    Advance,
    /// One point for each friendly piece that protects an own knight or bishop. A piece that
    /// protects two counts twice; pins and checks are ignored.
    Protection,
    /// For each enemy piece threatened: knight or bishop 1, rook 2, queen 5, king 4. Each piece counts once, whatever
    /// the number of attackers.
    Threats,
}

impl Part {
    /// All parts, in the order of the handout.
    pub const ALL: [Self; 4] = [
        Self::Ownership,
        Self::Advance,
        Self::Protection,
        Self::Threats,
    ];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ownership => "ownership",
            Self::Advance => "advance",
            Self::Protection => "protection",
            Self::Threats => "threats",
        }
    }

    /// Returns the points of one side for this part.
    #[must_use]
    pub fn points(self, position: &Position, color: Color) -> Score {
        match self {
            Self::Ownership => material(position, color, &OWNERSHIP),
            Self::Advance => position
                .pieces(color, PieceKind::Pawn)
                .into_iter()
                .map(|square| {
                    let rank = square.relative_to(color).rank() as Score;
                    rank - Rank::Second as Score
                })
                .sum(),
            Self::Protection => {
                let minor = position.kind(PieceKind::Knight) | position.kind(PieceKind::Bishop);
                (minor & position.color(color))
                    .into_iter()
                    .map(|square| {
                        let attackers = position.attackers_to(square, position.occupied());
                        (attackers & position.color(color)).count() as Score
                    })
                    .sum()
            }
            Self::Threats => {
                let attacked = position.attacked_squares(color);
                PieceKind::ALL
                    .into_iter()
                    .map(|kind| {
                        let threatened = attacked & position.pieces(!color, kind);
                        THREAT[kind] * threatened.count() as Score
                    })
                    .sum()
            }
        }
    }
}

/// Returns each part for White and Black.
#[must_use]
pub fn weight_parts(position: &Position) -> [(Part, [Score; 2]); 4] {
    Part::ALL.map(|part| (part, Color::ALL.map(|color| part.points(position, color))))
}

/// Returns the weight of the board: White's points minus Black's.
#[must_use]
pub fn board_weight(position: &Position) -> Score {
    weight_parts(position)
        .iter()
        .map(|(_, [white, black])| white - black)
        .sum()
}

/// The weight as an evaluator for the library's searches.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardWeight;

impl Evaluator<Chess> for BoardWeight {
    fn evaluate(&mut self, _: &Chess, state: &Position) -> Score {
        match state.side_to_move() {
            Color::White => board_weight(state),
            Color::Black => -board_weight(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(fen: &str) -> [[Score; 2]; 4] {
        let position = Position::from_fen(fen).unwrap();
        weight_parts(&position).map(|(_, points)| points)
    }

    #[test]
    fn the_start_is_balanced() {
        // A knight at home is protected by its rook; a bishop by king and queen, or by the queen.
        let [ownership, advance, protection, threats] = parts(chess::fen::START);
        assert_eq!(ownership, [39, 39]);
        assert_eq!(advance, [0, 0]);
        assert_eq!(protection, [4, 4]);
        assert_eq!(threats, [0, 0]);
    }

    #[test]
    fn a_pawn_from_a2_to_b5_has_three_points() {
        let [_, advance, ..] = parts("4k3/8/8/1P6/8/8/8/4K3 w - - 0 1");
        assert_eq!(advance, [3, 0]);
    }

    #[test]
    fn threats_count_each_piece_once() {
        // The rook on e1 and the bishop on b5 both attack e8's king; the queen on a5 is attacked
        // by the pawn b4 alone; the rook on h8 is not attacked.
        let fen = "4k2r/8/8/qB6/1P6/8/8/4R1K1 b - - 0 1";
        let [.., threats] = parts(fen);
        assert_eq!(threats[0], 4 + 5);
        // Black's queen attacks the bishop; a threat against a pawn does not count.
        assert_eq!(threats[1], 1);
    }

    #[test]
    fn a_piece_that_protects_two_counts_twice() {
        let [_, _, protection, _] = parts("4k3/8/8/8/8/2N1N3/3P4/4K3 w - - 0 1");
        assert_eq!(protection, [2, 0]);
    }
}

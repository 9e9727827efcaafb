//! The appearance of chess: the drawn board, the value of an evaluator, and the cost of each move.

use std::time::Duration;

use chess::{Move, Piece, PieceKind, Position};
use contest::LiveGame;
use courses::profile::{MoveCost, Profile};
use games::{BoardGame, Chess};
use gametree::{Side, Value};
use players::{Answer, evaluators};
use report::TextBoard;

use crate::{View, panel};

/// The appearance of chess.
#[derive(Debug)]
pub struct ChessView {
    look: TextBoard,
    /// The evaluator whose value is below the board.
    eval: Option<String>,
    /// The cost of the moves of the programs.
    pub profile: Profile,
}

impl ChessView {
    /// Creates a view; `eval` names the evaluator whose value is below the board.
    pub fn new(look: TextBoard, eval: Option<String>) -> Self {
        Self {
            look,
            eval,
            profile: Profile::default(),
        }
    }

    /// Returns the value of the evaluator with its parts.
    fn value_of(&self, position: &Position) -> Option<String> {
        let name = self.eval.as_deref()?;
        let value = evaluators::parts(name, position)?;
        let parts = value.parts.iter().filter(|(part, _)| *part != name);
        let parts: Vec<String> = parts
            .map(|(part, [white, black])| format!("{part} {}", white - black))
            .collect();
        let parts = match parts.is_empty() {
            true => String::new(),
            false => format!(" ({})", parts.join(", ")),
        };
        let white = value.for_white(position);
        Some(format!("{name}: {white} for White{parts}\n\n"))
    }
}

impl View<Chess> for ChessView {
    const INTRODUCTION: &'static str =
        "Type a move such as e4, Nf3, O-O or e2e4; help lists the other commands.";
    const CAN_FLIP: bool = true;

    fn board(&self, live: &LiveGame<Chess>) -> String {
        panel::draw(live, self.look) + &self.value(live).unwrap_or_default()
    }

    fn value(&self, live: &LiveGame<Chess>) -> Option<String> {
        self.value_of(live.state())
    }

    /// Lists the moves in SAN, pieces before pawns.
    fn moves(&self, live: &LiveGame<Chess>) -> String {
        const PER_LINE: usize = 10;
        let position = live.state();
        let kind = |m: &Move| {
            let piece = position.piece_at(m.from());
            piece.map_or(PieceKind::Pawn, Piece::kind)
        };
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.sort_by_cached_key(|m| (std::cmp::Reverse(kind(m)), m.to_san(position)));
        let words: Vec<String> = moves
            .iter()
            .map(|m| format!("{:<7}", m.to_san(position)))
            .collect();
        words
            .chunks(PER_LINE)
            .map(|line| format!("  {}\n", line.concat().trim_end()))
            .collect()
    }

    fn examples(&self, _: &LiveGame<Chess>) -> String {
        " (e4, Nf3, exd5, O-O, e8=Q, e2e4)".to_owned()
    }

    /// The drawn board has the names of the players.
    fn side(&self, _: &LiveGame<Chess>, side: Side) -> String {
        Chess::SIDES[side.index()].to_owned()
    }

    fn length(&self, plies: usize) -> String {
        match plies.div_ceil(2) {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        }
    }

    fn flip(&mut self) {
        self.look.bottom = !self.look.bottom;
    }

    fn note(&mut self, live: &LiveGame<Chess>, answer: &Answer<Move>, time: Duration) {
        let position = live.state();
        self.profile.moves.push(MoveCost {
            turn: position.fullmove_number(),
            color: position.side_to_move(),
            best: answer.best,
            value: match answer.value {
                Some(Value::Mate(_) | Value::Proved(_)) | None => None,
                Some(Value::Printed(value)) => Some(value),
                Some(value) => Some(value.score()),
            },
            nodes: answer.stats.nodes,
            time,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_are_listed_king_first() {
        let look = TextBoard {
            symbols: false,
            colours: false,
            bottom: chess::Color::White,
        };
        let start = Position::from_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").expect("a position");
        let live = LiveGame::new(&Chess::default(), start, [None; 2]).expect("people");
        assert_eq!(
            ChessView::new(look, None).moves(&live),
            "  Kd1    Kd2    Ke2    Kf1    Kf2    a3     a4\n"
        );
    }
}

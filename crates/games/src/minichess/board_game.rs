//! MiniChess as players, pages and files know it.

use super::{Activity, Material, MiniChess, Move, Position, SquareTables, TableSign, notation};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO};
use crate::{Ending, GameKind, NotationError, Reason, Record};
use gametree::{Game, Zero};

impl BoardGame for MiniChess {
    const KIND: GameKind = GameKind::MiniChess;
    const TITLE: &'static str = "MiniChess";
    const SIZE: (u32, u32) = (5, 6);
    const LARGE: f64 = 80.0;
    const BEST_EVALUATOR: &'static str = "activity";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        ("activity", "material, moves and pawns on their way"),
        (
            "squares",
            "material and where the pieces stand (the course's tables, added)",
        ),
        (
            "squares-printed",
            "the same with the tables subtracted, as the course printed it",
        ),
        ("material", "pawn 2, rook 6, knight 7, bishop 8, queen 20"),
        ZERO,
    ];

    fn start(&self) -> Position {
        notation::start(self)
    }

    fn render(&self, state: &Position) -> String {
        notation::render(self, state)
    }

    fn write_move(&self, mv: Move) -> String {
        notation::write_move(mv)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<Move, NotationError> {
        notation::read_move(self, state, text)
    }

    fn write_position(&self, state: &Position) -> String {
        notation::write_position(state)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::read_position(self, text)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        let tables = |sign| Box::new(SquareTables { sign });
        Some(match name {
            "activity" => Box::new(Activity),
            "squares" => tables(TableSign::Add),
            "squares-printed" => tables(TableSign::Subtract),
            "material" => Box::new(Material),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        let fen = self.write_position(state);
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    fn told(&self, record: &Record<Self>, ending: &Ending) -> String {
        let state = record.state();
        let reason = if ending.reason != Reason::Rules {
            ending.reason.words().to_owned()
        } else if state.ply() >= self.rules.ply_limit {
            format!("material after {} plies", self.rules.ply_limit)
        } else if ending.winner == Some(self.side(state)) {
            "the king that can be taken".to_owned()
        } else {
            "having the only moves left".to_owned()
        };
        ending.told(Self::SIDES, &reason)
    }
}

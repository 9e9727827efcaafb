//! [`BoardGame`] for chess.

use super::{Chess, Material, MaterialAndSquares, Mobility, notation, player};
use crate::board_game::{AnyEvaluator, Attacked, BoardGame, ZERO};
use crate::{Ending, GameId, NotationError, Reason, Record};
use ::chess::uci::{self, CastlingStyle};
use ::chess::{Color, Move, Position, Square, repetitions, san};
use gametree::{Game, Score, Value, Zero};

impl BoardGame for Chess {
    const ID: GameId = GameId::new("chess");
    const TITLE: &'static str = "Chess";
    const ABOUT: &'static str = "Played by the engine, with analysis, reports and lessons.";
    const SIZE: (u32, u32) = (8, 8);
    const LARGE: f64 = 500.0;
    const OPENING_PLIES: u32 = 8;
    const EXERCISE_PLIES: (u32, u32) = (8, 40);
    const BEST_EVALUATOR: &'static str = "squares";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        (
            "material",
            "pawn 100, knight 300, bishop 300, rook 500, queen 900",
        ),
        ("squares", "material and piece-square tables"),
        ("mobility", "material and mobility"),
        ZERO,
    ];

    fn start(&self) -> Position {
        notation::start()
    }

    fn render(&self, state: &Position) -> String {
        notation::render(state)
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
        notation::read_position(text)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "material" => Box::new(Material),
            "squares" => Box::new(MaterialAndSquares),
            "mobility" => Box::new(Mobility),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn value(score: Score) -> Value {
        Value::of_chess(score)
    }

    fn board(&self, state: &Position) -> String {
        let fen = state.to_string();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Writes castling as a move of the king if that reads back, else as king takes rook (Chess960).
    fn wire_move(&self, state: &Position, mv: Move) -> String {
        let text = mv.to_uci(CastlingStyle::KingMoves);
        if uci::parse(state, &text) == Ok(mv) {
            return text;
        }
        mv.to_uci(CastlingStyle::KingTakesRook)
    }

    fn display_move(&self, state: &Position, mv: Move) -> String {
        mv.to_san(state)
    }

    fn parse_move(&self, state: &Position, text: &str) -> Result<Move, String> {
        let text = text.trim();
        if self.terminal(state).is_some() {
            return Err("the game is over: no move is legal".to_owned());
        }
        uci::parse(state, &text.to_ascii_lowercase())
            .or_else(|_| san::parse(state, text).map_err(|error| error.to_string()))
    }

    fn parse_pgn_move(&self, state: &Position, text: &str) -> Result<Move, String> {
        san::parse(state, text).map_err(|error| error.to_string())
    }

    fn is_pgn_move(&self, state: &Position, mv: Move) -> bool {
        state.legal_moves().contains(&mv)
    }

    fn number(&self, state: &Position, _: usize) -> u32 {
        u32::from(state.fullmove_number())
    }

    fn attacks(&self, state: &Position) -> Option<Vec<Attacked>> {
        let squares = Square::ALL.iter().map(|&square| {
            let attackers = state.attackers_to(square, state.occupied());
            let by = |color| (attackers & state.color(color)).count();
            Attacked {
                square: square.to_string(),
                by: [by(Color::White), by(Color::Black)],
            }
        });
        Some(squares.filter(|attacked| attacked.by != [0, 0]).collect())
    }

    fn after_null(&self, state: &Position) -> Option<Position> {
        state.after_null()
    }

    /// Draws that a player may claim count as claimed. Repetitions are found in the record of the game.
    fn ending(&self, record: &Record<Self>, over: Option<Score>) -> Option<Ending> {
        if over.is_none() {
            let repeated = repetitions(record.states()) >= 3;
            return repeated.then(|| Ending::draw(Reason::Repetition));
        }
        let outcome = record.state().outcome();
        Some(
            outcome.map_or(Ending::draw(Reason::FiftyMoves), |outcome| Ending {
                winner: outcome.winner.map(player),
                reason: outcome.reason.into(),
                detail: None,
            }),
        )
    }

    fn describe_end(&self, _: &Record<Self>, ending: &Ending) -> String {
        ending.describe(Self::SIDES, ending.reason.words())
    }
}

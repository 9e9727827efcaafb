//! Othello as players, pages and files know it.

use super::{DiscDifference, MobilityAndCorners, Move, Othello, Position, notation};
use crate::board_game::{AnyEvaluator, BoardGame, ZERO, rows};
use crate::{Ending, GameKind, NotationError, Reason, Record};
use gametree::{Player, Zero};

const NO_SUCH_BOARD: &str = "Othello is played on 4x4, 6x6 or 8x8 squares";

impl<const N: usize> BoardGame for Othello<N> {
    const KIND: GameKind = match N {
        4 => GameKind::Othello4,
        6 => GameKind::Othello6,
        8 => GameKind::Othello,
        _ => panic!("{}", NO_SUCH_BOARD),
    };
    const TITLE: &'static str = match N {
        4 => "Othello 4×4",
        6 => "Othello 6×6",
        8 => "Othello",
        _ => panic!("{}", NO_SUCH_BOARD),
    };
    const SIZE: (u32, u32) = (N as u32, N as u32);
    const SIDES: [&'static str; 2] = ["Black", "White"];
    const FROM_TOP: bool = true;
    const PLACES: bool = true;
    const LARGE: f64 = 1_500.0;
    const BEST_EVALUATOR: &'static str = "corners";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        (
            "corners",
            "corners, mobility and discs by the phase of the game",
        ),
        ("discs", "the difference in discs"),
        ZERO,
    ];

    fn start(&self) -> Position {
        notation::start::<N>()
    }

    fn render(&self, state: &Position) -> String {
        notation::render(self, state)
    }

    fn write_move(&self, mv: Move) -> String {
        notation::write_move::<N>(mv)
    }

    fn read_move(&self, state: &Position, text: &str) -> Result<Move, NotationError> {
        notation::read_move(self, state, text)
    }

    fn write_position(&self, state: &Position) -> String {
        notation::write_position::<N>(state)
    }

    fn read_position(&self, text: &str) -> Result<Position, NotationError> {
        notation::read_position::<N>(text)
    }

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "corners" => Box::new(MobilityAndCorners),
            "discs" => Box::new(DiscDifference),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn board(&self, state: &Position) -> String {
        rows(N, |square| {
            [Player::First, Player::Second]
                .into_iter()
                .find(|player| state.discs[player.index()] >> square & 1 == 1)
        })
    }

    fn told(&self, record: &Record<Self>, ending: &Ending) -> String {
        if ending.reason != Reason::Rules {
            return ending.told(Self::SIDES, ending.reason.words());
        }
        let [black, white] = record.state().discs.map(u64::count_ones);
        let (more, fewer) = (black.max(white), black.min(white));
        ending.told(Self::SIDES, &format!("{more} discs to {fewer}"))
    }
}

//! What the tag `Variant` says.

use std::any::Any;
use std::str::FromStr;

use chess::{Color, File, Position, Rank, Square};
use games::{BoardGame, GameKind};

/// By which rules a game of chess is played. All other games are standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Standard chess, or another game.
    #[default]
    Standard,
    /// Chess960, or Fischer random chess.
    Chess960,
}

impl Variant {
    /// Standard chess, unless the position has castling rights that standard chess does not know.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let is_standard = |rook: Square| {
            let color = match rook.rank() {
                Rank::First => Color::White,
                _ => Color::Black,
            };
            position.king(color).file() == File::E && matches!(rook.file(), File::A | File::H)
        };
        if position.castling_rooks().into_iter().all(is_standard) {
            Self::Standard
        } else {
            Self::Chess960
        }
    }
}

impl FromStr for Variant {
    type Err = ();

    /// Reads the names that programs use for the two.
    fn from_str(text: &str) -> Result<Self, ()> {
        match plain(text).as_str() {
            "" | "standard" | "chess" | "normal" | "fromposition" => Ok(Self::Standard),
            "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc"
            | "960" => Ok(Self::Chess960),
            _ => Err(()),
        }
    }
}

impl Variant {
    pub(crate) fn of_start<G: BoardGame>(start: &G::State) -> Self {
        let chess: Option<&Position> = (start as &dyn Any).downcast_ref();
        chess.map_or(Self::Standard, Self::of)
    }

    /// The game that a tag `Variant` names, and its variant.
    pub(crate) fn read(text: &str) -> Option<(GameKind, Self)> {
        if let Ok(variant) = text.parse() {
            return Some((GameKind::Chess, variant));
        }
        let kind = plain(text).parse().ok()?;
        Some((kind, Self::Standard))
    }
}

/// Small letters and digits alone.
fn plain(text: &str) -> String {
    text.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

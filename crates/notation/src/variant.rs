//! The tag `Variant`.

use std::any::Any;
use std::str::FromStr;

use chess::{Color, File, Position, Rank, Square};
use games::{BoardGame, Chess, GameId};

/// The variant of chess. All other games are standard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Standard chess, or another game.
    #[default]
    Standard,
    /// Chess960, or Fischer random chess.
    Chess960,
}

impl Variant {
    /// Returns standard chess, or Chess960 if the position has castling rights that do not exist in standard chess.
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

    /// Reads the names used by chess programs.
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

    /// Reads the value of a tag `Variant`.
    pub(crate) fn read(text: &str) -> Option<(GameId, Self)> {
        if let Ok(variant) = text.parse() {
            return Some((Chess::ID, variant));
        }
        let kind = plain(text).parse().ok()?;
        Some((kind, Self::Standard))
    }
}

/// Reduces a name to lower-case letters and digits.
fn plain(text: &str) -> String {
    text.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

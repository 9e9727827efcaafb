//! The feature `serde`: a position is its FEN, a square its name, a colour or a piece its letter in a FEN.
//!
//! A move is written as UCI text, with castling from the king to the rook. It is not read: [`crate::uci::parse`] needs the
//! position.

use ::serde::de::Error;
use ::serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Color, Move, Piece, PieceKind, Position, Setup, Square};

/// Implements `Serialize` for types that write themselves as text.
macro_rules! written {
    ($($kind:ty: $text:expr;)*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&$text(*self))
            }
        }
    )*};
}

written! {
    Color: Color::letter;
    PieceKind: PieceKind::letter;
    Piece: Piece::letter;
    Square: |square| square;
    Move: |m| m;
    Position: |position| position;
}

/// Implements `Deserialize` for types that can be parsed.
macro_rules! parsed {
    ($($kind:ty),*) => {$(
        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(Error::custom)
            }
        }
    )*};
}

parsed!(Square, Position, Setup);

/// Implements `Deserialize` for types that are a letter.
macro_rules! letters {
    ($($kind:ty: $read:expr, $expected:expr;)*) => {$(
        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let letter = char::deserialize(deserializer)?;
                let wrong = || Error::custom(format_args!("{letter:?} is not {}", $expected));
                $read(letter).ok_or_else(wrong)
            }
        }
    )*};
}

letters! {
    Color: |letter| Color::ALL.into_iter().find(|color| color.letter() == letter), "a colour, w or b";
    PieceKind: PieceKind::from_letter, "a piece, one of p n b r q k";
    Piece: Piece::from_letter, "a piece, one of P N B R Q K p n b r q k";
}

#[cfg(test)]
mod tests {
    use ::serde::de::DeserializeOwned;

    use super::*;
    use crate::uci;

    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
        value: T,
        text: &str,
    ) {
        assert_eq!(serde_json::to_string(&value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), value);
    }

    #[test]
    fn values_are_texts_and_come_back() {
        round_trip(Color::Black, "\"b\"");
        round_trip(PieceKind::Knight, "\"n\"");
        round_trip(Piece::WhiteQueen, "\"Q\"");
        round_trip(Square::E4, "\"e4\"");
        let start = "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"";
        round_trip(Position::startpos(), start);
        let m = uci::parse(&Position::startpos(), "e2e4").unwrap();
        assert_eq!(serde_json::to_string(&m).unwrap(), "\"e2e4\"");
    }

    #[test]
    fn wrong_texts_are_errors_that_name_the_fault() {
        let error = serde_json::from_str::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"").unwrap_err();
        assert_eq!(error.to_string(), "White has no king");
        let error = serde_json::from_str::<Color>("\"x\"").unwrap_err();
        assert_eq!(error.to_string(), "'x' is not a colour, w or b");
    }
}

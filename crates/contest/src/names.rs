//! Serialises endings by name, because the crate `games` does not depend on serde.

use serde::{Deserialize, Deserializer, Serializer, de};

/// The reason of a result.
pub(crate) mod reason {
    use super::*;
    use games::Reason;

    pub(crate) fn serialize<S: Serializer>(reason: &Reason, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(reason.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Reason, D::Error> {
        named(input, "the reason why a game ended", Reason::from_name)
    }
}

/// The result of a game.
pub(crate) mod result {
    use super::*;
    use games::GameResult;

    pub(crate) fn serialize<S: Serializer>(result: &GameResult, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(result.text())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<GameResult, D::Error> {
        named(input, "1-0, 0-1 or 1/2-1/2", GameResult::from_text)
    }
}

fn named<'de, D: Deserializer<'de>, T>(
    input: D,
    expected: &'static str,
    read: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let name = String::deserialize(input)?;
    read(&name).ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&name), &expected))
}

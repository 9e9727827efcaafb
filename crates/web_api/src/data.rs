//! The data files that requests read.

use std::borrow::Cow;

use contest::book;
use games::{BoardGame, Chess};

/// The results of `espalier experiment alternatives`.
pub const ALTERNATIVES: &str = "alternatives-tables.json";
/// The results of `espalier ladder --measure`.
pub const LADDER: &str = "ladder.json";
/// The openings of a sequential test in chess.
pub const UNBALANCED: &str = "chess-unbalanced.book";
/// The games of the training of a small network.
pub const LESSON: &str = "lesson.pack";

/// Returns the data file of this name that is built into the program. The module of the static site has none, so that it loads sooner:
/// each file comes with the request that reads it.
#[must_use]
pub fn built_in(name: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(target_family = "wasm") {
        return None;
    }
    let bytes: &[u8] = match name {
        ALTERNATIVES => include_bytes!("../../../results/alternatives-tables.json"),
        LADDER => include_bytes!("../../../results/ladder.json"),
        UNBALANCED => book::named(Chess::ID, "unbalanced")?,
        LESSON => train::lesson::GAMES,
        _ => return None,
    };
    Some(Cow::Borrowed(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::pages::ladder;

    #[test]
    fn every_data_file_is_built_in() {
        for name in [ALTERNATIVES, LADDER, UNBALANCED, LESSON] {
            assert!(
                built_in(name).is_some_and(|bytes| bytes.len() > 1_000),
                "{name}"
            );
        }
        assert_eq!(built_in("nothing"), None);
    }

    #[test]
    fn a_request_whose_data_file_is_missing_is_refused() {
        let config = Config {
            data: |_| None,
            ..Config::default()
        };
        let refused = ladder::ladder(&config).unwrap_err();
        assert_eq!(refused, "the file ladder.json could not be loaded");
    }
}

//! What the opening of a game of chess is called.

use std::collections::HashMap;
use std::sync::OnceLock;

use chess::{Position, san};
use games::{BoardGame, GameKind, Record};

/// The names and the moves that lead to them.
const LINES: &str = include_str!("../openings.txt");

/// No opening of the list is longer.
const LONGEST: usize = 24;

/// The name of the opening that a game went through last; `None` if it has none, or is no chess.
///
/// Names belong to positions, so it does not matter in which order the moves came.
pub fn name<G: BoardGame>(game: &G, record: &Record<G>) -> Option<String> {
    if G::KIND != GameKind::Chess {
        return None;
    }
    let seen = record.states().len().min(LONGEST + 1);
    let found = record.states()[..seen]
        .iter()
        .rev()
        .find_map(|state| names().get(key(&game.write_position(state))))?;
    Some((*found).to_owned())
}

/// A position without the counts of moves.
fn key(fen: &str) -> &str {
    let end = fen
        .match_indices(' ')
        .nth(3)
        .map_or(fen.len(), |(at, _)| at);
    &fen[..end]
}

fn names() -> &'static HashMap<String, &'static str> {
    static NAMES: OnceLock<HashMap<String, &'static str>> = OnceLock::new();
    NAMES.get_or_init(|| {
        lines()
            .filter_map(|(name, moves)| Some((at(moves)?, name)))
            .collect()
    })
}

/// Names and moves, without what is said about them.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
}

/// Where moves lead; `None` if they cannot be played.
fn at(moves: &str) -> Option<String> {
    let mut position = Position::startpos();
    for text in moves.split_whitespace() {
        position = position.after(san::parse(&position, text).ok()?);
    }
    Some(key(&position.to_string()).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Chess;

    #[test]
    fn every_line_can_be_played_and_is_short_enough() {
        assert!(lines().count() > 150);
        for (name, moves) in lines() {
            assert!(at(moves).is_some(), "{name}: {moves}");
            assert!(moves.split_whitespace().count() <= LONGEST, "{name}");
        }
        let told = LINES.lines().filter(|line| !line.is_empty());
        assert_eq!(
            told.filter(|line| !line.starts_with('#')).count(),
            lines().count()
        );
    }

    #[test]
    fn a_name_is_that_of_the_last_position_that_has_one() {
        let game = Chess::default();
        let after = |moves: &str| {
            let mut record = Record::new(game.start());
            for text in moves.split_whitespace() {
                let mv = game.typed_move(record.state(), text).expect("a move");
                record.play(&game, mv);
            }
            name(&game, &record)
        };
        assert_eq!(after(""), None);
        assert_eq!(
            after("e4 e5 Nf3 Nc6 Bc4 Bc5 h3 h6").as_deref(),
            Some("Giuoco Piano")
        );
        // Another order of moves, the same opening.
        assert_eq!(after("Nf3 Nc6 e4 e5 Bc4").as_deref(), Some("Italian Game"));
    }
}

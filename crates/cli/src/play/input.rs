//! What people type during a game.

use chess::{Move, Position, SanError, uci};

use games::nearest::{hint, quote};

/// What a line asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Play this legal move.
    Move(Move),
    /// Do one of the other things.
    Word(Word),
    /// The line is empty.
    Nothing,
}

/// A word that is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Word {
    Undo,
    Moves,
    Board,
    Flip,
    Fen,
    Pgn,
    Draw,
    Resign,
    Help,
    Quit,
}

/// Every word with what it does.
pub const WORDS: [(&str, Word, &str); 10] = [
    ("undo", Word::Undo, "take your last move back"),
    ("moves", Word::Moves, "list the legal moves"),
    ("board", Word::Board, "show the board again"),
    ("flip", Word::Flip, "turn the board"),
    ("fen", Word::Fen, "print the position"),
    ("pgn", Word::Pgn, "print the game"),
    ("draw", Word::Draw, "offer a draw"),
    ("resign", Word::Resign, "give up"),
    ("help", Word::Help, "this list"),
    ("quit", Word::Quit, "leave"),
];

/// Reads a line. The error is a sentence for the person who typed it.
pub fn read(line: &str, position: &Position) -> Result<Action, String> {
    let text = line.trim();
    if text.is_empty() {
        return Ok(Action::Nothing);
    }
    let lower = text.to_ascii_lowercase();
    let word = match lower.as_str() {
        "?" => "help",
        "exit" | "q" => "quit",
        "takeback" => "undo",
        other => other,
    };
    if let Some((_, word, _)) = WORDS.iter().find(|(name, ..)| *name == word) {
        return Ok(Action::Word(*word));
    }
    if let Ok(m) = uci::parse(position, &lower) {
        return Ok(Action::Move(m));
    }
    chess::san::parse(position, text)
        .map(Action::Move)
        .map_err(|error| match error {
            SanError::Syntax(_) => format!(
                "{} is neither a move such as e4, Nf3, O-O or e2e4 nor a command{}",
                quote(text),
                match hint(text, WORDS.iter().map(|(name, ..)| *name)) {
                    hint if hint.is_empty() => " (help lists them)".to_owned(),
                    hint => hint,
                }
            ),
            SanError::Illegal(_) if position.in_check() => {
                format!(
                    "{error}: {} is in check (moves lists what is legal)",
                    position.side_to_move()
                )
            }
            SanError::Illegal(_) => format!("{error} (moves lists what is legal)"),
            SanError::Ambiguous { .. } => error.to_string(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_either_notation_and_words_in_any_case() {
        let position = Position::startpos();
        let san = read("Nf3", &position);
        assert!(
            matches!(san, Ok(Action::Move(m)) if m.to_string() == "g1f3"),
            "{san:?}"
        );
        assert_eq!(read(" g1f3\r\n", &position), san);
        assert_eq!(read("UNDO", &position), Ok(Action::Word(Word::Undo)));
        assert_eq!(read("?", &position), Ok(Action::Word(Word::Help)));
        assert_eq!(read(" \t", &position), Ok(Action::Nothing));
    }

    #[test]
    fn errors_are_sentences_that_help() {
        let position = Position::startpos();
        let error = |text| read(text, &position).expect_err(text);
        assert_eq!(
            error("Ke2"),
            "there is no legal move Ke2 here (moves lists what is legal)"
        );
        assert!(
            error("udno").ends_with("; did you mean undo?"),
            "{}",
            error("udno")
        );
        assert!(
            error("hello").ends_with("(help lists them)"),
            "{}",
            error("hello")
        );
        let check = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").expect("a good FEN");
        let error = read("Kf2", &check).expect_err("the rook guards f2");
        assert!(error.contains("White is in check"), "{error}");
    }
}

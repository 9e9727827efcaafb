//! The game as Portable Game Notation.

use chess::Color;
use games::GameResult;
use notation::Game;

use super::table::{Ending, Table};

/// The game with its tags; the result is `*` while it goes on.
#[must_use]
pub fn write(table: &Table) -> String {
    let mut game = Game::from(table.game());
    let result = table.ending().map_or("*", Ending::result);
    let results = [GameResult::First, GameResult::Second, GameResult::Draw];
    game.result = results.into_iter().find(|known| known.text() == result);
    let [white, black] = Color::ALL.map(|color| table.place(color).name.clone());
    for (tag, value) in [
        ("Event", "A game in the terminal"),
        ("White", &white),
        ("Black", &black),
    ] {
        // The names and values are in order: specs are short and on one line.
        _ = game.tags.set(tag, value);
    }
    game.to_string()
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::sitter::Sitter;

    #[test]
    fn a_game_from_the_start_and_one_that_black_begins() {
        let mut table = Table::new(
            Position::startpos(),
            [&Sitter::Human, &"random:seed=3".parse().expect("a player")],
        )
        .expect("players");
        for text in ["f3", "e5", "g4", "Qh4"] {
            table.play(chess::san::parse(table.game().position(), text).expect(text));
        }
        let pgn = write(&table);
        assert!(
            pgn.contains("[Black \"random:seed=3\"]\n[Result \"0-1\"]\n"),
            "{pgn}"
        );
        assert!(pgn.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{pgn}");

        let start = Position::from_fen("4k3/8/8/8/8/8/8/4K2R b K - 0 7").expect("a good FEN");
        let mut table = Table::new(start, [&Sitter::Human, &Sitter::Human]).expect("players");
        for text in ["Ke7", "O-O"] {
            table.play(chess::san::parse(table.game().position(), text).expect(text));
        }
        let pgn = write(&table);
        assert!(
            pgn.contains("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n"),
            "{pgn}"
        );
        assert!(pgn.ends_with("\n\n7... Ke7 8. O-O *\n"), "{pgn}");
    }
}

//! The game as Portable Game Notation.

use std::fmt::Write as _;

use chess::{Color, Position};

use super::table::{Ending, Table};

/// The game with its tags; the result is `*` while it goes on.
#[must_use]
pub fn write(table: &Table) -> String {
    let game = table.game();
    let result = table.ending().map_or("*", Ending::result);
    let [white, black] = Color::ALL.map(|color| table.seat(color).player.to_string());
    let mut text = String::new();
    for (tag, value) in [
        ("Event", "A game in the terminal"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "-"),
        ("White", white.as_str()),
        ("Black", black.as_str()),
        ("Result", result),
    ] {
        _ = writeln!(text, "[{tag} \"{value}\"]");
    }
    if *game.start() != Position::startpos() {
        _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]", game.start());
    }
    text.push('\n');
    text.push_str(&wrapped(&numbered(game.start(), &table.sans()), result));
    text
}

/// The moves with their numbers: `1. e4`, `e5`, `2. Nf3`; a game in which Black begins starts with `1... e5`.
#[must_use]
pub fn numbered(start: &Position, sans: &[String]) -> Vec<String> {
    let offset = start.side_to_move() as usize;
    let first = usize::from(start.fullmove_number());
    sans.iter()
        .enumerate()
        .map(|(index, san)| match (index + offset) % 2 {
            0 => format!("{}. {san}", first + (index + offset) / 2),
            _ if index == 0 => format!("{first}... {san}"),
            _ => san.clone(),
        })
        .collect()
}

/// Moves and result in lines of at most 79 characters.
fn wrapped(moves: &[String], result: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in moves.iter().map(String::as_str).chain([result]) {
        if width > 0 && width + 1 + word.len() > 79 {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Player;

    #[test]
    fn a_game_from_the_start_and_one_that_black_begins() {
        let mut table = Table::new(
            Position::startpos(),
            [Player::Human, Player::Random { seed: Some(3) }],
        );
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
        let mut table = Table::new(start, [Player::Human; 2]);
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

    #[test]
    fn long_games_are_wrapped() {
        let moves: Vec<String> = (0..100).map(|_| "Nf3".to_owned()).collect();
        let text = wrapped(&moves, "*");
        assert!(
            text.lines().all(|line| line.len() <= 79) && text.lines().count() > 4,
            "{text}"
        );
    }
}

//! A grade and a sentence for every move of a review.

use chess::{Color, Position};
use gametree::Value;
use serde::Serialize;

use super::{Judgement, Opinion, openings};

/// The grade of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "MoveGrade"))]
pub enum Grade {
    /// A move of the opening book.
    Book,
    /// The engine's move.
    Best,
    /// Another move that loses little.
    Good,
    /// An inaccuracy.
    Inaccuracy,
    /// A mistake.
    Mistake,
    /// A blunder.
    Blunder,
}

/// A move and its evaluation.
pub struct Played<'a> {
    /// The positions of the game up to the one after the move.
    pub positions: &'a [Position],
    /// The side that played it.
    pub side: Color,
    /// The evaluation before it.
    pub before: &'a Opinion,
    /// The evaluation after it.
    pub after: &'a Opinion,
    /// The winning chances of the side before and after it, in percent.
    pub win: [f64; 2],
    /// Its judgement, if it is bad.
    pub judgement: Option<Judgement>,
    /// The engine's move in SAN, if another one was played.
    pub best: Option<&'a str>,
}

/// Winning chances in percent from which a side is better, and from which it is winning.
const BETTER: f64 = 58.0;
const WINNING: f64 = 75.0;

/// A move that loses at most this many percent of the winning chances is as good as the engine's.
const EQUAL: f64 = 1.0;

/// Returns the grade of a move and a sentence on it.
pub fn grade(played: &Played<'_>) -> (Grade, String) {
    let in_book = played.positions[0] == Position::startpos()
        && played.positions[1..].iter().all(openings::is_book);
    match played.judgement {
        Some(judgement) => {
            let grade = match judgement {
                Judgement::Inaccuracy => Grade::Inaccuracy,
                Judgement::Mistake => Grade::Mistake,
                Judgement::Blunder => Grade::Blunder,
            };
            (grade, bad(judgement, played))
        }
        None if in_book => {
            let name = openings::name(played.positions);
            (
                Grade::Book,
                name.map_or_else(|| "Book move.".to_owned(), |name| format!("Book: {name}.")),
            )
        }
        None => match played.best {
            None => (Grade::Best, format!("Best. {}", state(played))),
            Some(best) if played.win[0] - played.win[1] <= EQUAL => (
                Grade::Good,
                format!("Good, like the engine's {best}. {}", state(played)),
            ),
            Some(best) => (
                Grade::Good,
                format!(
                    "Good. The engine's {best} keeps {:.0}% more of the winning chances.",
                    played.win[0] - played.win[1]
                ),
            ),
        },
    }
}

/// Returns the number of moves to mate for a side; negative if it is mated.
fn mate(opinion: &Opinion, side: Color) -> Option<i32> {
    match opinion.score {
        Value::Mate(moves) if opinion.over.is_none() => Some(match side {
            Color::White => moves,
            Color::Black => -moves,
        }),
        _ => None,
    }
}

/// Describes the position after a move.
fn state(played: &Played<'_>) -> String {
    if let Some(over) = &played.after.over {
        return match over.winner {
            Some(winner) => format!("Checkmate: {winner} wins."),
            None => "The game is drawn.".to_owned(),
        };
    }
    let side = played.side;
    match mate(played.after, side) {
        Some(moves) if moves > 0 => return format!("{side} mates in {moves}."),
        Some(moves) => return format!("{} mates in {}.", !side, -moves),
        None => {}
    }
    let win = played.win[1];
    let (leader, lead) = if win >= 50.0 {
        (side, win)
    } else {
        (!side, 100.0 - win)
    };
    match lead {
        lead if lead >= WINNING => format!("{leader} is winning."),
        lead if lead >= BETTER => format!("{leader} is better."),
        _ => "The position is level.".to_owned(),
    }
}

/// Describes a bad move.
fn bad(judgement: Judgement, played: &Played<'_>) -> String {
    let name = judgement.name();
    let side = played.side;
    let what = match (mate(played.before, side), mate(played.after, side)) {
        (Some(moves), after) if moves > 0 && after.is_none_or(|after| after < 0) => {
            format!("{name}: misses mate in {moves}.")
        }
        (_, Some(moves)) if moves < 0 => format!("{name}: allows mate in {}.", -moves),
        _ => format!(
            "{name}: winning chances fall from {:.0}% to {:.0}%.",
            played.win[0], played.win[1]
        ),
    };
    match played.best {
        Some(best) => format!("{what} Better: {best}."),
        None => what,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Opinion, Review};
    use gametree::Value;

    /// Reviews a game with these values for White, in centipawns, and the engine's moves in UCI.
    fn comments(moves: &str, values: &[(Value, &str)]) -> Vec<String> {
        let game: notation::Game = moves.parse().expect("a game");
        let mut position = *game.start();
        let nodes = game.main_line().nodes();
        let mut opinions = Vec::new();
        for (index, (value, best)) in values.iter().enumerate() {
            let line = chess::san::parse(&position, best).ok();
            opinions.push(Opinion::new(
                *value,
                10,
                line.into_iter().collect(),
                position.outcome(),
            ));
            if let Some(node) = nodes.get(index) {
                position = position.after(node.played());
            }
        }
        let review = Review::new(game, opinions);
        review.moves.into_iter().map(|m| m.comment).collect()
    }

    #[test]
    fn every_move_has_a_sentence() {
        use Value::{Centipawns as Cp, Mate};
        // Fool's mate.
        let found = comments(
            "1. f3 e5 2. g4 Qh4#",
            &[
                (Cp(20), "e4"),
                (Cp(-10), "e5"),
                (Cp(-10), "Nc3"),
                (Mate(-1), "Qh4"),
                (Mate(-1), ""),
            ],
        );
        assert_eq!(
            found,
            [
                "Good. The engine's e4 keeps 3% more of the winning chances.",
                "Best. The position is level.",
                "Blunder: allows mate in 1. Better: Nc3.",
                "Best. Checkmate: Black wins.",
            ]
        );
    }

    #[test]
    fn book_moves_have_the_name_of_their_opening() {
        let cp = Value::Centipawns;
        let found = comments(
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 h5",
            &[
                (cp(20), "d4"),
                (cp(20), "e5"),
                (cp(20), "Nf3"),
                (cp(20), "Nc6"),
                (cp(20), "Bb5"),
                (cp(20), "Bc5"),
                (cp(120), "d4"),
            ],
        );
        assert_eq!(found[4], "Book: Italian Game.");
        assert!(
            found[5].starts_with("Inaccuracy: winning chances fall from 48% to 39%. Better: Bc5."),
            "{}",
            found[5]
        );
    }
}

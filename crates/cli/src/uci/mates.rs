//! A mate is told with its whole line.
//!
//! A textbook search with a table knows that a position is mate in three, and not always how: its line ends where the table
//! answered. Programs that check lines complain about that. So the rest of the line is looked for here, by trying out all moves as
//! far as the mate is away, and if that would take too long the game is called won, as the engine does.

use chess::{Game, Move, Position};
use engine::{Info, line};
use gametree::{Bound, Value};

/// So many positions are looked at for one line: some milliseconds.
const PATIENCE: u32 = 20_000;

/// The same, with the line to the mate that it tells of; or with another value, if there is no such line to be found.
pub fn with_whole_line(game: &Game, info: &Info) -> Info {
    let mut info = info.clone();
    let Value::Mate(moves) = info.score else {
        return info;
    };
    let plies = match moves {
        1.. => 2 * moves as usize - 1,
        _ => 2 * moves.unsigned_abs() as usize,
    };
    if info.bound != Bound::Exact || line::is_mate_in(game, &info.line, plies) || plies == 0 {
        return info;
    }
    let known = line::within_the_game(game, &info.line);
    let known = &known[..known.len().min(plies)];
    let end = known.iter().fold(*game.position(), |end, &m| end.after(m));
    let mut left = PATIENCE;
    let rest = mate(&end, plies - known.len(), &mut left);
    let whole = rest.map(|rest| [known, &rest].concat());
    match whole.filter(|whole| line::is_mate_in(game, whole, plies)) {
        Some(whole) => info.line = whole,
        None => {
            info.line.truncate(known.len());
            info.score = Value::Centipawns((20_000 - plies as i32) * moves.signum());
        }
    }
    info
}

/// The line to mate within so many plies, an odd number if the side to move mates. Who is mated lives as long as possible.
fn mate(position: &Position, plies: usize, left: &mut u32) -> Option<Vec<Move>> {
    *left = left.checked_sub(1)?;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return position.in_check().then(Vec::new);
    }
    if plies == 0 {
        return None;
    }
    let mut longest: Option<Vec<Move>> = None;
    // Checks first; the last move must be one.
    let (checks, others): (Vec<Move>, Vec<Move>) =
        moves.into_iter().partition(|&m| position.gives_check(m));
    let others = others.into_iter().filter(|_| plies != 1);
    for m in checks.into_iter().chain(others) {
        let rest = mate(&position.after(m), plies - 1, left);
        if plies % 2 == 1 {
            if let Some(rest) = rest {
                return Some([&[m], rest.as_slice()].concat());
            }
        } else {
            // One way out is enough.
            let line = [&[m], rest?.as_slice()].concat();
            if longest
                .as_ref()
                .is_none_or(|longest| line.len() > longest.len())
            {
                longest = Some(line);
            }
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn told(fen: &str, words: &str, score: Value) -> (Value, String) {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let mut position = *game.position();
        let mut line = Vec::new();
        for word in words.split_whitespace() {
            let m = chess::uci::parse(&position, word).expect(word);
            position.play(m);
            line.push(m);
        }
        let info = Info {
            depth: 7,
            selective_depth: 7,
            rank: 1,
            score,
            bound: Bound::Exact,
            wdl: None,
            nodes: 1,
            hash_full: None,
            table_hits: 0,
            time: Duration::ZERO,
            line,
        };
        let whole = with_whole_line(&game, &info);
        let words: Vec<String> = whole.line.iter().map(ToString::to_string).collect();
        (whole.score, words.join(" "))
    }

    const MATE_IN_THREE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

    #[test]
    fn a_line_that_was_cut_off_is_told_to_its_end() {
        let (score, line) = told(MATE_IN_THREE, "f6a6", Value::Mate(3));
        assert_eq!(
            (score, line.split(' ').count()),
            (Value::Mate(3), 5),
            "{line}"
        );
        assert!(line.starts_with("f6a6 "), "{line}");
        // Seen by who is mated.
        let after = "r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 1 1";
        let (score, line) = told(after, "", Value::Mate(-2));
        assert_eq!(
            (score, line.split(' ').count()),
            (Value::Mate(-2), 4),
            "{line}"
        );
        // What is whole already stays as it is, and so does what is no mate.
        let whole = "f6a6 f7f6 e5f6 g8g7 a6a8";
        let as_it_was = (Value::Mate(3), whole.to_owned());
        assert_eq!(told(MATE_IN_THREE, whole, Value::Mate(3)), as_it_was);
        let quiet = (Value::Centipawns(40), "f6a6".to_owned());
        assert_eq!(told(MATE_IN_THREE, "f6a6", Value::Centipawns(40)), quiet);
    }

    #[test]
    fn a_mate_that_nobody_can_show_is_called_won() {
        let (score, line) = told(MATE_IN_THREE, "f6a6", Value::Mate(2));
        assert_eq!((score, line.as_str()), (Value::Centipawns(19_997), "f6a6"));
        let (score, line) = told(chess::fen::START, "e2e4", Value::Mate(-40));
        assert_eq!((score, line.as_str()), (Value::Centipawns(-19_920), "e2e4"));
    }
}

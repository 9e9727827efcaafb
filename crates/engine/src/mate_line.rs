//! Completes the principal variation of a mate score.
//!
//! A search with a transposition table can prove a mate in three without its moves: the line ends where the table cut the search
//! off. Programs that check principal variations reject such a line, so the missing moves are searched at full width.

use chess::{Game, Move, Position};
use gametree::{Bound, Value};

use crate::{Info, line};

/// The usual number of positions to visit for one line: some milliseconds.
pub const MATE_LINE_NODES: u32 = 20_000;

/// Returns the search result with a principal variation that ends in mate. If none is found within `nodes` positions, the mate
/// score becomes a winning score in centipawns.
#[must_use]
pub fn complete_mate(game: &Game, info: &Info, nodes: u32) -> Info {
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
    info.line = line::legal_part(game, &info.line);
    info.line.truncate(plies);
    let end = (info.line.iter()).fold(*game.position(), |end, &m| end.after(m));
    let missing = plies - info.line.len();
    let whole = mate(&end, missing, &mut { nodes }).map(|rest| [&info.line[..], &rest].concat());
    match whole.filter(|whole| line::is_mate_in(game, whole, plies)) {
        Some(whole) => info.line = whole,
        None => info.score = Value::Centipawns((20_000 - plies as i32) * moves.signum()),
    }
    info
}

/// Returns a line to mate within this number of plies, odd if the side to move mates. The other side delays the mate.
fn mate(position: &Position, plies: usize, nodes_left: &mut u32) -> Option<Vec<Move>> {
    *nodes_left = nodes_left.checked_sub(1)?;
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    if moves.is_empty() {
        return position.in_check().then(Vec::new);
    }
    if plies == 0 {
        return None;
    }
    // Checks first. The last move is a check.
    moves.sort_by_key(|&m| !position.gives_check(m));
    if plies == 1 {
        moves.retain(|&m| position.gives_check(m));
    }
    let mut longest: Option<Vec<Move>> = None;
    for m in moves {
        let rest = mate(&position.after(m), plies - 1, nodes_left);
        if plies % 2 == 1 {
            if let Some(rest) = rest {
                return Some([&[m], &rest[..]].concat());
            }
        } else {
            // One escape refutes the mate.
            let line = [&[m], &rest?[..]].concat();
            longest = longest
                .filter(|longest| longest.len() >= line.len())
                .or(Some(line));
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn completed(fen: &str, words: &str, score: Value) -> (Value, String) {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        let mut position = *game.position();
        let mut line = Vec::new();
        for word in words.split_whitespace() {
            let m = chess::uci::parse(&position, word).expect(word);
            position.play_unchecked(m);
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
        let info = complete_mate(&game, &info, MATE_LINE_NODES);
        let words: Vec<String> = info.line.iter().map(ToString::to_string).collect();
        (info.score, words.join(" "))
    }

    const MATE_IN_THREE: &str = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1";

    #[test]
    fn a_cut_line_is_completed() {
        let (score, line) = completed(MATE_IN_THREE, "f6a6", Value::Mate(3));
        assert_eq!(
            (score, line.split(' ').count()),
            (Value::Mate(3), 5),
            "{line}"
        );
        assert!(line.starts_with("f6a6 "), "{line}");
        let after = "r5rk/5p1p/R7/4B3/8/8/7P/7K b - - 1 1";
        let (score, line) = completed(after, "", Value::Mate(-2));
        assert_eq!(
            (score, line.split(' ').count()),
            (Value::Mate(-2), 4),
            "{line}"
        );
    }

    #[test]
    fn a_whole_line_and_a_line_without_mate_stay() {
        let whole = "f6a6 f7f6 e5f6 g8g7 a6a8";
        for (line, score) in [(whole, Value::Mate(3)), ("f6a6", Value::Centipawns(40))] {
            assert_eq!(
                completed(MATE_IN_THREE, line, score),
                (score, line.to_owned())
            );
        }
    }

    #[test]
    fn a_mate_without_a_line_becomes_a_winning_score() {
        let (score, line) = completed(MATE_IN_THREE, "f6a6", Value::Mate(2));
        assert_eq!((score, line.as_str()), (Value::Centipawns(19_997), "f6a6"));
        let (score, line) = completed(chess::fen::START, "e2e4", Value::Mate(-40));
        assert_eq!((score, line.as_str()), (Value::Centipawns(-19_920), "e2e4"));
    }
}

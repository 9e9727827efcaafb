//! Checks of the principal variation that an engine sends, as match runners make them.
//!
//! Every move must be legal, nothing comes after the end of the game, and a line that goes with a mate score is the way
//! to that mate. A line may stop anywhere before; many programs cut theirs.

use chess::{Position, repetitions, uci};

use gametree::{Bound, Value};

use super::info::Info;

/// Returns the fault in the line of `info`, which starts at the last position of `history`.
pub(super) fn fault(history: &[Position], info: &Info) -> Option<String> {
    let mut positions: Vec<Position> = Vec::with_capacity(info.pv.len());
    for (ply, text) in info.pv.iter().enumerate() {
        let position = *positions.last().or(history.last())?;
        if ply > 0
            && let Some(end) = end_of_game(history, &positions)
        {
            return Some(format!(
                "the line continues after {end}: {}",
                shown(info, ply)
            ));
        }
        let Ok(mv) = uci::parse(&position, text) else {
            return Some(format!(
                "the line has an illegal move: {}",
                shown(info, ply)
            ));
        };
        let mut next = position;
        position.play_into(mv, &mut next);
        positions.push(next);
    }
    match info.score {
        Some((Value::Mate(moves), Bound::Exact)) => mate_fault(&positions, moves, info),
        _ => None,
    }
}

/// Returns how the game ended with the last move of `line`, for endings that every program must detect.
fn end_of_game(history: &[Position], line: &[Position]) -> Option<&'static str> {
    let now = line.last()?;
    if !now.has_legal_move() {
        return Some(if now.in_check() { "mate" } else { "stalemate" });
    }
    if now.halfmove_clock() >= 100 {
        return Some("fifty moves without capture or pawn move");
    }
    let times = repetitions(history.iter().chain(line));
    (times >= 3).then_some("threefold repetition")
}

/// Returns the fault of a legal line with a mate score.
fn mate_fault(line: &[Position], moves: i32, info: &Info) -> Option<String> {
    let last = line.last()?;
    let plies = match moves {
        1.. => 2 * moves.unsigned_abs() as usize - 1,
        _ => 2 * moves.unsigned_abs() as usize,
    };
    let shown = shown(info, info.pv.len());
    if last.in_check() && !last.has_legal_move() {
        // After an odd number of plies the side to move has mated.
        let wins = line.len() % 2 == 1;
        return if wins != (moves > 0) {
            Some(format!(
                "the score is mate {moves}, and the line mates the other side: {shown}"
            ))
        } else if line.len() != plies {
            let found = line.len().div_ceil(2);
            Some(format!(
                "the score is mate {moves}, and the line mates in {found}: {shown}"
            ))
        } else {
            None
        };
    }
    (line.len() >= plies)
        .then(|| format!("the score is mate {moves}, and the line does not end in mate: {shown}"))
}

/// Returns the line up to and including move number `ply`, shortened.
fn shown(info: &Info, ply: usize) -> String {
    const MOST: usize = 6;
    let end = info.pv.len().min(ply + 1);
    let first = end.saturating_sub(MOST);
    let words: Vec<String> = info.pv[first..end]
        .iter()
        .map(|word| word.chars().filter(|c| !c.is_control()).take(8).collect())
        .collect();
    format!("{}{}", if first > 0 { "... " } else { "" }, words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::info::parse;
    use super::*;

    fn history(fen: &str, moves: &[&str]) -> Vec<Position> {
        let mut positions = vec![Position::from_fen(fen).expect(fen)];
        for text in moves {
            let mut next = positions[positions.len() - 1];
            let mv = uci::parse(&next, text).expect(text);
            next.play(mv).expect(text);
            positions.push(next);
        }
        positions
    }

    fn check(fen: &str, moves: &[&str], text: &str) -> Option<String> {
        fault(&history(fen, moves), &parse(text))
    }

    const START: &str = chess::fen::START;
    /// White mates on a8, Black on a1.
    const BACK_RANKS: &str = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

    #[test]
    fn good_lines_pass() {
        assert_eq!(check(START, &[], ""), None);
        assert_eq!(
            check(START, &["e2e4"], "score cp 20 pv e7e5 g1f3 b8c6"),
            None
        );
        assert_eq!(check(BACK_RANKS, &[], "score mate 1 pv a1a8"), None);
        assert_eq!(
            check(BACK_RANKS, &[], "score mate 3 pv a1a7"),
            None,
            "cut short"
        );
        assert_eq!(
            check(BACK_RANKS, &[], "score mate 1 lowerbound pv h2h3"),
            None
        );
        assert_eq!(check(BACK_RANKS, &[], "score cp 99999 pv a1a8"), None);
    }

    #[test]
    fn illegal_moves_are_found() {
        let found = check(START, &[], "pv e2e4 e7e5 e1e3").expect("a fault");
        assert_eq!(found, "the line has an illegal move: e2e4 e7e5 e1e3");
        assert!(check(START, &[], "pv hello").is_some());
        let found = check(START, &[], "pv g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c6c6").expect("a fault");
        assert_eq!(
            found,
            "the line has an illegal move: ... g8f6 f3g1 f6g8 b1c3 b8c6 c6c6"
        );
    }

    #[test]
    fn nothing_comes_after_the_end() {
        let found = check(BACK_RANKS, &[], "pv a1a8 g8h8").expect("a fault");
        assert_eq!(found, "the line continues after mate: a1a8 g8h8");
        let stalemate = "7k/8/8/6Q1/8/8/8/K7 w - - 0 1";
        assert!(
            check(stalemate, &[], "pv g5g6 h8g8")
                .is_some_and(|found| found.contains("after stalemate"))
        );
        let fifty = "7k/8/8/6Q1/8/8/8/K7 w - - 98 90";
        assert_eq!(check(fifty, &[], "pv g5f5 h8g7"), None);
        assert!(
            check(fifty, &[], "pv g5f5 h8g7 f5e5")
                .is_some_and(|found| found.contains("after fifty moves"))
        );
    }

    #[test]
    fn repetitions_count_the_game_before() {
        let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
        // The start for the second time, then in the line for the third.
        let line = "pv g1f3 g8f6 f3g1 f6g8";
        assert_eq!(check(START, &there_and_back, line), None);
        let found = check(START, &there_and_back, &format!("{line} e2e4")).expect("a fault");
        assert!(found.contains("after threefold repetition"), "{found}");
        assert_eq!(check(START, &[], &format!("{line} e2e4")), None);
    }

    #[test]
    fn mate_scores_need_their_mate() {
        let found = |text| check(BACK_RANKS, &[], text).expect("a fault");
        assert!(found("score mate 1 pv h2h3").contains("does not end in mate"));
        assert!(found("score mate 2 pv a1a8").contains("mates in 1"));
        assert!(found("score mate -1 pv a1a8").contains("mates the other side"));
        assert!(found("score mate 0 pv a1a7").contains("does not end in mate"));
        let fools_mate = |text| check(START, &["f2f3", "e7e5"], text);
        assert_eq!(fools_mate("score mate -1 pv g2g4 d8h4"), None);
        assert!(
            fools_mate("score mate 1 pv g2g4 d8h4")
                .is_some_and(|found| found.contains("mates the other side"))
        );
        assert!(
            fools_mate("score mate -2 pv g2g4 d8h4")
                .is_some_and(|found| found.contains("mates in 1"))
        );
    }
}

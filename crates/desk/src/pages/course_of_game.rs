//! The course of a game that was reviewed: its phases, and the moves that changed who was to win.

use chess::{Bitboard, Color, PieceKind, Position, Rank};
use lab::analyse::Review;

use crate::protocol::ReportPhase;

/// Queens, rooks, bishops and knights on the board from which on it is a middle game, and an end game.
const MIDDLE_GAME: u32 = 10;
const END_GAME: u32 = 6;

/// Fewer own pieces than this on the first rank: somebody is developed, and the opening is over.
const AT_HOME: u32 = 4;

/// White's chance above which White is to win; below what is left, Black is.
const WINNING: f64 = 65.0;

const NAMES: [&str; 3] = ["Opening", "Middle game", "End game"];

const OFFICERS: [PieceKind; 4] = [
    PieceKind::Queen,
    PieceKind::Rook,
    PieceKind::Bishop,
    PieceKind::Knight,
];

/// The phases that a game went through. It never goes back to an earlier one.
pub(super) fn phases(review: &Review) -> Vec<ReportPhase> {
    let mut position = *review.game.start();
    let mut now = 0;
    // The phase of each move is that of the position before it.
    let of_move: Vec<usize> = (review.game.main_line().nodes().iter())
        .take(review.moves.len())
        .map(|node| {
            now = now.max(phase(&position));
            position = position.after(node.played());
            now
        })
        .collect();
    let mut found = Vec::new();
    for (which, name) in NAMES.into_iter().enumerate() {
        let from = of_move.partition_point(|&phase| phase < which);
        let to = of_move.partition_point(|&phase| phase <= which);
        if from == to {
            continue;
        }
        let accuracy = Color::ALL.map(|color| {
            let own = review.moves[from..to].iter().filter(|m| m.side == color);
            let (sum, count) = own.fold((0.0, 0_u32), |(sum, count), m| {
                (sum + m.accuracy, count + 1)
            });
            (count > 0).then(|| sum / f64::from(count))
        });
        found.push(ReportPhase {
            name: name.to_owned(),
            from,
            to,
            accuracy,
        });
    }
    found
}

/// The phase of a position: 0 is the opening.
fn phase(position: &Position) -> usize {
    let officers = |color| {
        OFFICERS
            .map(|kind| position.pieces(color, kind))
            .into_iter()
    };
    let count = |color| officers(color).map(Bitboard::count).sum::<u32>();
    let at_home = |color: Color| {
        officers(color)
            .flatten()
            .filter(|square| square.rank().relative_to(color) == Rank::ALL[0])
            .count() as u32
    };
    match count(Color::White) + count(Color::Black) {
        left if left <= END_GAME => 2,
        left if left <= MIDDLE_GAME => 1,
        _ if Color::ALL.into_iter().any(|color| at_home(color) < AT_HOME) => 1,
        _ => 0,
    }
}

/// The moves after which somebody else was to win than before, and still was one move later. What an answer takes back at once
/// has turned nothing.
pub(super) fn turning(review: &Review) -> Vec<usize> {
    turns(&review.win_percents())
}

/// The places of moves between White's chances before and after them.
fn turns(wins: &[f64]) -> Vec<usize> {
    let who = |win: f64| i32::from(win >= WINNING) - i32::from(win <= 100.0 - WINNING);
    let mut now = wins.first().map_or(0, |&win| who(win));
    let mut found = Vec::new();
    for (place, &win) in wins.iter().enumerate().skip(1) {
        let next = wins
            .get(place + 1)
            .map_or_else(|| who(win), |&win| who(win));
        if who(win) != now && next == who(win) {
            now = who(win);
            found.push(place - 1);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> usize {
        phase(&Position::from_fen(fen).expect("a position"))
    }

    #[test]
    fn phases_follow_the_pieces() {
        assert_eq!(
            of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            0
        );
        // White has castled and its rooks are joined.
        assert_eq!(
            of("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R4RK1 b kq - 0 1"),
            1
        );
        assert_eq!(of("2r3k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1"), 2);
    }

    #[test]
    fn a_turning_point_lasts() {
        // A blunder that is answered by one has turned nothing; the second time it stays.
        assert_eq!(turns(&[50.0, 80.0, 52.0, 20.0, 15.0, 10.0]), [2]);
        assert_eq!(turns(&[52.0, 55.0, 70.0, 72.0, 30.0]), [1, 3]);
        assert_eq!(turns(&[]), [0; 0]);
    }
}

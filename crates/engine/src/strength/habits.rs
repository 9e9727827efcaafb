//! Human habits: root moves that even a weak player does not consider.
//!
//! Overlooking and misjudging make a player weak, but also odd in ways that people are not. A person recaptures after the
//! loss of a knight, and does not return a developed knight to its home square in the opening. Limited strength removes such moves
//! before the search.

use chess::{Color, Game, Move, PieceKind, Position, Rank};

/// The material gain that counts as winning a piece: a piece less a pawn for the exchange.
const PIECE_GAIN: i32 = 200;

/// The last move number of the opening.
const OPENING: u16 = 20;

/// Returns the moves to consider, which are all moves if no habit applies.
#[must_use]
pub fn considered(game: &Game, mut moves: Vec<Move>) -> Vec<Move> {
    let position = game.position();
    if let Some(last) = lost_piece(game) {
        let back: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&m| wins_a_piece(position, m) || is_mate(position, m))
            .collect();
        // Capturing another piece is fine, provided that this one can be recaptured.
        if back.iter().any(|m| m.to() == last.to()) {
            return back;
        }
    }
    let own_last = game.moves().iter().rev().nth(1).copied();
    let is_silly = |m: Move| goes_home(position, m) || reverses(position, m, own_last);
    if !position.in_check() && moves.iter().any(|&m| !is_silly(m)) {
        moves.retain(|&m| !is_silly(m));
    }
    moves
}

/// Returns the opponent's last move if it captured a piece other than a pawn.
#[must_use]
pub fn lost_piece(game: &Game) -> Option<Move> {
    let last = *game.moves().last()?;
    let before = game.positions().iter().rev().nth(1)?;
    let taken = before.piece_at(last.to())?;
    let is_piece = !matches!(taken.kind(), PieceKind::Pawn | PieceKind::King);
    (last.is_capture() && is_piece).then_some(last)
}

/// Returns whether a capture wins about a piece by static exchange evaluation.
#[must_use]
pub fn wins_a_piece(position: &Position, m: Move) -> bool {
    m.is_capture() && position.exchange_gains(m, PIECE_GAIN)
}

/// Returns whether a move is checkmate.
#[must_use]
pub fn is_mate(position: &Position, m: Move) -> bool {
    position.gives_check(m) && position.after(m).legal_moves().is_empty()
}

/// Returns whether a move returns a knight or bishop that is not attacked to its first rank in the opening.
#[must_use]
pub fn goes_home(position: &Position, m: Move) -> bool {
    let side = position.side_to_move();
    let is_minor = position
        .piece_at(m.from())
        .is_some_and(|piece| matches!(piece.kind(), PieceKind::Knight | PieceKind::Bishop));
    let home = match side {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    };
    is_minor
        && position.fullmove_number() <= OPENING
        && m.to().rank() == home
        && m.from().rank() != home
        && !m.is_noisy()
        && !position.is_attacked(m.from(), !side)
}

/// Returns whether a quiet move only reverses the own last move, in the opening and without need.
fn reverses(position: &Position, m: Move, own_last: Option<Move>) -> bool {
    position.fullmove_number() <= OPENING
        && !m.is_noisy()
        && own_last.is_some_and(|last| last.from() == m.to() && last.to() == m.from())
        && !position.is_attacked(m.from(), !position.side_to_move())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect(fen));
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            let m = chess::uci::parse(game.position(), text).expect(text);
            game.play(m).expect("legal");
        }
        game
    }

    fn names(game: &Game) -> Vec<String> {
        let moves = considered(game, game.position().legal_moves().to_vec());
        let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        names.sort();
        names
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn captured_pieces_are_recaptured() {
        // The bishop captured a knight; two pawns can recapture.
        let exchange = after(START, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6");
        assert_eq!(names(&exchange), ["b7c6", "d7c6"]);
        // After the capture of a pawn all moves are considered.
        let pawn = after(START, "e2e4 d7d5 e4d5");
        assert!(names(&pawn).len() > 20);
        // All moves are considered if recapturing loses material or is impossible.
        let away = after("4k3/8/8/3n4/8/4B3/3P4/4K3 b - - 0 1", "d5e3 d2e3");
        assert!(names(&away).len() > 3);
    }

    #[test]
    fn winning_another_piece_or_mating_is_considered() {
        // Black's rook captured the knight on d4: the pawn recaptures, or the queen captures the one on a8.
        let game = after("q3k3/8/8/8/3r4/3N4/8/Q3K3 b - - 0 1", "d4d3");
        assert!(lost_piece(&game).is_some());
        let free = names(&game);
        assert!(free.contains(&"a1a8".to_owned()), "{free:?}");
    }

    #[test]
    fn developed_knights_do_not_return() {
        let game = after(START, "g1f3 g8f6 b1c3 b8c6");
        let moves = names(&game);
        for silly in ["f3g1", "c3b1"] {
            assert!(!moves.contains(&silly.to_owned()), "{silly}");
        }
        assert!(moves.contains(&"c3d5".to_owned()));
        // A knight that is attacked may return.
        let attacked = after(START, "g1f3 d7d5 b1c3 d5d4");
        assert!(names(&attacked).contains(&"c3b1".to_owned()));
        // Pieces do not move back and forth.
        let back = after(START, "e2e4 e7e5 d1h5 b8c6");
        assert!(!names(&back).contains(&"h5d1".to_owned()));
    }

    #[test]
    fn at_least_one_move_is_considered() {
        // Only the knight can move, and only to its first rank.
        let game = after("k7/8/8/8/8/p1p1p3/P1PpP3/K2N4 w - - 0 1", "");
        assert_eq!(names(&game).len(), game.position().legal_moves().len());
    }
}

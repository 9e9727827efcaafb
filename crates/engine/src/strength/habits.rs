//! What nobody who has played a few games does, however weak: what is not even looked at.
//!
//! Seeing less makes a player weak, but also odd in ways that people are not. A person whose knight was just taken takes back,
//! and does not carry a developed knight home again in the opening. So these are taken out before the search begins, for
//! every player of limited strength.

use chess::{Color, Game, Move, PieceKind, Position, Rank};

/// A whole piece, less what the exchange may still cost: a pawn.
const A_PIECE: i32 = 200;

/// Until this move nobody carries a piece home without need.
const OPENING: u16 = 20;

/// The moves worth looking at, or all of them where habit says nothing.
#[must_use]
pub fn considered(game: &Game, mut moves: Vec<Move>) -> Vec<Move> {
    let position = game.position();
    if let Some(last) = lost_piece(game) {
        let back: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&m| wins_a_piece(position, m) || is_mate(position, m))
            .collect();
        // Taking another piece instead is fine, as long as this one could be taken back.
        if back.iter().any(|m| m.to() == last.to()) {
            return back;
        }
    }
    let own_last = game.moves().iter().rev().nth(1).copied();
    let is_silly = |m: Move| goes_home(position, m) || takes_back(position, m, own_last);
    if !position.in_check() && moves.iter().any(|&m| !is_silly(m)) {
        moves.retain(|&m| !is_silly(m));
    }
    moves
}

/// The opponent's last move, if it took a whole piece.
#[must_use]
pub fn lost_piece(game: &Game) -> Option<Move> {
    let last = *game.moves().last()?;
    let before = game.positions().iter().rev().nth(1)?;
    let taken = before.piece_at(last.to())?;
    let is_piece = !matches!(taken.kind(), PieceKind::Pawn | PieceKind::King);
    (last.is_capture() && is_piece).then_some(last)
}

/// Whether a move takes something and is ahead by about a piece when all taking on its square is over.
#[must_use]
pub fn wins_a_piece(position: &Position, m: Move) -> bool {
    m.is_capture() && position.exchange_gains(m, A_PIECE)
}

/// Whether a move mates.
#[must_use]
pub fn is_mate(position: &Position, m: Move) -> bool {
    position.gives_check(m) && position.after(m).legal_moves().is_empty()
}

/// Whether a move carries a knight or a bishop back to its own first rank in the opening, though nothing attacks it.
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

/// Whether a quiet move only takes the last own move back, in the opening and without need.
fn takes_back(position: &Position, m: Move, own_last: Option<Move>) -> bool {
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
    fn a_taken_piece_is_taken_back() {
        // The bishop took a knight; two pawns can take it.
        let exchange = after(START, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6");
        assert_eq!(names(&exchange), ["b7c6", "d7c6"]);
        // A pawn that was taken leaves everything open.
        let pawn = after(START, "e2e4 d7d5 e4d5");
        assert!(names(&pawn).len() > 20);
        // A taker that is protected so that taking back loses is left alone, and so is one that cannot be reached.
        let away = after("4k3/8/8/3n4/8/4B3/3P4/4K3 b - - 0 1", "d5e3 d2e3");
        assert!(names(&away).len() > 3);
    }

    #[test]
    fn another_piece_or_a_mate_instead_is_fine() {
        // Black's rook took the knight on d4: the pawn takes it back, or the queen takes the one on a8.
        let game = after("q3k3/8/8/8/3r4/3N4/8/Q3K3 b - - 0 1", "d4d3");
        assert!(lost_piece(&game).is_some());
        let free = names(&game);
        assert!(free.contains(&"a1a8".to_owned()), "{free:?}");
    }

    #[test]
    fn knights_stay_developed() {
        let game = after(START, "g1f3 g8f6 b1c3 b8c6");
        let moves = names(&game);
        for silly in ["f3g1", "c3b1"] {
            assert!(!moves.contains(&silly.to_owned()), "{silly}");
        }
        assert!(moves.contains(&"c3d5".to_owned()));
        // A knight that is attacked may go wherever it likes.
        let attacked = after(START, "g1f3 d7d5 b1c3 d5d4");
        assert!(names(&attacked).contains(&"c3b1".to_owned()));
        // Nobody steps back and forth.
        let back = after(START, "e2e4 e7e5 d1h5 b8c6");
        assert!(!names(&back).contains(&"h5d1".to_owned()));
    }

    #[test]
    fn there_is_always_a_move_left() {
        // Only the knight can move, and only home.
        let game = after("k7/8/8/8/8/p1p1p3/P1PpP3/K2N4 w - - 0 1", "");
        assert_eq!(names(&game).len(), game.position().legal_moves().len());
    }
}

//! Principal variations for output: legal, and not beyond the end of the game.
//!
//! The search treats the first repetition as a draw, and its lines can be longer than what it proved. Clients replay lines by
//! the rules, so lines are checked by the rules before they are reported.

use chess::{Game, Move};

/// Returns the line up to the first illegal move or the end of the game by the rules, where repetition and the fifty-move rule
/// count as if they were claimed. The first move is kept even if a draw could be claimed before it.
#[must_use]
pub fn legal_part(game: &Game, line: &[Move]) -> Vec<Move> {
    walk(game, line).1
}

/// Returns whether the line has exactly this many plies and ends in checkmate.
#[must_use]
pub fn is_mate_in(game: &Game, line: &[Move], plies: usize) -> bool {
    let (end, moves) = walk(game, line);
    let last = end.position();
    moves.len() == plies && last.in_check() && !last.has_legal_move()
}

fn walk(game: &Game, line: &[Move]) -> (Game, Vec<Move>) {
    // Only positions since the last capture or pawn move can repeat.
    let mut game = recent(game);
    let mut moves = Vec::with_capacity(line.len());
    for &m in line {
        if (!moves.is_empty() && game.outcome().is_some()) || game.play(m).is_err() {
            break;
        }
        moves.push(m);
    }
    (game, moves)
}

/// Returns the last part of a game, from the last capture or pawn move. It is much shorter than the whole.
fn recent(game: &Game) -> Game {
    let reach = usize::from(game.position().halfmove_clock()).min(game.moves().len());
    let start = game.moves().len() - reach;
    let mut recent = Game::new(game.positions()[start]);
    for &m in &game.moves()[start..] {
        // The move is legal because it was played.
        _ = recent.play(m);
    }
    recent
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Position, uci};

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(Position::from_fen(fen).expect(fen));
        for m in line(&game, moves) {
            game.play(m).expect("legal");
        }
        game
    }

    fn line(game: &Game, moves: &str) -> Vec<Move> {
        let mut position = *game.position();
        let mut line = Vec::new();
        for word in moves.split_whitespace() {
            let m = uci::parse(&position, word).expect(word);
            position.play_unchecked(m);
            line.push(m);
        }
        line
    }

    const ROOKS: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn lines_end_at_threefold_repetition() {
        let game = game(ROOKS, "a1b1 a8b8 b1a1 b8a8");
        let moves = line(&game, "a1b1 a8b8 b1a1 b8a8 a1c1");
        assert_eq!(legal_part(&game, &moves), moves[..4]);
    }

    #[test]
    fn lines_end_at_fifty_moves_and_mate_but_keep_the_first_move() {
        let late = game("r3k3/8/8/8/8/8/8/R3K3 w - - 98 80", "");
        let moves = line(&late, "a1b1 a8b8 b1a1");
        assert_eq!(legal_part(&late, &moves), moves[..2]);
        let over = game("r3k3/8/8/8/8/8/8/R3K3 w - - 100 80", "");
        let moves = line(&over, "a1b1 a8b8");
        assert_eq!(legal_part(&over, &moves), moves[..1]);
        let mate = game("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "");
        let moves = line(&mate, "a1a8");
        assert_eq!(legal_part(&mate, &moves), moves);
        assert!(is_mate_in(&mate, &moves, 1));
        assert!(!is_mate_in(&mate, &moves, 3));
        assert!(!is_mate_in(&mate, &line(&mate, "a1a7"), 1));
    }

    #[test]
    fn lines_end_before_an_illegal_move() {
        let game = game(ROOKS, "");
        let mut moves = line(&game, "a1b1 a8b8");
        moves.push(moves[0]);
        assert_eq!(legal_part(&game, &moves), moves[..2]);
    }
}

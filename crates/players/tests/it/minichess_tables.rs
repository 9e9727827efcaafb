//! The MiniChess endgame tables equal minimax.

use games::minichess::Material;
use games::{BoardGame, MiniChess};
use gametree::checks::minimax;
use gametree::{Game, SplitMix64};
use players::solvers::minichess::Tables;

#[test]
fn tables_of_three_pieces_equal_minimax_to_the_end() {
    let game = MiniChess::default();
    let tables = Tables::new(&game, &mut || false).expect("it is not stopped");
    let mut rng = SplitMix64::new(2);
    let mut decided = 0;
    for number in 0..300 {
        // Two kings and a piece on random squares, with few plies left, so that minimax reaches the end.
        let mut squares = [[b'.'; 5]; 6];
        let pieces: [u8; 3] = [b'K', b'k', b"QRNBPqrnbp"[rng.below(10) as usize]];
        for piece in pieces {
            loop {
                let (row, column) = (rng.below(6) as usize, rng.below(5) as usize);
                let pawn = piece.eq_ignore_ascii_case(&b'P');
                if squares[row][column] == b'.' && !(pawn && (row == 0 || row == 5)) {
                    squares[row][column] = piece;
                    break;
                }
            }
        }
        let left = 1 + rng.below(4) as u32;
        let text = text(&squares, number % 2 == 0, 50 - left);
        let state = game.read_position(&text).expect(&text);
        let truth = minimax(&game, &state, left, &Material);
        decided += u32::from(truth != 0);
        assert_eq!(tables.value(&state), Some(truth), "{text}");
        // Each value is the best value of the children.
        if game.terminal(&state).is_none() {
            let best = game.legal_moves(&state).into_iter().map(|mv| {
                let mut child = state;
                game.play(&mut child, mv);
                let value = game.terminal(&child).or_else(|| tables.value(&child));
                gametree::score::from_node(-value.expect("few pieces"), 1)
            });
            assert_eq!(best.max(), Some(truth), "{text}");
        }
    }
    assert!(decided > 50, "only {decided} positions were decided");
    assert_eq!(tables.value(&game.start()), None, "too many pieces");
}

/// Writes a position in MiniChess notation.
fn text(squares: &[[u8; 5]; 6], white: bool, ply: u32) -> String {
    let rows: Vec<String> = squares
        .iter()
        .map(|row| String::from_utf8_lossy(row).replace('.', "1"))
        .collect();
    let side = if white { 'w' } else { 'b' };
    format!("{} {side} {ply}", rows.join("/"))
}

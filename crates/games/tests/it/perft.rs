//! Perft counts, compared with published figures.

use games::minichess::Rules;
use games::{BoardGame, MiniChess, Othello, TicTacToe};
use gametree::perft;

fn counts<G: BoardGame>(game: &G, expected: &[u64]) {
    for (index, &count) in expected.iter().enumerate() {
        let depth = index as u32 + 1;
        assert_eq!(
            perft(game, &game.start(), depth),
            count,
            "{} depth {depth}",
            G::ID
        );
    }
}

#[test]
fn othello() {
    counts(
        &Othello::<8>::default(),
        &[4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288],
    );
    counts(
        &Othello::<6>::default(),
        &[4, 12, 56, 244, 1_364, 7_604, 47_740, 308_716, 2_114_912],
    );
    counts(
        &Othello::<4>::default(),
        &[
            4, 12, 44, 128, 424, 1_256, 3_624, 9_116, 20_044, 36_540, 50_704, 57_436, 59_564,
            59_980,
        ],
    );
    let small = Othello::<4>::default();
    assert_eq!(perft(&small, &small.start(), 17), 60_060, "complete games");
    assert_eq!(
        perft(&small, &small.start(), 30),
        60_060,
        "games longer than 17 plies"
    );
}

#[test]
fn minichess() {
    counts(&MiniChess::default(), &[7, 49, 452, 4_214, 46_406, 514_912]);
    counts(
        &MiniChess::new(Rules::PLAIN_CAPTURE),
        &[7, 49, 452, 4_230, 47_104, 532_764],
    );
    counts(
        &MiniChess::new(Rules::MINITCHESS),
        &[7, 49, 473, 4_627, 54_254, 645_381],
    );
}

#[test]
fn tictactoe() {
    // Finished games count only at the depth at which they end.
    let finished = [0, 0, 0, 0, 0, 1_440, 5_328, 47_952, 72_576, 127_872];
    let by_ply = [
        1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
    ];
    let game = TicTacToe::default();
    for depth in 0..=9 {
        let over_before: u64 = finished[..depth].iter().sum();
        assert_eq!(
            perft(&game, &game.start(), depth as u32),
            by_ply[depth] + over_before
        );
    }
    assert_eq!(perft(&game, &game.start(), 9), 255_168);
}

//! The course searches against those of the library, in the same order of moves.

use chess::Position;
use courses::CoursePlayer;
use courses::a4::{A4Evaluator, A4Player, Method, Rules};
use courses::order::{MoveOrder, Ordered, OrderedChess};
use courses::report::{self, ReportMaterial, RootWindow, Settings, board};
use games::Chess;
use games::chess::Draws;
use gametree::searches::{AlphaBeta, MaxMinAlphaBeta, Minimax};
use gametree::{Game, Limits, Searcher, SplitMix64, perft};

#[test]
fn an_order_is_a_permutation() {
    let mut rng = SplitMix64::new(8);
    let mut position = Position::startpos();
    for _ in 0..600 {
        let legal = position.legal_moves();
        if legal.is_empty() || position.halfmove_clock() > 90 {
            position = Position::startpos();
            continue;
        }
        let mut expected = legal.to_vec();
        expected.sort_unstable();
        for order in [MoveOrder::PythonChess, MoveOrder::Chesspresso] {
            let mut moves = order.moves(&position).to_vec();
            moves.sort_unstable();
            assert_eq!(moves, expected, "{order:?}: {position}");
        }
        position.play_unchecked(legal[rng.below(legal.len() as u64) as usize]);
    }
    let game = OrderedChess::new(MoveOrder::Chesspresso);
    assert_eq!(perft(&game, &Position::startpos(), 3), 8_902);
}

#[test]
fn the_reports_alpha_beta_with_a_carried_window_is_the_librarys() {
    let settings = Settings {
        root_window: RootWindow::Carried,
        ..Settings::faithful(report::Method::AlphaBeta)
    };
    let game = OrderedChess::new(MoveOrder::PythonChess);
    // No game ends within these depths, so the sign and the mates do not matter.
    for (number, depth) in [(1, 0), (1, 1), (1, 2), (3, 0), (3, 1), (4, 0)] {
        let ours = settings.search(&board(number), &Limits::depth(depth));
        let limits = Limits::depth(depth + 1);
        let mut search = MaxMinAlphaBeta::new(Ordered(ReportMaterial));
        let theirs = search.search(&game, &board(number), &limits);
        assert_eq!(
            ours.calls,
            theirs.stats.nodes - 1,
            "board {number}, depth {depth}"
        );
        assert_eq!((ours.best, ours.value), (theirs.best, Some(theirs.score)));
    }
}

#[test]
fn assignment_4_is_the_librarys_minimax_and_alpha_beta() {
    let game = OrderedChess {
        chess: Chess::new(Draws {
            fifty_moves: true,
            insufficient_material: false,
        }),
        order: MoveOrder::Chesspresso,
    };
    let rules = |method| Rules {
        deepen: false,
        ..Rules::faithful(method)
    };
    let mut position = Position::startpos();
    let mut equal = 0;
    for _ in 0..6 {
        let limits = Limits::depth(3);
        let minimax = A4Player::new(rules(Method::Minimax)).search(&[position], &Limits::depth(3));
        let theirs = Minimax::new(Ordered(A4Evaluator)).search(&game, &position, &limits);
        assert_eq!(minimax.calls, theirs.stats.nodes);
        assert_eq!(
            (minimax.best, minimax.value),
            (theirs.best, Some(theirs.score))
        );
        // Fail-hard or fail-soft, the same nodes from the full window; but a mate is worth the
        // largest integer to the assignment, so no other move is searched after one.
        let pruned = A4Player::new(rules(Method::AlphaBeta)).search(&[position], &Limits::depth(3));
        let theirs = AlphaBeta::new(Ordered(A4Evaluator)).search(&game, &position, &limits);
        assert_eq!(pruned.best, theirs.best);
        assert!(pruned.calls <= theirs.stats.nodes);
        equal += u32::from(pruned.calls == theirs.stats.nodes);
        game.play(&mut position, minimax.best.unwrap());
    }
    assert!(equal >= 3, "equal in {equal} of 6 positions");
}

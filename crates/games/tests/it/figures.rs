//! Values and node counts of whole games, compared with published figures.

use games::othello::{DiscDifference, Move, Scoring};
use games::tictactoe::{OpenLines, Position};
use games::{BoardGame, Othello, TicTacToe};
use gametree::ordering::FewestReplies;
use gametree::searches::{AlphaBeta, Deepening, Minimax, Negamax, OrderedAlphaBeta};
use gametree::{Game, INF, Limits, Searcher, Zero, horizon::Static, score};
use std::collections::HashSet;

#[test]
fn tictactoe_by_minimax() {
    let game = TicTacToe::default();
    let result = Minimax::new(Zero).search(&game, &game.start(), &Limits::depth(9));
    assert_eq!(result.score, 0, "a draw");
    assert_eq!(result.stats.nodes, 549_946);
    assert_eq!(result.stats.leaves, 255_168);
    assert_eq!(result.stats.interior, 549_946 - 255_168);
    assert_eq!(result.stats.evals, 0);
    assert_eq!(result.pv.len(), 9);
}

#[test]
fn tictactoe_by_alpha_beta() {
    let game = TicTacToe::default();
    for (window, nodes, leaves) in [((-2, 2), 18_297, 7_330), ((-1, 1), 16_811, 6_740)] {
        let result =
            AlphaBeta::new(Zero).search_window(&game, &game.start(), &Limits::depth(9), window);
        assert_eq!(result.score, 0);
        assert_eq!(
            (result.stats.nodes, result.stats.leaves),
            (nodes, leaves),
            "window {window:?}"
        );
    }
}

/// Returns all reachable positions.
fn all_positions(game: &TicTacToe) -> HashSet<Position> {
    let mut seen = HashSet::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        if seen.insert(position) {
            for mv in game.legal_moves(&position) {
                let mut child = position;
                game.play(&mut child, mv);
                open.push(child);
            }
        }
    }
    seen
}

#[test]
fn tictactoe_positions_and_results() {
    let game = TicTacToe::default();
    let positions = all_positions(&game);
    assert_eq!(positions.len(), 5_478);

    // The smallest of the eight symmetric boards is the canonical one.
    let turn = |marks: u16| -> u16 {
        (0..9)
            .map(|s| (marks >> s & 1) << (s % 3 * 3 + 2 - s / 3))
            .sum()
    };
    let flip = |marks: u16| -> u16 {
        (0..9)
            .map(|s| (marks >> s & 1) << (s / 3 * 3 + 2 - s % 3))
            .sum()
    };
    let canonical = |position: &Position| {
        let mut pictures = Vec::new();
        let mut marks = position.marks();
        for _ in 0..4 {
            marks = marks.map(turn);
            pictures.push(marks);
            pictures.push(marks.map(flip));
        }
        pictures.into_iter().min()
    };
    let different: HashSet<_> = positions.iter().map(canonical).collect();
    assert_eq!(different.len(), 765);

    // Counts wins of X, wins of O, and draws.
    fn ends(game: &TicTacToe, state: Position, count: &mut [u64; 3]) {
        if let Some(score) = game.terminal(&state) {
            let x_wins = score < 0 && game.side(&state) == gametree::Side::Second;
            count[if score == 0 { 2 } else { usize::from(!x_wins) }] += 1;
            return;
        }
        for mv in game.legal_moves(&state) {
            let mut child = state;
            game.play(&mut child, mv);
            ends(game, child, count);
        }
    }
    let mut count = [0; 3];
    ends(&game, game.start(), &mut count);
    assert_eq!(count, [131_184, 77_904, 46_080]);
}

#[test]
fn distance_scores_prefer_the_quickest_win() {
    let game = TicTacToe {
        scoring: games::tictactoe::Scoring::Distance,
    };
    let position = game.read_position("xx.oo....").unwrap();
    let mut search = Deepening::new(AlphaBeta::new(OpenLines));
    let result = search.search(&game, &position, &Limits::depth(9));
    assert_eq!(result.score, score::win_in(1));
    assert_eq!(game.write_move(result.best.unwrap()), "c1");
    assert_eq!(result.depth, 1, "nothing deeper can be better");
    // O to move cannot parry two threats and loses in two plies.
    let position = game.read_position("xx.xo...o").unwrap();
    let result = search.search(&game, &position, &Limits::depth(9));
    assert_eq!(game.side(&position), gametree::Side::Second);
    assert_eq!(result.score, score::loss_in(2));
}

#[test]
fn othello_4x4_to_the_end() {
    let game = Othello::<4>::default();
    let limits = Limits::depth(20);
    let all = Negamax::new(Zero).search(&game, &game.start(), &limits);
    assert_eq!(all.score, -8, "the second player wins 11 to 3");
    assert_eq!((all.stats.nodes, all.stats.leaves), (224_821, 60_060));
    assert_eq!(all.stats.selective_depth, 17);
    let cut = AlphaBeta::new(Zero).search(&game, &game.start(), &limits);
    assert_eq!(
        (cut.score, cut.stats.nodes, cut.stats.leaves),
        (-8, 15_138, 3_425)
    );

    let game = Othello::<4> {
        scoring: Scoring::EmptiesToWinner,
    };
    let cut = AlphaBeta::new(Zero).search(&game, &game.start(), &limits);
    assert_eq!(
        (cut.score, cut.stats.nodes, cut.stats.leaves),
        (-10, 16_307, 3_702)
    );
    assert_eq!(cut.bound, gametree::Bound::of(-10, -INF, INF));

    // Fewest replies first: the same value with far fewer nodes.
    let mut ordered = OrderedAlphaBeta::with(Static(Zero), FewestReplies::new());
    let quick = ordered.search(&game, &game.start(), &limits);
    assert_eq!(quick.score, -10);
    assert!(
        quick.stats.nodes * 2 < cut.stats.nodes,
        "{} nodes",
        quick.stats.nodes
    );
}

#[test]
fn othello_4x4_passes() {
    fn passes(game: &Othello<4>, state: games::othello::Position) -> u64 {
        let mut count = 0;
        for mv in game.legal_moves(&state) {
            let mut child = state;
            game.play(&mut child, mv);
            count += u64::from(mv == Move::PASS) + passes(game, child);
        }
        count
    }
    let game = Othello::<4>::default();
    assert_eq!(passes(&game, game.start()), 33_420);
    // The result needs no evaluation.
    let result = AlphaBeta::new(DiscDifference).search(&game, &game.start(), &Limits::depth(20));
    assert_eq!(result.stats.evals, 0);
}

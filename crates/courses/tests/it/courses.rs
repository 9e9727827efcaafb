//! Fascicle 3 and assignment 8: the worked example, mates, stalemates, repetitions.

use chess::{Color, Position, uci};
use courses::a8::A8Evaluator;
use courses::a8::search::{INFINITY, Version, search};
use courses::fascicle3::{BoardWeight, FindBestMove, board_weight, example};
use courses::presets;
use games::Chess;
use games::chess::Draws;
use gametree::searches::{MaxMinAlphaBeta, Minimax};
use gametree::{Game, Limits, Score, Searcher, Side, Silent, SplitMix64};

fn read(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn ask(name: &str, history: &[Position], depth: u32) -> String {
    let mut player = presets::chess_player(name, 1).unwrap();
    let best = player.search(history, &Limits::depth(depth)).best.unwrap();
    best.to_uci(uci::CastlingStyle::KingMoves)
}

fn random_positions(count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(11);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::startpos();
        for _ in 0..rng.below(70) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.below(moves.len() as u64) as usize]);
        }
        if position.has_legal_move() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn the_twelve_is_never_visited() {
    let tree = example();
    let mut seen = Vec::new();
    let weigh = |state: &usize, over: Option<Score>, _| {
        let score = over.unwrap();
        let white = if tree.side(state) == Side::First {
            score
        } else {
            -score
        };
        seen.push(white);
        white
    };
    let (limits, mut silent) = (Limits::depth(2), Silent);
    let mut search = FindBestMove::new(&tree, weigh, &limits, &mut silent);
    let found = search.find(&tree.root(), 2, true);
    assert_eq!((found.weight, search.weighed), (3, 3));
    assert_eq!(seen, [3, 5, 2]);
}

#[test]
fn find_best_move_is_minimax() {
    let game = Chess::new(Draws::STALEMATE_ONLY);
    let mut compared = 0;
    for position in random_positions(12) {
        let truth = Minimax::new(BoardWeight).search(&game, &position, &Limits::depth(2));
        let weigh = |state: &Position, over: Option<Score>, _| match over {
            Some(_) => 0,
            None => board_weight(state),
        };
        let (limits, mut silent) = (Limits::depth(2), Silent);
        let mut search = FindBestMove::new(&game, weigh, &limits, &mut silent);
        let white = position.side_to_move() == Color::White;
        let found = search.find(&position, 2, white);
        let expected = if white { truth.score } else { -truth.score };
        // Skips positions with mates below the root: they count as 0 here and as losses there.
        if truth.stats.evals == truth.stats.leaves {
            assert_eq!(found.weight, expected, "{position}");
            assert!(search.calls() <= truth.stats.nodes);
            // Every call is a position, and each is expanded or weighed.
            let stats = search.stats();
            assert_eq!(stats.nodes, search.calls());
            assert_eq!(stats.interior + stats.leaves, stats.nodes);
            compared += 1;
        }
    }
    assert!(compared >= 6, "{compared} positions compared");
}

#[test]
fn the_weight_is_white_minus_black() {
    assert_eq!(board_weight(&Position::startpos()), 0);
    for position in random_positions(20) {
        let Some(passed) = position.after_null() else {
            continue;
        };
        // The weight does not depend on the side to move.
        assert_eq!(board_weight(&position), board_weight(&passed));
    }
}

#[test]
fn fascicle3_takes_the_queen_and_misses_the_mate() {
    let position = read("6k1/5ppp/8/8/8/8/q4PPP/1B1R2K1 w - - 0 1");
    assert_eq!(ask("fascicle3", &[position], 1), "b1a2");
    assert_eq!(ask("fascicle3-fixed", &[position], 1), "d1d8");
    assert_eq!(
        ask("fascicle3-fixed", &[position], 3),
        "d1d8",
        "the quicker mate is the better"
    );
}

#[test]
fn a8_searches_as_the_max_min_search_of_the_library() {
    let game = Chess::new(Draws::STALEMATE_ONLY);
    for position in random_positions(12) {
        let ours = search(
            &position,
            A8Evaluator::default(),
            Version::Fixed,
            &Limits::depth(2),
        );
        let mut library = MaxMinAlphaBeta::new(A8Evaluator::default());
        let theirs = library.search(&game, &position, &Limits::depth(2));
        if !gametree::score::is_decisive(theirs.score) {
            assert_eq!(ours.moves[0].1, theirs.score, "{position}");
        }
    }
}

#[test]
fn a8_is_not_antisymmetric() {
    let eval = A8Evaluator::default();
    let both_positive = random_positions(40)
        .iter()
        .filter(|p| eval.value(p, Color::White) > 0 && eval.value(p, Color::Black) > 0)
        .count();
    assert!(
        both_positive > 10,
        "both sides are often ahead: {both_positive} of 40"
    );
}

#[test]
fn a8_mates_at_once() {
    let position = read("6k1/5ppp/8/8/8/8/q4PPP/1B1R2K1 w - - 0 1");
    for name in ["a8", "a8-fixed", "a8-mobility"] {
        assert_eq!(ask(name, &[position], 4), "d1d8");
    }
}

#[test]
fn a8_takes_a_stalemate_for_a_win() {
    let position = read("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
    let stalemate = uci::parse(&position, "f2f7").unwrap();
    let value = |version| {
        let searched = search(
            &position,
            A8Evaluator::default(),
            version,
            &Limits::depth(2),
        );
        searched
            .moves
            .iter()
            .find(|(m, _)| *m == stalemate)
            .unwrap()
            .1
    };
    assert_eq!(value(Version::Faithful), INFINITY);
    assert_eq!(value(Version::Fixed), 0);
    // The player still avoids an immediate stalemate here: there is a mate in one.
    assert_ne!(ask("a8", &[position], 2), "f2f7");
}

#[test]
fn the_second_best_of_alpha_beta_is_a_bound() {
    let mut worse = 0;
    for position in random_positions(25) {
        let faithful = search(
            &position,
            A8Evaluator::default(),
            Version::Faithful,
            &Limits::depth(2),
        );
        let fixed = search(
            &position,
            A8Evaluator::default(),
            Version::Fixed,
            &Limits::depth(2),
        );
        assert_eq!(
            faithful.moves[0].1, fixed.moves[0].1,
            "the best value is the same"
        );
        assert!(faithful.calls <= fixed.calls);
        let true_value = |m| fixed.moves.iter().find(|(other, _)| *other == m).unwrap().1;
        if let (Some(second), Some(&(_, best_second))) = (faithful.moves.get(1), fixed.moves.get(1))
        {
            worse += u32::from(true_value(second.0) < best_second);
        }
    }
    assert!(worse > 0, "at least one second best move is wrong");
}

#[test]
fn a8_with_a_king_alone_goes_back() {
    // Black's king moved e8-d8-e8, White's e1-d1-e1.
    let mut history = vec![read("4k3/8/8/8/8/8/P7/4K3 b - - 0 1")];
    for text in ["e8d8", "e1d1", "d8e8", "d1e1"] {
        let last = *history.last().unwrap();
        history.push(last.after(uci::parse(&last, text).unwrap()));
    }
    assert_eq!(
        ask("a8", &history, 4),
        "e8d8",
        "the position after it has been there before"
    );
}

#[test]
fn a8_avoids_repeating_when_it_can() {
    let start = read("4k3/p7/8/8/8/8/PP6/1R2K3 w - - 0 1");
    let first = ask("a8", &[start], 2);
    let repeated = start.after(uci::parse(&start, &first).unwrap());
    // If the position after its best move occurred before, it plays another move.
    let history = [repeated, start];
    assert_ne!(ask("a8", &history, 2), first);
}

//! Chess as a game: perft, evaluators, ends, and capabilities for searches.

use games::chess::{Draws, Material, MaterialAndSquares, Mobility, VALUES};
use games::{BoardGame, Chess};
use gametree::searches::{Minimax, NullMove, NullMoveRule};
use gametree::{Evaluator, Game, Limits, Searcher, SplitMix64, WIN, perft, score};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn read(fen: &str) -> chess::Position {
    Chess::default().read_position(fen).unwrap()
}

/// Returns positions of random games, one of each game.
fn random_positions(count: usize, plies: u64) -> Vec<chess::Position> {
    let game = Chess::default();
    let mut positions = Vec::new();
    for seed in 0.. {
        let mut rng = SplitMix64::new(seed);
        let mut state = game.start();
        for _ in 0..rng.below(plies) {
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                break;
            }
            game.play(&mut state, moves[rng.below(moves.len() as u64) as usize]);
        }
        if game.terminal(&state).is_none() {
            positions.push(state);
        }
        if positions.len() == count {
            break;
        }
    }
    positions
}

#[test]
fn perft_through_the_adapter() {
    let game = Chess::new(Draws::STALEMATE_ONLY);
    assert_eq!(perft(&game, &game.start(), 4), 197_281);
    assert_eq!(perft(&game, &read(KIWIPETE), 3), 97_862);
}

#[test]
fn minimax_visits_every_node_once() {
    let game = Chess::default();
    let result = Minimax::new(Material).search(&game, &game.start(), &Limits::depth(4));
    assert_eq!(result.stats.nodes, 1 + 20 + 400 + 8_902 + 197_281);
    assert_eq!(result.score, 0, "no side can force the win of a pawn");
}

#[test]
fn the_three_evaluators_are_antisymmetric() {
    let game = Chess::default();
    let mut evaluators: [Box<dyn Evaluator<Chess>>; 3] = [
        Box::new(Material),
        Box::new(MaterialAndSquares),
        Box::new(Mobility),
    ];
    for state in random_positions(60, 80) {
        let Some(passed) = state.after_null() else {
            continue;
        };
        for eval in &mut evaluators {
            let value = eval.evaluate(&game, &state);
            assert_eq!(value, -eval.evaluate(&game, &passed), "{state}");
        }
    }
    // A queen ahead.
    let queen_up = read("4k3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1");
    assert_eq!(Material.evaluate(&game, &queen_up), 900);
    assert!(Mobility.evaluate(&game, &queen_up) > 900);
}

#[test]
fn ends_of_games() {
    let game = Chess::default();
    let plain = Chess::new(Draws::STALEMATE_ONLY);
    let mate = read("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    let stalemate = read("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    let fifty = read("4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
    let bare = read("4k3/8/8/8/8/8/8/4KN2 w - - 0 1");
    for (state, all, few) in [
        (mate, Some(-WIN), Some(-WIN)),
        (stalemate, Some(0), Some(0)),
        (fifty, Some(0), None),
        (bare, Some(0), None),
    ] {
        assert_eq!(game.terminal(&state), all, "{state}");
        assert_eq!(plain.terminal(&state), few, "{state}");
        let mut moves = Vec::new();
        assert_eq!(game.expand(&state, &mut moves), all, "{state}");
        assert!(moves.is_empty());
    }
    // Checkmate takes precedence over the fifty-move rule.
    let late = read("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80");
    assert_eq!(game.terminal(&late), Some(-WIN));
}

/// The quick test for legal moves is correct, also for pinned pawns.
#[test]
fn the_quick_test_for_legal_moves_equals_the_rules() {
    let game = Chess::new(Draws::STALEMATE_ONLY);
    let mut positions = random_positions(200, 200);
    // White has a pinned pawn only: stalemate unless the king can move.
    positions.push(read("k6r/8/8/8/8/8/6pP/7K w - - 0 1"));
    positions.push(read("k7/8/8/8/8/5bnp/7P/7K w - - 0 1"));
    for state in positions {
        assert_eq!(
            game.terminal(&state).is_none(),
            state.has_legal_move(),
            "{state}"
        );
    }
}

#[test]
fn capabilities() {
    let game = Chess::default();
    let state = read(KIWIPETE);
    let mut noisy = Vec::new();
    game.noisy_moves(&state, &mut noisy);
    assert_eq!(noisy.len(), 8);
    for mv in game.legal_moves(&state) {
        assert_eq!(
            game.capture_value(&state, mv).is_some(),
            noisy.contains(&mv)
        );
    }
    // Pawn takes pawn before queen takes pawn; queen takes knight before both.
    let value = |text: &str| {
        let mv = game.read_move(&state, text).unwrap();
        game.capture_value(&state, mv).unwrap()
    };
    assert!(value("g2h3") > value("f3h3") && value("f3f6") > value("g2h3"));
    let gain = game.read_move(&state, "e5d7").unwrap();
    assert_eq!(game.static_gain(&state, gain), Some(VALUES[0]));
    // Null moves: not with pawns only, not in check; undo restores the position.
    let mut pawns = read("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1");
    assert!(game.null_move(&mut pawns).is_none());
    let mut passed = state;
    let undo = game.null_move(&mut passed).unwrap();
    assert_ne!(game.key(&passed), game.key(&state));
    assert_eq!(game.board_key(&passed), game.board_key(&state));
    game.undo_null(&mut passed, undo);
    assert_eq!(passed, state);
}

#[test]
fn null_moves_find_the_same_mate() {
    let game = Chess::default();
    let state = read("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let result = NullMove::new(Material)
        .with_null_move(NullMoveRule::default())
        .search(&game, &state, &Limits::depth(5));
    assert_eq!(result.score, score::win_in(5));
}

#[test]
fn notation_reads_back() {
    let game = Chess::default();
    for state in random_positions(40, 100) {
        assert_eq!(
            game.read_position(&game.write_position(&state)).unwrap(),
            state
        );
        for mv in game.legal_moves(&state) {
            assert_eq!(game.read_move(&state, &game.write_move(mv)).unwrap(), mv);
        }
    }
    let error = |text: &str| game.read_move(&game.start(), text).unwrap_err().to_string();
    assert_eq!(
        error("e2e5"),
        "bad move: found `e2e5`, expected a legal move"
    );
    assert_eq!(
        error("x"),
        "bad move: found `x`, expected two squares, such as e2e4 or e7e8q"
    );
    assert!(
        game.read_position("8/8")
            .unwrap_err()
            .to_string()
            .starts_with("bad FEN")
    );
    assert_eq!(game.render(&game.start()).lines().count(), 10);
}

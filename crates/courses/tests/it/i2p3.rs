//! MiniChess: the choice among equals, and the tables.

use courses::i2p3::search::{Cut, Faithful};
use courses::i2p3::{AsPrinted, ScaledTables};
use courses::presets;
use games::minichess::{Kind, Material, Position, SquareTables, TableSign, square_table};
use games::{BoardGame, MiniChess};
use gametree::searches::Minimax;
use gametree::{Evaluator, Game, Limits, Searcher, Side, SplitMix64};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions from random games, early enough that the limit of plies is far away.
fn random_positions(count: usize) -> Vec<Position> {
    let game = MiniChess::default();
    let mut rng = SplitMix64::new(3);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut state = game.start();
        for _ in 0..rng.below(24) {
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                break;
            }
            game.play(&mut state, moves[rng.below(moves.len() as u64) as usize]);
        }
        if game.terminal(&state).is_none() {
            positions.push(state);
        }
    }
    positions
}

#[test]
fn the_players_play_only_legal_moves_and_have_one_however_soon_they_are_stopped() {
    let game = MiniChess::default();
    let stopped = Limits::depth(20).with_stop(Arc::new(AtomicBool::new(true)));
    for (number, position) in random_positions(12).into_iter().enumerate() {
        for name in ["i2p3", "i2p3-fixed", "i2p3-minimax"] {
            let mut player = presets::minichess_player(name, number as u64).unwrap();
            let legal = game.legal_moves(&position);
            let choice = player.search(&[position], &Limits::depth(3));
            assert!(choice.best.is_some_and(|mv| legal.contains(&mv)), "{name}");
            // There is still an answer, without a value.
            let choice = player.search(&[position], &stopped);
            assert!(choice.stopped && choice.best.is_some() && choice.value.is_none());
        }
    }
}

#[test]
fn the_search_is_minimax() {
    let game = MiniChess::default();
    for position in random_positions(20) {
        let found = Faithful::new(Material).root(&position, &Limits::depth(3));
        let truth = Minimax::new(Material).search(&game, &position, &Limits::depth(3));
        if gametree::score::is_decisive(truth.score) {
            // The document gives every win the same value.
            assert_eq!(found.value.abs(), courses::i2p3::search::INF);
        } else {
            assert_eq!(found.value, truth.score);
        }
    }
}

#[test]
fn only_the_strict_cut_chooses_among_equals() {
    let game = MiniChess::default();
    let mut wrong = [0, 0];
    for position in random_positions(40) {
        for (index, cut) in [Cut::Strict, Cut::Usual].into_iter().enumerate() {
            let mut search = Faithful::new(Material);
            search.cut = cut;
            let found = search.root(&position, &Limits::depth(3));
            for mv in found.moves {
                let mut child = position;
                game.play(&mut child, mv);
                // Alone at the root, the move gets the full window.
                let mut alone = Faithful::new(Material);
                let reply = alone.root(&child, &Limits::depth(2));
                let over = game.terminal(&child).is_some();
                if !over && -reply.value != found.value {
                    wrong[index] += 1;
                }
            }
        }
    }
    assert_eq!(
        wrong[0], 0,
        "with > every collected move has the best value"
    );
    assert!(wrong[1] > 0, "with >= some are not");
}

#[test]
fn evaluators() {
    let game = MiniChess::default();
    for position in random_positions(40) {
        let mirror = position.mirrored();
        assert_eq!(
            ScaledTables.evaluate(&game, &position),
            ScaledTables.evaluate(&game, &mirror)
        );
    }
    // A knight in the corner against a knight in the middle: the document's White prefers the corner.
    let value = |text: &str, eval: &mut dyn Evaluator<MiniChess>| {
        let position = game.read_position(text).unwrap();
        eval.evaluate(&game, &position)
    };
    let corner = "k4/5/5/5/5/N3K w 0";
    let middle = "k4/5/5/2N2/5/4K w 0";
    assert!(value(corner, &mut AsPrinted) > value(middle, &mut AsPrinted));
    assert!(value(corner, &mut ScaledTables) < value(middle, &mut ScaledTables));
}

/// The two branches of the printed function, square by square as printed.
#[test]
#[allow(clippy::needless_range_loop)] // As the document has it.
fn the_document_looks_black_up_with_the_codes_of_white() {
    let game = MiniChess::default();
    let printed = |position: &Position| {
        let player = position.side();
        let mut boards = [[[None; 5]; 6]; 2];
        for (square, owner, kind) in position.pieces() {
            boards[owner.index()][square / 5][square % 5] = Some(kind);
        }
        let [own, other] = [player.index(), 1 - player.index()];
        let material = |kind: Option<Kind>| kind.map_or(0, SquareTables::material);
        let table = |kind: Option<Kind>, i, j| kind.map_or(0, |kind| square_table(kind, i, j));
        let mut value = 0;
        for i in 0..6 {
            for j in 0..5 {
                let [mine, theirs] = [boards[own][i][j], boards[other][i][j]];
                if player == Side::First {
                    value += material(mine) - table(mine, i, j);
                    value -= material(theirs) - table(theirs, 5 - i, j);
                } else {
                    value += material(mine) - table(theirs, 5 - i, j);
                    value -= material(theirs) - table(mine, i, j);
                }
            }
        }
        value
    };
    let mut differs = 0;
    for position in random_positions(60) {
        assert_eq!(AsPrinted.evaluate(&game, &position), printed(&position));
        let mut subtracted = SquareTables {
            sign: TableSign::Subtract,
        };
        let same = subtracted.evaluate(&game, &position) == printed(&position);
        assert!(same || position.side() == Side::Second);
        differs += u32::from(!same);
    }
    assert!(differs > 5, "the swap shows with Black to move");
}

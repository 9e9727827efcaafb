//! MiniChess: the protocol, the choice among equals, and the tables.

use classroom::i2p3::protocol::{Early, respond};
use classroom::i2p3::search::{Cut, Faithful};
use classroom::i2p3::{I2p3Player, ScaledTables, faithful_evaluator};
use classroom::{Control, presets};
use games::minichess::{Material, Position, referee};
use games::{BoardGame, MiniChess};
use gametree::searches::Minimax;
use gametree::{Evaluator, Game, Limits, Searcher, SplitMix64};
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
fn the_players_write_only_legal_moves() {
    let game = MiniChess::default();
    for (number, position) in random_positions(12).into_iter().enumerate() {
        for name in ["i2p3", "i2p3-mended"] {
            let mut player = presets::minichess_player(name, number as u64).unwrap();
            let mut file = Vec::new();
            let last = respond(
                &position,
                player.as_mut(),
                Early::Nothing,
                4,
                Control::never(),
                &mut file,
            );
            let text = String::from_utf8(file).unwrap();
            let legal: Vec<String> = game
                .legal_moves(&position)
                .into_iter()
                .map(referee::write_action)
                .collect();
            assert_eq!(text.lines().count(), 1);
            assert!(
                text.lines().all(|line| legal.contains(&line.to_owned())),
                "{name}: {text}"
            );
            assert_eq!(
                last.unwrap().map(referee::write_action).as_deref(),
                text.lines().last()
            );
        }
    }
}

#[test]
fn killed_at_once_only_the_mended_one_has_written_a_move() {
    let start = MiniChess::default().start();
    let stopped = Control::default().with_stop(Arc::new(AtomicBool::new(true)));
    let run = |early| {
        let mut player = I2p3Player::new(1);
        let mut file = Vec::new();
        respond(&start, &mut player, early, 8, &stopped, &mut file).unwrap();
        String::from_utf8(file).unwrap().lines().count()
    };
    assert_eq!(run(Early::Nothing), 0);
    assert_eq!(run(Early::AnyMove), 1);
    // A search by itself has an answer all the same, if not one worth writing.
    for name in ["i2p3", "i2p3-mended"] {
        let mut player = presets::minichess_player(name, 1).unwrap();
        let choice = player.choose(&[start], 20, &stopped);
        assert!(choice.stopped && choice.best.is_some() && choice.value.is_none());
    }
}

#[test]
fn the_search_is_minimax() {
    let game = MiniChess::default();
    for position in random_positions(20) {
        let found = Faithful::new(Material).root(&position, 3, Control::never());
        let truth = Minimax::new(Material).search(&game, &position, &Limits::depth(3));
        if gametree::score::is_decisive(truth.score) {
            // The document gives every win the same value.
            assert_eq!(found.value.abs(), classroom::i2p3::search::INF);
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
            let found = search.root(&position, 3, Control::never());
            for mv in found.moves {
                let mut child = position;
                game.play(&mut child, mv);
                // Alone at the root, the move gets the full window.
                let mut alone = Faithful::new(Material);
                let reply = alone.root(&child, 2, Control::never());
                let over = game.terminal(&child).is_some();
                if !over && -reply.value != found.value {
                    wrong[index] += 1;
                }
            }
        }
    }
    assert_eq!(
        wrong[0], 0,
        "with > every collected move is worth the best value"
    );
    assert!(wrong[1] > 0, "with >= some are not");
}

#[test]
fn evaluators() {
    let game = MiniChess::default();
    for position in random_positions(40) {
        let mirror = position.mirrored();
        let mut faithful = faithful_evaluator();
        assert_eq!(
            faithful.evaluate(&game, &position),
            faithful.evaluate(&game, &mirror)
        );
        assert_eq!(
            ScaledTables.evaluate(&game, &position),
            ScaledTables.evaluate(&game, &mirror)
        );
    }
    // A knight in the corner against a knight in the middle: the document likes the corner.
    let value = |text: &str, eval: &mut dyn Evaluator<MiniChess>| {
        let position = game.read_position(text).unwrap();
        eval.evaluate(&game, &position)
    };
    let corner = "k4/5/5/5/5/N3K w 0";
    let middle = "k4/5/5/2N2/5/4K w 0";
    assert!(value(corner, &mut faithful_evaluator()) > value(middle, &mut faithful_evaluator()));
    assert!(value(corner, &mut ScaledTables) < value(middle, &mut ScaledTables));
}

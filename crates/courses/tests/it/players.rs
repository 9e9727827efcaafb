//! Every preset exists, plays only legal moves, and plays the same game again from the same seed.

use courses::{CoursePlayer, Document, PRESETS, Preset, presets};
use games::{BoardGame, Chess, MiniChess};
use gametree::Limits;

/// A depth that is quick.
fn quick(preset: &Preset) -> u32 {
    match preset.document {
        Document::Report => 1,
        _ => 2,
    }
}

fn moves_of<G: BoardGame>(
    game: &G,
    player: &mut dyn CoursePlayer<G>,
    opponent: &mut dyn CoursePlayer<G>,
    depth: u32,
    plies: usize,
) -> Vec<G::Move> {
    let mut history = vec![game.start()];
    let mut moves = Vec::new();
    player.new_game();
    while moves.len() < plies {
        let mut state = history[history.len() - 1].clone();
        let legal = game.legal_moves(&state);
        if legal.is_empty() {
            break;
        }
        let ours = moves.len() % 2 == 0;
        let choice = if ours {
            player.search(&history, &Limits::depth(depth))
        } else {
            opponent.search(&history, &Limits::depth(depth))
        };
        let Some(mv) = choice.best else {
            // Only assignment 4 finds no move if all moves lose.
            assert_eq!(choice.value, Some(i32::MIN));
            break;
        };
        assert!(legal.contains(&mv), "{}", game.write_position(&state));
        game.play(&mut state, mv);
        history.push(state);
        moves.push(mv);
    }
    moves
}

#[test]
fn every_preset_plays_legal_moves() {
    for preset in PRESETS {
        assert_eq!(presets::find(preset.name), Some(preset));
        for seed in 0..3 {
            let depth = quick(preset);
            if preset.document == Document::I2p3 {
                let game = MiniChess::default();
                let play = || {
                    let mut player = presets::minichess_player(preset.name, seed).unwrap();
                    let mut random = courses::RandomPlayer::new(game, seed + 9);
                    moves_of(&game, player.as_mut(), &mut random, depth, 50)
                };
                let moves = play();
                assert!(moves.len() >= 5);
                assert_eq!(moves, play(), "{} is seeded", preset.name);
                assert!(presets::chess_player(preset.name, seed).is_none());
            } else {
                let game = Chess::default();
                let play = || {
                    let mut player = presets::chess_player(preset.name, seed).unwrap();
                    let mut random = courses::RandomPlayer::new(game, seed + 9);
                    moves_of(&game, player.as_mut(), &mut random, depth, 60)
                };
                let moves = play();
                assert!(moves.len() >= 5, "{}", preset.name);
                assert_eq!(moves, play(), "{} is seeded", preset.name);
                assert!(presets::minichess_player(preset.name, seed).is_none());
            }
        }
    }
    assert!(presets::chess_player("a5", 0).is_none());
}

#[test]
fn the_default_depths_are_those_of_the_documents() {
    // One move each at full depth, from a position with play in it.
    let position = courses::report::board(2);
    for preset in PRESETS {
        if let Some(mut player) = presets::chess_player(preset.name, 1) {
            let choice = player.search(&[position], &Limits::depth(preset.depth));
            assert!(position.is_legal(choice.best.unwrap()), "{}", preset.name);
        }
    }
}

#[test]
fn names_are_unique_and_belong_to_their_document() {
    for (index, preset) in PRESETS.iter().enumerate() {
        assert!(
            preset.name.starts_with(preset.document.name()),
            "{}",
            preset.name
        );
        assert!(
            PRESETS[..index]
                .iter()
                .all(|other| other.name != preset.name)
        );
        assert!(!preset.about.is_empty());
    }
}

#[test]
fn old_names_still_find_their_players() {
    for preset in PRESETS.iter().filter(|it| it.name.ends_with("-fixed")) {
        let old = preset.name.replace("-fixed", "-mended");
        assert_eq!(presets::find(&old), Some(preset));
        let found = presets::chess_player(&old, 1).is_some();
        let found = found || presets::minichess_player(&old, 1).is_some();
        assert!(found, "{old}");
    }
}

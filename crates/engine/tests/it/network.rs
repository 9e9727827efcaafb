//! The engine with its network: known endgames take precedence, all instruction sets search the same nodes, and invalid network
//! files are rejected.

use std::sync::Arc;

use chess::{Game, Position};
use engine::eval::{LIMIT, by_network, evaluate, explain_network};
use engine::{Engine, Request, Settings, Technique, Techniques, network};
use gametree::{Limits, Signal};
use nnue::Instructions;

use crate::eval::{color_mirror, positions};

/// Returns the nodes of a search of some positions.
fn nodes(settings: &Settings) -> u64 {
    let mut engine = Engine::new(settings);
    let request = Request::new(Limits::depth(8));
    let fens = engine::bench::POSITIONS.iter().step_by(4);
    fens.map(|fen| {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        _ = engine.search(&game, &request, &Signal::default(), &mut |_| {});
        engine.nodes()
    })
    .sum()
}

#[test]
fn all_instruction_sets_search_the_same_nodes() {
    let own = network::embedded().expect("a network");
    let expected = nodes(&Settings::default());
    for set in Instructions::available() {
        let network = own.as_ref().clone().with_instructions(set);
        let settings = Settings {
            network: Some(Arc::new(network)),
            ..Settings::default()
        };
        assert_eq!(nodes(&settings), expected, "{set}");
    }
    let without = Settings {
        techniques: Techniques::ALL.without(Technique::Network),
        ..Settings::default()
    };
    assert_ne!(nodes(&without), expected, "the hand-crafted evaluation");
}

#[test]
fn known_endgames_do_not_use_the_network() {
    for fen in [
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "8/8/8/8/4k3/8/4P3/4K3 w - - 0 1",
        "8/8/4k3/8/8/2NBK3/8/8 b - - 10 60",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    ] {
        let position = Position::from_fen(fen).expect(fen);
        let value = by_network(&position, || panic!("{fen} is known"));
        assert_eq!(value, evaluate(&position), "{fen}");
    }
    // A bishop of the wrong colour, and rook against bishop: the network's value is scaled down.
    let value = |fen: &str| by_network(&Position::from_fen(fen).expect(fen), || 500);
    assert!(value("k7/p7/8/8/P7/8/3B4/3K4 w - - 0 1") < 30);
    assert!(value("4k3/8/4b3/8/8/8/8/R3K3 w - - 0 1") < 120);
    assert!(value("4k3/8/8/p7/4P3/8/8/R3K3 w - - 0 1") > 400);
    assert!(
        value("4k3/8/8/p7/4P3/8/8/R3K3 w - - 90 99") < 350,
        "the fifty-move rule"
    );
}

#[test]
fn colours_are_symmetric_and_pieces_have_values() {
    let own = network::embedded().expect("a network");
    let value = |position: &Position| by_network(position, || own.evaluate(position));
    for position in positions(4, 500) {
        assert_eq!(
            value(&position),
            value(&color_mirror(&position)),
            "{position}"
        );
        assert!(value(&position).abs() < LIMIT);
        let opinion = explain_network(&own, &position);
        assert_eq!(opinion.for_side_to_move, value(&position));
        assert_eq!(opinion.pieces.len() as u32, position.occupied().count() - 2);
    }
    let opinion = explain_network(&own, &Position::startpos());
    assert!(opinion.raw.abs() < 60, "{}", opinion.raw);
    for worth in &opinion.pieces {
        let pawns = match worth.piece.kind() {
            chess::PieceKind::Pawn => 20..400,
            chess::PieceKind::Queen => 600..3_000,
            _ => 150..1_500,
        };
        assert!(pawns.contains(&worth.value), "{worth:?}");
    }
}

#[test]
fn invalid_network_files_give_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.nnue");
    let error = |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("a file");
        let error = network::read(&path).expect_err("no network");
        assert!(
            !error.contains('\n') && error.contains("one.nnue"),
            "{error}"
        );
        error
    };
    let bytes = network::embedded().expect("a network").to_bytes();
    assert!(error(b"").ends_with("this is not a network of Espalier"));
    assert!(error(&bytes[..9_999]).contains("too short: it has 9999 bytes"));
    let mut damaged = bytes.clone();
    damaged[5_000] ^= 1;
    assert!(error(&damaged).contains("damaged"));
    assert!(network::read(folder.path()).is_err(), "a folder");
    assert!(network::read(&folder.path().join("none")).is_err());
    std::fs::write(&path, &bytes).expect("a file");
    assert_eq!(
        network::read(&path),
        network::embedded().map_err(|_| String::new())
    );
}

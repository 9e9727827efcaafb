//! Reviews of games and explanations of moves. The limits are nodes, so that every run has the same result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use analysis::{Judgement, Motif, Review, Sentence, Why, review, to_html, why};
use chess::{Color, Game, Position, san};
use games::Chess;
use gametree::Limits;
use players::Seat;

fn nodes(nodes: u64) -> Limits {
    Limits::nodes(nodes)
}

fn engine(spec: &str) -> Seat<Chess> {
    Seat::builtin(spec).expect(spec)
}

fn never() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

/// Black's queen moves to a square where a knight captures it, and later White's queen captures a defended bishop.
const GAME: &str = "[White \"Anna\"]\n[Black \"Bernd\"]\n\n\
    1. e4 {best by test} e5 2. Nf3 Qh4 3. Nxh4 Nc6 4. Qg4 d6 5. Qxc8+ Rxc8 1-0\n";

fn reviewed(text: &str) -> Review {
    let game = text.parse().expect("a game");
    let mut engine = engine("engine");
    review(game, &mut engine, &nodes(20_000), &never(), &mut |_| {})
}

#[test]
fn blunders_are_found_and_counted() {
    let review = reviewed(GAME);
    assert!(review.complete);
    assert_eq!(review.opinions.len(), review.moves.len() + 1);
    let queen = &review.moves[3];
    assert_eq!(queen.text, "2... Qh4??");
    assert_eq!(queen.judgement, Some(Judgement::Blunder));
    assert!(queen.accuracy < 30.0 && queen.loss > 500, "{queen:?}");
    assert_ne!(queen.better[0], "Qh4");
    // The knight captures the queen, which is the best move.
    assert_eq!(review.moves[4].judgement, None);
    assert_eq!(review.worst(1)[0].side, Color::Black);
    let [white, black] = review.sides();
    assert_eq!(
        (white.name.as_str(), black.name.as_str()),
        ("Anna", "Bernd")
    );
    assert_eq!((white.moves, black.moves), (5, 5));
    assert!(black.judgements[2] >= 1);
    assert!(black.accuracy < white.accuracy, "{white:?} {black:?}");
}

#[test]
fn the_annotated_game_reads_back_and_is_annotated_once() {
    let review = reviewed(GAME);
    let text = review.annotated().to_string();
    let game: notation::Game = text.parse().expect("what is written reads back");
    let queen = &game.main_line().nodes()[3];
    assert_eq!(queen.nags, [4]);
    assert_eq!(queen.variations().len(), 1);
    assert!(queen.comments[0].text().starts_with("Blunder. "), "{text}");
    let eval = queen.comments[0].eval().expect("an evaluation");
    assert!(
        matches!(eval.value, gametree::Value::Centipawns(value) if value > 500),
        "{eval:?}"
    );
    // The earlier comment remains, after the evaluation.
    let first = &game.main_line().nodes()[0];
    assert!(first.comments[0].eval().is_some());
    assert_eq!(first.comments[1].text(), "best by test");
    assert_eq!(game.tags.get("Annotator"), Some("Espalier"));
    let again = reviewed(&text).annotated().to_string();
    assert_eq!(again, text);
}

#[test]
fn a_mated_game_has_no_value_at_its_end() {
    let review = reviewed("1. f3 e5 2. g4 Qh4# 0-1");
    assert!(review.complete);
    assert_eq!(review.opinions[4].text, "0-1");
    assert_eq!(review.moves[2].judgement, Some(Judgement::Blunder));
    assert_eq!(review.moves[3].accuracy, 100.0);
    let text = review.annotated().to_string().replace('\n', " ");
    assert!(text.contains("2... Qh4# 0-1"), "{text}");
}

#[test]
fn a_stopped_review_has_the_positions_so_far() {
    let stop = never();
    let mut done = 0;
    let review = review(
        GAME.parse().expect("a game"),
        &mut engine("engine"),
        &nodes(2_000),
        &stop,
        &mut |step| {
            done = step.done;
            if done == 3 {
                stop.store(true, Ordering::Relaxed);
            }
        },
    );
    assert_eq!((done, review.opinions.len(), review.moves.len()), (3, 3, 2));
    assert!(!review.complete);
    assert!(to_html(&[review], "quickly").contains("was stopped"));
    // Stopped before the first evaluation, the game is unchanged.
    let nothing = analysis::review(
        GAME.parse().expect("a game"),
        &mut engine("engine"),
        &nodes(2_000),
        &stop,
        &mut |_| {},
    );
    assert!(nothing.opinions.is_empty() && !nothing.complete);
    assert!(!nothing.annotated().to_string().contains("%eval"));
    assert_eq!(nothing.sides()[0].accuracy, None);
    assert!(to_html(&[nothing], "not at all").contains("was stopped"));
}

#[test]
fn the_page_has_everything_inside() {
    let review = reviewed(&GAME.replace("Anna", "A<b>"));
    let html = to_html(&[review], "20000 nodes a position");
    assert!(html.contains("A&lt;b&gt;") && !html.contains("A<b>"));
    assert!(html.contains("2... Qh4??") && html.contains("class=\"board\""));
    assert!(!html.contains("http://") && !html.contains("https://") && !html.contains("<script"));
}

fn asked(fen: &str, text: Option<&str>) -> (Why, Game) {
    let game = Game::new(Position::from_fen(fen).expect("a position"));
    let m = text.map(|text| san::parse(game.position(), text).expect("a move"));
    let mut engine = engine("engine");
    let why = why(&mut engine, &game, m, &nodes(60_000), &never()).expect("an answer");
    (why, game)
}

fn texts(why: &Why) -> Vec<&str> {
    why.sentences
        .iter()
        .map(|sentence| sentence.text.as_str())
        .collect()
}

#[test]
fn a_mate_is_proved_by_its_line() {
    let (why, _) = asked("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", None);
    assert!(why.is_best);
    let mate =
        "Ra8# is mate on the back rank: the king is shut in by its own pawns on f7, g7 and h7.";
    // A mate has no other sentence.
    assert_eq!(texts(&why), [mate]);
    let (why, _) = asked("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Some("Kf2"));
    assert!(!why.is_best);
    let mate = why.sentences.iter().find(|sentence| sentence.text == mate);
    assert!(mate.is_some_and(|mate| mate.in_other), "{:?}", texts(&why));
}

#[test]
fn a_lost_piece_is_named() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    // The knight takes a pawn that another knight protects.
    let (why, _) = asked(fen, Some("Nxe5"));
    assert!(!why.is_best);
    // The number of pawns and the move depend on the line.
    let lines = texts(&why);
    assert_eq!(
        lines[0],
        "Black's Nxe5 takes the knight on e5, which nothing defends."
    );
    assert!(lines[1].starts_with("White loses a knight"), "{why:?}");
    assert!(lines[1].contains(" to "), "{why:?}");
    let sentence = &why.sentences[1];
    assert!(!sentence.in_other && sentence.from == 0 && sentence.to >= 1);
    // A move that loses nothing has no such sentence.
    let (why, _) = asked(fen, Some("Bc4"));
    assert!(
        !texts(&why).iter().any(|text| text.contains("loses")),
        "{:?}",
        texts(&why)
    );
}

#[test]
fn a_fork_needs_both_targets_and_the_capture() {
    let (why, _) = asked("r3k3/ppp2ppp/8/8/1n6/8/PP3PPP/R3K3 b - - 0 1", None);
    assert_eq!(
        texts(&why)[0],
        "Nc2+ forks the king on e1 and the rook on a1; Nxa1 takes the rook."
    );
    assert_eq!(why.sentences[0].motif, Motif::Fork);
}

#[test]
fn a_mate_by_the_other_side_is_a_reason_against_a_move() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let (why, _) = asked(fen, Some("a6"));
    assert_eq!(texts(&why)[0], "White mates in 1, with Qxf7#.");
    // The queen hangs, but the mate is the only sentence.
    let (why, _) = asked("6k1/5p1p/6pB/8/8/8/5PPP/3q1QK1 w - - 0 1", Some("Qxd1"));
    assert!(
        why.is_best && texts(&why).len() == 1 && texts(&why)[0].starts_with("White mates in 3, "),
        "{why:?}"
    );
}

/// Every sentence refers to moves of its line, and every line is legal.
#[test]
fn proofs_are_in_their_lines() {
    for fen in [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).expect("a position");
        for &m in position.legal_moves().iter().take(4) {
            let game = Game::new(position);
            let mut engine = engine("engine");
            let why = why(&mut engine, &game, Some(m), &nodes(5_000), &never()).expect("an answer");
            assert!(why.sentences.len() <= 3);
            assert_eq!(why.asked.moves[0], m);
            for proof in std::iter::once(&why.asked).chain(&why.other) {
                assert_eq!(
                    proof.sans.len(),
                    proof.moves.len(),
                    "{fen} {:?}",
                    proof.sans
                );
                assert_eq!(proof.material.len(), proof.moves.len() + 1);
                assert_eq!(proof.values.len(), proof.moves.len() + 1);
            }
            for said in &why.sentences {
                let proof = if said.in_other {
                    why.other.as_ref()
                } else {
                    Some(&why.asked)
                };
                let proof = proof.expect("the line of the proof");
                let length = proof.moves.len();
                // A sentence about the other line names its first move.
                assert!(
                    !said.in_other || said.text.contains(&proof.sans[0]),
                    "{said:?}"
                );
                assert!(
                    said.from <= said.to && said.to < length,
                    "{said:?} in {length}"
                );
            }
        }
    }
}

/// A few of the positions of `make why`, with the motif of their first sentence.
#[test]
fn the_right_motif_comes_first() {
    let positions = include_str!("why_positions.txt");
    let of_kind = |kind: &str, count: usize| {
        let rows = positions.lines().filter_map(|row| {
            let (found, rest) = row.split_once(" | ")?;
            let (fen, _) = rest.split_once(" | ")?;
            (found == kind).then_some(fen)
        });
        let fens: Vec<&str> = rows.take(count).collect();
        assert_eq!(fens.len(), count, "{kind}");
        fens
    };
    let mut engine = engine("engine:hash=4");
    let mut ask = |fen: &str| {
        let game = Game::new(Position::from_fen(fen).expect(fen));
        why(&mut engine, &game, None, &nodes(15_000), &never())
    };
    let mut missed = Vec::new();
    for (kind, motif) in [
        ("hanging", Motif::Hanging),
        ("fork", Motif::Fork),
        ("pin", Motif::Pin),
        ("back-rank", Motif::BackRank),
        ("drawn-pawns", Motif::Ending),
    ] {
        for fen in of_kind(kind, 3) {
            let why = ask(fen).expect("an answer");
            let first = why.sentences.first().map(|said| said.motif);
            // A mate comes before all other motifs.
            if first != Some(motif) && first != Some(Motif::Mate) {
                missed.push(format!("{kind}: {fen}: {:?}", texts(&why)));
            }
        }
    }
    // A change of the engine may change one of these.
    assert!(missed.len() <= 1, "{missed:#?}");
    // A finished game has no explanation.
    for fen in of_kind("over", 2) {
        assert!(ask(fen).is_none(), "{fen}");
    }
}

/// Every explanation has a sentence, and nearly every best move a reason other than the comparison with the second-best move.
#[test]
fn every_explanation_has_a_reason() {
    let positions = include_str!("why_positions.txt");
    let rows = positions.lines().filter(|row| !row.starts_with('#'));
    let fens = rows.filter_map(|row| row.split(" | ").nth(1)).step_by(12);
    // After 2... exd4 in the Centre Game and 3... exd4 in the Scotch Game there was none.
    let centre = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2";
    let scotch = "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3";
    let mut engine = engine("engine:hash=4");
    let (mut seen, mut without) = (0, Vec::new());
    for fen in fens.chain([centre, scotch]) {
        let position = Position::from_fen(fen).expect(fen);
        let legal = position.legal_moves();
        if position.outcome().is_some() {
            continue;
        }
        for asked in [None, legal.first().copied()] {
            let game = Game::new(position);
            let why = why(&mut engine, &game, asked, &nodes(4_000), &never());
            let why = why.expect("an answer");
            assert!(!why.sentences.is_empty(), "{fen} {asked:?}");
            let is_reason = |it: &Sentence| it.motif != Motif::Difference;
            if why.is_best && !why.sentences.iter().any(is_reason) {
                without.push(format!("{fen}: {:?}", texts(&why)));
            }
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} explanations");
    assert!(without.is_empty(), "{without:#?}");
}

/// The purpose of a capture that gains no material in the end.
#[test]
fn a_capture_has_its_purpose() {
    for (start, moves, asked, expected) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &["e4", "e5", "d4"][..],
            "exd4",
            "exd4 captures the pawn on d4, which attacked the pawn on e5.",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &["e4", "e5", "Nf3", "Nc6", "d4", "exd4"],
            "Nxd4",
            "Nxd4 recaptures on d4, where Black captured a pawn.",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6"],
            "dxc6",
            "dxc6 recaptures on c6, where White captured a knight.",
        ),
    ] {
        let mut game = Game::new(Position::from_fen(start).expect("a position"));
        for text in moves {
            let m = san::parse(game.position(), text).expect("a move");
            game.play(m).expect("a legal move");
        }
        let mut engine = engine("engine:hash=4");
        let why = why(&mut engine, &game, None, &nodes(20_000), &never()).expect("an answer");
        assert_eq!(why.asked.sans[0], asked);
        assert!(texts(&why).contains(&expected), "{:?}", texts(&why));
    }
}

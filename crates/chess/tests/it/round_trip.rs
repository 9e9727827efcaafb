//! FEN, SAN, UCI and EPD round trips along random games.

use crate::common::Random;
use chess::epd::{Epd, Operation};
use chess::{Move, Position, san, uci};

fn random_text(random: &mut Random) -> String {
    const LETTERS: [char; 12] = ['a', 'Z', ' ', ' ', ';', '"', '\\', '#', 'é', '棋', '{', '9'];
    let length = random.below(20);
    (0..length)
        .map(|_| LETTERS[random.below(LETTERS.len())])
        .collect()
}

fn pick(moves: &[Move], random: &mut Random) -> Vec<Move> {
    let count = 1 + random.below(moves.len().min(4));
    (0..count)
        .map(|_| moves[random.below(moves.len())])
        .collect()
}

fn random_line(mut position: Position, random: &mut Random) -> Vec<Move> {
    let mut line = Vec::new();
    for _ in 0..random.below(8) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = moves[random.below(moves.len())];
        position.play_unchecked(m);
        line.push(m);
    }
    line
}

fn random_record(position: Position, moves: &[Move], random: &mut Random) -> Epd {
    let mut epd = Epd::new(position);
    for _ in 0..random.below(6) {
        let number = random.next();
        epd.operations.push(match random.below(8) {
            0 => Operation::BestMoves(pick(moves, random)),
            1 => Operation::AvoidMoves(pick(moves, random)),
            2 => Operation::PrincipalVariation(random_line(position, random)),
            3 => Operation::Id(random_text(random)),
            4 => Operation::Comment((number % 10) as u8, random_text(random)),
            5 => Operation::Evaluation(number as i32),
            6 => Operation::MateEvaluation((number % 401) as i32 - 200),
            _ => Operation::Perft {
                depth: (number % 20) as u32,
                nodes: number,
            },
        });
    }
    epd
}

#[test]
fn positions_of_random_games_read_back() {
    let mut random = Random::new(2_024);
    for game in 0..60 {
        let start = match game % 3 {
            0 => chess::fen::START.to_owned(),
            1 => random.chess960_start(false).to_string(),
            _ => random.chess960_start(true).to_string(),
        };
        let mut position = Position::from_fen(&start).unwrap();
        for _ in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let fen = position.to_string();
            assert_eq!(Position::from_fen(&fen), Ok(position), "{fen}");
            for m in &moves {
                let text = m.to_san(&position);
                assert_eq!(san::parse(&position, &text), Ok(m), "{text} in {fen}");
                let long = m.to_string();
                assert_eq!(uci::parse(&position, &long), Ok(m), "{long} in {fen}");
                assert_eq!(san::parse(&position, &long), Ok(m), "{long} in {fen}");
            }
            let epd = random_record(position, &moves, &mut random);
            let line = epd.to_string();
            assert_eq!(line.parse().as_ref(), Ok(&epd), "{line}");
            position.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}

/// Different moves have different texts.
#[test]
fn san_is_unique() {
    let crowded = [
        "k7/8/1Q1Q1Q2/8/1Q3Q2/8/1Q1Q1Q2/K7 w - - 0 1",
        "k7/1N3N2/8/N7/8/8/1N3N2/K7 w - - 0 1",
        "1n1q3k/P1P5/8/8/8/8/8/4K3 w - - 0 1",
    ];
    for fen in crowded {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let moves = position.legal_moves();
        let mut texts: Vec<String> = moves.iter().map(|m| m.to_san(&position)).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), moves.len(), "{fen}: {texts:?}");
    }
}

/// The readers reject random text without a panic.
#[test]
fn random_texts_are_rejected() {
    let mut random = Random::new(77);
    let letters: Vec<char> = "abcdefgh12345678KQRBNPxO0o-=+#!?()./;: \"\\wbkqrnp é棋"
        .chars()
        .collect();
    let position = Position::startpos();
    let mut rejected = 0;
    for _ in 0..50_000 {
        let length = random.below(9);
        let text: String = (0..length)
            .map(|_| letters[random.below(letters.len())])
            .collect();
        rejected += usize::from(san::parse(&position, &text).is_err());
        rejected += usize::from(Position::from_fen(&text).is_err());
        rejected += usize::from(format!("{START_FIELDS} {text}").parse::<Epd>().is_err());
    }
    assert!(rejected > 100_000, "{rejected}");
}

const START_FIELDS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

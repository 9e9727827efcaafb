//! Differential test: this crate and shakmaty play the same random games.
//!
//! In each position the legal moves, the FEN, the outcome and the notation of all moves must be the same.

use std::collections::HashMap;

use crate::common::Random;
use chess::uci::CastlingStyle;
use chess::{Move, MoveKind, Position, Reason, san};
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, KnownOutcome, Outcome, Position as _};

/// The number of positions that one test visits.
const POSITIONS: usize = 60_000;
/// The length at which a game is abandoned.
const MAX_PLIES: usize = 300;

/// The start positions of a test.
#[derive(Clone, Copy)]
enum Games {
    Standard,
    Chess960,
    DoubleChess960,
}

/// Counts of move kinds and outcomes, to check that rare ones were covered.
#[derive(Default)]
struct Seen {
    kinds: HashMap<MoveKind, usize>,
    reasons: HashMap<Reason, usize>,
}

fn theirs(fen: &str) -> Chess {
    let setup: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup
        .into_position(CastlingMode::Chess960)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves of shakmaty, keyed by UCI text.
fn their_moves(position: &Chess) -> HashMap<String, shakmaty::Move> {
    position
        .legal_moves()
        .iter()
        .map(|&m| (m.to_uci(CastlingMode::Chess960).to_string(), m))
        .collect()
}

fn compare_outcome(ours: &Position, theirs: &Chess) -> Option<Reason> {
    let outcome = ours.outcome().map(|outcome| outcome.reason);
    let expected = match theirs.outcome() {
        Outcome::Known(KnownOutcome::Decisive { winner }) => {
            let won = ours.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(
                won.map(|color| color.to_string().to_lowercase()),
                Some(winner.to_string()),
                "{ours}"
            );
            Some(Reason::Checkmate)
        }
        Outcome::Known(KnownOutcome::Draw) if theirs.is_stalemate() => Some(Reason::Stalemate),
        Outcome::Known(KnownOutcome::Draw) => Some(Reason::InsufficientMaterial),
        // shakmaty does not implement the 75-move rule.
        Outcome::Unknown => outcome.filter(|&reason| reason == Reason::SeventyFiveMoves),
    };
    assert_eq!(outcome, expected, "{ours}");
    outcome
}

/// Compares one position and returns pairs of equal moves.
fn compare(ours: &Position, theirs: &Chess) -> Vec<(Move, shakmaty::Move)> {
    assert!(ours.is_consistent(), "{ours}");
    let fen = Fen::from_position(theirs, EnPassantMode::Legal).to_string();
    assert_eq!(ours.to_string(), fen);
    assert_eq!(Position::from_fen(&fen).as_ref(), Ok(ours), "{fen}");
    assert_eq!(ours.in_check(), theirs.is_check(), "{fen}");

    let mut expected = their_moves(theirs);
    let mut pairs = Vec::with_capacity(expected.len());
    for m in ours.legal_moves() {
        let text = m.to_uci(CastlingStyle::KingTakesRook);
        let their_move = expected
            .remove(&text)
            .unwrap_or_else(|| panic!("{text} in {fen}: illegal or listed twice"));
        assert_eq!(m.is_capture(), their_move.is_capture(), "{text} in {fen}");
        pairs.push((m, their_move));
    }
    assert!(expected.is_empty(), "missing in {fen}: {expected:?}");
    pairs
}

fn compare_notation(ours: &Position, theirs: &Chess, pairs: &[(Move, shakmaty::Move)]) {
    for &(m, their_move) in pairs {
        let text = m.to_san(ours);
        let expected = SanPlus::from_move(theirs.clone(), their_move).to_string();
        assert_eq!(text, expected, "{m} in {ours}");
        assert_eq!(san::parse(ours, &text), Ok(m), "{text} in {ours}");
    }
}

/// Chooses a random move; with probability 1/4 a special one, if there is any.
fn choose(pairs: &[(Move, shakmaty::Move)], random: &mut Random) -> (Move, shakmaty::Move) {
    let special: Vec<_> = pairs
        .iter()
        .filter(|(m, _)| m.is_castle() || m.is_promotion() || m.kind() == MoveKind::EnPassant)
        .collect();
    if random.below(4) == 0 && !special.is_empty() {
        return *special[random.below(special.len())];
    }
    pairs[random.below(pairs.len())]
}

fn play_random_games(games: Games, seed: u64) -> Seen {
    let mut random = Random::new(seed);
    let mut seen = Seen::default();
    let mut visited = 0;
    while visited < POSITIONS {
        let start = match games {
            Games::Standard => chess::fen::START.to_owned(),
            Games::Chess960 => random.chess960_start(false).to_string(),
            Games::DoubleChess960 => random.chess960_start(true).to_string(),
        };
        let mut our_side = Position::from_fen(&start).unwrap_or_else(|error| panic!("{error}"));
        let mut their_side = theirs(&start);
        for _ in 0..MAX_PLIES {
            visited += 1;
            let pairs = compare(&our_side, &their_side);
            compare_notation(&our_side, &their_side, &pairs);
            if let Some(reason) = compare_outcome(&our_side, &their_side) {
                *seen.reasons.entry(reason).or_default() += 1;
                break;
            }
            let (m, their_move) = choose(&pairs, &mut random);
            *seen.kinds.entry(m.kind()).or_default() += 1;
            our_side.play_unchecked(m);
            their_side = their_side
                .play(their_move)
                .unwrap_or_else(|error| panic!("{error}"));
        }
    }
    seen
}

/// Plays the games and checks that rare moves and outcomes occurred.
fn check(games: Games, seed: u64) {
    let seen = play_random_games(games, seed);
    for kind in [
        MoveKind::Castle,
        MoveKind::EnPassant,
        MoveKind::DoublePush,
        MoveKind::PromoteKnight,
        MoveKind::CapturePromoteQueen,
    ] {
        assert!(seen.kinds.contains_key(&kind), "{kind:?} was never played");
    }
    for reason in [Reason::Checkmate, Reason::InsufficientMaterial] {
        assert!(
            seen.reasons.contains_key(&reason),
            "no game ended by {reason}"
        );
    }
}

#[test]
fn standard_games() {
    check(Games::Standard, 1);
}

#[test]
fn chess960_games() {
    check(Games::Chess960, 5);
}

#[test]
fn double_chess960_games() {
    check(Games::DoubleChess960, 7);
}

//! Why a move, or why not: a line by the engine, what changes along it, and only sentences that the line proves.
//!
//! Nothing here guesses. Each template looks at the positions of a line: is it mate at the end, which pieces are gone
//! where nothing more hangs, does a piece attack two others and take one of them. A template that finds no proof says
//! nothing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess::{Color, EXCHANGE_VALUES, Game, Move, PieceKind, Position, Reason, Square};
use engine::eval::{Explanation, FULL_PHASE, FULL_SCALE, Tapered, Term, explain};
use engine::{Engine, Limits, Signal};
use pgn::Score;

use super::{ask, for_white, sans};

/// What was found out about a move.
#[derive(Clone, Debug)]
pub struct Why {
    /// Whether the move is the engine's own choice.
    pub is_best: bool,
    /// The line of the move asked about.
    pub asked: Proof,
    /// What it is compared with: the best move, or the next best if the move asked about is the best. None if there is
    /// no other move.
    pub other: Option<Proof>,
    /// At most three sentences, those that say most first.
    pub sentences: Vec<Sentence>,
}

/// A sentence and where its proof is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// Whether the proof is in the other line.
    pub in_other: bool,
    /// The first move of the proof, from 0.
    pub from: usize,
    /// The last move of the proof.
    pub to: usize,
}

/// A line and what changes along it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The moves.
    pub moves: Vec<Move>,
    /// The same as people write them.
    pub sans: Vec<String>,
    /// The value by the search, for White.
    pub score: Score,
    /// How deep the search looked.
    pub depth: u32,
    /// So many moves lead to a position where nothing hangs; none if the line never gets there.
    pub quiet: Option<usize>,
    /// White's material minus Black's, in pawns: before the line and after each move.
    pub material: Vec<i32>,
    /// What the evaluation says without a search, for White, in hundredths of a pawn: before and after each move.
    pub values: Vec<i32>,
    /// What the terms were before the line and are at its quiet end, the largest change first.
    pub terms: Vec<TermChange>,
}

/// A term of the evaluation at two places, for White, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermChange {
    /// The term.
    pub term: Term,
    /// Before the line.
    pub before: i32,
    /// At its quiet end.
    pub after: i32,
}

/// What a pair of values for middlegame and endgame comes to in a position.
#[must_use]
pub fn blended(value: Tapered, position: &Explanation) -> i32 {
    let endgame = value.endgame() * (FULL_PHASE - position.phase) * position.scale / FULL_SCALE;
    (value.middlegame() * position.phase + endgame) / FULL_PHASE * position.patience / 256
}

/// Asks about a legal move, or about the engine's own choice. None where there is no move at all.
pub fn why(
    engine: &mut Engine,
    game: &Game,
    asked: Option<Move>,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Option<Why> {
    let signal = Signal::with_stop(Arc::clone(stop));
    let legal = game.position().legal_moves();
    if legal.is_empty() {
        return None;
    }
    let best = line(engine, game, limits, &signal, Vec::new())?;
    let first = *best.moves.first()?;
    let asked = asked.unwrap_or(first);
    if asked == first {
        let others: Vec<Move> = legal.iter().copied().filter(|&m| m != asked).collect();
        let other = if others.is_empty() {
            None
        } else {
            line(engine, game, limits, &signal, others)
        };
        let sentences = praise(game, &best, other.as_ref());
        return Some(Why {
            is_best: true,
            asked: best,
            other,
            sentences,
        });
    }
    let asked = line(engine, game, limits, &signal, vec![asked])?;
    let sentences = blame(game, &asked, &best);
    Some(Why {
        is_best: false,
        asked,
        other: Some(best),
        sentences,
    })
}

/// The best line that begins with one of these moves, or with any.
fn line(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    signal: &Signal,
    only: Vec<Move>,
) -> Option<Proof> {
    let limits = Limits {
        search_moves: only,
        ..limits.clone()
    };
    let info = ask(engine, game, &limits, signal)?;
    let score = for_white(info.score, game.position().side_to_move());
    Some(Proof::new(game, info.line, score, info.depth))
}

impl Proof {
    fn new(game: &Game, moves: Vec<Move>, score: Score, depth: u32) -> Self {
        let start = *game.position();
        let positions = positions(&start, &moves);
        let quiet = (1..positions.len())
            .rev()
            .find(|&ply| is_quiet(&positions[ply]));
        let material = |position: &Position| {
            (position.material(Color::White) - position.material(Color::Black)) / 100
        };
        let terms = quiet.map_or_else(Vec::new, |ply| changes(&start, &positions[ply]));
        Self {
            sans: sans(&start, &moves),
            material: positions.iter().map(material).collect(),
            values: positions
                .iter()
                .map(|position| explain(position).value)
                .collect(),
            moves,
            score,
            depth,
            quiet,
            terms,
        }
    }

    /// The value for a side in hundredths of a pawn, unless it is a mate.
    fn value_for(&self, side: Color) -> Option<i32> {
        match self.score {
            Score::Centipawns(value) => Some(value * sign(side)),
            Score::Mate(_) => None,
        }
    }
}

const fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}

fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    for &m in moves {
        let last = positions[positions.len() - 1];
        positions.push(last.after(m));
    }
    positions
}

/// Whether nothing hangs: no check, no capture that wins something, no promotion.
fn is_quiet(position: &Position) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    let wins = |m: &Move| position.exchange_gains(*m, 100);
    let noisy = position.noisy_moves();
    !position.in_check() && !noisy.iter().any(wins)
}

/// The terms of two positions.
fn changes(start: &Position, end: &Position) -> Vec<TermChange> {
    let (before, after) = (explain(start), explain(end));
    if before.known.is_some() || after.known.is_some() {
        return Vec::new();
    }
    let value = |of: &Explanation, term: Term| {
        let found = of.terms.iter().find(|value| value.term == term);
        found.map_or(0, |found| blended(found.total(), of))
    };
    let mut changes: Vec<TermChange> = Term::ALL
        .into_iter()
        .map(|term| TermChange {
            term,
            before: value(&before, term),
            after: value(&after, term),
        })
        .filter(|change| (change.before, change.after) != (0, 0))
        .collect();
    changes.sort_by_key(|change| -(change.after - change.before).abs());
    changes
}

/// How many sentences there are at most.
const MOST: usize = 3;

/// Terms that change by less are not spoken of.
const NOTEWORTHY: i32 = 25;

/// Why a move is the best.
fn praise(game: &Game, best: &Proof, other: Option<&Proof>) -> Vec<Sentence> {
    let side = game.position().side_to_move();
    let mut found = Vec::new();
    found.extend(ending(game, best, |winner| winner == Some(side)));
    found.extend(
        material(game, best)
            .filter(|(_, gain)| *gain > 0)
            .map(|(said, _)| said),
    );
    found.extend(fork(game, best, side));
    found.extend(mate_threat(game, best, side));
    found.extend(match other {
        Some(other) => next_best(side, best, other),
        None => Some(Sentence {
            text: format!("{} is the only legal move.", best.sans[0]),
            in_other: false,
            from: 0,
            to: 0,
        }),
    });
    found.extend(term(side, best, true));
    found.truncate(MOST);
    found
}

/// Why a move is not as good as the best.
fn blame(game: &Game, asked: &Proof, best: &Proof) -> Vec<Sentence> {
    let side = game.position().side_to_move();
    let mut found = Vec::new();
    found.extend(ending(game, asked, |winner| winner != Some(side)));
    // What is true of the other line says so.
    let in_best = |said: Sentence| Sentence {
        text: match said.text.strip_prefix("The ") {
            _ if said.text.starts_with(&best.sans[0]) => said.text,
            Some(rest) => format!("After {}, the {rest}", best.sans[0]),
            None => format!("After {}, {}", best.sans[0], said.text),
        },
        in_other: true,
        ..said
    };
    // What the best move does and this one does not.
    if !matches!(asked.score, Score::Mate(moves) if moves.signum() == sign(side)) {
        found.extend(ending(game, best, |winner| winner == Some(side)).map(in_best));
    }
    let lost = material(game, asked);
    let won = material(game, best);
    let (loss, gain) = (
        lost.as_ref().map_or(0, |it| it.1),
        won.as_ref().map_or(0, |it| it.1),
    );
    found.extend(lost.filter(|_| loss < 0).map(|(said, _)| said));
    found.extend(fork(game, asked, !side));
    found.extend(mate_threat(game, asked, !side));
    found.extend(
        won.filter(|_| gain > 0 && gain > loss)
            .map(|(said, _)| in_best(said)),
    );
    found.extend(term(side, asked, false));
    found.truncate(MOST);
    found
}

/// The line ends the game.
fn ending(game: &Game, proof: &Proof, wanted: impl Fn(Option<Color>) -> bool) -> Option<Sentence> {
    let mut end = game.clone();
    for &m in &proof.moves {
        end.play(m).ok()?;
    }
    let outcome = end.outcome().filter(|outcome| wanted(outcome.winner))?;
    let last = proof.sans.last()?;
    let text = match outcome.winner {
        Some(winner) => match proof.moves.len().div_ceil(2) {
            _ if outcome.reason != Reason::Checkmate => return None,
            1 if proof.moves.len() == 1 => format!("{last} is mate."),
            moves => {
                let plural = if moves == 1 { "" } else { "s" };
                format!("{winner} mates in {moves} move{plural}: the line ends with {last}.")
            }
        },
        None => format!(
            "The line ends in a draw by {}, with {last}.",
            outcome.reason
        ),
    };
    Some(Sentence {
        text,
        in_other: false,
        from: 0,
        to: proof.moves.len() - 1,
    })
}

/// Which pieces are gone at the quiet end of the line, and what the mover gained by it, in pawns.
fn material(game: &Game, proof: &Proof) -> Option<(Sentence, i32)> {
    let side = game.position().side_to_move();
    let start = game.position();
    let positions = positions(start, &proof.moves);
    let quiet = proof.quiet?;
    let after = proof.material[quiet];
    let gain = (after - proof.material[0]) * sign(side);
    if gain == 0 {
        return None;
    }
    // From where on it is so, whenever nothing hangs; what is traded later does not matter.
    let settled = (1..=quiet).rev().filter(|&ply| is_quiet(&positions[ply]));
    let settled = settled
        .take_while(|&ply| proof.material[ply] == after)
        .last()?;
    let end = &positions[settled];
    let changed: Vec<usize> = (1..=settled)
        .filter(|&ply| proof.material[ply] != proof.material[ply - 1])
        .collect();
    let (from, to) = (*changed.first()? - 1, *changed.last()? - 1);
    let promotes = proof.moves[..settled].iter().any(|m| m.is_promotion());
    let text = if promotes {
        let (better, size) = (if gain > 0 { "gains" } else { "loses" }, gain.abs());
        let plural = if size == 1 { "" } else { "s" };
        format!(
            "With a promotion in it, the line {better} {size} pawn{plural} worth of material for {side}, by {}.",
            proof.sans[to]
        )
    } else {
        // What both sides lose of a kind is a trade.
        let lost = |color: Color, kind: PieceKind| {
            let count = |position: &Position| position.pieces(color, kind).count() as i32;
            count(start) - count(end)
        };
        let net = |kind| lost(side, kind) - lost(!side, kind);
        let list = |of: fn(i32) -> i32| {
            let named = PieceKind::ALL[..5].iter().rev();
            let named: Vec<String> = named
                .filter(|&&kind| of(net(kind)) > 0)
                .map(|&kind| counted(of(net(kind)), kind))
                .collect();
            joined(&named)
        };
        let (given, taken) = (list(|count| count), list(|count| -count));
        let by = &proof.sans[to];
        match (gain > 0, given.is_empty(), taken.is_empty()) {
            (true, true, _) => format!("{side} wins {taken}, by {by}."),
            (true, false, _) => format!("{side} wins {taken} for {given}, by {by}."),
            (false, _, true) => format!("{side} loses {given}, by {by}."),
            (false, _, false) => format!("{side} loses {given} for {taken}, by {by}."),
        }
    };
    Some((
        Sentence {
            text,
            in_other: false,
            from,
            to,
        },
        gain,
    ))
}

fn counted(count: i32, kind: PieceKind) -> String {
    let name = name(kind);
    match count {
        1 => format!("a {name}"),
        2 => format!("two {name}s"),
        3 => format!("three {name}s"),
        more => format!("{more} {name}s"),
    }
}

const fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Knight => "knight",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::King => "king",
    }
}

fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A move of `side` attacks two pieces at once, cannot be punished for it, and the same piece takes one of them at the
/// next move.
fn fork(game: &Game, proof: &Proof, side: Color) -> Option<Sentence> {
    let positions = positions(game.position(), &proof.moves);
    for ply in 0..proof.moves.len().saturating_sub(2) {
        let (m, then) = (proof.moves[ply], proof.moves[ply + 2]);
        if positions[ply].side_to_move() != side || m.is_castle() || then.is_castle() {
            continue;
        }
        let after = &positions[ply + 1];
        let square = m.to();
        let Some(attacker) = after.piece_at(square) else {
            continue;
        };
        let worth = |kind: PieceKind| EXCHANGE_VALUES[kind];
        let is_target = |target: &Square| {
            let Some(piece) = after.piece_at(*target) else {
                return false;
            };
            let attackers = after.attackers_to(*target, after.occupied());
            let defended = attackers.meets(after.color(!side));
            attackers.has(square)
                && (worth(piece.kind()) > worth(attacker.kind())
                    || (!defended && piece.kind() != PieceKind::Pawn))
        };
        let targets: Vec<Square> = after.color(!side).into_iter().filter(is_target).collect();
        let taken = then.from() == square && targets.contains(&then.to());
        let safe = after
            .legal_moves()
            .iter()
            .all(|&answer| answer.to() != square || !after.exchange_gains(answer, 0));
        if targets.len() < 2 || !taken || !safe {
            continue;
        }
        let named: Vec<String> = targets
            .iter()
            .filter_map(|&target| {
                let kind = after.piece_at(target)?.kind();
                Some(match kind {
                    PieceKind::King => "the king".to_owned(),
                    kind => format!("the {} on {target}", name(kind)),
                })
            })
            .collect();
        return Some(Sentence {
            text: format!(
                "{} attacks {} at once, and {} takes one of them.",
                proof.sans[ply],
                joined(&named),
                proof.sans[ply + 2]
            ),
            in_other: false,
            from: ply,
            to: ply + 2,
        });
    }
    None
}

/// The first move of `side` in the line threatens mate: it would be there if the other side did nothing.
fn mate_threat(game: &Game, proof: &Proof, side: Color) -> Option<Sentence> {
    let positions = positions(game.position(), &proof.moves);
    let ply = (0..proof.moves.len().min(2)).find(|&ply| positions[ply].side_to_move() == side)?;
    let after = &positions[ply + 1];
    let idle = after.after_null()?;
    let mate = idle.legal_moves().iter().copied().find(|&m| {
        let then = idle.after(m);
        then.in_check() && !then.has_legal_move()
    })?;
    Some(Sentence {
        text: format!("{} threatens {}.", proof.sans[ply], mate.to_san(&idle)),
        in_other: false,
        from: ply,
        to: ply,
    })
}

/// How much the next best move is behind.
fn next_best(side: Color, best: &Proof, other: &Proof) -> Option<Sentence> {
    let said = |text: String| {
        Some(Sentence {
            text,
            in_other: true,
            from: 0,
            to: other.moves.len() - 1,
        })
    };
    let next = &other.sans[0];
    match (best.value_for(side), other.value_for(side), other.score) {
        (Some(value), Some(less), _) if value - less >= 30 => said(format!(
            "The next best move, {next}, is worth {:.2} pawns less.",
            f64::from(value - less) / 100.0
        )),
        (Some(_), None, Score::Mate(moves)) if moves * sign(side) < 0 => said(format!(
            "Every other move is mated; {next} holds out longest, for {} moves.",
            moves.abs()
        )),
        _ => None,
    }
}

/// The term that changes most, besides material and the right to move.
fn term(side: Color, proof: &Proof, better: bool) -> Option<Sentence> {
    let quiet = proof.quiet?;
    let change = proof.terms.iter().find(|change| {
        let gain = (change.after - change.before) * sign(side);
        let spoken = !matches!(change.term, Term::Material | Term::Tempo | Term::Complexity);
        spoken
            && if better {
                gain >= NOTEWORTHY
            } else {
                gain <= -NOTEWORTHY
            }
    })?;
    let gain = f64::from((change.after - change.before) * sign(side)) / 100.0;
    Some(Sentence {
        text: format!(
            "Along the line {} changes by {gain:+.2} for {side}, to {:+.2}.",
            change.term.name().to_lowercase(),
            f64::from(change.after * sign(side)) / 100.0
        ),
        in_other: false,
        from: 0,
        to: quiet - 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::san;

    fn proof(fen: &str, line: &[&str]) -> (Game, Proof) {
        let game = Game::new(Position::from_fen(fen).expect("a position"));
        let mut position = *game.position();
        let moves = line.iter().map(|text| {
            let m = san::parse(&position, text).expect("a move");
            position = position.after(m);
            m
        });
        let moves = moves.collect();
        let proof = Proof::new(&game, moves, Score::Centipawns(0), 1);
        (game, proof)
    }

    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";

    #[test]
    fn a_threat_is_a_mate_if_the_other_side_passed() {
        let (game, qh5) = proof(ITALIAN, &["Qh5", "Nf6"]);
        let said = mate_threat(&game, &qh5, Color::White).expect("a threat");
        assert_eq!(
            (said.text.as_str(), said.from, said.to),
            ("Qh5 threatens Qxf7#.", 0, 0)
        );
        assert_eq!(mate_threat(&game, &qh5, Color::Black), None);
        let (game, nc3) = proof(ITALIAN, &["Nc3", "Nf6"]);
        assert_eq!(mate_threat(&game, &nc3, Color::White), None);
    }

    #[test]
    fn a_fork_that_is_answered_is_none() {
        let fen = "r3k3/ppp2ppp/8/8/1n6/8/PP3PPP/R3K3 b - - 0 1";
        let (game, taken) = proof(fen, &["Nc2+", "Kd2", "Nxa1"]);
        assert!(fork(&game, &taken, Color::Black).is_some());
        // The same squares are attacked, but the line does not take anything.
        let (game, not_taken) = proof(fen, &["Nc2+", "Kd2", "Nb4"]);
        assert_eq!(fork(&game, &not_taken, Color::Black), None);
        // And where the knight is simply taken, it attacks nobody for long.
        let punished = "r3k3/ppp2ppp/8/8/1n6/3B4/PP3PPP/R3K3 b - - 0 1";
        let (game, line) = proof(punished, &["Nc2+", "Ke2", "Nxa1"]);
        assert_eq!(fork(&game, &line, Color::Black), None);
    }

    #[test]
    fn a_trade_is_not_a_gain_and_a_hanging_end_proves_nothing() {
        let fen = "4k3/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1";
        let (game, trade) = proof(fen, &["Nxd5", "cxd5"]);
        assert_eq!(trade.material, [-1, 2, -1]);
        assert_eq!(material(&game, &trade), None);
        let (game, cut_short) = proof(fen, &["Nxd5"]);
        assert_eq!(cut_short.quiet, None);
        assert_eq!(material(&game, &cut_short), None);
        assert!(cut_short.terms.is_empty());
    }

    #[test]
    fn terms_add_up_to_the_value_nearly() {
        let position = Position::from_fen(ITALIAN).expect("a position");
        let explained = explain(&position);
        let sum: i32 = explained
            .terms
            .iter()
            .map(|term| blended(term.total(), &explained))
            .sum();
        // Each term is rounded by itself.
        assert!((sum - explained.value).abs() <= 2 * explained.terms.len() as i32);
    }
}

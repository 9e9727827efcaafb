//! What can be said about a line, and only what it proves.
//!
//! Nothing here guesses. Each template looks at the positions of a line: is it mate at the end, which pieces are gone
//! where nothing more hangs, does a piece attack two others and take one of them. A template that finds no proof says
//! nothing.

use chess::{Color, EXCHANGE_VALUES, Game, PieceKind, Position, Reason, Square};
use engine::eval::Term;
use gametree::Value;

use super::proof::{Proof, is_quiet, positions, sign};

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

/// How many sentences there are at most.
const MOST: usize = 3;

/// Terms that change by less are not spoken of.
const NOTEWORTHY: i32 = 25;

/// Why a move is the best.
pub(super) fn praise(game: &Game, best: &Proof, other: Option<&Proof>) -> Vec<Sentence> {
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
pub(super) fn blame(game: &Game, asked: &Proof, best: &Proof) -> Vec<Sentence> {
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
    if !matches!(asked.score, Value::Mate(moves) if moves.signum() == sign(side)) {
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
    // The first time that nothing hangs and it is so: what is traded in between does not matter, for it is so in the end.
    let settled =
        (1..=quiet).find(|&ply| proof.material[ply] == after && is_quiet(&positions[ply]))?;
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
        (Some(_), None, Value::Mate(moves)) if moves * sign(side) < 0 => said(format!(
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
        let proof = Proof::new(&game, moves, Value::Centipawns(0), 1);
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
}

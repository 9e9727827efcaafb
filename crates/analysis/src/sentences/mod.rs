//! Sentences about a line that the line proves.
//!
//! Each template examines the positions of a line: whether they end in mate, whether a piece attacks two others and captures one of
//! them, which pieces are gone at a quiet position. A template without a proof returns nothing. `tools/check_why.py` checks the
//! sentences about three hundred positions with independent code.

mod endings;
mod evaluation;
mod held_pawns;
mod line;
mod material;
mod mates;
mod motifs;
mod purposes;
mod words;

use chess::Game;
use gametree::Value;

use self::line::Line;
use self::material::material;
use self::motifs::motif;
use self::purposes::purposes;
use super::proof::{Proof, sign};

/// A sentence with the place of its proof.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "ProvedSentence")
)]
pub struct Sentence {
    /// Its motif.
    #[serde(skip)]
    pub motif: Motif,
    /// The sentence.
    pub text: String,
    /// Whether the proof is in the other line.
    pub in_other: bool,
    /// The first move of the proof, from 0.
    pub from: usize,
    /// The last move of the proof.
    pub to: usize,
}

impl Sentence {
    /// Creates a sentence with its proof in the line of the given move.
    const fn new(motif: Motif, text: String, from: usize, to: usize) -> Self {
        Self {
            motif,
            text,
            in_other: false,
            from,
            to,
        }
    }
}

/// The motif of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motif {
    /// Mate.
    Mate,
    /// A back-rank mate.
    BackRank,
    /// The line ends in a draw.
    Draw,
    /// An ending with a known result.
    Ending,
    /// The capture of an undefended piece.
    Hanging,
    /// An attack on two pieces.
    Fork,
    /// A pinned piece.
    Pin,
    /// An attack through a piece that moves away.
    Skewer,
    /// A discovered attack.
    Discovery,
    /// A promotion.
    Promotion,
    /// The material balance.
    Material,
    /// A threat of mate.
    Threat,
    /// The purpose of a move.
    Purpose,
    /// The term of the evaluation in which the move gains most.
    Evaluation,
    /// The only legal move.
    Only,
    /// The difference of two moves.
    Difference,
}

impl Motif {
    /// Returns the name in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::BackRank => "back-rank mate",
            Self::Draw => "draw",
            Self::Ending => "ending",
            Self::Hanging => "hanging piece",
            Self::Fork => "fork",
            Self::Pin => "pin",
            Self::Skewer => "skewer",
            Self::Discovery => "discovered attack",
            Self::Promotion => "promotion",
            Self::Material => "material",
            Self::Threat => "threat of mate",
            Self::Purpose => "purpose",
            Self::Evaluation => "evaluation",
            Self::Only => "only move",
            Self::Difference => "difference",
        }
    }
}

/// The most sentences.
const MOST: usize = 3;

/// The most sentences about the purpose of a move.
const PURPOSES: usize = 2;

/// The least difference to the second-best move, in centipawns, that a sentence mentions.
const BEHIND: i32 = 30;

/// Two moves with a smaller difference are equally good.
const ALIKE: i32 = 10;

/// A larger difference is given as more than ten pawns.
const FAR: i32 = 1000;

/// The longest mate in moves that a sentence calls forced after every other move.
const SURE: i32 = 2;

/// Explains why a move is the best.
pub(super) fn praise(game: &Game, best: &Proof, other: Option<&Proof>) -> Vec<Sentence> {
    let line = Line::new(game, best);
    let side = line.side(0);
    // After a mate nothing else matters.
    if let Some(mate) = mates::ending(&line, |winner| winner.is_some()) {
        return vec![mate];
    }
    let mut found = Vec::new();
    found.extend(endings::verdict(&line));
    if found.is_empty() {
        found.extend(mates::ending(&line, |winner| winner.is_none()));
    }
    found.extend(endings::comes_to(&line));
    let later = || motif(&line, 2).filter(|found| found.motif != Motif::Hanging);
    let tactic = motif(&line, 0).or_else(|| later().map(|found| then(found, &line)));
    let gained = material(&line).filter(|(_, gain)| *gain > 0);
    let gained = gained.map(|it| it.0);
    let gained = gained.filter(|gained| !repeats(tactic.as_ref(), gained));
    found.extend(tactic);
    found.extend(gained);
    found.extend(mates::threat(&line, side));
    if other.is_none() {
        let text = format!("{} is the only legal move.", best.sans[0]);
        found.push(Sentence::new(Motif::Only, text, 0, 0));
    }
    found.extend(purposes(&line).into_iter().take(PURPOSES));
    if found.is_empty() {
        found.extend(evaluation::gained_term(&line));
    }
    // The comparison with the second-best move always has a place.
    let behind = other.and_then(|other| second_best(&line, other, found.is_empty()));
    with_difference(found, behind)
}

/// Shortens a list of sentences and adds a last one.
fn with_difference(mut found: Vec<Sentence>, last: Option<Sentence>) -> Vec<Sentence> {
    found.truncate(MOST - usize::from(last.is_some()));
    found.extend(last);
    found
}

/// Explains why a move is worse than the best.
pub(super) fn blame(game: &Game, asked: &Proof, best: &Proof) -> Vec<Sentence> {
    let line = Line::new(game, asked);
    let better = Line::new(game, best);
    let side = line.side(0);
    let mut found = Vec::new();
    if let Some(mate) = mates::ending(&line, |winner| winner == Some(!side)) {
        found.push(mate);
    }
    // The best move mates and this one does not.
    if !matches!(asked.score, Value::Mate(moves) if moves.signum() == sign(side)) {
        let mate = mates::ending(&better, |winner| winner == Some(side));
        found.extend(mate.map(|found| instead(found, best)));
    }
    if !found.is_empty() {
        return found;
    }
    found.extend(endings::spoilt(&line));
    found.extend(mates::ending(&line, |winner| winner.is_none()));
    found.extend(endings::comes_to(&line));
    let lost = material(&line);
    let won = material(&better);
    let gain_of = |it: &Option<(Sentence, i32)>| it.as_ref().map_or(0, |it| it.1);
    let (loss, gain) = (gain_of(&lost), gain_of(&won));
    // The sentences about moves of the opponent name it.
    let of_opponent = |found: Sentence| Sentence {
        text: format!("{}'s {}", !side, found.text),
        ..found
    };
    let reply = motif(&line, 1).filter(|_| loss < 0);
    found.extend(reply.map(of_opponent));
    found.extend(lost.filter(|_| loss < 0).map(|it| it.0));
    found.extend(mates::threat(&line, !side).map(of_opponent));
    if gain > 0 && gain > loss {
        let tactic = motif(&better, 0);
        let won = won.map(|it| it.0);
        let won = won.filter(|won| !repeats(tactic.as_ref(), won));
        let both = tactic.into_iter().chain(won);
        found.extend(both.map(|found| instead(found, best)));
    }
    if found.is_empty() {
        let purpose = purposes(&better).into_iter().next();
        let reason = purpose.or_else(|| evaluation::gained_term(&better));
        found.extend(reason.map(|found| instead(found, best)));
    }
    with_difference(found, behind(&line, best))
}

/// Adds the move before a later motif of the line.
fn then(mut found: Sentence, line: &Line<'_>) -> Sentence {
    found.text = format!("After {}, {}", line.san(found.from - 1), found.text);
    found
}

/// Moves a sentence to the line of the best move, and adds that move if the sentence does not begin with it.
fn instead(found: Sentence, best: &Proof) -> Sentence {
    let first = &best.sans[0];
    let text = match found.text.starts_with(first.as_str()) {
        true => found.text,
        false => format!("After {first}, {}", found.text),
    };
    Sentence {
        text,
        in_other: true,
        ..found
    }
}

/// Returns whether the sentence about material repeats a motif: the same single piece is captured.
fn repeats(motif: Option<&Sentence>, gained: &Sentence) -> bool {
    let Some(motif) = motif else {
        return false;
    };
    ["pawn", "knight", "bishop", "rook", "queen"]
        .iter()
        .any(|kind| {
            gained.text.contains(&format!(" wins a {kind} with "))
                && (motif.text.contains(&format!("takes the {kind}"))
                    || motif.text.contains("takes it")
                        && motif.text.contains(&format!("the {kind} on")))
        })
}

/// Describes the difference in centipawns of a worse move.
fn worse(difference: i32) -> String {
    match difference {
        _ if difference > FAR => "more than ten pawns worse".to_owned(),
        _ => format!("{:.2} pawns worse", f64::from(difference) / 100.0),
    }
}

/// Compares the best move with the second-best one. Mentions small differences only if `is_only`: there is no other sentence.
fn second_best(line: &Line<'_>, other: &Proof, is_only: bool) -> Option<Sentence> {
    let side = line.side(0);
    let second = format!("second-best move, {},", other.sans[0]);
    let least = if is_only { ALIKE } else { BEHIND };
    let text = match (line.proof.value_for(side), other.value_for(side)) {
        (Some(best), Some(value)) => match best - value {
            difference if difference >= least => {
                let worse = worse(difference);
                format!("The {second} is {worse} by the engine's evaluation.")
            }
            _ if is_only => format!("The {second} is as good by the engine's evaluation."),
            _ => return None,
        },
        (Some(_), None) => match other.score {
            Value::Mate(moves) if moves * sign(side) < 0 => mated(line, other, moves.abs())?,
            _ => return None,
        },
        _ => return None,
    };
    let mut found = Sentence::new(Motif::Difference, text, 0, other.moves.len() - 1);
    found.in_other = true;
    Some(found)
}

/// Describes the mate after the second-best move, if its line ends with the mate.
fn mated(line: &Line<'_>, other: &Proof, moves: i32) -> Option<String> {
    let (first, last) = (other.sans.first()?, other.sans.last()?);
    let mut end = line.game.clone();
    let is_mate = other.moves.iter().all(|&m| end.play(m).is_ok()) && end.outcome().is_some();
    is_mate.then(|| match moves <= SURE {
        true => {
            format!("Every other move allows mate in at most {moves}: after {first}, with {last}.")
        }
        false => format!("After the second-best move, {first}, the line ends in mate: {last}."),
    })
}

/// Compares a move with the best one.
fn behind(line: &Line<'_>, best: &Proof) -> Option<Sentence> {
    let side = line.side(0);
    let (given, first) = (line.san(0), &best.sans[0]);
    let text = match best.value_for(side)? - line.proof.value_for(side)? {
        ..ALIKE => format!("By the engine's evaluation {given} is as good as {first}."),
        difference => {
            let worse = worse(difference);
            format!("By the engine's evaluation {given} is {worse} than {first}.")
        }
    };
    let last = line.len() - 1;
    Some(Sentence::new(Motif::Difference, text, 0, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Color, Position, san};

    fn proof(fen: &str, line: &[&str]) -> (Game, Proof) {
        let game = Game::new(Position::from_fen(fen).expect("a position"));
        let mut position = *game.position();
        let moves = line.iter().map(|text| {
            let m = san::parse(&position, text).expect("a move");
            position = position.after(m);
            m
        });
        let moves = moves.collect();
        let mut proof = Proof::new(&game, moves, Value::Centipawns(0), 1);
        // The value agrees with the material at the end.
        let last = proof.material.last().copied().unwrap_or(0);
        proof.score = Value::Centipawns(100 * last);
        (game, proof)
    }

    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";

    #[test]
    fn a_threat_is_a_mate_if_the_other_side_passed() {
        let (game, qh5) = proof(ITALIAN, &["Qh5", "Nf6"]);
        let line = Line::new(&game, &qh5);
        let found = mates::threat(&line, Color::White).expect("a threat");
        assert_eq!(
            (found.text.as_str(), found.from, found.to),
            ("Qh5 threatens mate with Qxf7#.", 0, 0)
        );
        assert_eq!(mates::threat(&line, Color::Black), None);
        let (game, nc3) = proof(ITALIAN, &["Nc3", "Nf6"]);
        assert_eq!(mates::threat(&Line::new(&game, &nc3), Color::White), None);
    }

    fn motif_of(fen: &str, line: &[&str]) -> Option<(Motif, String)> {
        let (game, proof) = proof(fen, line);
        motif(&Line::new(&game, &proof), 0).map(|found| (found.motif, found.text))
    }

    #[test]
    fn a_fork_that_is_answered_is_none() {
        let fen = "r3k3/ppp2ppp/8/8/1n6/8/PP3PPP/R3K3 b - - 0 1";
        let (_, text) = motif_of(fen, &["Nc2+", "Kd2", "Nxa1"]).expect("a fork");
        assert_eq!(
            text,
            "Nc2+ forks the king on e1 and the rook on a1; Nxa1 takes the rook."
        );
        // The same attack, but the line captures nothing.
        assert_eq!(motif_of(fen, &["Nc2+", "Kd2", "Nb4"]), None);
        // The knight is captured.
        let punished = "r3k3/ppp2ppp/8/8/1n6/3B4/PP3PPP/R3K3 b - - 0 1";
        assert_eq!(motif_of(punished, &["Nc2+", "Ke2", "Nxa1"]), None);
    }

    #[test]
    fn motifs_have_their_names() {
        for (fen, line, motif, text) in [
            (
                "4k3/8/8/4r3/8/8/8/B5K1 w - - 0 1",
                &["Bxe5"][..],
                Motif::Hanging,
                "Bxe5 takes the rook on e5, which nothing defends.",
            ),
            (
                "4k3/8/8/4q3/8/8/5PPP/R4K2 w - - 0 1",
                &["Re1", "Kf7", "Rxe5"],
                Motif::Pin,
                "Re1 pins the queen on e5 to the king on e8; Rxe5 takes it.",
            ),
            (
                "4k3/8/2n5/1B6/3P4/8/8/4K3 w - - 0 1",
                &["d5", "Ke7", "dxc6"],
                Motif::Pin,
                "d5 attacks the knight on c6, which is pinned to the king on e8; dxc6 takes it.",
            ),
            (
                "1k6/1p6/2n5/8/4Q3/8/8/1R2K3 w - - 0 1",
                &["Qxc6"],
                Motif::Pin,
                "Qxc6 takes the knight on c6: the pawn on b7 is pinned to the king on b8 and cannot recapture.",
            ),
            (
                "3k3q/8/8/8/8/8/8/R5K1 w - - 0 1",
                &["Ra8+", "Kd7", "Rxh8"],
                Motif::Skewer,
                "Ra8+ attacks the king on d8 and, behind it, the queen on h8; Rxh8 takes the queen.",
            ),
            (
                "6k1/4q3/8/8/4N3/8/4R3/6K1 w - - 0 1",
                &["Nf6+", "Kf7", "Rxe7+", "Kxe7"],
                Motif::Discovery,
                "Nf6+ uncovers an attack by the rook on e2 on the queen on e7; Rxe7+ takes it.",
            ),
        ] {
            assert_eq!(motif_of(fen, line), Some((motif, text.to_owned())), "{fen}");
        }
    }

    #[test]
    fn a_trade_is_not_a_gain_and_a_hanging_end_proves_nothing() {
        let fen = "4k3/8/2p5/3n4/8/2N5/8/4K3 w - - 0 1";
        let (game, trade) = proof(fen, &["Nxd5", "cxd5"]);
        assert_eq!(trade.material, [-1, 2, -1]);
        assert_eq!(material(&Line::new(&game, &trade)), None);
        let (game, cut_short) = proof(fen, &["Nxd5"]);
        assert_eq!(cut_short.quiet, None);
        assert_eq!(material(&Line::new(&game, &cut_short)), None);
        assert!(cut_short.terms.is_empty());
    }
}

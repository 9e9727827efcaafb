//! What can be said about a line, and only what it proves.
//!
//! Nothing here guesses. Each template looks at the positions of a line: is it mate at the end, does a piece attack two others and
//! take one of them, which pieces are gone where nothing more hangs. A template that finds no proof says nothing.
//! `tools/check_why.py` checks every sentence of three hundred positions with code of its own.

mod endings;
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

/// A sentence and where its proof is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sentence {
    /// What it is about.
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

/// What a sentence is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Motif {
    /// Mate.
    Mate,
    /// Mate on the back rank.
    BackRank,
    /// The line ends in a draw.
    Draw,
    /// An ending of which the outcome is known.
    Ending,
    /// Something is taken that nothing defends.
    Hanging,
    /// Two are attacked at once.
    Fork,
    /// Something cannot move for what stands behind it.
    Pin,
    /// Something has to move, and what stands behind it is taken.
    Skewer,
    /// Somebody steps out of the way of another.
    Discovery,
    /// A pawn promotes.
    Promotion,
    /// Who has won what.
    Material,
    /// Mate is threatened.
    Threat,
    /// What a quiet move does.
    Purpose,
    /// There is no other move.
    Only,
    /// How far two moves are apart.
    Difference,
}

impl Motif {
    /// A word for programs.
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
            Self::Only => "only move",
            Self::Difference => "difference",
        }
    }
}

/// How many sentences there are at most.
const MOST: usize = 3;

/// How many of them say what a quiet move is for.
const PURPOSES: usize = 2;

/// A next best move that is behind by less, in hundredths of a pawn, is not spoken of.
const BEHIND: i32 = 30;

/// Two moves that differ by less are as good as each other.
const ALIKE: i32 = 10;

/// Beyond ten pawns nobody counts.
const FAR: i32 = 1000;

/// Up to so many moves a mate after every other move is said to be forced.
const SURE: i32 = 2;

/// Why a move is the best.
pub(super) fn praise(game: &Game, best: &Proof, other: Option<&Proof>) -> Vec<Sentence> {
    let line = Line::new(game, best);
    let side = line.mover(0);
    // Where somebody mates, nothing else counts.
    if let Some(mate) = mates::ending(&line, |winner| winner.is_some()) {
        return vec![mate];
    }
    let mut found = Vec::new();
    found.extend(endings::verdict(&line));
    if found.is_empty() {
        found.extend(mates::ending(&line, |winner| winner.is_none()));
    }
    found.extend(endings::comes_to(&line));
    let later = || motif(&line, 2).filter(|said| said.motif != Motif::Hanging);
    let tactic = motif(&line, 0).or_else(|| later().map(|said| then(said, &line)));
    let gained = material(&line).filter(|(_, gain)| *gain > 0);
    let is_said = |gained: &Sentence| repeats(tactic.as_ref(), gained);
    let gained = gained.map(|it| it.0).filter(|gained| !is_said(gained));
    found.extend(tactic);
    found.extend(gained);
    found.extend(mates::threat(&line, side));
    if other.is_none() {
        found.push(Sentence {
            motif: Motif::Only,
            text: format!("{} is the only legal move.", best.sans[0]),
            in_other: false,
            from: 0,
            to: 0,
        });
    }
    found.extend(purposes(&line).into_iter().take(PURPOSES));
    // Whoever wonders why this move and no other wants to hear it, whatever else there is to say.
    let behind = other.and_then(|other| next_best(&line, other, found.is_empty()));
    found.truncate(if behind.is_some() { MOST - 1 } else { MOST });
    found.extend(behind);
    found
}

/// Why a move is not as good as the best.
pub(super) fn blame(game: &Game, asked: &Proof, best: &Proof) -> Vec<Sentence> {
    let line = Line::new(game, asked);
    let better = Line::new(game, best);
    let side = line.mover(0);
    let mut found = Vec::new();
    if let Some(mate) = mates::ending(&line, |winner| winner == Some(!side)) {
        found.push(mate);
    }
    // What the best move does and this one does not.
    if !matches!(asked.score, Value::Mate(moves) if moves.signum() == sign(side)) {
        let mate = mates::ending(&better, |winner| winner == Some(side));
        found.extend(mate.map(|said| instead(said, best)));
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
    let answer = motif(&line, 1).filter(|_| loss < 0);
    let answer = answer.map(|said| Sentence {
        text: format!("{}'s {}", !side, said.text),
        ..said
    });
    found.extend(answer);
    found.extend(lost.filter(|_| loss < 0).map(|it| it.0));
    found.extend(mates::threat(&line, !side).map(|said| Sentence {
        text: format!("{}'s {}", !side, said.text),
        ..said
    }));
    if gain > 0 && gain > loss {
        let tactic = motif(&better, 0);
        let won = won.map(|it| it.0);
        let won = won.filter(|won| !repeats(tactic.as_ref(), won));
        found.extend(tactic.map(|said| instead(said, best)));
        found.extend(won.map(|said| instead(said, best)));
    }
    if found.is_empty() {
        let purpose = purposes(&better).into_iter().next();
        found.extend(purpose.map(|said| instead(said, best)));
    }
    let behind = behind(&line, best);
    found.truncate(if behind.is_some() { MOST - 1 } else { MOST });
    found.extend(behind);
    found
}

/// Something that comes later in the line.
fn then(mut said: Sentence, line: &Line<'_>) -> Sentence {
    said.text = format!("After {}, {}", line.san(said.from - 1), said.text);
    said
}

/// What is true of the line of the best move names that move.
fn instead(said: Sentence, best: &Proof) -> Sentence {
    let first = &best.sans[0];
    let text = if said.text.starts_with(first.as_str()) {
        said.text
    } else {
        format!("After {first}, {}", said.text)
    };
    Sentence {
        text,
        in_other: true,
        ..said
    }
}

/// Whether the bookkeeping only says again what a motif has said: one piece was taken, and it is this one.
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

/// How much the next best move is behind. Where there is nothing else to say, the smallest difference is said.
fn next_best(line: &Line<'_>, other: &Proof, whatever: bool) -> Option<Sentence> {
    let side = line.mover(0);
    let next = &other.sans[0];
    let text = match (
        line.proof.value_for(side),
        other.value_for(side),
        other.score,
    ) {
        (Some(value), Some(less), _) if value - less > FAR => {
            format!(
                "The next best move, {next}, is more than ten pawns worse by the engine's count."
            )
        }
        (Some(value), Some(less), _)
            if value - less >= BEHIND || whatever && value - less >= ALIKE =>
        {
            format!(
                "The next best move, {next}, is {:.2} pawns worse by the engine's count.",
                f64::from(value - less) / 100.0
            )
        }
        (Some(_), Some(_), _) if whatever => {
            format!("The next best move, {next}, is as good by the engine's count.")
        }
        (Some(_), None, Value::Mate(moves)) if moves * sign(side) < 0 => {
            let last = other.sans.last()?;
            if moves.abs() <= SURE {
                let moves = moves.abs();
                format!("Every other move is mated in {moves} at most: after {next}, with {last}.")
            } else {
                format!("After the next best move, {next}, the line ends in mate: {last}.")
            }
        }
        _ => return None,
    };
    // The line is the proof of a mate only if it gets there.
    let mut end = line.game.clone();
    let arrives = other.moves.iter().all(|&m| end.play(m).is_ok()) && end.outcome().is_some();
    (other.value_for(side).is_some() || arrives).then(|| Sentence {
        motif: Motif::Difference,
        text,
        in_other: true,
        from: 0,
        to: other.moves.len() - 1,
    })
}

/// How far a move is behind the best.
fn behind(line: &Line<'_>, best: &Proof) -> Option<Sentence> {
    let side = line.mover(0);
    let (asked, first) = (line.san(0), &best.sans[0]);
    let behind = best.value_for(side)? - line.proof.value_for(side)?;
    let text = if behind < ALIKE {
        format!("By the engine's count {asked} is as good as {first}.")
    } else if behind > FAR {
        format!("By the engine's count {asked} is more than ten pawns worse than {first}.")
    } else {
        format!(
            "By the engine's count {asked} is {:.2} pawns worse than {first}.",
            f64::from(behind) / 100.0
        )
    };
    Some(Sentence {
        motif: Motif::Difference,
        text,
        in_other: false,
        from: 0,
        to: line.len() - 1,
    })
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
        // A search would believe in its own line.
        let last = proof.material.last().copied().unwrap_or(0);
        proof.score = Value::Centipawns(100 * last);
        (game, proof)
    }

    const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3";

    #[test]
    fn a_threat_is_a_mate_if_the_other_side_passed() {
        let (game, qh5) = proof(ITALIAN, &["Qh5", "Nf6"]);
        let line = Line::new(&game, &qh5);
        let said = mates::threat(&line, Color::White).expect("a threat");
        assert_eq!(
            (said.text.as_str(), said.from, said.to),
            ("Qh5 threatens mate with Qxf7#.", 0, 0)
        );
        assert_eq!(mates::threat(&line, Color::Black), None);
        let (game, nc3) = proof(ITALIAN, &["Nc3", "Nf6"]);
        assert_eq!(mates::threat(&Line::new(&game, &nc3), Color::White), None);
    }

    fn motif_of(fen: &str, line: &[&str]) -> Option<(Motif, String)> {
        let (game, proof) = proof(fen, line);
        motif(&Line::new(&game, &proof), 0).map(|said| (said.motif, said.text))
    }

    #[test]
    fn a_fork_that_is_answered_is_none() {
        let fen = "r3k3/ppp2ppp/8/8/1n6/8/PP3PPP/R3K3 b - - 0 1";
        let (_, text) = motif_of(fen, &["Nc2+", "Kd2", "Nxa1"]).expect("a fork");
        assert_eq!(
            text,
            "Nc2+ forks the king on e1 and the rook on a1; Nxa1 takes the rook."
        );
        // The same squares are attacked, but the line does not take anything.
        assert_eq!(motif_of(fen, &["Nc2+", "Kd2", "Nb4"]), None);
        // And where the knight is simply taken, it attacks nobody for long.
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
                "Qxc6 takes the knight on c6: the pawn on b7 is pinned to the king on b8 and cannot take back.",
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

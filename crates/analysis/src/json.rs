//! Results as JSON, as the commands `analyse`, `why` and `eval` print them.

use chess::Position;
use engine::eval::{NetworkExplanation, SideTerm, Tapered, explain, explain_by};
use engine::network::Network;
use players::evaluators::Parts;
use serde_json::{Value, json};

use super::{Proof, Review, Reviewed, Why};

/// Returns a review.
#[must_use]
pub fn review(review: &Review) -> Value {
    let moves = |reviewed: &Reviewed| {
        let after = &review.opinions[reviewed.ply + 1];
        json!({
            "ply": reviewed.ply + 1,
            "number": reviewed.number,
            "side": reviewed.side.to_string().to_lowercase(),
            "move": reviewed.san,
            "value": after.text,
            "depth": after.depth,
            "white_wins": after.win,
            "accuracy": reviewed.accuracy,
            "judgement": reviewed.judgement.map(|judgement| judgement.name().to_lowercase()),
            "better": reviewed.better,
        })
    };
    json!({
        "result": review.game.result_text(),
        "complete": review.complete,
        "sides": review.sides(),
        "moves": review.moves.iter().map(moves).collect::<Vec<_>>(),
    })
}

/// Returns the explanation of a move in a position.
#[must_use]
pub fn why(position: &Position, why: &Why) -> Value {
    let line = |proof: &Proof| {
        json!({
            "line": proof.sans,
            "moves": proof.wire,
            "score": proof.score.to_string(),
            "depth": proof.depth,
            "quiet": proof.quiet,
        })
    };
    let sentences = why.sentences.iter().map(|sentence| {
        json!({
            "text": sentence.text,
            "motif": sentence.motif.name(),
            "in_other": sentence.in_other,
            "from": sentence.from,
            "to": sentence.to,
        })
    });
    json!({
        "fen": position.to_string(),
        "is_best": why.is_best,
        "asked": line(&why.asked),
        "other": why.other.as_ref().map(line),
        "sentences": sentences.collect::<Vec<_>>(),
    })
}

/// Returns the static evaluation of a position by the terms, and by a network or the built-in one.
#[must_use]
pub fn evaluation(position: &Position, network: Option<&Network>) -> Value {
    let explanation = explain(position);
    let terms = explanation.terms.iter().map(|term| {
        json!({
            "term": term.term.name(),
            "white": side(&term.sides[0]),
            "black": side(&term.sides[1]),
            "total": pair(term.total()),
        })
    });
    json!({
        "fen": position.to_string(),
        "white": explanation.value,
        "side_to_move": explanation.for_side_to_move,
        "sum": pair(explanation.sum),
        "phase": explanation.phase,
        "scale": explanation.scale,
        "patience": explanation.fifty_move_factor,
        "known": explanation.known.map(|known| known.name),
        "terms": terms.collect::<Vec<_>>(),
        "network": explain_by(network, position).as_ref().map(by_network),
    })
}

/// Returns the parts of an evaluator other than the engine's.
#[must_use]
pub fn parts(position: &Position, name: &str, parts: &Parts) -> Value {
    let shown = parts.parts.iter();
    let shown =
        shown.map(|(part, [white, black])| json!({ "part": part, "white": white, "black": black }));
    json!({
        "fen": position.to_string(),
        "eval": name,
        "parts": shown.collect::<Vec<_>>(),
        "side_to_move": parts.value,
    })
}

fn by_network(explanation: &NetworkExplanation) -> Value {
    let men = explanation.pieces.iter().map(|piece| {
        json!({
            "square": piece.square.to_string(),
            "man": piece.piece.letter().to_string(),
            "worth": piece.value,
        })
    });
    json!({
        "raw": explanation.raw,
        "white": explanation.value,
        "side_to_move": explanation.for_side_to_move,
        "men": men.collect::<Vec<_>>(),
    })
}

fn pair(value: Tapered) -> Value {
    json!({ "mg": value.middlegame(), "eg": value.endgame() })
}

fn side(term: &SideTerm) -> Value {
    // A tenth of a centipawn is enough.
    let round = |x: f32| f64::from((x * 10.0).round()) / 10.0;
    let causes = term.causes.iter().map(|cause| {
        json!({
            "square": cause.square.to_string(),
            "mg": round(cause.middlegame),
            "eg": round(cause.endgame),
        })
    });
    json!({
        "mg": term.value.middlegame(),
        "eg": term.value.endgame(),
        "causes": causes.collect::<Vec<_>>(),
    })
}

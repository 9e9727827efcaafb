//! The command `espalier eval`: what the engine thinks of a position without searching, term by term.

use std::io::Write;
use std::path::PathBuf;

use chess::Position;
use clap::Args;
use engine::eval::{Explanation, Opinion, SideTerm, Tapered, ask, explain};
use engine::network::{self, Network};
use games::Chess;
use games::nearest::{hint, quote};
use players::evaluators::{self, Parts};
use serde_json::{Value, json};

use crate::error::Failure;

/// Arguments of `espalier eval`.
#[derive(Args, Debug)]
#[command(after_help = "\
Each term has a value for the middlegame (mg) and one for the endgame (eg), in hundredths of a pawn; the more pieces are
left, the more the middlegame counts. Below the table are the squares behind each term. Then comes the network that the
search asks: what each man is worth to it, which is how much its side would lose without it, and its value.

Examples:
  espalier eval
  espalier eval --fen '8/5pk1/2n3p1/2p4p/4B2P/1P3KP1/P7/8 w - - 3 45'
  espalier eval --eval boardweight --fen report-3")]
pub struct EvalArgs {
    /// The position; the start position if none is given
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Another evaluator than the engine's, in its parts: material, squares, mobility, or one of a course document (report,
    /// domination, boardweight, a8)
    #[arg(long, value_name = "NAME")]
    pub eval: Option<String>,
    /// Ask the network in this file, and not the one in the program
    #[arg(long, value_name = "FILE")]
    pub evalfile: Option<PathBuf>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
}

/// Whether chess has an evaluator of this name; else which it has.
pub fn evaluator_exists(name: &str) -> Result<(), Failure> {
    let names: Vec<&str> = evaluators::names::<Chess>().iter().map(|it| it.0).collect();
    if names.contains(&name) {
        return Ok(());
    }
    Err(Failure::input(format_args!(
        "no evaluator is called {}{} (evaluators: {})",
        quote(name),
        hint(name, names.iter().copied()),
        names.join(", ")
    )))
}

/// Shows an evaluator that is not the engine's.
fn show_parts(args: &EvalArgs, name: &str, position: &Position) -> Result<String, Failure> {
    evaluator_exists(name)?;
    let Some(Parts { parts, value, .. }) = evaluators::parts(name, position) else {
        return Ok(String::new());
    };
    if args.json {
        let parts: Vec<Value> = parts
            .iter()
            .map(|(part, [white, black])| json!({ "part": part, "white": white, "black": black }))
            .collect();
        let fen = position.to_string();
        return Ok(format!(
            "{}\n",
            json!({ "fen": fen, "eval": name, "parts": parts, "side_to_move": value })
        ));
    }
    let mut text = format!(
        "{:<16}{:>8}{:>8}{:>12}\n",
        "part", "White", "Black", "difference"
    );
    for (part, [white, black]) in &parts {
        text += &format!("{part:<16}{white:>8}{black:>8}{:>12}\n", white - black);
    }
    text += &format!("Value: {value} for the side to move. A search takes it as eval={name}.\n");
    Ok(text)
}

/// Explains the value of a position.
pub fn command(args: &EvalArgs, output: &mut impl Write) -> Result<(), Failure> {
    let position = match &args.fen {
        Some(fen) => games::chess::named::read(fen).map_err(Failure::input)?,
        None => Position::startpos(),
    };
    if let Some(name) = &args.eval {
        let text = show_parts(args, name, &position)?;
        output.write_all(text.as_bytes())?;
        return Ok(output.flush()?);
    }
    let network = match &args.evalfile {
        Some(path) => Some(network::read(path).map_err(Failure::input)?),
        None => None,
    };
    let network = network.as_deref();
    if args.json {
        let (explanation, opinion) = (explain(&position), opinion(&position, network));
        writeln!(
            output,
            "{}",
            to_json(&position, &explanation, opinion.as_ref())
        )?;
    } else {
        output.write_all(in_words(&position, network).as_bytes())?;
    }
    Ok(output.flush()?)
}

/// What a network says, or the one in the program.
fn opinion(position: &Position, network: Option<&Network>) -> Option<Opinion> {
    match network {
        Some(network) => Some(ask(network, position)),
        None => network::own().ok().map(|own| ask(&own, position)),
    }
}

/// The terms made by hand, then what a network says, or the one in the program.
pub fn in_words(position: &Position, network: Option<&Network>) -> String {
    let explanation = explain(position);
    match opinion(position, network) {
        None => explanation.to_string(),
        Some(opinion) => {
            let apart = opinion.value - explanation.value;
            format!("{explanation}\n{opinion}It says {apart:+} to the terms made by hand.\n")
        }
    }
}

fn to_json(position: &Position, explanation: &Explanation, opinion: Option<&Opinion>) -> Value {
    let terms: Vec<Value> = explanation
        .terms
        .iter()
        .map(|term| {
            json!({
                "term": term.term.name(),
                "white": side(&term.sides[0]),
                "black": side(&term.sides[1]),
                "total": pair(term.total()),
            })
        })
        .collect();
    json!({
        "fen": position.to_string(),
        "white": explanation.value,
        "side_to_move": explanation.for_side_to_move,
        "sum": pair(explanation.sum),
        "phase": explanation.phase,
        "scale": explanation.scale,
        "patience": explanation.patience,
        "known": explanation.known.map(|known| known.name),
        "terms": terms,
        "network": opinion.map(network_json),
    })
}

fn network_json(opinion: &Opinion) -> Value {
    let men: Vec<Value> = opinion
        .worths
        .iter()
        .map(|worth| {
            json!({
                "square": worth.square.to_string(),
                "man": worth.piece.letter().to_string(),
                "worth": worth.worth,
            })
        })
        .collect();
    json!({
        "raw": opinion.raw,
        "white": opinion.value,
        "side_to_move": opinion.for_side_to_move,
        "men": men,
    })
}

fn pair(value: Tapered) -> Value {
    json!({ "mg": value.middlegame(), "eg": value.endgame() })
}

fn side(term: &SideTerm) -> Value {
    // Tenths of a hundredth of a pawn are enough for a share.
    let round = |x: f32| f64::from((x * 10.0).round()) / 10.0;
    let causes: Vec<Value> = term
        .causes
        .iter()
        .map(|cause| {
            json!({
                "square": cause.square.to_string(),
                "mg": round(cause.middlegame),
                "eg": round(cause.endgame),
            })
        })
        .collect();
    json!({
        "mg": term.value.middlegame(),
        "eg": term.value.endgame(),
        "causes": causes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(fen: Option<&str>, json: bool) -> Result<String, Failure> {
        let args = EvalArgs {
            fen: fen.map(str::to_owned),
            eval: None,
            evalfile: None,
            json,
        };
        let mut output = Vec::new();
        command(&args, &mut output)?;
        Ok(String::from_utf8(output).expect("text"))
    }

    #[test]
    fn the_table_ends_with_the_value() {
        let text = run(None, false).unwrap();
        assert!(text.starts_with("Term"), "{text}");
        assert!(text.contains("\nValue: +"), "{text}");
        assert!(text.contains("\nThe network: "), "{text}");
    }

    #[test]
    fn json_is_one_object_with_every_term() {
        let text = run(None, true).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let terms = value["terms"].as_array().unwrap();
        assert!(terms.iter().any(|term| term["term"] == "Mobility"));
        let sum = |phase: &str| -> i64 {
            terms
                .iter()
                .map(|term| term["total"][phase].as_i64().unwrap())
                .sum()
        };
        assert_eq!(sum("mg"), value["sum"]["mg"].as_i64().unwrap());
        assert_eq!(sum("eg"), value["sum"]["eg"].as_i64().unwrap());
        let network = &value["network"];
        assert_eq!(network["men"].as_array().map(Vec::len), Some(30));
        assert!(network["white"].is_i64(), "{network}");
    }

    #[test]
    fn known_endgames_and_bad_positions_are_named() {
        let text = run(Some("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1"), false).unwrap();
        assert!(text.contains("cannot force mate"), "{text}");
        assert!(matches!(
            run(Some("nonsense"), false),
            Err(Failure::Input(_))
        ));
    }
}

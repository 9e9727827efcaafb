//! The command `espalier why`: why a move is the best, or why another is not, in sentences that a line proves.

use std::io::Write;
use std::time::Duration;

use chess::{Game, Position};
use clap::Args;
use games::{BoardGame, Chess};
use gametree::Limits;
use lab::analyse::{Proof, Why, why};
use players::Seat;
use serde_json::{Value, json};

use crate::args::numbers::{parse_amount, parse_plies};
use crate::error::Failure;
use crate::matches::stop_on_ctrl_c;

/// Nodes for each of the two lines unless another limit is given: the same answer every time.
const DEFAULT_NODES: u64 = 200_000;

/// Moves of a line to print.
const SHOWN: usize = 12;

/// Arguments of `espalier why`.
#[derive(Args, Debug)]
#[command(after_help = "\
The engine looks at the best move and at the one asked about, or at the next best if that is the best. What the two lines
prove is said, at most three sentences, the most important first; what they do not prove is not said.

Examples:
  espalier why --fen \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"
  espalier why --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\" --move Nxe5
  espalier why --movetime 2000 --json")]
pub struct WhyArgs {
    /// The position; the start position if none is given
    #[arg(long, value_name = "FEN")]
    pub fen: Option<String>,
    /// Ask about this move, and not about the engine's choice
    #[arg(long = "move", value_name = "MOVE")]
    pub asked: Option<String>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_parser = parse_plies, allow_negative_numbers = true)]
    pub depth: Option<u32>,
    /// Nodes for each line; 200000 unless another limit is given
    #[arg(long, value_name = "N", value_parser = parse_amount, allow_negative_numbers = true)]
    pub nodes: Option<u64>,
    /// Milliseconds for each line
    #[arg(long, value_name = "MS", value_parser = parse_amount, allow_negative_numbers = true)]
    pub movetime: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Asks, and prints the answer.
pub fn command(args: &WhyArgs, output: &mut impl Write) -> Result<(), Failure> {
    let position = match &args.fen {
        Some(fen) => games::chess::named::read(fen).map_err(Failure::input)?,
        None => Position::startpos(),
    };
    if let Some(outcome) = position.outcome() {
        return Err(Failure::input(format_args!(
            "the game is over ({outcome}): there is no move to ask about"
        )));
    }
    let asked = args
        .asked
        .as_deref()
        .map(|text| Chess::default().typed_move(&position, text))
        .transpose()
        .map_err(Failure::input)?;
    let limits = Limits {
        depth: args.depth,
        nodes: match (args.nodes, args.depth, args.movetime) {
            (None, None, None) => Some(DEFAULT_NODES),
            (nodes, ..) => nodes,
        },
        time: args.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    let mut seat = Seat::<Chess>::sit("engine").map_err(Failure::input)?;
    let stop = stop_on_ctrl_c();
    let game = Game::new(position);
    let Some(why) = why(&mut seat, &game, asked, &limits, &stop) else {
        return Err(Failure::Interrupted);
    };
    if args.json {
        writeln!(output, "{}", to_json(&position, &why))?;
    } else {
        print(&why, output)?;
    }
    Ok(output.flush()?)
}

fn print(why: &Why, output: &mut impl Write) -> std::io::Result<()> {
    let first = |proof: &Proof| proof.sans[0].clone();
    match &why.other {
        Some(best) if !why.is_best => writeln!(
            output,
            "Why not {}? The engine plays {}.",
            first(&why.asked),
            first(best)
        )?,
        _ => writeln!(output, "{} is the engine's choice.", first(&why.asked))?,
    }
    for said in &why.sentences {
        writeln!(output, "- {}", said.text)?;
    }
    for proof in std::iter::once(&why.asked).chain(&why.other) {
        let shown = &proof.sans[..proof.sans.len().min(SHOWN)];
        writeln!(
            output,
            "{:>6}  {} (depth {})",
            proof.score.to_string(),
            shown.join(" "),
            proof.depth
        )?;
    }
    Ok(())
}

fn to_json(position: &Position, why: &Why) -> Value {
    let line = |proof: &Proof| {
        json!({
            "line": proof.sans,
            "moves": proof.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "score": proof.score.to_string(),
            "depth": proof.depth,
            "quiet": proof.quiet,
        })
    };
    let sentences: Vec<Value> = why
        .sentences
        .iter()
        .map(|said| {
            json!({
                "text": said.text,
                "motif": said.motif.name(),
                "in_other": said.in_other,
                "from": said.from,
                "to": said.to,
            })
        })
        .collect();
    json!({
        "fen": position.to_string(),
        "is_best": why.is_best,
        "asked": line(&why.asked),
        "other": why.other.as_ref().map(line),
        "sentences": sentences,
    })
}

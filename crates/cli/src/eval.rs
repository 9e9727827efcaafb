//! `espalier eval`: prints the static evaluation of a position, term by term.

use chess::Position;
use engine::eval::describe;
use engine::network;
use gametree::Evaluator;
use players::evaluators;
use report::{Column, Table};
use serde_json::Value;

use crate::prelude::*;
use crate::search::position;

#[derive(Args, Debug)]
#[command(after_help = "\
Each term has a middlegame value (mg) and an endgame value (eg) in centipawns; the more pieces remain, the more the middlegame
counts. Below the table are the squares that cause each term. Then comes the network of the search: the value of each piece to
it, which is the loss of its side without the piece, and its value of the position.

Examples:
  espalier eval
  espalier eval --fen '8/5pk1/2n3p1/2p4p/4B2P/1P3KP1/P7/8 w - - 3 45'
  espalier eval --eval boardweight --fen report-3
  espalier eval --game minichess
  espalier eval --game minichess --eval squares-printed")]
pub struct EvalArgs {
    /// The game; by default chess. Of other games the values of all evaluators are printed
    #[arg(long, value_name = "NAME", default_value = "chess")]
    game: GameId,
    /// The position; by default the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Use another evaluator than the engine's and print its parts: material, squares, mobility, or one of a course document
    /// (report, domination, boardweight, a8)
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Use the network in this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

/// Explains the static value of a position.
pub fn command(args: &EvalArgs, output: &mut impl Write) -> Result {
    if args.game != Chess::ID {
        if args.evalfile.is_some() {
            return fail!("only chess has a network: leave out --evalfile, or use --game chess");
        }
        return args.game.with(Values { args, output });
    }
    let position = position(&Chess::default(), args.fen.as_deref())?;
    let text = if let Some(name) = &args.eval {
        parts_text(args, name, &position)?
    } else {
        let network = args.evalfile.as_deref().map(network::read);
        let network = network.transpose().map_err(Failure::input)?;
        let network = network.as_deref();
        if args.json {
            analysis::json::evaluation(&position, network).to_string() + "\n"
        } else {
            describe(&position, network)
        }
    };
    Ok(output.write_all(text.as_bytes())?)
}

/// Prints the static values of a position of any game.
struct Values<'a, W> {
    args: &'a EvalArgs,
    output: &'a mut W,
}

impl<W: Write> WithGame for Values<'_, W> {
    type Output = Result;

    fn run<G: BoardGame>(self, game: &G) -> Result {
        let Self { args, output } = self;
        let state = position(game, args.fen.as_deref())?;
        let mut chosen = evaluators::names::<G>();
        if let Some(name) = &args.eval {
            check_evaluator::<G>(name)?;
            chosen.retain(|(own, _)| own == name);
        }
        let valued = chosen.into_iter().filter_map(|(name, about)| {
            let value = evaluators::find::<G>(name)?.evaluate(game, &state);
            Some((name, value, about))
        });
        let valued: Vec<(&str, i32, &str)> = valued.collect();
        if args.json {
            let values = valued
                .iter()
                .map(|(name, value, _)| json!({ "eval": name, "side_to_move": value }));
            let values: Vec<Value> = values.collect();
            let position = game.write_position(&state);
            let json = json!({ "game": G::ID.name(), "fen": position, "values": values });
            return Ok(writeln!(output, "{json}")?);
        }
        let table = Table::new(&valued)
            .column(Column::left("evaluator"), |it| it.0)
            .column(Column::right("value"), |it| it.1.to_string())
            .column(Column::left(""), |it| it.2);
        writeln!(output, "{}\n", game.render(&state).trim_end())?;
        write!(output, "{}", table.to_text())?;
        Ok(writeln!(
            output,
            "Values are for the side to move. A search uses an evaluator with eval=NAME."
        )?)
    }
}

/// Checks that a game has an evaluator with this name.
pub fn check_evaluator<G: BoardGame>(name: &str) -> Result {
    let names: Vec<&str> = evaluators::names::<G>().iter().map(|it| it.0).collect();
    if names.contains(&name) {
        return Ok(());
    }
    fail!(
        "no evaluator is called {}{} (evaluators: {})",
        quote(name),
        hint(name, names.iter().copied()),
        names.join(", ")
    )
}

/// Formats the parts of an evaluator other than the engine's.
fn parts_text(args: &EvalArgs, name: &str, position: &Position) -> Result<String> {
    check_evaluator::<Chess>(name)?;
    let Some(parts) = evaluators::parts(name, position) else {
        return Ok(String::new());
    };
    if args.json {
        return Ok(analysis::json::parts(position, name, &parts).to_string() + "\n");
    }
    let value = parts.value;
    Ok(format!(
        "{parts}Value: {value} for the side to move. A search uses this evaluator with eval={name}.\n"
    ))
}

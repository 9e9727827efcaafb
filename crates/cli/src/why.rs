//! `espalier why`: explains why a move is the best, or why another is not.

use analysis::why;
use chess::Game;

use crate::prelude::*;
use crate::search::position;

#[derive(Args, Debug)]
#[command(after_help = "\
The engine searches the best move and the given one, or the second best if the given move is the best. It prints at most three
facts that the two lines prove, the most important first.

Examples:
  espalier why --fen \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\"
  espalier why --fen \"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\" --move Nxe5
  espalier why --movetime 2000 --json")]
pub struct WhyArgs {
    /// The position; by default the start position
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The move; by default the engine's choice
    #[arg(long = "move", value_name = "MOVE")]
    asked: Option<String>,
    #[command(flatten)]
    limits: AnalysisLimits,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Explains a move.
pub fn command(args: &WhyArgs, output: &mut impl Write) -> Result {
    let chess = Chess::default();
    let position = position(&chess, args.fen.as_deref())?;
    if let Some(outcome) = position.outcome() {
        return fail!("the game is over ({outcome}), so there is no move to explain");
    }
    let asked = args.asked.as_deref();
    let asked = asked.map(|text| chess.parse_move(&position, text));
    let asked = asked.transpose().map_err(Failure::Input)?;
    let mut seat = Seat::<Chess>::builtin("engine")?;
    let (game, limits) = (Game::new(position), args.limits.limits());
    let Some(why) = why(&mut seat, &game, asked, &limits, &stop_on_ctrl_c()) else {
        return Err(Failure::Interrupted);
    };
    if args.json {
        writeln!(output, "{}", analysis::json::why(&position, &why))?;
    } else {
        write!(output, "{why}")?;
    }
    Ok(())
}

//! `espalier script`: a player answers questions as a student's program does.

use std::io::BufRead;

use teaching::grade::Responder;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Reads one question per line and writes one answer per line until the input ends. Use it as an opponent in a match or as an
example for the grader.

Examples:
  echo '{\"game\":\"tree\",\"tree\":[[3,12,8],[2,4,6],[14,5,2]],\"search\":\"alphabeta\"}' | espalier script alphabeta
  espalier grade script:espalier,arg=script,arg=alphabeta:bug=no-research --assignment alphabeta")]
pub struct ScriptArgs {
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER", value_parser = parse_player)]
    player: PlayerSpec,
}

/// Answers questions until the input ends.
pub fn command(args: &ScriptArgs, output: &mut impl Write) -> Result {
    let responder = Responder::new(args.player.clone().inside()?);
    for line in io::stdin().lock().split(b'\n') {
        let line = line.map_err(|error| failure!("cannot read the input: {error}"))?;
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            writeln!(output, "{}", responder.answer(&text))?;
            output.flush()?;
        }
    }
    Ok(())
}

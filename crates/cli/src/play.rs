//! `espalier play`: a game in the terminal, or line by line through a pipe.

use std::str::FromStr;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use chess::Color;
use contest::LiveGame;
use players::SpecError;
use programs::Program;
use report::TextBoard;
use terminal::{ChessView, PlainView, View};

use crate::eval::check_evaluator;
use crate::search::position;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
A player is human or one of `espalier players`, such as random, minimax:depth=2 or alphabeta:depth=4,quiesce.

Examples:
  espalier play                                         play White
  espalier play --white minimax:depth=2 --black human   play Black
  espalier play --white human --black human             two people at one keyboard
  espalier play --game minichess
  espalier play --white a4-ids --black a4-abp --profile moves.csv
  espalier play --black fascicle3 --eval boardweight   with the static evaluation after each move
  espalier play --white random:seed=1 --black random:seed=2 --delay 500")]
pub struct PlayArgs {
    /// The game
    #[arg(long, default_value = "chess")]
    game: GameId,
    /// Player of White (in Othello Black, in tic-tac-toe X: the first side)
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    white: PlayerArg,
    /// Player of Black: the second side
    #[arg(long, value_name = "PLAYER", default_value = "classic:movetime=500")]
    black: PlayerArg,
    /// Start from this position instead of the start position
    #[arg(long, value_name = "POSITION")]
    fen: Option<String>,
    /// Show the value of this evaluator below the board: boardweight, material, ... (chess)
    #[arg(long, value_name = "NAME")]
    eval: Option<String>,
    /// Show letters instead of chess symbols
    #[arg(long)]
    ascii: bool,
    /// Show every move of a game between programs, and wait this number of milliseconds after it
    #[arg(long, value_name = "MS", value_parser = number("a delay in milliseconds", 0, 60_000_u64), allow_negative_numbers = true)]
    delay: Option<u64>,
    /// Write the nodes and time of every move of a program to this file: .csv for a spreadsheet, otherwise a table
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
}

/// Plays one game on standard input and output.
pub fn command(args: &PlayArgs) -> Result {
    if args.game != Chess::ID {
        for (name, is_given) in [
            ("profile", args.profile.is_some()),
            ("eval", args.eval.is_some()),
        ] {
            if is_given {
                return fail!("--{name} is for chess");
            }
        }
        return args.game.with(PlainGame(args));
    }
    if let Some(name) = &args.eval {
        check_evaluator::<Chess>(name)?;
    }
    // A single person sees the board from their own side.
    let bottom = match (&args.white.0, &args.black.0) {
        (Some(_), None) => Color::Black,
        _ => Color::White,
    };
    let look = TextBoard {
        symbols: !args.ascii,
        colours: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        bottom,
    };
    let view = play(
        args,
        &Chess::default(),
        ChessView::new(look, args.eval.clone()),
    )?;
    match &args.profile {
        Some(path) if files::has_extension(path, "csv") => {
            files::write(path, view.profile.to_csv())
        }
        Some(path) => files::write(path, view.profile.to_string()),
        None => Ok(()),
    }
}

/// A game other than chess.
struct PlainGame<'a>(&'a PlayArgs);

impl WithGame for PlainGame<'_> {
    type Output = Result;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        play(self.0, game, PlainView).map(drop)
    }
}

fn play<G: BoardGame, V: View<G>>(args: &PlayArgs, game: &G, view: V) -> Result<V> {
    let start = position(game, args.fen.as_deref())?;
    let players = [&args.white, &args.black].map(|player| player.0.as_ref());
    let live = LiveGame::new(game, start, players)?;
    Ok(terminal::play(
        live,
        view,
        args.delay.map(Duration::from_millis),
    )?)
}

/// A player of a game in the terminal. `None` is a person at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerArg(pub Option<PlayerSpec>);

impl FromStr for PlayerArg {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        if text.trim() == "human" {
            return Ok(Self(None));
        }
        let spec = parse_player(text.trim())?;
        if let Some(program) = Program::of(&spec) {
            program.locate()?;
        }
        Ok(Self(Some(spec)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_players_and_programs_are_rejected() {
        assert_eq!("human".parse(), Ok(PlayerArg(None)));
        for text in ["humn", "uci:/no/such/program"] {
            assert!(text.parse::<PlayerArg>().is_err(), "{text}");
        }
    }
}

//! What a GUI says, as typed commands.
//!
//! [`parse`] looks at one line and nothing else: whether a FEN or a move makes sense is asked when the command is
//! carried out. As the protocol demands, white space is arbitrary and unknown tokens are passed over.

use std::fmt;
use std::str::SplitAsciiWhitespace;

use super::genfens::GenFens;
use super::go::Go;
use games::nearest::{hint, quote};

use crate::args::numbers::DEEPEST;

/// A line from the GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line or a comment (`# ...`).
    Nothing,
    /// `uci`: say who you are and what can be set.
    Uci,
    /// `debug on|off`: whether to tell about tokens that were passed over.
    Debug(bool),
    /// `isready`: answer as soon as everything before is done.
    IsReady,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name, single spaces between its words.
        name: String,
        /// The value; a button has none.
        value: Option<String>,
    },
    /// `register ...`: nothing to register here.
    Register,
    /// `ucinewgame`: what comes next is another game.
    NewGame,
    /// `position startpos|fen ... [moves ...]`.
    Position {
        /// The FEN; `None` is the start position.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `go ...`: find a move.
    Go(Box<Go>),
    /// `go perft N`: count the leaves below each move.
    Perft(u32),
    /// `stop`: end the search and say the move.
    Stop,
    /// `ponderhit`: the expected move was played, so the clock runs now.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`: show the position.
    Display,
    /// `eval`: show the evaluation.
    Eval,
    /// `flip`: swap the colours.
    Flip,
    /// `compiler`: what this was built with.
    Compiler,
    /// `help`: the list of commands.
    Help,
    /// `license`.
    License,
    /// `bench [DEPTH]`.
    Bench(Option<u32>),
    /// `genfens N seed S book None|FILE`: positions to begin games from.
    GenFens(GenFens),
    /// `spsa`: the numbers of the search, for tuning.
    Spsa,
}

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// No command has this name.
    Unknown(String),
    /// `debug` without `on` or `off`.
    Debug,
    /// `setoption` without `name` and something after it.
    OptionName,
    /// `position` without `startpos` or `fen`.
    PositionStart,
    /// A depth that is not a number from 0 to the greatest there is.
    Depth(String),
    /// `genfens` without its numbers.
    GenFens,
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(
                f,
                "unknown command {}{} (help lists the commands)",
                quote(word),
                hint(word, COMMANDS.iter().map(|(name, ..)| *name))
            ),
            Self::Debug => f.write_str("debug is followed by on or off"),
            Self::OptionName => f.write_str("setoption is followed by name, and a name"),
            Self::PositionStart => {
                f.write_str("position is followed by startpos or fen, and then moves")
            }
            Self::Depth(text) => write!(
                f,
                "the depth {} is not a number from 0 to {DEEPEST}",
                quote(text)
            ),
            Self::GenFens => f.write_str(
                "genfens is followed by a number, seed and a number, book and None or a file",
            ),
        }
    }
}

impl std::error::Error for CommandError {}

/// Every command with what follows it and what it does. The first eleven are the protocol's own.
pub const COMMANDS: [(&str, &str, &str); 21] = [
    ("uci", "", "say who this is and which options there are"),
    ("debug", "on|off", "tell about tokens that mean nothing"),
    ("isready", "", "answer readyok"),
    ("setoption", "name N [value V]", "set an option"),
    ("register", "...", "not needed"),
    ("ucinewgame", "", "the next position is from another game"),
    (
        "position",
        "startpos|fen FEN [moves M...]",
        "set up a position",
    ),
    (
        "go",
        "[searchmoves M...] [ponder] [infinite] [wtime|btime|winc|binc|movetime MS] [movestogo|depth|nodes|mate N]",
        "find a move",
    ),
    ("stop", "", "end the search and say the move"),
    ("ponderhit", "", "the expected move was played"),
    ("quit", "", "leave"),
    ("go perft", "DEPTH", "count the leaves of the move tree"),
    ("d", "", "show the position"),
    ("eval", "", "show the evaluation"),
    ("flip", "", "swap the colours"),
    (
        "bench",
        "[DEPTH]",
        "measure the speed; the number of nodes is always the same",
    ),
    (
        "genfens",
        "N seed S book None|FILE [plies P]",
        "make balanced positions to begin games from",
    ),
    (
        "spsa",
        "",
        "list the numbers of the search as OpenBench takes them",
    ),
    ("compiler", "", "what this was built with"),
    ("license", "", "GPL-3.0-or-later"),
    ("help", "", "this list"),
];

/// How many of [`COMMANDS`] are the protocol's own.
const PROTOCOL: usize = 11;

/// Whether a line begins with the name of a command.
#[must_use]
pub fn is_command(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next();
    first.is_some_and(|word| COMMANDS.iter().any(|(name, ..)| *name == word))
}

/// Reads one line.
pub fn parse(line: &str) -> Result<Command, CommandError> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(Command::Nothing);
    };
    if first.starts_with('#') {
        return Ok(Command::Nothing);
    }
    if is_command(first) {
        return parse_named(line, first, words);
    }
    // "joho debug on" is "debug on", says the protocol.
    while let Some(word) = words.next() {
        if COMMANDS[..PROTOCOL].iter().any(|(name, ..)| *name == word) {
            return parse_named(line, word, words);
        }
    }
    Err(CommandError::Unknown(first.to_owned()))
}

fn parse_named(
    line: &str,
    name: &str,
    mut words: SplitAsciiWhitespace<'_>,
) -> Result<Command, CommandError> {
    Ok(match name {
        "uci" => Command::Uci,
        "debug" => match words.find(|word| ["on", "off"].contains(word)) {
            Some(word) => Command::Debug(word == "on"),
            None => return Err(CommandError::Debug),
        },
        "isready" => Command::IsReady,
        "setoption" => parse_option(line, words)?,
        "register" => Command::Register,
        "ucinewgame" => Command::NewGame,
        "position" => parse_position(words)?,
        "go" => {
            let mut rest = words.clone();
            if rest.any(|word| word == "perft") {
                Command::Perft(parse_depth(rest.next().unwrap_or_default())?)
            } else {
                Command::Go(Box::new(Go::parse(words)))
            }
        }
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "flip" => Command::Flip,
        "bench" => Command::Bench(words.next().map(parse_depth).transpose()?),
        "genfens" => Command::GenFens(GenFens::parse(words).ok_or(CommandError::GenFens)?),
        "spsa" => Command::Spsa,
        "compiler" => Command::Compiler,
        "license" => Command::License,
        "help" => Command::Help,
        other => return Err(CommandError::Unknown(other.to_owned())),
    })
}

fn parse_depth(word: &str) -> Result<u32, CommandError> {
    match word.parse() {
        Ok(depth) if depth <= DEEPEST => Ok(depth),
        _ => Err(CommandError::Depth(word.to_owned())),
    }
}

/// The value is what stands after `value`, with the spaces it has: it may be the name of a file.
fn parse_option(line: &str, mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    words
        .find(|word| *word == "name")
        .ok_or(CommandError::OptionName)?;
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Err(CommandError::OptionName);
    }
    let value = words.next().map(|first| {
        // Where the word is in the line.
        let start = first.as_ptr() as usize - line.as_ptr() as usize;
        line[start..].trim_ascii_end().to_owned()
    });
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn parse_position(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    let start = words
        .find(|word| ["startpos", "fen"].contains(word))
        .ok_or(CommandError::PositionStart)?;
    let before_moves: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    Ok(Command::Position {
        fen: (start == "fen").then(|| before_moves.join(" ")),
        moves: words.map(str::to_owned).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_arbitrary_and_leading_junk_is_passed_over() {
        assert_eq!(parse("  uci\t "), Ok(Command::Uci));
        assert_eq!(parse("joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(parse("debug  joho off"), Ok(Command::Debug(false)));
        assert_eq!(parse(" \t"), Ok(Command::Nothing));
        assert_eq!(parse("# quit"), Ok(Command::Nothing));
    }

    #[test]
    fn junk_does_not_run_commands_that_are_ours_alone() {
        assert_eq!(parse("what d"), Err(CommandError::Unknown("what".into())));
    }

    #[test]
    fn every_command_in_the_list_is_one() {
        let rest = |name| match name {
            "debug" => "on",
            "setoption" => "name Hash value 16",
            "position" => "startpos",
            "go perft" => "3",
            "genfens" => "3 seed 1 book None",
            _ => "",
        };
        for (name, ..) in COMMANDS {
            let line = format!("{name} {}", rest(name));
            assert!(parse(&line).is_ok(), "{line} gave {:?}", parse(&line));
            assert!(is_command(&line), "{line}");
        }
    }

    #[test]
    fn option_names_may_have_spaces_and_values_too() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Command::SetOption {
                name: name.into(),
                value: value.map(Into::into),
            })
        };
        assert_eq!(
            parse("setoption name Clear   Hash"),
            option("Clear Hash", None)
        );
        assert_eq!(
            parse("setoption name Move Overhead value 30"),
            option("Move Overhead", Some("30"))
        );
        assert_eq!(
            parse("setoption name Book value a b"),
            option("Book", Some("a b"))
        );
        assert_eq!(parse("setoption name Hash value"), option("Hash", None));
        assert_eq!(parse("setoption"), Err(CommandError::OptionName));
        assert_eq!(
            parse("setoption name value 3"),
            Err(CommandError::OptionName)
        );
    }

    #[test]
    fn a_position_is_a_start_and_moves() {
        assert_eq!(
            parse("position startpos moves e2e4 e7e5"),
            Ok(Command::Position {
                fen: None,
                moves: vec!["e2e4".into(), "e7e5".into()]
            })
        );
        assert_eq!(
            parse("position fen 8/8/8/8/8/8/8/8 w - - 0 1"),
            Ok(Command::Position {
                fen: Some("8/8/8/8/8/8/8/8 w - - 0 1".into()),
                moves: vec![]
            })
        );
        assert_eq!(parse("position"), Err(CommandError::PositionStart));
        assert_eq!(
            parse("position moves e2e4"),
            Err(CommandError::PositionStart)
        );
    }

    #[test]
    fn perft_needs_a_depth() {
        assert_eq!(parse("go perft 3"), Ok(Command::Perft(3)));
        for bad in ["go perft", "go perft -3", "go perft abc", "go perft 100"] {
            assert!(matches!(parse(bad), Err(CommandError::Depth(_))), "{bad}");
        }
    }

    #[test]
    fn an_unknown_command_gets_the_nearest_one() {
        let error = parse("isredy").unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown command \"isredy\"; did you mean isready? (help lists the commands)"
        );
    }
}
